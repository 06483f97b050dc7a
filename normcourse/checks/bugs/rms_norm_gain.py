"""RMSNorm with a wrong gain: ``x / sqrt(mean(x**2) + eps) * gain`` is right."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["BUGS"]


def gain_forgotten(x, gain=None, eps=1e-6):
    return x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)


def gain_as_1_plus_gain(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    return y if gain is None else y * (1 + gain)


def gain_before_the_norm(x, gain=None, eps=1e-6):
    x = x if gain is None else x * gain
    return x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)


def gain_divides(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    return y if gain is None else y / gain


def gain_added(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    return y if gain is None else y + gain


def gain_twice(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain * gain


GAINED = Case({"x": [3.0, 4.0], "gain": [2.0, -0.5]})

BUGS = (
    Bug(
        gain_forgotten,
        "This is what one gets without the gain. Where `gain` is given, multiply each coordinate "
        "of the normalized row by its own gain.",
        GAINED,
        ignores={"gain": None},
    ),
    Bug(
        gain_as_1_plus_gain,
        "This is what one gets by multiplying by 1 + gain. Gemma stores its gains that way; "
        "here the gain is the factor itself, and 1 leaves a coordinate as it is.",
        GAINED,
        ("linkedin/Liger-Kernel#74", "Blaizzy/mlx-vlm#2041", "google-research/timesfm#481"),
    ),
    Bug(
        gain_before_the_norm,
        "This is what one gets by multiplying by the gain before the norm: the RMS is then that "
        "of gain · x. Normalize x first, then multiply.",
        GAINED,
    ),
    Bug(
        gain_divides,
        "This is what one gets by dividing by the gain: look at whether it stands below the "
        "fraction bar.",
        GAINED,
    ),
    Bug(
        gain_added,
        "This is what one gets by adding the gain. What is added is a bias, which RMSNorm has "
        "not; the gain multiplies.",
        GAINED,
    ),
    Bug(
        gain_twice,
        "This is what one gets by applying the gain twice.",
        GAINED,
    ),
)
