"""Wrong versions of the angle φ and of the hypotenuse of the triangle, ``sqrt(σ² + μ²)``."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["ANGLE", "HYPOTENUSE"]


def _mean(x):
    return np.mean(x, axis=-1)


def _std(x, ddof=0):
    return np.sqrt(np.sum((x - np.mean(x, axis=-1, keepdims=True)) ** 2, axis=-1) / _count(x, ddof))


def _count(x, ddof):
    return np.float64(x.shape[-1] - ddof)


def sign_lost(x):
    return np.arctan2(np.abs(_mean(x)), _std(x))


def angle_to_ones_itself(x):
    return np.arctan2(_std(x), _mean(x))


def ratio_for_angle(x):
    return _mean(x) / _std(x)


def in_degrees(x):
    return np.degrees(np.arctan2(_mean(x), _std(x)))


def arcsine_of_the_ratio(x):
    return np.arcsin(_mean(x) / _std(x))


def rms_for_sigma(x):
    return np.arctan(_mean(x) / np.sqrt(np.mean(x**2, axis=-1)))


def variance_for_sigma(x):
    return np.arctan2(_mean(x), _std(x) ** 2)


def sample_sigma(x):
    return np.arctan2(_mean(x), _std(x, ddof=1))


def one_angle_for_all_rows(x):
    return np.arctan2(np.mean(x), np.std(x))


def angle_of_each_column(x):
    return np.arctan2(np.mean(x, axis=0), np.std(x, axis=0))


PAIR = Case({"x": [1.0, 7.0]})
BELOW = Case({"x": [-1.0, -7.0]})
ROWS = Case({"x": [[1.0, 7.0], [1.0, -3.0]]})

ANGLE = (
    Bug(
        sign_lost,
        "This is |φ|. The sign is gone, as |μ| or an arccosine loses it: a negative mean has a "
        "negative angle.",
        BELOW,
    ),
    Bug(
        angle_to_ones_itself,
        "This is the angle between x and 1, which is π/2 − φ: the legs are swapped. φ is the angle "
        "at the leg σ, so tan φ = μ/σ.",
        PAIR,
    ),
    Bug(ratio_for_angle, "This is tan φ. Take its arctangent to have the angle.", PAIR),
    Bug(in_degrees, "This is φ in degrees. The exercise asks for radians.", PAIR),
    Bug(
        arcsine_of_the_ratio,
        "This is the arcsine of μ/σ, which does not exist for |μ| > σ. The sine is μ/RMS; the "
        "quotient of the legs is the tangent.",
        PAIR,
    ),
    Bug(
        rms_for_sigma,
        "This is the arctangent of μ/RMS. That quotient of a leg and the hypotenuse is the sine; "
        "the tangent is μ/σ.",
        PAIR,
    ),
    Bug(
        variance_for_sigma,
        "This is what one gets with the variance as the leg. The leg is σ, its root.",
        PAIR,
    ),
    Bug(
        sample_sigma,
        "This is what one gets with the sample deviation, which divides by d − 1. With it the "
        "triangle has no right angle: divide by d.",
        PAIR,
    ),
    Bug(
        one_angle_for_all_rows,
        "This is one angle for the whole array. Each row has its own: `axis=-1`.",
        ROWS,
    ),
    Bug(
        angle_of_each_column,
        "This is the angle of each column, `axis=0`. A row is one vector: `axis=-1`.",
        ROWS,
    ),
)


def sample_deviation_as_leg(x):
    return np.hypot(_std(x, ddof=1), _mean(x))


def one_mean_for_all_rows(x):
    return np.hypot(_std(x), np.mean(x))


def one_deviation_for_all_rows(x):
    return np.hypot(np.std(x), _mean(x))


def legs_added(x):
    return _std(x) + np.abs(_mean(x))


def only_the_leg_sigma(x):
    return _std(x)


def square_of_the_hypotenuse(x):
    return _std(x) ** 2 + _mean(x) ** 2


HYPOTENUSE = (
    Bug(
        sample_deviation_as_leg,
        "One leg is still wrong: the deviation divides by d − 1. Only with d is the angle a right "
        "one, and RMS² = σ² + μ².",
        PAIR,
    ),
    Bug(
        one_mean_for_all_rows,
        "One leg is still wrong: the mean is that of the whole array. Each row has its own.",
        ROWS,
    ),
    Bug(
        one_deviation_for_all_rows,
        "The deviation is that of the whole array now. Each row has its own: `axis=-1`.",
        ROWS,
    ),
    Bug(
        legs_added,
        "This is σ + |μ|. The squares of the legs add up, not the legs.",
        PAIR,
    ),
    Bug(only_the_leg_sigma, "This is σ alone. The leg μ is missing.", PAIR),
    Bug(
        square_of_the_hypotenuse,
        "This is σ² + μ², the square of the hypotenuse. Take the root.",
        PAIR,
    ),
)
