"""How floor 1 goes through the rows of an array: in blocks, and safe from overflow.

A row and its eps may be multiplied by c and c**2 without changing what a norm
makes of it. So a row too large or too small to be squared is computed at another
scale, a power of two, which rounds nothing.
"""

import numpy as np

__all__ = ["by_blocks", "mean_square", "sum_of_squares"]

# Numbers handled at a time: few enough to stay in a processor's cache.
_BLOCK = 2**17
# Squares that are added up one after another: rounding errors grow with their number.
_CHUNK = 128


def by_blocks(formula, x, eps, degree=0):
    """Apply a formula to the rows of `x`, and yield each block's slice and its result.

    Parameters
    ----------
    formula : callable
        ``formula(rows, eps)`` returns its result for ``(n, d)`` rows, and the
        ``(n, 1)`` squares that it rests on, by which a failed row is recognized.
    x : float array, shape (..., d)
        Rows narrower than float32 are computed in float32.
    eps : float
    degree : 0 or 1
        The power of c that the result gains when the row is multiplied by c.
    """
    rows = x.reshape(-1, x.shape[-1])
    step = max(1, _BLOCK // x.shape[-1])
    for start in range(0, len(rows), step):
        block = slice(start, start + step)
        yield block, _guarded(formula, rows[block], eps, degree)


def sum_of_squares(x):
    """Return the sum of squares of each row, shape (n, 1), also accurate for long rows."""
    whole = x.shape[-1] - x.shape[-1] % _CHUNK
    chunks, rest = x[:, :whole].reshape(len(x), -1, _CHUNK), x[:, whole:]
    total = np.vecdot(chunks, chunks).sum(axis=-1) + np.vecdot(rest, rest)
    return total[:, np.newaxis]


def mean_square(x):
    """Return the mean of the squares of each row, shape (n, 1)."""
    return sum_of_squares(x) / x.shape[-1]


def _guarded(formula, rows, eps, degree):
    """Return the formula's result, computing the rows that failed at another scale."""
    dtype = np.result_type(rows.dtype, np.float32)
    info = np.finfo(dtype)
    with np.errstate(all="ignore"):
        # One layout means one order of addition: a view has the digits of its copy.
        rows = np.ascontiguousarray(rows, dtype)
        result, square = formula(rows, eps)
        # Far enough above the smallest number that what underflowed cannot matter.
        safe = (info.tiny / info.eps <= square) & (square <= info.max)
        if not safe.all():
            failed = ~safe[:, 0]
            scaled, scaled_eps, exponent = _rescaled(rows[failed], eps)
            result[failed] = np.ldexp(formula(scaled, scaled_eps)[0], degree * exponent)
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
