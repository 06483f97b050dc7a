"""How a gradient goes back through a norm, safe from overflow and underflow.

Each function takes float rows x, float64 rows dy, the gain or None, and eps, and returns
float64 rows dx and y. Across x a norm multiplies a gradient by 1 / r, along x by eps / r**3:
the two parts are told apart, since the second can be much smaller than the first.
"""

import math

import numpy as np

from normcourse.geometry import split

__all__ = ["through_layer_norm", "through_rms_norm", "through_unit_norm"]


def through_rms_norm(x, dy, gain, eps):
    return _through(*_scaled(x), *_scaled(dy, gain), eps, x.shape[-1])


def through_unit_norm(x, dy, gain, eps):
    return _through(*_scaled(x), *_scaled(dy, gain), eps, 1)


def through_layer_norm(x, dy, gain, eps):
    """RMSNorm of the centered row: what comes back is centered too."""
    (x, x_power), (g, g_power) = _scaled(x), _scaled(dy, gain)
    centered, power = _scaled(split(x)[1])
    return _through(centered, x_power + power, split(g)[1], g_power, eps, x.shape[-1])


def _scaled(a, factor=None):
    """Return rows a * factor, their largest entry near 1, and the powers of two taken out.

    So neither products nor squares overflow, and what underflows does not matter.
    """
    # One layout means one order of addition: a view has the digits of its copy.
    digits, power = np.frexp(np.ascontiguousarray(a, np.float64))
    if factor is not None:
        more_digits, more_power = np.frexp(factor.astype(np.float64))
        digits, power = digits * more_digits, power + more_power
    top = np.max(np.where(digits == 0, -9999, power), axis=-1, keepdims=True)
    return np.ldexp(digits, power - top), top


def _through(x, x_power, g, g_power, eps, count):
    """Return dx and y for y = x / r with r**2 = sum(x**2) / count + eps, and dy = g."""
    square = np.vecdot(x, x)[..., np.newaxis]
    along, across = np.zeros_like(g), g
    # Twice: the first part along x was rounded, and what that left is taken over too.
    for _ in range(2):
        share = np.vecdot(across, x)[..., np.newaxis] / np.where(square == 0, 1, square)
        along, across = along + share * x, across - share * x
    root_eps = math.sqrt(eps)
    power = np.maximum(x_power, np.frexp(root_eps)[1]) if eps else x_power
    rest = np.ldexp(root_eps, -power)
    r = np.hypot(np.ldexp(np.sqrt(square / count), x_power - power), rest)
    dx = (across + (rest / r) ** 2 * along) / r
    return np.ldexp(dx, g_power - power), np.ldexp(x, x_power - power) / r
