"""Wrong versions of the backward pass of RMSNorm."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["RMS_BACKWARD"]


def _mean(a):
    return np.mean(a, axis=-1, keepdims=True)


def _r(x, eps):
    return np.sqrt(_mean(x**2) + eps)


def _times(a, gain):
    return a if gain is None else a * gain


def _pull(x, g, r, y):
    return (g - y * _mean(g * y)) / r


def radial_term_forgotten(x, dy, gain=None, eps=1e-6):
    return _times(dy, gain) / _r(x, eps)


def gain_forgotten(x, dy, gain=None, eps=1e-6):
    r = _r(x, eps)
    return _pull(x, dy, r, x / r)


def gain_last(x, dy, gain=None, eps=1e-6):
    return _times(gain_forgotten(x, dy, None, eps), gain)


def gain_in_first_term_only(x, dy, gain=None, eps=1e-6):
    r = _r(x, eps)
    y = x / r
    return (_times(dy, gain) - y * _mean(dy * y)) / r


def output_for_y(x, dy, gain=None, eps=1e-6):
    r = _r(x, eps)
    return _pull(x, _times(dy, gain), r, _times(x / r, gain))


def gain_twice_in_the_mean(x, dy, gain=None, eps=1e-6):
    r = _r(x, eps)
    g, y = _times(dy, gain), x / r
    return (g - y * _mean(g * _times(y, gain))) / r


def nan_at_zero(x, dy, gain=None, eps=1e-6):
    r, g = _r(x, eps), _times(dy, gain)
    direction = x / _r(x, 0.0)
    return (g - direction * _mean(g * direction) * (1 - eps / r**2)) / r


def eps_forgotten(x, dy, gain=None, eps=1e-6):
    r = _r(x, 0.0)
    return _pull(x, _times(dy, gain), r, x / r)


def eps_beside_the_root(x, dy, gain=None, eps=1e-6):
    r = _r(x, 0.0) + eps
    return _pull(x, _times(dy, gain), r, x / r)


def projected_as_without_eps(x, dy, gain=None, eps=1e-6):
    g = _times(dy, gain)
    return (g - x * _mean(g * x) / _mean(x**2)) / _r(x, eps)


def sum_for_mean(x, dy, gain=None, eps=1e-6):
    r, g = _r(x, eps), _times(dy, gain)
    y = x / r
    return (g - y * np.sum(g * y, axis=-1, keepdims=True)) / r


def x_for_y_in_the_mean(x, dy, gain=None, eps=1e-6):
    r, g = _r(x, eps), _times(dy, gain)
    return (g - x / r * _mean(g * x)) / r


def x_for_both_y(x, dy, gain=None, eps=1e-6):
    g = _times(dy, gain)
    return _pull(x, g, _r(x, eps), x)


def plus_for_minus_in_dx(x, dy, gain=None, eps=1e-6):
    r, g = _r(x, eps), _times(dy, gain)
    y = x / r
    return (g + y * _mean(g * y)) / r


def r_forgotten(x, dy, gain=None, eps=1e-6):
    return _pull(x, _times(dy, gain), 1.0, x / _r(x, eps))


def one_mean_for_all_rows(x, dy, gain=None, eps=1e-6):
    r, g = _r(x, eps), _times(dy, gain)
    y = x / r
    return (g - y * np.mean(g * y)) / r


STEP = Case({"x": [3.0, 4.0], "dy": [1.0, 0.0], "eps": 0.5})
STEP_GAIN = Case({"x": [3.0, 4.0], "dy": [1.0, 2.0], "gain": [2.0, -1.0], "eps": 0.5})
ZERO = Case({"x": [0.0, 0.0], "dy": [1.0, -2.0], "eps": 0.25})
TWO_ROWS = Case({"x": [[3.0, 4.0], [1.0, -2.0]], "dy": [[1.0, 0.0], [0.5, 2.0]], "eps": 0.5})

RMS_BACKWARD = (
    Bug(
        radial_term_forgotten,
        "This is g/r: r is held constant, and the term with y is forgotten. Then dx has a part "
        "along x that should not be there.",
        STEP,
    ),
    Bug(
        gain_forgotten,
        "The gain is forgotten: the first step back is g = dy·γ.",
        STEP_GAIN,
        reports=("karpathy/llm.c#763",),
        ignores={"gain": None},
    ),
    Bug(
        gain_last,
        "The gain comes at the end, and belongs at the start. Forward it is the last step, so "
        "backward it is the first: g = dy·γ.",
        STEP_GAIN,
    ),
    Bug(
        gain_in_first_term_only,
        "The gain is in the first term and not in the mean: it has to be the mean of g·y, with "
        "g = dy·γ.",
        STEP_GAIN,
    ),
    Bug(
        output_for_y,
        "The gain is in y, too, as it is when the output γ·x/r is saved for y. Here y is x/r.",
        STEP_GAIN,
    ),
    Bug(
        gain_twice_in_the_mean,
        "The gain is in the mean twice, as it is in the mean of g times the output. y there is "
        "x/r, without the gain.",
        STEP_GAIN,
    ),
    Bug(
        nan_at_zero,
        "All is right but a row of zeros: x divided by its own RMS, without ε, is 0/0 there. "
        "Right is dy·γ/√ε. Divide by r only.",
        ZERO,
        reports=("keras-team/keras#23075",),
    ),
    Bug(
        eps_forgotten,
        "This is what one gets without ε: r is √(RMS² + ε).",
        STEP,
        ignores={"eps": 0.0},
    ),
    Bug(
        eps_beside_the_root,
        "This is what one gets with r = RMS + ε. ε stands inside the root.",
        STEP,
    ),
    Bug(
        projected_as_without_eps,
        "Here the whole part along x is taken away, which is right at ε = 0 only. With ε a "
        "small part of it, ε/r² of it, stays: y is x/r and not x/RMS.",
        STEP,
    ),
    Bug(
        sum_for_mean,
        "This is what one gets with the sum of g·y. It has to be the mean.",
        STEP,
    ),
    Bug(
        x_for_y_in_the_mean,
        "The mean is that of g·x. It has to be that of g·y, with y = x/r.",
        STEP,
    ),
    Bug(
        x_for_both_y,
        "Here x stands where y = x/r should, both times.",
        STEP,
    ),
    Bug(
        plus_for_minus_in_dx,
        "The sign of the term with y is wrong: the part along x has to go, and here it grows.",
        STEP,
    ),
    Bug(
        r_forgotten,
        "The last step is missing: divide by r.",
        STEP,
    ),
    Bug(
        one_mean_for_all_rows,
        "The mean of g·y runs over the whole batch. Each row has its own: `axis=-1, "
        "keepdims=True`.",
        TWO_ROWS,
    ),
)
