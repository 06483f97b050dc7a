"""The gradients of the norms against differences, the complex step, and 60-digit arithmetic."""

import exact_gradients as exact
import mpmath
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from normcourse.derivatives import central_difference, complex_step
from normcourse.gradients import (
    layer_norm_jacobian,
    layer_norm_vjp,
    rms_norm_jacobian,
    rms_norm_vjp,
    unit_norm_vjp,
)
from normcourse.norms import layer_norm, rms_norm, unit_norm

VJPS = {"rms": rms_norm_vjp, "unit": unit_norm_vjp, "layer": layer_norm_vjp}
NORMS = {"rms": rms_norm, "unit": unit_norm, "layer": layer_norm}
JACOBIANS = {"rms": rms_norm_jacobian, "layer": layer_norm_jacobian}
EPS = [0.0, 1e-6, 1e-2, 1.0]
U = mpmath.mpf(2) ** -52

properties = settings(derandomize=True, deadline=None, max_examples=250, database=None)


def plain(kind):
    """The norm written out, for complex numbers too."""

    def norm(x, gain, eps):
        x = x - np.mean(x) if kind == "layer" else x
        return gain * x / np.sqrt((np.sum if kind == "unit" else np.mean)(x * x) + eps)

    return norm


def inputs(d, seed=0):
    rng = np.random.default_rng(seed)
    return rng.standard_normal(d), rng.standard_normal(d), rng.uniform(-2, 2, d)


def close(a, b, bound):
    return np.abs(a - b).max() <= bound * np.abs(b).max()


@pytest.mark.parametrize("eps", EPS)
@pytest.mark.parametrize("d", [3, 5, 8, 32])
@pytest.mark.parametrize("kind", VJPS)
def test_vjp_agrees_with_differences_and_the_complex_step(kind, d, eps):
    x, dy, gain = inputs(d)
    dx, dgain = VJPS[kind](x, dy, gain, eps)[:2]
    numeric = dy @ central_difference(lambda x: NORMS[kind](x, gain, eps=eps), x)
    assert close(dx, numeric, 1e-9)
    assert close(dx, dy @ complex_step(lambda x: plain(kind)(x, gain, eps), x), 1e-13)
    assert close(dgain, dy @ complex_step(lambda gain: plain(kind)(x, gain, eps), gain), 1e-13)
    assert close(dgain, dy @ central_difference(lambda g: NORMS[kind](x, g, eps=eps), gain), 1e-9)


@pytest.mark.parametrize("eps", EPS)
@pytest.mark.parametrize("d", [1, 2, 3, 8, 32])
@pytest.mark.parametrize("kind", JACOBIANS)
def test_jacobian_agrees_with_differences_the_complex_step_and_the_vjp(kind, d, eps):
    x, dy, gain = inputs(d)
    if kind == "layer" and d == 1 and eps == 0:
        assert np.isnan(layer_norm_jacobian(x, gain, eps)).all()
        return
    jacobian = JACOBIANS[kind](x, gain, eps)
    scale = np.abs(gain).max() / np.sqrt(np.mean(x * x) + eps)
    numeric = central_difference(lambda x: NORMS[kind](x, gain, eps=eps), x)
    assert np.abs(jacobian - numeric).max() <= 1e-9 * scale
    step = complex_step(lambda x: plain(kind)(x, gain, eps), x)
    assert np.abs(jacobian - step).max() <= 1e-14 * scale
    assert np.abs(dy @ jacobian - VJPS[kind](x, dy, gain, eps)[0]).max() <= 1e-14 * scale


def test_dbias_agrees_with_differences():
    x, dy, gain = inputs(5)
    numeric = dy @ central_difference(lambda bias: layer_norm(x, gain, bias), gain)
    assert close(layer_norm_vjp(x, dy, gain)[2], numeric, 1e-9)


def numbers(d, low=-1074, high=1023):
    """Rows of one magnitude, from the subnormal to the largest, with small and zero entries."""
    digits = st.lists(st.floats(-1, 1), min_size=d, max_size=d)
    return st.tuples(digits, st.integers(low, high)).map(lambda a: np.ldexp(*a))


