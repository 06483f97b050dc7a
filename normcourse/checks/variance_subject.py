"""The variance of lesson 05, with its inputs and bugs."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case
from normcourse.checks.subject import Subject

__all__ = ["VARIANCE"]


def variance(x):
    return np.var(x, axis=-1)


def difference_of_squares(x):
    return np.mean(x * x, axis=-1) - np.mean(x, axis=-1) ** 2


def difference_not_below_zero(x):
    return np.maximum(difference_of_squares(x), 0)


def difference_made_positive(x):
    return np.abs(difference_of_squares(x))


def difference_in_float64(x):
    return difference_of_squares(x.astype(np.float64))


def sample_variance(x):
    centered = x - np.mean(x, axis=-1, keepdims=True)
    return np.sum(centered**2, axis=-1) / np.float64(x.shape[-1] - 1)


def standard_deviation(x):
    return np.std(x, axis=-1)


def variance_of_everything(x):
    return np.var(x)


def variance_of_columns(x):
    return np.var(x, axis=0)


def mean_of_the_rest(x):
    return np.mean(x - np.mean(x, axis=-1, keepdims=True), axis=-1)


OFFSET = Case({"x": (100 + 1e-3 * np.arange(16)).tolist()}, dtype="float32", rtol=1e-3)
FAR = Case(
    {"x": [1e8, 1e8 + 1, 1e8 + 2, 1e8 + 4]}, spelled={"x": "[1e8, 1e8 + 1, 1e8 + 2, 1e8 + 4]"}
)
FAR_NEGATIVE = Case({"x": [40000.0, 40001.0, 40002.0, 40003.0]}, dtype="float32", rtol=1e-3)
PAIR = Case({"x": [3.0, 5.0]})
ROWS = Case({"x": [[3.0, 5.0, 4.0], [0.5, 1.5, 4.0]]})

VARIANCE = Subject(
    "variance",
    variance,
    (
        Case({"x": [2.0]}),
        Case({"x": [2.0, -1.0, 0.5, 1.5]}),
        FAR_NEGATIVE,
        Case({"x": [1.0, 2.0, 3.0, 5.0]}, dtype="int64"),
        Case({"x": [[0.25, -0.5], [100.0, 101.0], [3.0, 3.5]]}, strided=True),
        FAR,
    ),
    (
        Bug(
            difference_of_squares,
            "This is still E[x²] − μ²: for rows with an offset the digits cancel, and float32 "
            "gives 0 or less. Subtract the mean before you square.",
            OFFSET,
            ("microsoft/onnxruntime#28463", "microsoft/onnxruntime#21935", "pytorch/pytorch#51102"),
        ),
        Bug(
            difference_not_below_zero,
            "This is E[x²] − μ² with negative results made 0. That hides the NaN and leaves the "
            "wrong value: subtract the mean before you square.",
            OFFSET,
        ),
        Bug(
            difference_made_positive,
            "This is E[x²] − μ² without its sign. A negative variance is a sign that the digits "
            "are gone: subtract the mean before you square.",
            FAR_NEGATIVE,
        ),
        Bug(
            difference_in_float64,
            "This is E[x²] − μ² in float64. A wider type moves the edge, to μ/σ of about 1e8, and "
            "no further; subtracting the mean first does without it.",
            FAR,
        ),
        Bug(
            sample_variance,
            "This divides by d − 1. A norm takes the population variance and divides by d.",
            PAIR,
        ),
        Bug(standard_deviation, "This is σ. Asked is its square, the variance.", ROWS),
        Bug(
            variance_of_everything,
            "This is one variance for the whole array. Each row has its own: `axis=-1`.",
            ROWS,
        ),
        Bug(
            variance_of_columns,
            "This is the variance of the columns. A row is one vector: `axis=-1`.",
            ROWS,
        ),
        Bug(
            mean_of_the_rest,
            "This is the mean of x − μ, which is 0 for every row. Square before you take the mean.",
            PAIR,
        ),
    ),
)
