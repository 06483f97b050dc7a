"""Softmax and entropy, against 50-digit arithmetic."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from normcourse.attention import entropy, softmax

properties = settings(derandomize=True, deadline=None, max_examples=60)
DTYPES = [np.float16, np.float32, np.float64]
U = 2.0**-53


@st.composite
def rows(draw, dtypes=DTYPES):
    """Rows of finite numbers of every magnitude, and −inf for what is masked out."""
    dtype = draw(st.sampled_from(dtypes))
    width = np.dtype(dtype).itemsize * 8
    wild = st.floats(allow_nan=False, allow_infinity=False, width=width)
    tame = st.floats(-20, 20, width=16)
    elements = draw(st.sampled_from([wild, tame])) | st.just(-np.inf)
    return draw(arrays(dtype, st.integers(1, 9), elements=elements))


def exact_softmax(x):
    entries = [mpmath.mpf(float(value)) for value in x]
    if max(entries) == -mpmath.inf:
        return [mpmath.mpf(0)] * len(entries)
    weights = [mpmath.exp(value - max(entries)) for value in entries]
    return [weight / mpmath.fsum(weights) for weight in weights]


@properties
@given(rows())
@example(np.array([1.7e308, -1.7e308]))
@example(np.array([65504, -65504, 65504], np.float16))
@example(np.array([-np.inf, -np.inf]))
def test_softmax_is_within_the_stated_error(x):
    before = x.copy()
    p = softmax(x)
    assert p.dtype == x.dtype and np.array_equal(x, before)
    info = np.finfo(x.dtype)
    with mpmath.workdps(50):
        for value, exact in zip(p, exact_softmax(x), strict=True):
            gap = -mpmath.log(exact) if exact > mpmath.mpf(10) ** -400 else 1000
            bound = 4 * (len(x) + gap) * U + (float(info.eps) / 2 if info.bits < 64 else 0)
            grid = mpmath.mpf(float(info.smallest_subnormal))
            assert abs(mpmath.mpf(float(value)) - exact) <= bound * exact + grid


@properties
@given(arrays(np.float64, (3, 5), elements=st.integers(-500, 500)), st.integers(-(10**6), 10**6))
def test_softmax_ignores_a_shift_and_follows_a_permutation(x, shift):
    p = softmax(x)
    assert np.array_equal(softmax(x + shift), p)
    assert np.allclose(softmax(x[:, ::-1]), p[:, ::-1], rtol=1e-15, atol=0)
    assert np.allclose(p.sum(axis=-1), 1, rtol=1e-15)
    assert np.array_equal(softmax(x[:, None])[:, 0], p)


def test_softmax_of_logarithms_gives_the_odds():
    assert softmax(np.log([1.0, 2.0, 5.0])) == pytest.approx([0.125, 0.25, 0.625])
    assert softmax([3]).tolist() == [1.0]
    assert softmax(np.ones((0, 4))).shape == (0, 4)


def test_strays_spoil_their_own_row_only():
    x = np.array([[1.0, np.nan], [np.inf, 0.0], [-np.inf, -np.inf], [0.0, -np.inf], [2.0, 2.0]])
    p = softmax(x)
    assert np.isnan(p[0]).all() and np.isnan(p[1, 0])
    assert p[2:].tolist() == [[0, 0], [1, 0], [0.5, 0.5]]


@properties
@given(arrays(np.float64, (2, 6), elements=st.floats(-8, 8)))
def test_entropy_lies_between_one_hot_and_uniform_and_adds_up(x):
    p, r = softmax(x)
    joint = np.outer(p, r).ravel()
    assert -1e-15 <= entropy(p) <= np.log(6) * (1 + 1e-15)
    assert entropy(joint) == pytest.approx(entropy(p) + entropy(r), rel=1e-12)
    assert entropy(p) == pytest.approx(-math.fsum(v * math.log(v) for v in p), rel=1e-12)


def test_entropy_of_the_extremes():
    assert entropy([0, 0, 1]) == 0 and not np.signbit(entropy([0.0, 1.0]))
    assert entropy(np.full((2, 8), 0.125)) == pytest.approx([np.log(8)] * 2, rel=1e-15)
    assert entropy(np.zeros(3)) == 0
    signaling = np.array([0x7FA00000, 0], np.uint32).view(np.float32)
    assert np.isnan(entropy(signaling)) and np.isnan(softmax(signaling)).all()
    half = softmax(np.linspace(0, 3, 50).astype(np.float16))
    assert entropy(half).dtype == np.float16
    assert entropy(half) == entropy(half.astype(np.float64)).astype(np.float16)
    assert np.isnan(entropy([[np.nan, 1], [1, 0]])).tolist() == [True, False]
