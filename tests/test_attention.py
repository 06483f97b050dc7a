"""Attention, its masks and its heads, against loops over plain numbers."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from normcourse.attention import (
    attention_scores,
    entropy,
    scaled_dot_product_attention,
    softmax,
)

properties = settings(derandomize=True, deadline=None, max_examples=60)
DTYPES = [np.float16, np.float32, np.float64]


def one_query(q, k, v, scale, may):
    """Attention of a single query, in loops over plain numbers."""
    seen = [j for j in range(len(k)) if may[j]]
    scores = {j: scale * math.fsum(a * b for a, b in zip(q, k[j], strict=True)) for j in seen}
    total = math.fsum(math.exp(scores[j]) for j in seen)
    return [
        math.fsum(math.exp(scores[j]) * v[j][c] for j in seen) / total if seen else 0.0
        for c in range(len(v[0]))
    ]


def drawn(seed, *shapes):
    rng = np.random.default_rng(seed)
    return [rng.standard_normal(shape) for shape in shapes]


@properties
@given(
    st.integers(0, 2**32),
    st.tuples(*[st.integers(1, 5)] * 4),
    st.sampled_from([None, 0.3, 2.0]),
    st.sampled_from([False, "last", "first"]),
    st.sampled_from(DTYPES),
)
def test_attention_agrees_with_loops(seed, sizes, scale, corner, dtype):
    n, m, d, width = sizes
    q, k, v = (a.astype(dtype) for a in drawn(seed, (n, d), (m, d), (m, width)))
    may = np.random.default_rng(seed).random((n, m)) < 0.7
    shift = m - n if corner == "last" else 0
    seen = [[may[i, j] and (not corner or j <= i + shift) for j in range(m)] for i in range(n)]
    factor = 1 / math.sqrt(d) if scale is None else scale
    k_rows, v_rows = k.astype(float).tolist(), v.astype(float).tolist()
    queries = zip(q.astype(float).tolist(), seen, strict=True)
    wanted = [one_query(row, k_rows, v_rows, factor, keys) for row, keys in queries]
    align = corner or "last"
    y = scaled_dot_product_attention(q, k, v, scale, may, bool(corner), align)
    assert y.dtype == dtype
    np.testing.assert_allclose(y, wanted, rtol=0, atol=4 * max(np.finfo(dtype).eps, 1e-14))


def test_scores_are_scaled_by_the_root_of_the_head_width():
    q, k = [[1.0, 2.0, 3.0, 4.0]], [[1.0, 0.0, 0.0, 1.0]]
    assert attention_scores(q, k).tolist() == [[2.5]]
    assert attention_scores(q, k, scale=1).tolist() == [[5.0]]
    assert attention_scores(np.float16(q), np.float32(k)).dtype == np.float32


def test_a_boolean_mask_is_the_additive_one():
    q, k, v = drawn(1, (2, 3, 4, 8), (2, 3, 6, 8), (2, 3, 6, 5))
    may = np.random.default_rng(2).random((2, 1, 4, 6)) < 0.5
    y = scaled_dot_product_attention(q, k, v, mask=may)
    added = scaled_dot_product_attention(q, k, v, mask=np.where(may, 0.0, -np.inf))
    assert np.array_equal(y, added)
    for keys in (may[0, 0, 0], may[0, 0, :, :1] | True):
        assert scaled_dot_product_attention(q, k, v, mask=keys).shape == (2, 3, 4, 5)
    bias = np.random.default_rng(3).standard_normal((4, 6))
    weights = softmax(attention_scores(q, k) + bias)
    np.testing.assert_allclose(scaled_dot_product_attention(q, k, v, mask=bias), weights @ v)


@pytest.mark.parametrize("mask", [np.zeros((3, 4), bool), np.full((3, 4), -np.inf)])
def test_a_query_that_may_attend_to_nothing_gives_zeros(mask):
    mask = mask.copy()
    mask[1] = True if mask.dtype == bool else 0.0
    q, k, v = drawn(4, (3, 2), (4, 2), (4, 2))
    y = scaled_dot_product_attention(q, k, v, mask=mask)
    assert y[[0, 2]].tolist() == [[0, 0], [0, 0]]
    assert np.array_equal(y[1], scaled_dot_product_attention(q, k, v)[1])
    nothing = scaled_dot_product_attention(q, np.ones((0, 2)), np.ones((0, 2)))
    assert nothing.tolist() == [[0, 0]] * 3


def test_decoding_with_a_cache_needs_the_last_corner():
    """Queries that come in pieces see what they saw in one piece."""
    q, k, v = drawn(5, (6, 4), (6, 4), (6, 4))
    whole = scaled_dot_product_attention(q, k, v, causal=True)
    for start, stop in ((5, 6), (2, 4), (0, 3)):
        piece = scaled_dot_product_attention(q[start:stop], k[:stop], v[:stop], causal=True)
        np.testing.assert_allclose(piece, whole[start:stop], rtol=1e-14)
    first = scaled_dot_product_attention(q[5:], k, v, causal=True, align="first")
    assert np.array_equal(first[0], v[0])


def test_more_queries_than_keys_leave_the_first_ones_without_any():
    q, k, v = drawn(6, (4, 3), (2, 3), (2, 3))
    y = scaled_dot_product_attention(q, k, v, causal=True)
    assert not y[:2].any() and np.array_equal(y[2], v[0])
    y = scaled_dot_product_attention(q, k, v, causal=True, align="first")
    np.testing.assert_allclose(y[2:], scaled_dot_product_attention(q[2:], k, v))


@pytest.mark.parametrize("stray", [np.nan, np.inf, -np.inf])
def test_a_stray_reaches_only_who_may_attend_to_it(stray):
    q, k, v = drawn(7, (5, 4), (5, 4), (5, 4))
    clean = scaled_dot_product_attention(q, k, v, causal=True)
    for array in (k, v):
        kept = array[3].copy()
        array[3, 1] = stray
        y = scaled_dot_product_attention(q, k, v, causal=True)
        assert np.array_equal(y[:3], clean[:3])
        assert np.isnan(y[3:, 1]).all()
        added = np.where(np.tri(5, dtype=bool), 0.0, -np.inf)
        assert np.array_equal(scaled_dot_product_attention(q, k, v, mask=added), y, equal_nan=True)
        silent = scaled_dot_product_attention(q, k, v, mask=np.zeros((5, 1), bool))
        assert not silent.any()
        array[3] = kept
    q[1, 0] = stray
    y = scaled_dot_product_attention(q, k, v, causal=True)
    assert np.isnan(y[1]).all() and np.array_equal(np.delete(y, 1, 0), np.delete(clean, 1, 0))


def test_a_weight_that_underflows_is_still_a_permission():
    q, k, v = np.ones((1, 1)), np.array([[0.0], [-2000.0]]), np.array([[1.0], [np.nan]])
    assert softmax(attention_scores(q, k)).tolist() == [[1, 0]]
    assert np.isnan(scaled_dot_product_attention(q, k, v)).all()


def test_the_dtype_is_the_common_one():
    q, k, v = np.ones((1, 2), np.float16), np.ones((1, 2), np.float16), np.ones((1, 2), np.float32)
    assert scaled_dot_product_attention(q, k, k).dtype == np.float16
    assert scaled_dot_product_attention(q, k, v).dtype == np.float32
    assert scaled_dot_product_attention(v, k, q).dtype == np.float32
    assert scaled_dot_product_attention(q, k, [[1, 2]]).dtype == np.float64


def test_key_heads_are_shared_by_neighboring_query_heads():
    q, k, v = drawn(8, (2, 6, 4, 8), (2, 3, 5, 8), (2, 3, 5, 7))
    y = scaled_dot_product_attention(q, k, v)
    scores = attention_scores(q, k)
    for head in range(6):
        alone = scaled_dot_product_attention(q[:, head], k[:, head // 2], v[:, head // 2])
        np.testing.assert_allclose(y[:, head], alone, rtol=1e-14)
        np.testing.assert_allclose(scores[:, head], attention_scores(q[:, head], k[:, head // 2]))
    one = scaled_dot_product_attention(q, k[:, :1], v[:, :1])
    np.testing.assert_allclose(one[:, 4], scaled_dot_product_attention(q[:, 4], k[:, 0], v[:, 0]))


def test_a_single_query_head_meets_every_key_head():
    q, k, v = drawn(11, (1, 4, 8), (3, 5, 8), (3, 5, 7))
    y = scaled_dot_product_attention(q, k, v)
    np.testing.assert_allclose(y[2], scaled_dot_product_attention(q[0], k[2], v[2]))


@properties
@given(st.integers(0, 2**32), st.floats(0, 50))
def test_attention_is_an_average_that_follows_its_keys(seed, scale):
    q, k, v = drawn(seed, (4, 3), (6, 3), (6, 2))
    before = q.copy(), k.copy(), v.copy()
    y = scaled_dot_product_attention(q, k, v, scale)
    assert (y >= v.min(axis=0) - 1e-14).all() and (y <= v.max(axis=0) + 1e-14).all()
    order = np.random.default_rng(seed).permutation(6)
    np.testing.assert_allclose(scaled_dot_product_attention(q, k[order], v[order], scale), y)
    if scale == 0:
        np.testing.assert_allclose(y, np.tile(v.mean(axis=0), (4, 1)))
    assert all(np.array_equal(a, b) for a, b in zip((q, k, v), before, strict=True))


def test_extreme_magnitudes():
    """Scores past the range of the input are no matter; past float64 they give NaN, not a lie."""
    for dtype in (np.float16, np.float32):
        top = np.finfo(dtype).max
        q, k, v = np.full((1, 4), top), np.array([[top] * 4, [-top] * 4]), np.array([[top], [0]])
        y = scaled_dot_product_attention(q, k.astype(dtype), v.astype(dtype))
        assert y.tolist() == [[top]] and y.dtype == dtype
    q, v = np.full((1, 4), 1e200), np.array([[1.0], [2.0]])
    for keys in ([1e200, 1.0], [-1e200, -1e200]):
        k = np.repeat(keys, 4).reshape(2, 4)
        assert np.isnan(scaled_dot_product_attention(q, k, v)).all()
        assert np.isnan(attention_scores(q, k)).any()
    tiny = np.full((2, 3), np.finfo(np.float32).smallest_subnormal)
    assert np.array_equal(scaled_dot_product_attention(tiny, tiny, tiny), tiny)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda q, k: scaled_dot_product_attention(q, k[:, :2], k), "q has d = 3, k has 2"),
        (lambda q, k: scaled_dot_product_attention(q, k, k[:4]), "k has 5 rows, v has 4"),
        (lambda q, k: scaled_dot_product_attention(q[0], k, k), "q is a single vector: give rows"),
        (lambda q, k: scaled_dot_product_attention(q, k, k, np.inf), "scale is inf"),
        (lambda q, k: scaled_dot_product_attention(q, k, k, causal="first"), "causal is 'first'"),
        (
            lambda q, k: scaled_dot_product_attention(q, k, k, align="left"),
            'give "last" or "first"',
        ),
        (
            lambda q, k: scaled_dot_product_attention(q, k, k, mask=np.ones((4, 5), bool)),
            r"mask has shape \(4, 5\), the scores have \(2, 5\): give a mask of shape \(2, 5\)",
        ),
        (
            lambda q, k: scaled_dot_product_attention(q[:1], k, k, mask=np.ones((4, 5), bool)),
            r"mask has shape \(4, 5\), the scores have \(1, 5\)",
        ),
        (
            lambda q, k: attention_scores(np.stack([q] * 3), np.stack([k] * 2)),
            "q has 3 heads, k has 2: give a divisor of 3",
        ),
        (lambda q, k: entropy([0.5, -0.5]), "p has a negative entry"),
        (lambda q, k: softmax([]), "x has no entries"),
    ],
)
def test_wrong_values_are_refused_with_the_way_out(call, message):
    with pytest.raises(ValueError, match=message):
        call(*drawn(9, (2, 3), (5, 3)))


def test_a_mask_of_integers_is_refused():
    """0 and 1 could be added to the scores, or say who may attend."""
    q, k = drawn(10, (2, 3), (5, 3))
    with pytest.raises(TypeError, match="mask has dtype int64: give booleans, True where"):
        scaled_dot_product_attention(q, k, k, mask=np.ones((2, 5), np.int64))
    with pytest.raises(TypeError, match="x is complex"):
        softmax([1j])
