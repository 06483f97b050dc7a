"""Rotations and RoPE, against complex numbers and 60-digit arithmetic."""

import cmath

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from normcourse.rotations import (
    pair_indices,
    rope,
    rope_frequencies,
    rope_matrix,
    rotate_pairs,
    rotation_matrix,
)

properties = settings(derandomize=True, deadline=None, max_examples=60)
LAYOUTS = ["interleaved", "half"]
layouts = st.sampled_from(LAYOUTS)
dtypes = st.sampled_from([np.float16, np.float32, np.float64])
U = 2.0**-53


def complex_rope(x, position, theta, layout, rotary_dim):
    """RoPE of one vector as multiplication by e^{iφ}, pair after pair."""
    out = [float(value) for value in x]
    half = rotary_dim // 2
    for i in range(half):
        a, b = (2 * i, 2 * i + 1) if layout == "interleaved" else (i, i + half)
        turn = cmath.exp(1j * position / theta ** (2 * i / rotary_dim))
        z = complex(out[a], out[b]) * turn
        out[a], out[b] = z.real, z.imag
    return out


def exact_pair(a, b, position, theta, i, rotary_dim):
    """One pair at 60 digits: its new coordinates and its angle."""
    a, b, theta = mpmath.mpf(float(a)), mpmath.mpf(float(b)), mpmath.mpf(theta)
    angle = position * theta ** (-mpmath.mpf(2 * i) / rotary_dim)
    c, s = mpmath.cos(angle), mpmath.sin(angle)
    return a * c - b * s, a * s + b * c, angle


@properties
@given(
    arrays(np.float64, (3, 10), elements=st.floats(-10, 10)),
    st.lists(st.integers(-1000, 1000), min_size=3, max_size=3),
    st.sampled_from([100.0, 1e4, 5e5]),
    layouts,
    st.sampled_from([2, 4, 6, 10, None]),
)
def test_rope_agrees_with_complex_multiplication(x, positions, theta, layout, rotary_dim):
    y = rope(x, positions, theta, layout, rotary_dim)
    rows = zip(x, positions, strict=True)
    wanted = [complex_rope(row, m, theta, layout, rotary_dim or 10) for row, m in rows]
    np.testing.assert_allclose(y, wanted, rtol=0, atol=1e-11)
    if rotary_dim:
        assert np.array_equal(y[:, rotary_dim:], x[:, rotary_dim:])


@properties
@given(dtypes, st.integers(0, 2**32), st.integers(0, 100_000), st.sampled_from([1e4, 5e5]), layouts)
def test_the_error_of_rope_is_within_the_stated_bound(dtype, seed, position, theta, layout):
    rng, d = np.random.default_rng(seed), 10
    x = (rng.standard_normal(d) * 10.0 ** rng.integers(-3, 3)).astype(dtype)
    y = rope(x, position, theta, layout)
    assert y.dtype == dtype
    with mpmath.workdps(60):
        for i, (a, b) in enumerate(zip(*pair_indices(d, layout), strict=True)):
            left, right, angle = exact_pair(x[a], x[b], position, theta, i, d)
            bound = (8 + (4 + np.log(theta)) * abs(angle)) * U * mpmath.hypot(x[a], x[b])
            for value, exact in ((y[a], left), (y[b], right)):
                last = float(np.spacing(np.abs(value))) if dtype != np.float64 else 0.0
                assert abs(mpmath.mpf(float(value)) - exact) <= bound + last


@properties
@given(st.floats(-1e9, 1e9), st.integers(1, 64), st.floats(1.5, 1e6))
def test_angles_and_frequencies_are_within_their_bounds(angle, half, theta):
    y = rotate_pairs([0.6, -0.8], [angle])
    with mpmath.workdps(60):
        left, right, _ = exact_pair(0.6, -0.8, mpmath.mpf(angle), 10, 0, 2)
        assert max(abs(float(y[0] - left)), abs(float(y[1] - right))) <= 8 * U
        for i, frequency in enumerate(rope_frequencies(2 * half, theta)):
            exact = mpmath.mpf(theta) ** (-mpmath.mpf(i) / half)
            assert abs(frequency / exact - 1) <= (4 + np.log(theta)) * U


