"""Derivatives of softmax and attention.

RoPE needs no function of its own: a rotation is undone by its transpose, so the gradient
with respect to x of ``rope(x, m)`` is ``rope(dy, -m)``.
"""

import numpy as np

from normcourse._inputs import float_array
from normcourse.attention import scaled_dot_product_attention, score_scale

__all__ = ["attention_vjp", "softmax_vjp"]


def softmax_vjp(p, dp):
    """Return the gradient with respect to x of a loss that depends on ``p = softmax(x)``.

    It is ``p * (dp - sum(p * dp))``, the sum over the last axis.

    Parameters
    ----------
    p : array_like, shape (..., d)
        What softmax gave, not what it was given.
    dp : array_like, shape (..., d)
        The gradient with respect to p.

    Returns
    -------
    array, shape (..., d), in the dtype of `p` (integers: float64)
        An entry with p = 0 gets 0. Computed in float64 and rounded once; before that the
        error is at most ``(d + 4) * 2**-53 * p * max(abs(dp))``.

    Raises
    ------
    TypeError, ValueError
        If `p` or `dp` is not a real array, or the shapes differ.

    Notes
    -----
    Source: Bridle (1990), Probabilistic Interpretation of Feedforward Classification Network
    Outputs, in Neurocomputing, Springer, 227-236.

    Examples
    --------
    Raising all scores alike changes nothing, so the gradient sums to 0:

    >>> softmax_vjp([0.5, 0.25, 0.25], [4.0, 0.0, 0.0])
    array([ 1. , -0.5, -0.5])
    """
    p, dp = float_array(p, "p"), float_array(dp, "dp")
    if p.shape != dp.shape:
        raise ValueError(f"dp has shape {dp.shape}, p has {p.shape}: give one number an entry")
    with np.errstate(all="ignore"):
        return _softmax_vjp(p.astype(np.float64), dp.astype(np.float64)).astype(p.dtype)


def attention_vjp(q, k, v, dout, scale=None, mask=None, causal=False, align="last"):
    """Return the gradients of a loss with respect to `q`, `k` and `v` of attention.

    With P the weights and dS = `softmax_vjp` (P, dout vᵀ), they are dq = scale · dS k,
    dk = scale · dSᵀ q and dv = Pᵀ dout.

    Parameters
    ----------
    q, k, v, scale, mask, causal, align
        As for `scaled_dot_product_attention`.
    dout : array_like, shape (..., n, d_v)
        The gradient with respect to its output.

    Returns
    -------
    dq, dk, dv : arrays in the shape and dtype of `q`, `k` and `v` (integers: float64)
        Summed over the queries and the heads that share a key or a value. A query that may
        attend to nothing gives 0. A key that a query may not attend to has no influence on
        it, even if it or its value holds NaN. Computed in float64 and rounded once.

    Raises
    ------
    TypeError, ValueError
        As for `scaled_dot_product_attention`, or if `dout` does not have its output's shape.

    Notes
    -----
    Source: Dao et al. (2022), FlashAttention, arXiv:2205.14135, appendix B.2.

    Examples
    --------
    Each value gets the gradient back by the weight that it had:

    >>> q, k, v = np.zeros((2, 4)), np.zeros((2, 4)), np.eye(2)
    >>> dq, dk, dv = attention_vjp(q, k, v, dout=[[1.0, 0.0], [0.0, 0.0]], causal=True)
    >>> dv
    array([[1., 0.],
           [0., 0.]])
    """
    q, k, v = float_array(q, "q"), float_array(k, "k"), float_array(v, "v")
    _check_values(v, k)
    factor = score_scale("1/sqrt d", q.shape[-1]) if scale is None else float(scale)
    with np.errstate(all="ignore"):
        # With the unit vectors as values, the output is the weights.
        wide_q, units = q.astype(np.float64), np.eye(k.shape[-2] if k.ndim > 1 else 1)
        p = scaled_dot_product_attention(wide_q, k, units, scale, mask, causal, align)
        keys, values = _heads(q, k), _heads(q, v)
        dout = _checked_dout(dout, p, values)
        ds = factor * _softmax_vjp(p, dout @ np.swapaxes(values, -1, -2))
        # A weight that a NaN key reaches is NaN itself, so here the key may count as 0.
        dq = ds @ np.where(np.isfinite(keys), keys, 0)
        dk = np.swapaxes(ds, -1, -2) @ wide_q
        dv = np.swapaxes(p, -1, -2) @ dout
        return _collect(dq, q, q), _collect(dk, k, q), _collect(dv, v, q)


def _check_values(v, k):
    if k.ndim > 1 and (v.ndim < 2 or v.shape[-2] != k.shape[-2]):
        raise ValueError(f"v has shape {v.shape}, k has {k.shape}: give one value a key")


def _checked_dout(dout, p, values):
    dout = float_array(dout, "dout")
    batch = np.broadcast_shapes(p.shape[:-2], values.shape[:-2])
    expected = (*batch, p.shape[-2], values.shape[-1])
    if dout.shape != expected:
        raise ValueError(
            f"dout has shape {dout.shape}, the output {expected}: give one number an entry"
        )
    return dout.astype(np.float64)


def _softmax_vjp(p, dp):
    # Where p is 0, a NaN or infinite dp counts for nothing.
    dp = np.where(p == 0, 0, dp)
    return p * (dp - np.sum(p * dp, axis=-1, keepdims=True))


def _shared(q, kv):
    """Return how many query heads share each key or value head."""
    if min(q.ndim, kv.ndim) < 3:
        return 1
    return max(1, q.shape[-3] // max(1, kv.shape[-3]))


def _heads(q, kv):
    """Return float64 keys or values, repeated for the query heads that share them."""
    wide, times = kv.astype(np.float64), _shared(q, kv)
    return wide if times == 1 else np.repeat(wide, times, axis=-3)


def _collect(gradient, a, q):
    """Sum a gradient over the heads and the axes in which `a` was repeated."""
    times = _shared(q, a)
    if times > 1:
        *batch, heads, n, d = gradient.shape
        gradient = gradient.reshape(*batch, heads // times, times, n, d).sum(axis=-3)
    extra = gradient.ndim - a.ndim
    gradient = gradient.sum(axis=tuple(range(extra)))
    repeated = tuple(i for i in range(a.ndim) if a.shape[i] == 1 and gradient.shape[i] != 1)
    return gradient.sum(axis=repeated, keepdims=True).astype(a.dtype)
