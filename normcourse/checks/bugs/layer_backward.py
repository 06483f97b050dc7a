"""Wrong versions of the backward pass of LayerNorm."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["LAYER_BACKWARD"]


def _mean(a):
    return np.mean(a, axis=-1, keepdims=True)


def _r(x, eps):
    return np.sqrt(_mean(x**2) + eps)


def _times(a, gain):
    return a if gain is None else a * gain


def _standard(x, eps):
    r = _r(x - _mean(x), eps)
    return (x - _mean(x)) / r, r


def gain_missing(x, dy, gain=None, eps=1e-6):
    z, r = _standard(x, eps)
    return (dy - _mean(dy) - z * _mean(dy * z)) / r


def gain_at_the_end(x, dy, gain=None, eps=1e-6):
    return _times(gain_missing(x, dy, None, eps), gain)


def gain_not_in_the_means(x, dy, gain=None, eps=1e-6):
    z, r = _standard(x, eps)
    return (_times(dy, gain) - _mean(dy) - z * _mean(dy * z)) / r


def gain_missing_in_one_mean(x, dy, gain=None, eps=1e-6):
    z, r = _standard(x, eps)
    g = _times(dy, gain)
    return (g - _mean(dy) - z * _mean(g * z)) / r


def gain_missing_in_the_other_mean(x, dy, gain=None, eps=1e-6):
    z, r = _standard(x, eps)
    g = _times(dy, gain)
    return (g - _mean(g) - z * _mean(dy * z)) / r


def mean_term_missing(x, dy, gain=None, eps=1e-6):
    z, r = _standard(x, eps)
    g = _times(dy, gain)
    return (g - z * _mean(g * z)) / r


def z_term_missing(x, dy, gain=None, eps=1e-6):
    _, r = _standard(x, eps)
    g = _times(dy, gain)
    return (g - _mean(g)) / r


def backward_of_rms_norm(x, dy, gain=None, eps=1e-6):
    r, g = _r(x, eps), _times(dy, gain)
    y = x / r
    return (g - y * _mean(g * y)) / r


def not_centered(x, dy, gain=None, eps=1e-6):
    _, r = _standard(x, eps)
    g, y = _times(dy, gain), x / r
    return (g - _mean(g) - y * _mean(g * y)) / r


STEP = Case({"x": [3.0, 4.0], "dy": [1.0, 0.0], "eps": 0.5})
STEP_GAIN = Case({"x": [3.0, 4.0], "dy": [1.0, 2.0], "gain": [2.0, -1.0], "eps": 0.5})

LAYER_BACKWARD = (
    Bug(
        gain_missing,
        "The gain is still missing: the first step back is g = dy·γ.",
        STEP_GAIN,
        reports=("karpathy/llm.c#763",),
        ignores={"gain": None},
    ),
    Bug(
        gain_at_the_end,
        "The gain comes at the end, and belongs at the start. Forward it comes after the "
        "division, so backward it comes before.",
        STEP_GAIN,
    ),
    Bug(
        gain_not_in_the_means,
        "The gain is in the first term only. Both means have to be those of g = dy·γ, too.",
        STEP_GAIN,
    ),
    Bug(
        gain_missing_in_one_mean,
        "The gain is missing in the mean of dy: it has to be the mean of g = dy·γ.",
        STEP_GAIN,
    ),
    Bug(
        gain_missing_in_the_other_mean,
        "The gain is missing in the mean of dy·z: it has to be the mean of g·z.",
        STEP_GAIN,
    ),
    Bug(
        mean_term_missing,
        "The mean of g is not subtracted. LayerNorm sees no shift, so dx has to sum to 0.",
        STEP,
    ),
    Bug(
        z_term_missing,
        "The term with z is missing: that is what r gives back.",
        STEP,
    ),
    Bug(
        backward_of_rms_norm,
        "This is the backward pass of RMSNorm. LayerNorm's works with z = (x − μ)/r.",
        STEP,
    ),
    Bug(
        not_centered,
        "z is x/r here. The mean of x has to be subtracted first: z = (x − μ)/r.",
        STEP,
    ),
)
