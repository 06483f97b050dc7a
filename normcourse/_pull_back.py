"""How a gradient goes back through a norm: in blocks, and safe from overflow and underflow.

Across x a norm multiplies a gradient by 1 / r, along x by eps / r**3: the two parts are told
apart, since the second can be much smaller than the first. All is computed in float64.
"""

from typing import NamedTuple

import numpy as np

__all__ = ["LAYER_NORM", "RMS_NORM", "UNIT_NORM", "pull_back"]

# Numbers handled at a time: few enough that their float64 copies stay in a processor's cache.
_BLOCK = 2**15
# Between these, squares and products neither overflow nor lose what matters.
_SMALLEST, _LARGEST = 2.0**-900, 2.0**900


class Norm(NamedTuple):
    """What tells the norms apart: is the mean taken away, and are squares averaged or added."""

    centers: bool
    averages: bool


RMS_NORM = Norm(centers=False, averages=True)
LAYER_NORM = Norm(centers=True, averages=True)
UNIT_NORM = Norm(centers=False, averages=False)


def pull_back(norm, x, dy, gain, eps):
    """Return the gradients of rows (n, d): to x, in its dtype, to the gain, and to the bias.

    Without a mean to take away there is no bias, and the last one stays 0.
    """
    dx, (dgain, dbias) = np.empty_like(x), np.zeros((2, x.shape[-1]))
    gain = None if gain is None else gain.astype(np.float64)
    step = max(1, _BLOCK // x.shape[-1])
    for start in range(0, len(x), step):
        block = slice(start, start + step)
        y, wide = (np.array(a[block], np.float64, order="C") for a in (x, dy))
        back = wide.copy() if gain is None else wide * gain
        # Before the mean is taken away: of a constant gradient nothing is left, rightly.
        size = _dot(back, back)
        if norm.centers:
            _center(y)
            _center(back)
            dbias += np.add.reduce(wide, axis=0)
        safe = _fits(size) & _fits(_through(norm, y, back, eps))
        if np.count_nonzero(safe) < len(safe):
            failed = ~safe[:, 0]
            y[failed], back[failed] = _rescaled(norm, x[block][failed], wide[failed], gain, eps)
        dx[block] = back
        y *= wide
        dgain += np.add.reduce(y, axis=0)
    return dx, dgain, dbias


def _through(norm, x, g, eps, power=0):
    """Overwrite rows x with y and g with dx, both centered already; return the squares of x.

    The norm is that of the rows ``x * 2**power``.
    """
    square = _dot(x, x)
    r_squared = np.ldexp(square / (x.shape[-1] if norm.averages else 1), 2 * power) + eps
    divisor = np.where(square == 0, 1, square)
    along = _dot(g, x) / divisor
    part = along * x
    g -= part
    # The part along x was rounded: what that left in the rest belongs to it, too.
    left = _dot(g, x) / divisor
    np.multiply(eps / r_squared * (along + left) - left, x, out=part)
    g += part
    per_r = 1 / np.sqrt(r_squared)
    g *= per_r
    x *= np.ldexp(per_r, power)
    return square


def _fits(square):
    """Return which rows are of a size for `_through`."""
    return (square >= _SMALLEST) & (square <= _LARGEST)


def _center(a):
    """Take the mean of each row away, twice: the first one was rounded."""
    for _ in range(2):
        a -= np.add.reduce(a, axis=-1, keepdims=True) / a.shape[-1]


def _dot(a, b):
    return np.vecdot(a, b)[:, np.newaxis]


def _rescaled(norm, x, dy, gain, eps):
    """Return y and dx of rows of any size, computed at a size near 1."""
    (x, x_power), (g, g_power) = _scaled(x), _scaled(dy, gain)
    if norm.centers:
        _center(x)
        _center(g)
        # What is left may be much smaller.
        x, more = _scaled(x)
        x_power = x_power + more
    # Of the two that r is made of, the larger one counts.
    power = np.maximum(x_power, (np.frexp(eps)[1] + 1) // 2) if eps else x_power
    _through(norm, x, g, np.ldexp(eps, -2 * power), x_power - power)
    return x, np.ldexp(g, g_power - power)


def _scaled(a, factor=None):
    """Return rows a * factor, their largest entry near 1, and the powers of two taken out."""
    digits, power = np.frexp(a.astype(np.float64))
    if factor is not None:
        more_digits, more_power = np.frexp(factor)
        digits, power = digits * more_digits, power + more_power
    top = np.max(np.where(digits == 0, -9999, power), axis=-1, keepdims=True)
    return np.ldexp(digits, power - top), top