@pytest.mark.parametrize("layout", LAYOUTS)
def test_scores_depend_on_the_distance_only_up_to_position_100_000(layout):
    rng, d = np.random.default_rng(5), 64
    m, n, shift = (rng.integers(0, size, 500) for size in (50_000, 50_000, 50_000))
    q, k = rng.standard_normal((2, 500, d))
    near = np.sum(rope(q, m, layout=layout) * rope(k, n, layout=layout), axis=-1)
    far = np.sum(rope(q, m + shift, layout=layout) * rope(k, n + shift, layout=layout), axis=-1)
    # An angle of 1e5 is rounded to 2^-37, which is all that remains of the difference.
    bound = 4 * 100_000 * U * np.linalg.norm(q, axis=-1) * np.linalg.norm(k, axis=-1)
    assert (np.abs(near - far) <= bound).all()
    moved = np.sum(rope(q, m + shift + 1, layout=layout) * rope(k, n + shift, layout=layout), -1)
    assert np.abs(near - moved).max() > 1


@properties
@given(st.integers(0, 2**32), st.integers(0, 500), st.sampled_from([2, 6, 8]), layouts)
def test_rope_is_its_matrix_and_the_matrix_a_rotation(seed, position, rotary_dim, layout):
    x = np.random.default_rng(seed).standard_normal(9)
    matrix = rope_matrix(position, 9, 500.0, layout, rotary_dim)
    np.testing.assert_allclose(matrix @ x, rope(x, position, 500.0, layout, rotary_dim), atol=1e-13)
    np.testing.assert_allclose(matrix.T @ matrix, np.eye(9), atol=1e-14)
    assert np.linalg.det(matrix) == pytest.approx(1)
    back = rope(rope(x, position, 500.0, layout, rotary_dim), -position, 500.0, layout, rotary_dim)
    np.testing.assert_allclose(back, x, atol=1e-13)


def test_the_matrices_of_two_positions_multiply_to_that_of_their_sum():
    product = rope_matrix(3, 8) @ rope_matrix(4, 8)
    np.testing.assert_allclose(product, rope_matrix(7, 8), atol=1e-15)
    # A positive angle turns from the first axis toward the second, not back.
    np.testing.assert_allclose(rotation_matrix(np.pi / 6) @ [1, 0], [np.sqrt(0.75), 0.5])
    np.testing.assert_allclose(rope([1.0, 0.0], 1), [np.cos(1), np.sin(1)])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_lengths_are_kept(layout):
    x = np.random.default_rng(6).standard_normal((4, 7, 12))
    y = rope(x, np.arange(7) * 1000, layout=layout)
    np.testing.assert_allclose(np.linalg.norm(y, axis=-1), np.linalg.norm(x, axis=-1), rtol=1e-14)


@properties
@given(arrays(np.float64, (2, 12), elements=st.floats(-9, 9)), st.sampled_from([4, 8, 12]))
def test_the_layouts_differ_by_a_permutation(x, rotary_dim):
    order = np.arange(12)
    order[:rotary_dim] = np.concatenate(pair_indices(rotary_dim))
    half = rope(x[:, order], [3, 5], layout="half", rotary_dim=rotary_dim)
    assert np.array_equal(half, rope(x, [3, 5], rotary_dim=rotary_dim)[:, order])


def test_the_worked_vector_in_both_layouts():
    x = [1, 2, 3, 4]
    assert rotate_pairs(x, [1, 1]).round(3).tolist() == [-1.143, 1.922, -1.745, 4.686]
    half = rotate_pairs(x, [1, 1], layout="half")
    assert half.round(3).tolist() == [-1.984, -2.285, 2.462, 3.844]


def test_the_exponent_divides_by_the_width_that_turns():
    np.testing.assert_allclose(rope_frequencies(4), [1, 0.01], rtol=1e-15)
    np.testing.assert_allclose(rope_frequencies(8), [1, 0.1, 0.01, 0.001], rtol=1e-15)
    y = rope(np.eye(8)[[0, 2]], 1, rotary_dim=4)
    np.testing.assert_allclose(y[0, :2], [np.cos(1), np.sin(1)])
    np.testing.assert_allclose(y[1, 2:4], [np.cos(0.01), np.sin(0.01)])


def test_positions_keep_their_digits_whatever_the_dtype():
    """float16 counts to 2048 and ends at 65504."""
    x = np.array([1.0, 0.0], np.float16)
    for position in (257, 2049, 100_001):
        wanted = np.array([np.cos(position), np.sin(position)]).astype(np.float16)
        assert np.array_equal(rope(x, position), wanted)