@st.composite
def cases(draw):
    d = draw(st.integers(1, 6))
    x, dy = draw(numbers(d)), draw(numbers(d))
    gain = draw(st.none() | numbers(d))
    eps = draw(st.sampled_from([0.0, 5e-324, 1e-200, 1e-12, 1e-6, 1.0, 1e200, 1e308]))
    if draw(st.integers(0, 3)) == 0:
        offset = np.ldexp(1.0, draw(st.integers(-20, 60)))
        x = np.ldexp(np.frexp(x)[0] + offset, draw(st.integers(-900, 900)))
    if draw(st.booleans()):
        # As large as the root of eps, where both count.
        x = np.ldexp(x, np.frexp(np.sqrt(eps))[1] - np.frexp(np.abs(x).max())[1])
    return draw(st.sampled_from(list(VJPS))), x, dy, gain, eps


@properties
@given(cases())
@example(("rms", np.array([1.7e308, -1.7e308]), np.array([1e-300, 1.7e308]), None, 1e-6))
@example(("layer", np.array([1.7e308, -1.7e308, -1.7e308]), np.ones(3), None, 0.0))
@example(("unit", np.array([5e-324, 0.0]), np.array([0.0, 1e-300]), None, 0.0))
@example(("rms", np.array([5e-324, 1e-323]), np.array([0.0, 1e-300]), None, 0.0))
@example(("rms", np.array([1e300, 1e-300]), np.full(2, 1e200), np.full(2, 1e200), 0.0))
@example(("rms", np.ones(3), np.array([1e300, 1e100, 0]), np.array([0, 1e100, 1e300]), 1.0))
def test_vjp_is_within_the_stated_error(case):
    kind, x, dy, gain, eps = case
    got = VJPS[kind](x, dy, gain, eps)[0]
    with mpmath.workdps(exact.DIGITS):
        g = exact.row(dy)
        if gain is not None:
            g = [a * b for a, b in zip(g, exact.row(gain), strict=True)]
        allowed, row = exact.length(g), exact.row(x)
        if kind == "layer":
            row, g = exact.centered(row), exact.centered(g)
        count = 1 if kind == "unit" else len(x)
        if exact.dot(row, row) == 0 and eps == 0:
            assert np.isnan(got).all()
            return
        r = exact.denominator(row, eps, count)
        allowed = 4 * U * allowed / r + mpmath.mpf(2) ** -1074
        for value, expected in zip(got, exact.pull_back(row, g, eps, count), strict=True):
            if abs(expected) + allowed < mpmath.mpf(1.7976931348623157e308):
                assert abs(mpmath.mpf(float(value)) - expected) <= allowed


@properties
@given(st.integers(1, 6).flatmap(lambda d: st.tuples(numbers(d, -30, 30), numbers(d, -30, 30))))
def test_the_part_along_x_has_no_error_from_the_part_across_it(pair):
    x, dy = pair
    if not x.any():
        return
    dx, _ = rms_norm_vjp(x, dy, eps=1e-15)
    with mpmath.workdps(exact.DIGITS):
        row = exact.row(x)
        r = exact.denominator(row, 1e-15, len(x))
        along = mpmath.mpf(1e-15) / r**3 * exact.dot(exact.row(dy), row)
        room = 8 * U * exact.length(exact.row(dx)) + 8 * U**2 * exact.length(exact.row(dy)) / r
        assert (
            abs(exact.dot(row, exact.row(dx)) - along)
            <= room * exact.length(row) + mpmath.mpf(2) ** -1000
        )


@pytest.mark.parametrize("kind", VJPS)
def test_long_rows(kind):
    for d in (255, 10_000):
        x, dy, gain = inputs(d, seed=d)
        got = VJPS[kind](x + 100, dy, gain, 1e-6)[0]
        with mpmath.workdps(exact.DIGITS):
            row, g = (
                exact.row(x + 100),
                [a * b for a, b in zip(exact.row(dy), exact.row(gain), strict=True)],
            )
            if kind == "layer":
                row, g = exact.centered(row), exact.centered(g)
            count = 1 if kind == "unit" else d
            expected = np.array(exact.pull_back(row, g, 1e-6, count), float)
            allowed = float(4 * U * exact.length(g) / exact.denominator(row, 1e-6, count))
        assert np.abs(got - expected).max() <= allowed
