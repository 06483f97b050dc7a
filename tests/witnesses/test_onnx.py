"""The norms against the data that the ONNX project publishes for its operators.

Each test prints how many cases agreed, and which use a feature that the course does not have.
An operator may normalize several trailing axes at once; they are flattened into one here.
"""

import numpy as np
import pytest
from onnx_cases import cases

from normcourse.norms import layer_norm, rms_norm, unit_norm

# The data was computed in float32, by a formula whose order of rounding is its own.
TOLERANCE = {"rtol": 1e-6, "atol": 1e-6}
EPSILON = 1e-5  # the operators' default


def flattened(case):
    """The case's inputs, with the axes from `axis` on made one, and its epsilon."""
    assert case.attributes.keys() <= {"axis", "epsilon"}
    x = case.inputs[0]
    d = int(np.prod(x.shape[case.attributes.get("axis", -1) :]))
    rows = x.reshape(-1, d)
    vectors = [vector.reshape(d) for vector in case.inputs[1:]]
    return rows, vectors, case.attributes.get("epsilon", EPSILON)


def report(op, passed, out_of_scope=()):
    print(f"\nONNX {op}: {passed} passed, 0 failed, {len(out_of_scope)} out of scope")
    for line in out_of_scope:
        print(f"  {line}")


def test_rms_normalization():
    passed = 0
    for case in cases("RMSNormalization"):
        x, (scale,), eps = flattened(case)
        y = rms_norm(x, scale, eps)
        np.testing.assert_allclose(y.ravel(), case.outputs[0].ravel(), **TOLERANCE)
        passed += 1
    report("RMSNormalization", passed)
    assert passed == 19


def test_layer_normalization():
    passed = 0
    for case in cases("LayerNormalization"):
        x, (scale, bias), eps = flattened(case)
        y = layer_norm(x, scale, bias, eps)
        np.testing.assert_allclose(y.ravel(), case.outputs[0].ravel(), **TOLERANCE)
        # The further outputs are the mean and the reciprocal root.
        mean, reciprocal = (output.reshape(-1, 1) for output in case.outputs[1:])
        centered = (x - mean) * reciprocal
        np.testing.assert_allclose(layer_norm(x, eps=eps), centered, rtol=1e-5, atol=1e-6)
        passed += 1
    report("LayerNormalization", passed)
    assert passed == 19


def test_lp_normalization():
    passed, out_of_scope = 0, []
    for case in cases("LpNormalization"):
        assert case.attributes.keys() <= {"axis", "p"}
        if case.attributes.get("p", 2) != 2:
            out_of_scope.append(f"{case.name}: p = {case.attributes['p']}, the sum of magnitudes")
            continue
        axis = case.attributes.get("axis", -1)
        x = np.moveaxis(case.inputs[0], axis, -1)
        expected = np.moveaxis(case.outputs[0], axis, -1)
        y = unit_norm(x)
        zero = ~x.any(axis=-1)
        # The operator defines a zero row as 0; the course leaves it undefined at eps = 0.
        assert np.isnan(y[zero]).all() and not expected[zero].any()
        np.testing.assert_allclose(y[~zero], expected[~zero], **TOLERANCE)
        passed += 1
    report("LpNormalization", passed, out_of_scope)
    assert (passed, len(out_of_scope)) == (3, 3)


@pytest.mark.parametrize("op", ["RMSNormalization", "LayerNormalization"])
def test_the_data_tells_a_wrong_epsilon_from_the_right_one(op):
    norm = {"RMSNormalization": rms_norm, "LayerNormalization": layer_norm}[op]
    for case in cases(op):
        if "epsilon" in case.attributes:
            x, vectors, _ = flattened(case)
            gap = norm(x, *vectors, eps=EPSILON).ravel() - case.outputs[0].ravel()
            assert np.abs(gap).max() > 1e-3
