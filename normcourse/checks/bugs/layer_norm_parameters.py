"""LayerNorm with a wrong ε, gain or bias."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["BUGS"]


def eps_outside_root(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / (np.sqrt(np.mean(c**2, axis=-1, keepdims=True)) + eps)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


def eps_forgotten(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.mean(c**2, axis=-1, keepdims=True))
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


def eps_fixed_at_1e_6(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.mean(c**2, axis=-1, keepdims=True) + 1e-6)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


def eps_fixed_at_1e_5(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.mean(c**2, axis=-1, keepdims=True) + 1e-5)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


def gain_forgotten(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.mean(c**2, axis=-1, keepdims=True) + eps)
    return y if bias is None else y + bias


def gain_as_1_plus_gain(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.mean(c**2, axis=-1, keepdims=True) + eps)
    y = y if gain is None else y * (1 + gain)
    return y if bias is None else y + bias


def bias_forgotten(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.mean(c**2, axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


def bias_before_gain(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.mean(c**2, axis=-1, keepdims=True) + eps)
    y = y if bias is None else y + bias
    return y if gain is None else y * gain


def bias_subtracted(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.mean(c**2, axis=-1, keepdims=True) + eps)
    y = y if gain is None else y * gain
    return y if bias is None else y - bias


def bias_only_with_gain(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.mean(c**2, axis=-1, keepdims=True) + eps)
    if gain is not None:
        y = y * gain + (0 if bias is None else bias)
    return y


SMALL = Case({"x": [0.001, -0.001], "eps": 1e-6})
GAINED = Case({"x": [0.0, 2.0], "gain": [2.0, -0.5]})
BIASED = Case({"x": [0.0, 2.0], "bias": [1.0, 0.5]})
BOTH = Case({"x": [0.0, 2.0], "gain": [2.0, -0.5], "bias": [1.0, 0.5]})

BUGS = (
    Bug(
        eps_outside_root,
        "This is what one gets with ε outside the root, (x − μ) / (σ + ε). ε belongs under the "
        "root, beside the variance.",
        SMALL,
        ("harvardnlp/annotated-transformer#119",),
    ),
    Bug(
        eps_forgotten,
        "This is what one gets without ε: small rows come out too large and a constant row as "
        "NaN. Add `eps` to the variance.",
        SMALL,
        ignores={"eps": 0.0},
    ),
    Bug(
        eps_fixed_at_1e_6,
        "This is what one gets with ε written into the function as 1e-6: the argument `eps` has "
        "no effect.",
        Case({"x": [0.02, -0.02], "eps": 1e-5}),
        ignores={"eps": 1e-6},
    ),
    Bug(
        eps_fixed_at_1e_5,
        "This is what one gets with ε written into the function as 1e-5: the argument `eps` has "
        "no effect.",
        Case({"x": [0.02, -0.02], "eps": 1e-6}),
        ignores={"eps": 1e-5},
    ),
    Bug(
        gain_forgotten,
        "This is what one gets without the gain. Where `gain` is given, multiply by it before "
        "the bias is added.",
        GAINED,
        ignores={"gain": None},
    ),
    Bug(
        gain_as_1_plus_gain,
        "This is what one gets by multiplying by 1 + gain. Here the gain is the factor itself, "
        "and 1 leaves a coordinate as it is.",
        GAINED,
    ),
    Bug(
        bias_forgotten,
        "This is what one gets without the bias. Where `bias` is given, add it at the end.",
        BIASED,
        ignores={"bias": None},
    ),
    Bug(
        bias_before_gain,
        "This is what one gets by adding the bias before multiplying by the gain: the gain then "
        "multiplies the bias too. First the gain, then the bias.",
        BOTH,
    ),
    Bug(
        bias_subtracted,
        "This is what one gets by subtracting the bias. It is added.",
        BIASED,
    ),
    Bug(
        bias_only_with_gain,
        "This is what one gets if the bias is added only where a gain is given too. Each of the "
        "two can come without the other.",
        BIASED,
    ),
)
