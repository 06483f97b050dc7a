"""How floor 1 goes through the rows of an array: in blocks, and safe from overflow.

A row and its eps may be multiplied by c and c**2 without changing what a norm
makes of it. So a row too large or too small to be squared is computed at another
scale, a power of two, which rounds nothing.
"""

import numpy as np

__all__ = ["by_blocks", "mean", "mean_square", "sum_of_squares"]

# Numbers handled at a time: few enough to stay in a processor's cache.
_BLOCK = 2**18
# Squares that are added up one after another: rounding errors grow with their number.
_CHUNK = 128


def _safe_squares(dtype):
    """Return between which bounds a square is so large that what underflowed cannot matter."""
    info = np.finfo(dtype)
    return info.tiny / info.eps, info.max


_SAFE = {dtype: _safe_squares(dtype) for dtype in (np.float32, np.float64)}


def by_blocks(formula, x, eps, degree=0, into=None):
    """Apply a formula to the rows of `x`, and yield each block's slice and its result.

    Parameters
    ----------
    formula : callable
        ``formula(rows, eps, out)`` returns its result for ``(n, d)`` rows, in `out` unless
        that is None, and the ``(n, 1)`` squares that it rests on, by which a failed row is
        recognized.
    x : float array, shape (..., d)
        Rows narrower than float32 are computed in float32.
    eps : float
    degree : 0 or 1
        The power of c that the result gains when the row is multiplied by c.
    into : array, shape (n, d), optional
        Where the results go, if they can be computed in its dtype. It shares no memory with `x`.
    """
    rows = x.reshape(-1, x.shape[-1])
    step = max(1, _BLOCK // x.shape[-1])
    for start in range(0, len(rows), step):
        block = slice(start, start + step)
        out = None if into is None else into[block]
        yield block, _guarded(formula, rows[block], eps, degree, out)


def sum_of_squares(x):
    """Return the sum of squares of each row, shape (n, 1), also accurate for long rows."""
    n, d = x.shape
    rest = d % _CHUNK
    chunks = (x[:, : d - rest] if rest else x).reshape(n, -1, _CHUNK)
    total = np.add.reduce(np.vecdot(chunks, chunks), axis=-1, keepdims=True)
    if rest:
        total[:, 0] += np.vecdot(x[:, d - rest :], x[:, d - rest :])
    return total


def mean_square(x):
    """Return the mean of the squares of each row, shape (n, 1)."""
    return sum_of_squares(x) / x.shape[-1]


def mean(x):
    """Return the mean of each row, shape (n, 1)."""
    return np.add.reduce(x, axis=-1, keepdims=True) / x.shape[-1]


def _guarded(formula, rows, eps, degree, out):
    """Return the formula's result, computing the rows that failed at another scale."""
    dtype = np.float64 if rows.itemsize == 8 else np.float32
    smallest, largest = _SAFE[dtype]
    with np.errstate(all="ignore"):
        # One layout means one order of addition: a view has the digits of its copy.
        rows = np.ascontiguousarray(rows, dtype)
        result, square = formula(rows, eps, out)
        safe = (smallest <= square) & (square <= largest)
        if np.count_nonzero(safe) < len(safe):
            failed = ~safe[:, 0]
            scaled, scaled_eps, exponent = _rescaled(rows[failed], eps)
            again = formula(scaled, scaled_eps, None)[0]
            result[failed] = np.ldexp(again, degree * exponent)
    return result


def _rescaled(rows, eps):
    """Return rows of a size that can be squared, eps to match, and the power of two taken out."""
    info = np.finfo(rows.dtype)
    peak = np.abs(rows).max(axis=-1, keepdims=True)
    # The largest entry goes well above 1, lest small ones beside it lose digits.
    exponent = np.where(np.isfinite(peak), np.frexp(peak)[1] - info.maxexp // 4, 0)
    if eps == 0:
        return np.ldexp(rows, -exponent), 0.0, exponent
    # Beside a much larger eps a row is enlarged only so far that eps does not overflow.
    exponent = np.maximum(exponent, (np.frexp(eps)[1] - info.maxexp) // 2 + 2)
    # A much smaller eps counts for nothing, but it keeps a constant row from 0 / 0.
    scaled_eps = np.maximum(np.ldexp(eps, -2 * exponent), info.tiny).astype(rows.dtype)
    return np.ldexp(rows, -exponent), scaled_eps, exponent
