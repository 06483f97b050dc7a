"""The explorer of ε: its steps against NumPy's own arithmetic, and what it says of them."""

import numpy as np
import pytest

from normcourse.explorers.epsilon import compute, explorer, verdict
from normcourse.explorers.number_types import DIGITS, LARGEST, SMALLEST, TYPES, norm_steps
from normcourse.norms import rms, rms_norm
from normcourse.precision import to_bfloat16

SCALES = 10 ** np.random.default_rng(0).uniform(-8, 5, 2000)


@pytest.mark.parametrize("eps", [0.0, 1e-12, 1e-7, 1e-5, 1e-2])
@pytest.mark.parametrize("d", [4, 64, 4096])
@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
def test_every_step_is_that_of_the_type(kind, d, eps):
    steps = norm_steps(SCALES, eps, d, kind, kind)
    with np.errstate(all="ignore"):
        x = SCALES.astype(kind)
        total = x * x
        for _ in range(d.bit_length() - 1):
            total = total + total
        mean = total / np.dtype(kind).type(d)
        root = np.sqrt(mean + np.dtype(kind).type(eps))
        wanted = {"x": x, "square": x * x, "sum": total, "mean": mean, "root": root}
        wanted["output"] = x / root
    for name, values in wanted.items():
        assert values.dtype == kind
        np.testing.assert_array_equal(steps[name], values.astype(np.float64), err_msg=name)


@pytest.mark.parametrize("kind", TYPES)
def test_with_statistics_in_float32_it_is_the_norm_of_the_package(kind):
    wide = "float64" if kind == "float64" else "float32"
    inside = SCALES[(SCALES > 1e-4) & (SCALES < 6e4)]
    rows = inside[:, np.newaxis] * np.array([1.0, -1.0, 1.0, 1.0])
    rows = to_bfloat16(rows) if kind == "bfloat16" else rows.astype(kind)
    right = rms(rms_norm(rows, eps=1e-5)).astype(np.float64)
    output = norm_steps(inside, 1e-5, 4, kind, wide)["output"]
    np.testing.assert_allclose(output, right, rtol=2.0 ** (1 - DIGITS[kind]))


@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
def test_what_is_said_of_a_type_is_so(kind):
    info = np.finfo(kind)
    assert DIGITS[kind] == info.nmant + 1
    assert SMALLEST[kind] == float(info.smallest_normal)
    assert float(LARGEST[kind].replace(",", "")) == pytest.approx(float(info.max), rel=2e-3)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"scale": 1e5}, "100000 itself is beyond the largest float16, 65,504."),
        ({"scale": 1e-8}, "1e-8 itself rounds to 0 in float16. The row counts as zeros."),
        ({"scale": 1e-8, "eps": 0.0}, "Then 0/0 is undefined."),
        ({"scale": 300.0}, "the square of 300 is beyond the largest float16, 65,504."),
        ({"scale": 30.0, "d": 1024}, "their sum, 921,600, is beyond the largest float16"),
        ({"scale": 1e-4, "eps": 1e-8}, "the square of 0.0001 rounds to 0 in float16, and ε too."),
        ({"scale": 1e-4, "eps": 0.0}, "the square of 0.0001 rounds to 0 in float16. Then"),
        ({"scale": 3e-4, "eps": 1e-8}, "ε rounds to 0 in float16."),
        ({"scale": 1e-6, "eps": 1e-7}, "float16 has few digits left for so small an x."),
        ({"scale": 1e-4, "eps": 1e-7}, "rounds to 0 in float16, and ε alone is left."),
        ({"scale": 3e-4, "eps": 0.0}, "few digits left for so small a number under the root."),
        ({"kind": "bfloat16"}, "is 0.9531, which is 0.9535 up to the rounding of bfloat16."),
        ({"scale": 1.0, "kind": "float32"}, "as it should be. ε does not show"),
        ({"kind": "float64"}, "as it should be. ε holds it below 1: the input RMS is 3.16 times"),
        ({"eps": 0.0, "kind": "float64"}, "With ε = 0 it is 1 at every scale."),
    ],
)
def test_it_says_what_breaks(settings, words):
    assert words in verdict(compute(**explorer.settings(**settings)))
