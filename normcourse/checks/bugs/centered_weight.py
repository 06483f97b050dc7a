"""Wrong versions of a matrix whose outputs all have mean 0, ``W - W.mean(axis=0)``."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["BUGS"]


def centered_rows(weight):
    return weight - np.mean(weight, axis=1, keepdims=True)


def one_mean(weight):
    return weight - np.mean(weight)


def added(weight):
    return weight + np.mean(weight, axis=0)


def only_the_mean(weight):
    return np.mean(weight, axis=0) + 0 * weight


def standardized(weight):
    centered = weight - np.mean(weight, axis=0)
    return centered / np.sqrt(np.mean(centered**2, axis=0) + 1e-6)


def subtracted_the_sum(weight):
    return weight - np.sum(weight, axis=0)


MATRIX = Case({"weight": [[1.0, 2.0], [3.0, 8.0]]})

BUGS = (
    Bug(
        centered_rows,
        "This centers each row. A row makes one output from all inputs; the mean over outputs "
        "runs down a column, `axis=0`.",
        MATRIX,
    ),
    Bug(
        one_mean,
        "This takes one mean for the whole matrix. Each column, which says what one input adds to "
        "all outputs, has its own.",
        MATRIX,
    ),
    Bug(added, "The mean is added here: subtract it.", MATRIX),
    Bug(
        only_the_mean,
        "This is the part that has to go: the mean of each column. Subtract it from the matrix.",
        MATRIX,
    ),
    Bug(
        standardized,
        "This divides by σ too, which changes what the matrix says. Only the mean has to go.",
        MATRIX,
    ),
    Bug(
        subtracted_the_sum,
        "This subtracts the sum of each column: divide by the number of rows, or take the mean.",
        MATRIX,
    ),
)
