"""RMSNorm, LayerNorm and the unit norm, on the last axis of an array.

All three are a quotient whose denominator is a root mean square (or a length),
and all three obey ``f(c * x, c**2 * eps) == f(x, eps)`` for c > 0. The guard
below rests on that: where a square overflows or underflows, the row is computed
again at another scale, a power of two, which rounds nothing.
"""

import numpy as np

from normcourse._inputs import check_eps, check_row, float_array

__all__ = ["layer_norm", "rms", "rms_norm", "unit_norm"]


def rms(x):
    """Return the root mean square of each row."""
    x = float_array(x)

    def formula(x, eps):
        return np.ones_like(x[:, :1]), np.sqrt(_mean_square(x) + eps)

    rows, scale = _rescale(*_rows(x), 0.0)[:2]
    with np.errstate(all="ignore"):
        root = np.ldexp(formula(rows, 0.0)[1], scale)
    return root.reshape(x.shape[:-1]).astype(x.dtype)[()]


def rms_norm(x, gain=None, eps=1e-6):
    """Return ``x / sqrt(mean(x**2) + eps) * gain``."""

    def formula(x, eps):
        return x, np.sqrt(_mean_square(x) + eps)

    return _normalize(formula, x, eps, gain)


def unit_norm(x, gain=None, eps=0.0):
    """Return ``x / sqrt(sum(x**2) + eps) * gain``."""

    def formula(x, eps):
        return x, np.sqrt(_mean_square(x) * x.shape[-1] + eps)

    return _normalize(formula, x, eps, gain)


def layer_norm(x, gain=None, bias=None, eps=1e-6):
    """Return ``(x - mean(x)) / sqrt(var(x) + eps) * gain + bias``."""

    def formula(x, eps):
        centered = x - x.mean(axis=-1, keepdims=True)
        centered -= centered.mean(axis=-1, keepdims=True)
        return centered, np.sqrt(_mean_square(centered) + eps)

    return _normalize(formula, x, eps, gain, bias)


def _mean_square(x):
    return np.mean(x * x, axis=-1, keepdims=True)


def _rows(x):
    work = np.result_type(x.dtype, np.float32)
    return (np.ascontiguousarray(x.reshape(-1, x.shape[-1]), dtype=work),)


def _rescale(rows, eps):
    peak = np.maximum(np.abs(rows).max(axis=-1, keepdims=True), np.sqrt(eps))
    exponent = np.frexp(np.where(np.isfinite(peak), peak, 1.0))[1]
    scaled_eps = np.ldexp(eps, -2 * exponent).astype(rows.dtype)
    return np.ldexp(rows, -exponent), exponent, scaled_eps


def _normalize(formula, x, eps, gain, bias=None):
    x = float_array(x)
    eps = check_eps(eps)
    d = x.shape[-1]
    gain = None if gain is None else check_row(gain, d, "gain")
    bias = None if bias is None else check_row(bias, d, "bias")
    (rows,) = _rows(x)
    with np.errstate(all="ignore"):
        small, _, small_eps = _rescale(rows, eps)
        top, bottom = formula(small, small_eps)
        y = top / bottom
    if gain is not None:
        y = y * gain
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False).reshape(x.shape)
