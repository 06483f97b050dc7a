"""The norms against exact arithmetic, within the bounds that their docstrings state."""

from fractions import Fraction

import exact_norms as exact
import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from normcourse.norms import layer_norm, rms, rms_norm, unit_norm

BOUND = {np.float16: 0.51, np.float32: 3, np.float64: 3}
DTYPES = st.sampled_from(list(BOUND))
EPS = st.sampled_from([0.0, 5e-324, 1e-60, 1e-40, 1e-20, 1e-12, 1e-8, 1e-6, 1e-5, 1e-3, 1.0])
NORMS = st.sampled_from([rms_norm, unit_norm, layer_norm])
FUNCTIONS = st.sampled_from([rms, rms_norm, unit_norm, layer_norm])

numerics = settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=300,
    suppress_health_check=[HealthCheck.too_slow],
)


@st.composite
def rows(draw, dtype, d=None):
    """Draw a finite row: anything, of one magnitude, far from zero, or constant."""
    info = np.finfo(dtype)
    d = d or draw(st.integers(1, 12))
    kind = draw(st.sampled_from(["any", "one magnitude", "offset", "constant"]))
    if kind == "any":
        numbers = st.floats(allow_nan=False, allow_infinity=False, width=info.bits)
        return np.array(draw(st.lists(numbers, min_size=d, max_size=d)), dtype)
    power = draw(st.integers(info.minexp - info.nmant, info.maxexp - 1))
    if kind == "constant":
        return np.full(d, np.ldexp(draw(st.floats(1, 1.99)), power)).astype(dtype)
    if kind == "offset":
        steps = draw(st.lists(st.integers(0, 40), min_size=d, max_size=d))
        z = draw(st.floats(1, 1.5)) + np.array(steps) * float(info.eps)
    else:
        z = np.array(draw(st.lists(st.floats(-1.9, 1.9), min_size=d, max_size=d)))
    return np.ldexp(z, power).astype(dtype)


@st.composite
def cases(draw):
    dtype = draw(DTYPES)
    return dtype, draw(rows(dtype))


def slack(dtype, exact_value, bound):
    """The error allowed: relative, and one subnormal step more."""
    step = Fraction(float(np.finfo(dtype).smallest_subnormal))
    return Fraction(bound) * Fraction(float(np.finfo(dtype).eps)) * abs(exact_value) + step


def spread(norm, expected):
    """The RMS of the result, on which the bound of LayerNorm leans; 0 for the others."""
    return exact.root(exact.mean_square(expected)) if norm is layer_norm else 0


@numerics
@given(cases())
def test_rms(case):
    dtype, x = case
    expected = exact.rms(x)
    error = abs(Fraction(float(rms(x))) - expected)
    assert error <= slack(dtype, expected, BOUND[dtype])


# Small entries beside large ones; all subnormal beside a large eps; constant and huge.
@example(rms_norm, (np.float64, np.array([0.0] * 9 + [1.34e155, 8.02e-157])), 0.0)
@example(layer_norm, (np.float32, np.arange(9, dtype="f4") ** 2 * np.float32(1e-44)), 1.0)
@example(layer_norm, (np.float64, np.array([3, 1, 4, 1, 5]) * 1e-310), 1.0)
@example(layer_norm, (np.float64, np.full(3, 1.6e308)), 1e-6)
@numerics
@given(NORMS, cases(), EPS)
def test_norms(norm, case, eps):
    dtype, x = case
    y = norm(x, eps=eps)
    try:
        expected = getattr(exact, norm.__name__)(x, eps)
    except ZeroDivisionError:
        assert np.isnan(y).all()
        return
    s = spread(norm, expected)
    for result, value in zip(exact.row(y), expected, strict=True):
        assert abs(result - value) <= slack(dtype, abs(value) + s, BOUND[dtype])


@numerics
@given(cases(), EPS.filter(bool), st.data())
def test_gain_and_bias(case, eps, data):
    dtype, x = case
    numbers = st.floats(-100, 100, width=np.finfo(dtype).bits)
    width = data.draw(st.sampled_from([dtype, np.float64]))
    gain, bias = (
        np.array(data.draw(st.lists(numbers, min_size=len(x), max_size=len(x))), width)
        for _ in range(2)
    )
    norm = data.draw(NORMS)
    extra = (gain, bias) if norm is layer_norm else (gain,)
    bias = bias if norm is layer_norm else np.zeros(len(x))
    y = norm(x, *extra, eps=eps)
    assert y.dtype == dtype
    expected = getattr(exact, norm.__name__)(x, eps)
    s = spread(norm, expected)
    columns = zip(exact.row(y), expected, exact.row(gain), exact.row(bias), strict=True)
    for result, z, g, b in columns:
        allowed = slack(dtype, (abs(z) + s) * abs(g) + abs(b), BOUND[dtype])
        allowed += slack(dtype, 0, 0) * abs(g)
        assert abs(result - (z * g + b)) <= allowed


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("d", [127, 128, 300, 10_000])
@pytest.mark.parametrize("kind", ["normal", "constant but one", "offset", "one large"])
def test_long_rows(kind, d, dtype):
    rng = np.random.default_rng(d)
    x = rng.standard_normal(d)
    if kind == "constant but one":
        x[:] = 1.7
        x[d // 2] = 1
    elif kind == "offset":
        x = 1.3 + 2 * float(np.finfo(dtype).eps) * rng.integers(0, 9, d)
    elif kind == "one large":
        x[d // 3] = 3000
    x = x.astype(dtype)
    some = rng.choice(d, 20, replace=False)
    some[0] = d // 2
    expected = exact.rms(x)
    assert abs(Fraction(float(rms(x))) - expected) <= slack(dtype, expected, BOUND[dtype])
    for norm in (rms_norm, unit_norm, layer_norm):
        expected = getattr(exact, norm.__name__)(x, 1e-12)
        y = exact.row(norm(x, eps=1e-12))
        s = Fraction(1) if norm is layer_norm else 0
        for i in some:
            allowed = slack(dtype, abs(expected[i]) + s, BOUND[dtype])
            assert abs(y[i] - expected[i]) <= allowed


@numerics
@given(FUNCTIONS, DTYPES, st.lists(st.integers(0, 3), max_size=3), st.integers(1, 5), st.data())
def test_every_row_of_every_shape_is_computed_as_if_alone(function, dtype, batch, d, data):
    """Also beside rows with NaN and infinity, and in a view with other strides."""
    bad = st.sampled_from([np.nan, np.inf, -np.inf])
    number = int(np.prod(batch, dtype=int))
    x = np.empty((number, d), dtype)
    for i in range(number):
        x[i] = data.draw(rows(dtype, d))
        if data.draw(st.integers(0, 3)) == 0:
            x[i, data.draw(st.integers(0, d - 1))] = data.draw(bad)
    alone = [function(row) for row in x]
    view = np.asfortranarray(x.reshape(*batch, d))
    before = view.tobytes()
    y = function(view)
    assert view.tobytes() == before
    assert y.shape == (tuple(batch) if function is rms else view.shape)
    np.testing.assert_array_equal(y.ravel(), np.ravel(alone))


@numerics
@given(st.lists(st.integers(-(2**63), 2**64 - 1), min_size=1, max_size=9), EPS, NORMS)
def test_integers(numbers, eps, norm):
    dtype = np.uint64 if min(numbers) >= 0 else np.int64
    numbers = [n if n < 2**63 or dtype == np.uint64 else n - 2**63 for n in numbers]
    x = np.array(numbers, dtype)
    np.testing.assert_array_equal(norm(x, eps=eps), norm(x.astype(np.float64), eps=eps))
