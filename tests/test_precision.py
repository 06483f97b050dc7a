"""Rounding against NumPy's float16 and exact fractions, and the two orders of casts."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from normcourse.norms import rms_norm
from normcourse.precision import rms_norm_gemma, rms_norm_llama, to_bfloat16, to_float16

FORMATS = {to_bfloat16: (8, -126, 127), to_float16: (11, -14, 15)}
BFLOAT16 = (np.arange(2**16, dtype=np.uint32) << 16).view(np.float32)
FLOAT16 = np.arange(2**16, dtype=np.uint16).view(np.float16)

properties = settings(derandomize=True, deadline=None, max_examples=400, database=None)


def bits(x):
    return np.asarray(x, np.float32).view(np.uint32)


def finite_float64():
    """Any number, and those close to a tie between two neighbors of a format."""
    near = st.tuples(st.integers(2**11, 2**13), st.integers(-160, 130), st.integers(-2, 2))
    ties = near.map(lambda a: np.ldexp(a[0] + np.ldexp(a[2], -39), a[1]))
    return st.floats(allow_nan=False, allow_infinity=False) | ties | ties.map(lambda a: -a)


@properties
@given(finite_float64(), st.sampled_from(list(FORMATS)))
def test_no_number_of_the_format_is_nearer(x, rounded):
    digits, low, high = FORMATS[rounded]
    y = rounded(x)
    step = Fraction(2) ** (max(int(np.frexp(x)[1]) - 1, low) - digits + 1)
    top = Fraction(2) ** high * (2 - Fraction(2) ** (1 - digits))
    if np.isinf(y):
        assert abs(Fraction(x)) >= top + step / 2
        assert np.sign(y) == np.sign(x)
        return
    assert abs(Fraction(float(y))) <= top
    steps, error = Fraction(float(y)) / step, abs(Fraction(float(y)) - Fraction(x))
    assert steps.denominator == 1
    assert error < step / 2 or (error == step / 2 and steps.numerator % 2 == 0)
    assert np.signbit(y) == np.signbit(x)


def test_numbers_of_the_format_stay():
    np.testing.assert_array_equal(to_float16(FLOAT16), FLOAT16.astype(np.float32))
    kept = to_bfloat16(BFLOAT16)
    number = ~np.isnan(BFLOAT16)
    np.testing.assert_array_equal(bits(kept)[number], bits(BFLOAT16)[number])
    np.testing.assert_array_equal(np.isnan(kept), ~number)


def test_float16_is_what_numpy_has():
    rng = np.random.default_rng(0)
    random = rng.integers(0, 2**32, 200_000, dtype=np.uint32).view(np.float32)
    wide = rng.standard_normal(200_000) * 2.0 ** rng.integers(-30, 20, 200_000)
    positive = FLOAT16[: 2**15 - 2**10].astype(np.float64)
    for x in (random, wide, (positive[1:] + positive[:-1]) / 2):
        with np.errstate(all="ignore"):
            expected = x.astype(np.float16).astype(np.float32)
        np.testing.assert_array_equal(to_float16(x), expected)
        number = ~np.isnan(x)
        np.testing.assert_array_equal(np.signbit(to_float16(x))[number], np.signbit(x)[number])


def test_bfloat16_at_its_edges():
    top = (2 - 2.0**-7) * 2.0**127
    edges = [top, np.nextafter(top + 2.0**119, 0), top + 2.0**119, -np.inf, np.nan, -0.0]
    assert to_bfloat16(edges).tolist()[:4] == [top, top, np.inf, -np.inf]
    assert np.isnan(to_bfloat16(np.nan)) and np.signbit(to_bfloat16([-0.0, -1e-60])).all()
    # Half the smallest number is a tie, and goes to 0.
    assert to_bfloat16([2.0**-134, 1.01 * 2.0**-134]).tolist() == [0, 2.0**-133]


def test_a_float64_is_rounded_once():
    """Through float32 it would become the tie 1 + 2**-8 first, and then 1."""
    x = 1 + 2.0**-8 + 2.0**-40
    assert to_bfloat16(x) == 1 + 2.0**-7
    assert to_bfloat16(np.float32(x)) == 1


def test_neighboring_integers_and_an_eps_that_vanishes():
    assert to_bfloat16([256, 257, 258, 259]).tolist() == [256, 256, 258, 260]
    assert to_float16(1e-8) == 0 and to_float16(1e-7) > 0 and to_bfloat16(1e-8) > 0
    assert to_float16([255.0**2, 256.0**2]).tolist() == [65024, np.inf]


def test_shape_storage_and_errors():
    x = np.zeros((2, 3), np.float16)
    for rounded in FORMATS:
        assert rounded(x).dtype == np.float32 and rounded(x).shape == (2, 3)
        assert rounded(True) == 1 and np.ndim(rounded(3)) == 0
        with pytest.raises(TypeError, match="complex"):
            rounded([1j])
        with pytest.raises(TypeError, match="give real numbers"):
            rounded("one")
    with pytest.raises(ValueError, match="float8"):
        rms_norm_llama([1.0], [1.0], dtype="float8")
    with pytest.raises(ValueError, match="weight has shape"):
        rms_norm_gemma([1.0], [1.0, 2.0])


# Orders of casts


def model(dtype="bfloat16", shape=(64, 256)):
    """Rows and a gain g in [1/2, 3/2], for which g and g - 1 are both numbers of the dtype."""
    rng = np.random.default_rng(0)
    return rng.standard_normal(shape), to_bfloat16(rng.uniform(0.5, 1.5, shape[-1]))


@pytest.mark.parametrize(("dtype", "rounded"), [("bfloat16", to_bfloat16), ("float16", to_float16)])
def test_cast_last_is_the_nearest_number_and_cast_first_often_is_not(dtype, rounded):
    x, gain = model()
    exact = rms_norm(rounded(x).astype(np.float64)) * gain
    nearest = rounded(exact)
    first, last = rms_norm_llama(x, gain, dtype=dtype), rms_norm_gemma(x, gain - 1, dtype=dtype)
    for y in (first, last):
        np.testing.assert_array_equal(y, rounded(y))
    assert np.mean(last != nearest) < 1e-3
    assert 0.2 < np.mean(first != last) < 0.35
    assert np.abs(first - exact).max() > 1.2 * np.abs(last - exact).max()


def test_without_a_gain_both_orders_agree():
    x, _ = model()
    np.testing.assert_array_equal(rms_norm_llama(x, np.ones(256)), rms_norm_gemma(x, np.zeros(256)))


def test_in_float32_there_is_nothing_to_cast():
    x, gain = model()
    expected = rms_norm(x.astype(np.float32), gain)
    np.testing.assert_array_equal(rms_norm_llama(x, gain, dtype="float32"), expected)
    got = rms_norm_gemma(x, gain - 1, dtype="float32")
    np.testing.assert_array_equal(got, expected)


def test_input_and_gain_are_those_that_the_dtype_stores():
    x, gain = model()
    x, gain = x * 1.001, gain * 1.001
    for norm in (rms_norm_llama, rms_norm_gemma):
        np.testing.assert_array_equal(norm(x, gain), norm(to_bfloat16(x), to_bfloat16(gain)))


def test_squares_out_of_range_do_no_harm():
    y = rms_norm_llama(np.full(4, 300.0), np.ones(4), dtype="float16")
    np.testing.assert_array_equal(y, np.ones(4))
    np.testing.assert_array_equal(
        rms_norm_gemma(np.zeros(4), np.ones(4), 1e-8, "float16"), np.zeros(4)
    )
