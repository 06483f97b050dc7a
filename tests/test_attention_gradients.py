"""The gradients of softmax, attention and RoPE, against differences and the complex step."""

from fractions import Fraction

import numpy as np
import pytest

from normcourse.attention import scaled_dot_product_attention, softmax
from normcourse.attention_gradients import attention_vjp, softmax_vjp
from normcourse.derivatives import central_difference, complex_step
from normcourse.rotations import rope

INF = np.inf


def draw(*shape, seed=0):
    return np.random.default_rng((seed, *shape)).standard_normal(shape)


def plain_softmax(x):
    weights = np.exp(x)
    return weights / weights.sum()


# Softmax


@pytest.mark.parametrize("d", [1, 2, 7])
def test_softmax_agrees_with_the_complex_step_and_differences(d):
    x, dp = draw(d), draw(d, seed=1)
    dx = softmax_vjp(softmax(x), dp)
    np.testing.assert_allclose(dx, dp @ complex_step(plain_softmax, x), rtol=1e-13, atol=1e-16)
    np.testing.assert_allclose(dx, dp @ central_difference(softmax, x), rtol=1e-9, atol=1e-10)


def test_the_gradient_of_softmax_sums_to_0_and_ignores_a_shift_of_dp():
    p, dp = softmax(draw(20, 9)), draw(20, 9, seed=1)
    dx = softmax_vjp(p, dp)
    assert np.abs(dx.sum(axis=-1)).max() < 1e-15
    np.testing.assert_allclose(softmax_vjp(p, dp + 5), dx, rtol=0, atol=1e-14)


def test_rows_of_softmax_stay_apart():
    p, dp = softmax(draw(4, 3)), draw(4, 3, seed=1)
    expected = softmax_vjp(p, dp)
    p[1], dp[2, 0] = 0, np.nan
    dx = softmax_vjp(p, dp)
    assert dx[1].tolist() == [0, 0, 0] and np.isnan(dx[2]).all()
    np.testing.assert_array_equal(dx[[0, 3]], expected[[0, 3]])
    # A masked entry has no say, whatever came back to it.
    assert softmax_vjp([0.5, 0.5, 0.0], [1.0, 0.0, np.nan]).tolist() == [0.25, -0.25, 0]


@pytest.mark.parametrize("d", [1, 2, 5, 100, 3000])
def test_softmax_is_within_the_stated_error(d):
    p, dp = softmax(3 * draw(d)), draw(d, seed=1) * 2.0 ** (10 * draw(d, seed=2))
    ours = [Fraction(value) for value in softmax_vjp(p, dp)]
    p, dp = [Fraction(value) for value in p], [Fraction(value) for value in dp]
    mean, top = sum(a * b for a, b in zip(p, dp, strict=True)), max(abs(b) for b in dp)
    for got, a, b in zip(ours, p, dp, strict=True):
        assert abs(got - a * (b - mean)) <= (d + 4) * Fraction(2) ** -53 * a * top


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_softmax_is_rounded_once(dtype):
    p, dp = softmax(draw(5, 4)).astype(dtype), draw(5, 4, seed=1).astype(dtype)
    dx = softmax_vjp(p, dp)
    assert dx.dtype == dtype
    wide = softmax_vjp(p.astype(np.float64), dp.astype(np.float64))
    np.testing.assert_array_equal(dx, wide.astype(dtype))


# Attention


CASES = {
    "plain": ((3, 4), (5, 4), (5, 2), {}),
    "scale": ((3, 4), (5, 4), (5, 2), {"scale": -0.3}),
    "causal": ((3, 4), (5, 4), (5, 2), {"causal": True}),
    "first": ((5, 4), (3, 4), (3, 2), {"causal": True, "align": "first"}),
    "a query with no keys": ((4, 3), (2, 3), (2, 3), {"causal": True}),
    "boolean mask": ((2, 3), (3, 3), (3, 3), {"mask": np.array([[1, 0, 1], [0, 1, 1]], bool)}),
    "added mask": ((2, 3), (3, 3), (3, 3), {"mask": np.array([[0.5, -INF, 1], [-2, 0, -INF]])}),
    "batch": ((2, 3, 4), (2, 3, 4), (2, 3, 4), {"causal": True}),
    "grouped heads": ((2, 4, 3, 2), (2, 2, 3, 2), (2, 2, 3, 2), {"causal": True}),
    "one head": ((2, 4, 3, 2), (2, 1, 3, 2), (2, 1, 3, 2), {}),
    "keys and values grouped apart": ((4, 3, 2), (2, 3, 2), (4, 3, 2), {}),
    "broadcast": ((2, 1, 3, 2), (3, 2), (5, 3, 2), {}),
    "one query for all": ((3, 2), (2, 4, 2), (2, 4, 2), {}),
}


