"""The split into μ·1 and x − μ·1, against exact fractions and 50-digit arithmetic."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from normcourse.geometry import angle_to_ones, mean, project, split, std
from normcourse.norms import layer_norm, rms_norm

properties = settings(derandomize=True, deadline=None, max_examples=80)
DTYPES = [np.float16, np.float32, np.float64]
U = 2.0**-53
X = np.array([2.0, -1.0, 0.5, 1.5])


@st.composite
def vectors(draw, low=1, high=12, dtypes=DTYPES):
    """Finite vectors of every magnitude, alone or on top of a large offset."""
    dtype = draw(st.sampled_from(dtypes))
    width = np.dtype(dtype).itemsize * 8
    numbers = st.floats(allow_nan=False, allow_infinity=False, width=width)
    small = st.integers(-100, 100).map(float)
    x = draw(
        arrays(dtype, st.integers(low, high), elements=draw(st.sampled_from([numbers, small])))
    )
    offset = draw(st.sampled_from([0, 0, 3, 1000]))
    with np.errstate(over="ignore"):
        y = x + np.asarray(offset, dtype)
    return np.where(np.isfinite(y), y, x)


def exact_split(x):
    entries = [Fraction(float(value)) for value in x]
    mu = sum(entries) / len(entries)
    return mu, [value - mu for value in entries]


def rounding(value, dtype):
    """Half a unit in the last place of the dtype at this value, and never 0."""
    info = np.finfo(dtype)
    return max(abs(value) * Fraction(float(info.eps)) / 2, Fraction(float(info.smallest_subnormal)))


def agrees(value, exact, dtype, slack):
    """Whether the value is the exact one up to one rounding to the dtype and the slack."""
    if not np.isfinite(value):
        return abs(exact) > Fraction(float(np.finfo(dtype).max)) * Fraction(999, 1000)
    return abs(Fraction(float(value)) - exact) <= rounding(exact, dtype) + slack


@properties
@given(vectors())
@example(np.float32(100) + np.float32(1e-3) * np.arange(16, dtype=np.float32))
@example(100 + 1e-3 * np.arange(16))
@example(np.array([1.7e308, 1.7e308, -1.7e308]))
@example(np.array([5e-324, 0.0, 5e-324]))
def test_mean_and_centered_part_are_exact_to_rounding(x):
    mu, rest = exact_split(x)
    mean_part, centered = split(x)
    assert mean_part.dtype == centered.dtype == x.dtype
    slack = len(x) * Fraction(4 * U)
    top = max(map(abs, rest))
    assert agrees(mean(x), mu, x.dtype, slack * top)
    assert np.array_equal(mean_part, np.full_like(x, mean(x)))
    for value, exact in zip(centered, rest, strict=True):
        assert agrees(value, exact, x.dtype, slack * top)


@properties
@given(vectors())
@example(np.array([1e8, 1e8 + 2]))
@example(np.float32(100) + np.float32(1e-3) * np.arange(16, dtype=np.float32))
def test_std_and_angle_agree_with_fifty_digits(x):
    with mpmath.workdps(50):
        mu, rest = exact_split(x)
        variance = sum(value * value for value in rest) / len(rest)
        sigma = mpmath.sqrt(mpmath.mpf(variance.numerator) / variance.denominator)
        error = abs(mpmath.mpf(float(std(x))) - sigma)
        info = np.finfo(x.dtype)
        grid = mpmath.mpf(float(info.smallest_subnormal))
        assert error <= sigma * (mpmath.mpf(float(info.eps)) + 8 * len(x) * U) + grid
        if mu == 0 and sigma == 0:
            assert np.isnan(angle_to_ones(x))
            return
        phi = mpmath.atan2(mpmath.mpf(mu.numerator) / mu.denominator, sigma)
        bound = abs(phi) * mpmath.mpf(float(info.eps)) + 8 * len(x) * U + grid
        assert abs(mpmath.mpf(float(angle_to_ones(x))) - phi) <= bound


@properties
@given(vectors(low=2, dtypes=[np.float64]))
def test_the_parts_are_orthogonal_and_their_squares_add_up(x):
    assume(np.abs(x).max() > 0)
    x = x / np.abs(x).max()
    mean_part, centered = split(x)
    assert abs(mean_part @ centered) <= 8 * len(x) * U * len(x)
    assert np.isclose(mean_part @ mean_part + centered @ centered, x @ x, rtol=1e-14, atol=0)
    assert np.isclose(mean(x) ** 2 + std(x) ** 2, np.mean(x * x), rtol=1e-14, atol=0)
    np.testing.assert_allclose(mean_part + centered, x, rtol=0, atol=8 * len(x) * U)


@properties
@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(1, 70))
def test_a_constant_vector_has_no_centered_part(value, d):
    x = np.full(d, value)
    assert mean(x) == value and std(x) == 0
    assert not split(x)[1].any()
    if value:
        assert angle_to_ones(x) == np.copysign(np.pi / 2, value)


def test_the_worked_example_of_the_pythagorean_identity():
    mean_part, centered = split(X)
    assert mean_part.tolist() == [0.75] * 4
    assert centered.tolist() == [1.25, -1.75, -0.25, 0.75]
    assert round(float(std(X)), 3) == 1.146
    assert std(X) ** 2 == pytest.approx(1.3125, rel=1e-15)
    assert mean(X) ** 2 + np.mean(centered**2) == 1.875
    assert round(float(np.tan(angle_to_ones(X))), 2) == 0.65


def test_digits_of_a_quotient_are_rounded_last():
    sigma, rms = 1.146, 1.369
    # The source has 1.090 for the first: it cut 1.0907 instead of rounding it.
    early = [(split(X)[1] / sigma).round(3).tolist(), (X / rms).round(3).tolist()]
    assert early == [[1.091, -1.527, -0.218, 0.654], [1.461, -0.73, 0.365, 1.096]]
    assert layer_norm(X, eps=0).round(3).tolist() == [1.091, -1.528, -0.218, 0.655]
    assert rms_norm(X, eps=0).round(3).tolist() == [1.461, -0.73, 0.365, 1.095]


@properties
@given(vectors(low=2, dtypes=[np.float64]))
def test_rms_norm_is_a_mixture_of_layer_norm_and_ones(x):
    """RMSNorm(x) = cos φ · LayerNorm(x) + sin φ · 1 at ε = 0."""
    assume(np.abs(x).max() > 0)
    if std(x) == 0:
        assert np.array_equal(rms_norm(x, eps=0), np.full(len(x), np.sin(angle_to_ones(x))))
        return
    phi = angle_to_ones(x)
    mixture = np.cos(phi) * layer_norm(x, eps=0) + np.sin(phi)
    np.testing.assert_allclose(rms_norm(x, eps=0), mixture, rtol=0, atol=100 * len(x) * U)


@properties
@given(vectors(low=2, dtypes=[np.float64]), st.sampled_from([0.0, 1e-6, 1e-2]))
def test_layer_norm_is_rms_norm_of_the_centered_part(x, eps):
    """Exact with ε included; after an RMSNorm, LayerNorm gives what it gave before at ε = 0."""
    assume(np.abs(x).max() < 1e300 and (eps > 0 or std(x) > 1e-8 * np.abs(x).max() > 1e-290))
    wanted = layer_norm(x, eps=eps)
    np.testing.assert_allclose(rms_norm(split(x)[1], eps=eps), wanted, atol=1e-13)
    if eps == 0:
        np.testing.assert_allclose(layer_norm(rms_norm(x, eps=0), eps=0), wanted, atol=1e-6)


def test_the_seeds_small_mean_regime():
    """μ = 0.05, σ = 1: RMS exceeds σ by about (μ/σ)²/2 of itself."""
    x = np.tile([1.05, -0.95], 8)
    assert mean(x) == pytest.approx(0.05, rel=1e-14)
    assert std(x) == pytest.approx(1.0, rel=1e-14)
    assert 1 / np.cos(angle_to_ones(x)) == pytest.approx(1.00125, abs=1e-6)


def test_the_angle_of_a_gaussian_vector_follows_students_t():
    """|μ|/σ · √(d − 1) is |t| with d − 1 degrees of freedom; two have closed forms."""
    rng, n = np.random.default_rng(2), 20_000
    share = np.mean(np.abs(angle_to_ones(rng.standard_normal((n, 2)))) < 1.0)
    chance = 2 / np.pi
    assert abs(share - chance) < 4 * np.sqrt(chance * (1 - chance) / n)
    phi = np.abs(angle_to_ones(rng.standard_normal((n, 4))))
    chance = 2 / np.pi * (0.5 + np.sin(1.0) / 2)
    assert abs(np.mean(phi < 0.5) - chance) < 4 * np.sqrt(chance * (1 - chance) / n)


@pytest.mark.parametrize(("quantile", "factor"), [(0.5, 0.674), (0.95, 1.96)])
def test_the_chance_level_of_the_mean_falls_as_one_over_root_d(quantile, factor):
    rng, n, d = np.random.default_rng(3), 4_000, 1024
    x = rng.standard_normal((n, d))
    below = np.mean(np.abs(mean(x)) / std(x) < factor / np.sqrt(d))
    assert abs(below - quantile) < 4 * np.sqrt(quantile * (1 - quantile) / n)


@properties
@given(vectors(low=3, high=3), arrays(np.float64, 3, elements=st.floats(-1e3, 1e3)))
def test_projection_agrees_with_fractions(x, u):
    exact_u = [Fraction(float(value)) for value in u]
    square = sum(value * value for value in exact_u)
    if square == 0:
        assert np.isnan(project(x, u)).all()
        return
    exact_x = [Fraction(float(value)) for value in x]
    along = sum(a * b for a, b in zip(exact_x, exact_u, strict=True)) / square
    slack = 20 * Fraction(U) * max(map(abs, exact_x))
    p = project(x, u)
    assert p.dtype == x.dtype
    for value, component in zip(p, exact_u, strict=True):
        assert agrees(value, along * component, x.dtype, slack)


def test_projection_on_ones_is_the_mean_part_and_ignores_the_length_of_the_direction():
    x = np.random.default_rng(0).standard_normal((5, 7))
    for length in (1.0, -3.0, 1e-300, 1e300):
        np.testing.assert_allclose(project(x, np.full(7, length)), split(x)[0], atol=1e-15)
    u = np.random.default_rng(1).standard_normal((5, 7))
    p = project(x, u)
    np.testing.assert_allclose(project(p, u), p, atol=1e-14)
    np.testing.assert_allclose(np.sum((x - p) * u, axis=-1), 0, atol=1e-14)


@pytest.mark.parametrize("function", [mean, std, split, angle_to_ones, lambda x: project(x, X)])
def test_shape_dtype_and_strays(function):
    """Any leading axes, any memory layout; NaN stays in its row; the input is not changed."""
    rng = np.random.default_rng(4)
    x = rng.standard_normal((2, 3, 4)).astype(np.float32)
    spoiled = x.copy()
    spoiled[0, 1, 2], spoiled[1, 2, 0] = np.nan, np.inf
    before = spoiled.copy()
    clean, dirty = np.asarray(function(x)), np.asarray(function(spoiled))
    assert np.array_equal(spoiled, before, equal_nan=True)
    assert clean.dtype == np.float32 and np.isfinite(clean).all()
    good = np.ones((2, 3), bool)
    good[0, 1] = good[1, 2] = False
    rows = (Ellipsis, slice(None)) if dirty.ndim > 2 else (Ellipsis,)
    parts = zip(dirty, clean, strict=True) if dirty.ndim == 4 else [(dirty, clean)]
    for spoiled_part, clean_part in parts:
        assert np.array_equal(spoiled_part[good][rows], clean_part[good][rows])
        assert not np.isfinite(spoiled_part[~good]).all()
    np.testing.assert_allclose(np.asarray(function(x.astype(np.float64))), clean, atol=1e-6)
    fortran = np.asarray(function(np.asfortranarray(x)))
    np.testing.assert_allclose(fortran, clean, atol=1e-6)
    assert np.asarray(function(np.arange(4))).dtype == np.float64
    assert np.asarray(function(np.ones((0, 4)))).size == 0


def test_wrong_input_is_refused_with_the_way_out():
    with pytest.raises(ValueError, match="x has d = 4, direction has 3: give vectors of equal"):
        project(X, [1, 1, 1])
    with pytest.raises(ValueError, match="direction has no entries"):
        project(X, [])
    with pytest.raises(TypeError, match="x is complex"):
        split([1j, 2])
