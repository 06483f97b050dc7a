"""Wrong versions of the root mean square, ``sqrt(mean(x**2))``."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["BUGS"]


def length(x):
    return np.sqrt(np.sum(x**2, axis=-1))


def root_forgotten(x):
    return np.mean(x**2, axis=-1)


def mean_absolute_value(x):
    return np.mean(np.abs(x), axis=-1)


def absolute_mean(x):
    return np.abs(np.mean(x, axis=-1))


def standard_deviation(x):
    return np.std(x, axis=-1)


def root_of_sum_over_d(x):
    return np.sqrt(np.sum(x**2, axis=-1)) / x.shape[-1]


def divided_by_d_minus_1(x):
    return np.sqrt(np.sum(x**2, axis=-1) / (x.shape[-1] - 1))


def mean_of_the_whole_array(x):
    return np.sqrt(np.mean(x**2))


def mean_over_the_first_axis(x):
    return np.sqrt(np.mean(x**2, axis=0))


PAIR = Case({"x": [3.0, 4.0]})
ROWS = Case({"x": [[3.0, 4.0], [0.3, 0.4]]})

BUGS = (
    Bug(
        length,
        "This is the length ‖x‖, the root of the sum of the squares. The RMS takes their mean: "
        "it is ‖x‖/√d.",
        PAIR,
        ("tenstorrent/tt-mlir#8798",),
    ),
    Bug(root_forgotten, "This is the mean square: its root is still to be taken.", PAIR),
    Bug(
        mean_absolute_value,
        "This is the mean of |x|. Square the entries, take the mean, then the root.",
        Case({"x": [1.0, 3.0]}),
    ),
    Bug(
        absolute_mean,
        "This is |μ|, what one gets by squaring the mean. The squares come first, then their "
        "mean, then the root.",
        Case({"x": [1.0, 3.0]}),
    ),
    Bug(
        standard_deviation,
        "This is σ, the RMS of x − μ. The RMS of x subtracts nothing: RMS² = μ² + σ².",
        Case({"x": [1.0, 3.0]}),
        ("keras-team/keras#22393",),
    ),
    Bug(
        root_of_sum_over_d,
        "This is ‖x‖/d: the division by d came after the root. Divide the sum of the squares by "
        "d first.",
        PAIR,
    ),
    Bug(
        divided_by_d_minus_1,
        "This is what one gets by dividing the sum of the squares by d − 1. The mean square "
        "divides by d.",
        PAIR,
    ),
    Bug(
        mean_of_the_whole_array,
        "This is one number for the whole array. Each row has its own RMS: `axis=-1`.",
        ROWS,
    ),
    Bug(
        mean_over_the_first_axis,
        "This is the RMS of each column, `axis=0`. A row is one vector: `axis=-1`.",
        ROWS,
    ),
)