def test_theta_is_hardly_seen_at_short_distance():
    """A wrong θ looks fine on short prompts: it changes the slow pairs."""
    x = np.random.default_rng(7).standard_normal(64)
    gap = [np.abs(rope(x, m, 1e4) - rope(x, m, 5e5)).max() for m in (0, 1, 4000)]
    assert gap[0] == 0 and gap[1] < 1 < gap[2]


def test_positions_broadcast():
    x = np.random.default_rng(14).standard_normal((2, 3, 5, 4))
    row = np.arange(5)
    y = rope(x, row)
    for index in np.ndindex(2, 3, 5):
        np.testing.assert_array_equal(y[index], rope(x[index], index[-1]))
    per_batch = np.stack([row, row + 10])[:, None]
    np.testing.assert_array_equal(rope(x, per_batch)[1], rope(x[1], row + 10))
    np.testing.assert_array_equal(rope(x[0, 0, 0], row), rope(np.tile(x[0, 0, 0], (5, 1)), row))
    assert rope(np.ones((0, 5, 4)), row).shape == (0, 5, 4)
    with pytest.raises(ValueError, match=r"x holds vectors in shape \(2, 3, 5\)"):
        rope(x, np.stack([row, row]))


@properties
@given(dtypes, st.integers(-30, 30), layouts)
def test_any_magnitude_and_layout_in_memory_and_no_change_of_the_input(dtype, power, layout):
    info = np.finfo(dtype)
    x = np.ldexp(np.random.default_rng(15).uniform(0.5, 1, (3, 8)), power % (info.maxexp - 2))
    x = x.astype(dtype)
    before = x.copy()
    y = rope(x, [1, 2, 3], layout=layout)
    assert np.array_equal(x, before)
    assert np.array_equal(rope(np.asfortranarray(x), [1, 2, 3], layout=layout), y)
    assert np.array_equal(rope(x, 0, layout=layout), x)
    top = np.full(2, info.max)
    assert np.array_equal(rotate_pairs(top, [np.pi / 4]) == np.inf, [False, True])
    tiny = np.array([info.smallest_subnormal, 0], dtype)
    assert rotate_pairs(tiny, [np.pi / 2])[1] == info.smallest_subnormal


def test_strays_stay_in_their_pair():
    x = np.arange(8.0).reshape(2, 4)
    x[0, 1], x[1, 3] = np.nan, np.inf
    for layout, pairs in (("interleaved", [(0, 1), (2, 3)]), ("half", [(1, 3), (1, 3)])):
        y = rope(x, [1, 2], layout=layout)
        for row, pair in enumerate(pairs):
            assert (np.flatnonzero(~np.isfinite(y[row])) == pair).all()


def test_integers_are_promoted():
    assert rope(np.array([1, 2]), 1).dtype == np.float64
    assert rope(np.array([True, False]), 1).dtype == np.float64


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rope([1, 2, 3], 1), "rotary_dim is 3: give an even number"),
        (lambda: rope([1, 2], 1, rotary_dim=4), "rotary_dim is 4, x has d = 2"),
        (lambda: rope([1, 2], 1, rotary_dim=0), "rotary_dim is 0: give an even number"),
        (lambda: rope([1, 2], 1, theta=0), "theta is 0: give a positive number"),
        (lambda: rope([1, 2], 1, theta=np.inf), "theta is inf"),
        (lambda: rope([1, 2], 1, layout="neox"), "layout is 'neox': give \"interleaved\" or"),
        (lambda: rope([1, 2], np.nan), "positions has NaN or infinity"),
        (lambda: rotate_pairs([1, 2], [1, 1]), "2 angles turn 4 coordinates, x has d = 2"),
        (lambda: rotate_pairs([1, 2], 1.0), "angles is a single number: give one for each pair"),
        (lambda: rotate_pairs([1, 2], []), "rotary_dim is 0: give an even number"),
        (lambda: rope_matrix(1, 4, rotary_dim=6), "rotary_dim is 6, x has d = 4"),
    ],
)
def test_wrong_values_are_refused_with_the_way_out(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rope([1j, 2], 1), "x is complex"),
        (lambda: rope([1, 2], "1"), "positions has dtype <U1: give real numbers"),
        (lambda: rotate_pairs([1, 2], [1j]), "angles has dtype complex128"),
        (lambda: rope([1, 2], 1, rotary_dim=2.0), "float"),
    ],
)
def test_wrong_types_are_refused(call, message):
    with pytest.raises(TypeError, match=message):
        call()