@pytest.mark.parametrize("case", CASES)
def test_attention_agrees_with_differences(case):
    *shapes, options = CASES[case]
    arrays = [draw(*shape, seed=i) for i, shape in enumerate(shapes)]
    dout = draw(*scaled_dot_product_attention(*arrays, **options).shape, seed=3)
    gradients = attention_vjp(*arrays, dout, **options)
    for i, gradient in enumerate(gradients):

        def loss(a, i=i):
            changed = [*arrays[:i], a, *arrays[i + 1 :]]
            return np.sum(dout * scaled_dot_product_attention(*changed, **options))

        numeric = central_difference(loss, arrays[i])
        assert gradient.shape == arrays[i].shape
        assert np.abs(gradient - numeric).max() <= 1e-9 * max(1, np.abs(numeric).max())


def test_attention_agrees_with_the_complex_step():
    q, k, v, dout = (draw(4, 3, seed=i) for i in range(4))

    def loss(qkv):
        q, k, v = qkv
        weights = np.exp(q @ k.T / np.sqrt(3))
        return np.sum(dout * ((weights / weights.sum(axis=-1, keepdims=True)) @ v))

    numeric = complex_step(loss, np.stack([q, k, v]))
    np.testing.assert_allclose(attention_vjp(q, k, v, dout), numeric, rtol=1e-12, atol=1e-15)


def test_turning_all_queries_and_keys_turns_their_gradients():
    q, k, v, dout = (draw(4, 6, seed=i) for i in range(4))
    dq, dk, dv = attention_vjp(q, k, v, dout)
    turned = attention_vjp(rope(q, 5), rope(k, 5), v, dout)
    np.testing.assert_allclose(turned[0], rope(dq, 5), atol=1e-14)
    np.testing.assert_allclose(turned[1], rope(dk, 5), atol=1e-14)
    np.testing.assert_allclose(turned[2], dv, atol=1e-14)


def test_a_key_that_no_query_may_attend_to_has_no_influence():
    q, k, v, dout = (draw(4, 3, seed=i) for i in range(4))
    mask = np.array([True, True, False, True])[None]
    expected = attention_vjp(q, k, v, dout, mask=mask)
    for bad in (np.nan, np.inf):
        k[2], v[2] = bad, bad
        for gradient, wanted in zip(attention_vjp(q, k, v, dout, mask=mask), expected, strict=True):
            np.testing.assert_array_equal(gradient, wanted)
    assert not expected[1][2].any() and not expected[2][2].any()


def test_a_key_with_nan_spoils_only_the_queries_that_see_it():
    q, k, v, dout = (draw(4, 3, seed=i) for i in range(4))
    expected = attention_vjp(q, k, v, dout, causal=True)[0]
    for spoiled in (k, v):
        kept, spoiled[2, 1] = spoiled[2, 1], np.nan
        dq = attention_vjp(q, k, v, dout, causal=True)[0]
        np.testing.assert_array_equal(dq[:2], expected[:2])
        assert np.isnan(dq[2:]).all()
        spoiled[2, 1] = kept


def test_dtypes_are_kept_and_inputs_unchanged():
    arrays = [draw(3, 4, seed=i).astype(t) for i, t in enumerate(("f2", "f4", "f8", "f4"))]
    before = [a.tobytes() for a in arrays]
    got = attention_vjp(*arrays, causal=True)
    wide = attention_vjp(*(a.astype(np.float64) for a in arrays), causal=True)
    for a, b, dtype in zip(got, wide, ("f2", "f4", "f8"), strict=True):
        assert a.dtype == dtype
        np.testing.assert_array_equal(a, b.astype(dtype))
    assert before == [a.tobytes() for a in arrays]


def test_wrong_input_is_named():
    q = draw(3, 4)
    with pytest.raises(ValueError, match=r"dout has shape \(3, 3\), the output \(3, 4\)"):
        attention_vjp(q, q, q, q[:, :3])
    with pytest.raises(ValueError, match="give one value a key"):
        attention_vjp(q, q, q[:2], q)
    with pytest.raises(ValueError, match="k has 3"):
        attention_vjp(q, q[:, :3], q, q)
    with pytest.raises(ValueError, match="k is a single vector"):
        attention_vjp(q, q[0], q, q)
    with pytest.raises(TypeError, match="dout is complex"):
        attention_vjp(q, q, q, q * 1j)
    with pytest.raises(ValueError, match="dp has shape"):
        softmax_vjp([0.5, 0.5], [1.0])


# RoPE


@pytest.mark.parametrize("layout", ["interleaved", "half"])
def test_the_gradient_goes_back_through_rope_by_the_opposite_turn(layout):
    x, dy, positions = draw(3, 6), draw(3, 6, seed=1), np.array([0, 3, 7])
    jacobian = central_difference(lambda x: rope(x, positions, layout=layout, rotary_dim=4), x)
    dx = rope(dy, -positions, layout=layout, rotary_dim=4)
    np.testing.assert_allclose(dx, np.tensordot(dy, jacobian, 2), rtol=0, atol=1e-10)
