"""RMSNorm, LayerNorm and the unit norm, on the last axis of an array.

Each is a fraction whose denominator is the root of a mean or of a sum of squares.
Multiplying a row by c > 0 and eps by c**2 changes neither. The guard below rests
on that: where a square would overflow or underflow, the row is computed at
another scale, a power of two, which rounds nothing.
"""

import numpy as np

from normcourse._inputs import check_eps, check_row, float_array

__all__ = ["layer_norm", "rms", "rms_norm", "unit_norm"]

# Numbers handled at a time: few enough to stay in a processor's cache.
_BLOCK = 2**17
# Squares added up in one go: BLAS rounds once for every few of them.
_CHUNK = 256


def rms(x):
    """Return the root mean square of each row."""

    def formula(x, eps):
        return x, np.sqrt(_sum_of_squares(x) / x.shape[-1] + eps)

    x = float_array(x)
    y = np.empty(x.shape[:-1], x.dtype)
    for rows, out in _blocks(x, y.reshape(-1, 1)):
        with np.errstate(all="ignore"):
            _, root, exponent = _fraction(formula, rows, 0.0)
            out[...] = np.ldexp(root, exponent)
    return y[()]


def rms_norm(x, gain=None, eps=1e-6):
    """Return ``x / sqrt(mean(x**2) + eps) * gain``."""

    def formula(x, eps):
        mean_square = _sum_of_squares(x) / x.shape[-1]
        return x, np.sqrt(mean_square + eps)

    return _normalize(formula, x, eps, gain)


def unit_norm(x, gain=None, eps=0.0):
    """Return ``x / sqrt(sum(x**2) + eps) * gain``."""

    def formula(x, eps):
        return x, np.sqrt(_sum_of_squares(x) + eps)

    return _normalize(formula, x, eps, gain)


def layer_norm(x, gain=None, bias=None, eps=1e-6):
    """Return ``(x - mean(x)) / sqrt(var(x) + eps) * gain + bias``."""

    def formula(x, eps):
        centered = x - x.mean(axis=-1, keepdims=True)
        # The mean was rounded: what is left of it goes with a second subtraction.
        centered -= centered.mean(axis=-1, keepdims=True)
        variance = _sum_of_squares(centered) / x.shape[-1]
        return centered, np.sqrt(variance + eps)

    return _normalize(formula, x, eps, gain, bias)


def _normalize(formula, x, eps, gain, bias=None):
    """Apply a formula to the rows of `x`, then the gain and the bias."""
    x = float_array(x)
    eps = check_eps(eps)
    gain = None if gain is None else check_row(gain, x.shape[-1], "gain")
    bias = None if bias is None else check_row(bias, x.shape[-1], "bias")
    y = np.empty(x.shape, x.dtype)
    for rows, out in _blocks(x, y.reshape(-1, x.shape[-1])):
        z = out if out.dtype == rows.dtype else np.empty_like(rows)
        with np.errstate(all="ignore"):
            numerator, denominator, _ = _fraction(formula, rows, eps)
            np.divide(numerator, denominator, out=z)
        if gain is not None:
            np.multiply(z, gain, out=z, casting="same_kind")
        if bias is not None:
            np.add(z, bias, out=z, casting="same_kind")
        if z is not out:
            out[...] = z
    return y


def _blocks(x, y):
    """Yield blocks of the rows of `x`, at least in float32, and the views of `y` to fill."""
    rows = x.reshape(-1, x.shape[-1])
    dtype = np.result_type(x.dtype, np.float32)
    step = max(1, _BLOCK // x.shape[-1])
    for start in range(0, len(rows), step):
        block = rows[start : start + step]
        # A fixed layout gives a fixed order of addition, so that layout changes no digit.
        yield np.ascontiguousarray(block, dtype), y[start : start + step]


def _fraction(formula, rows, eps):
    """Return the formula's numerator and denominator, and the scale that they are at."""
    numerator, denominator = formula(rows, eps)
    info = np.finfo(rows.dtype)
    if np.sqrt(info.tiny) / info.eps <= denominator.min() and denominator.max() <= info.max:
        return numerator, denominator, 0
    # Some row is too large or too small to be squared, or it is zero, or not finite.
    peak = np.abs(rows).max(axis=-1, keepdims=True).astype(np.float64)
    peak = np.maximum(peak, np.sqrt(eps))
    exponent = np.frexp(np.where(np.isfinite(peak), peak, 1.0))[1]
    scaled_eps = np.ldexp(eps, -2 * exponent).astype(rows.dtype)
    return *formula(np.ldexp(rows, -exponent), scaled_eps), exponent


def _sum_of_squares(x):
    """Return the sum of squares of each row, in chunks so that long rows stay accurate."""
    whole = x.shape[-1] - x.shape[-1] % _CHUNK
    chunks = x[:, :whole].reshape(len(x), -1, _CHUNK)
    rest = x[:, whole:]
    total = np.vecdot(chunks, chunks).sum(axis=-1) + np.vecdot(rest, rest)
    return total[:, np.newaxis]
