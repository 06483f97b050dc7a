"""Wrong versions of Gemma's RMSNorm, ``x / sqrt(mean(x**2) + eps) * (1 + weight)``."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["BUGS"]


def normalized(x, eps):
    return x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)


def weight_alone(x, weight, eps=1e-6):
    return normalized(x, eps) * weight


def one_after_the_product(x, weight, eps=1e-6):
    return 1 + normalized(x, eps) * weight


def no_weight(x, weight, eps=1e-6):
    return normalized(x, eps)


def weight_minus_one(x, weight, eps=1e-6):
    return normalized(x, eps) * (weight - 1)


def eps_after_the_root(x, weight, eps=1e-6):
    return x / (np.sqrt(np.mean(x**2, axis=-1, keepdims=True)) + eps) * (1 + weight)


def alone_and_eps_after_the_root(x, weight, eps=1e-6):
    return x / (np.sqrt(np.mean(x**2, axis=-1, keepdims=True)) + eps) * weight


def sum_for_mean(x, weight, eps=1e-6):
    return x / np.sqrt(np.sum(x**2, axis=-1, keepdims=True) + eps) * (1 + weight)


def mean_removed(x, weight, eps=1e-6):
    return normalized(x - np.mean(x, axis=-1, keepdims=True), eps) * (1 + weight)


PLAIN = Case({"x": [3.0, 4.0], "weight": [0.5, -0.25]})
SMALL = Case({"x": [0.003, 0.004], "weight": [0.5, -0.25]})

BUGS = (
    Bug(
        weight_alone,
        "The weight itself is taken for the gain. Gemma stores the gain's distance from 1: "
        "multiply by 1 + weight.",
        PLAIN,
    ),
    Bug(
        one_after_the_product,
        "The 1 is added to the product. It belongs to the weight: multiply by 1 + weight.",
        PLAIN,
    ),
    Bug(no_weight, "The weight is not used. Multiply by 1 + weight.", PLAIN),
    Bug(weight_minus_one, "This multiplies by weight − 1. The gain is 1 + weight.", PLAIN),
    Bug(
        eps_after_the_root,
        "This adds ε after the root. Inside it, ε counts for more when x is small.",
        SMALL,
    ),
    Bug(
        alone_and_eps_after_the_root,
        "Two faults are left: the weight is taken for the gain, and ε is added after the root.",
        SMALL,
    ),
    Bug(sum_for_mean, "This divides by the length of x, from a sum: take the mean.", PLAIN),
    Bug(
        mean_removed,
        "The mean of x is subtracted, which is LayerNorm. RMSNorm leaves it in.",
        PLAIN,
    ),
)
