"""Wrong versions of the softmax, ``exp(x) / sum(exp(x))`` on the last axis."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["BUGS"]


def maximum_not_subtracted(x):
    return np.exp(x) / np.sum(np.exp(x), axis=-1, keepdims=True)


def one_maximum_for_all_rows(x):
    e = np.exp(x - np.max(x))
    return e / np.sum(e, axis=-1, keepdims=True)


def sum_of_the_whole_array(x):
    e = np.exp(x - np.max(x))
    return e / np.sum(e)


def sum_over_the_first_axis(x):
    e = np.exp(x - np.max(x, axis=0, keepdims=True))
    return e / np.sum(e, axis=0, keepdims=True)


def not_divided(x):
    return np.exp(x - np.max(x, axis=-1, keepdims=True))


def powers_of_2(x):
    e = 2.0 ** (x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def exponential_missing(x):
    return x / np.sum(x, axis=-1, keepdims=True)


def logarithm(x):
    shifted = x - np.max(x, axis=-1, keepdims=True)
    return shifted - np.log(np.sum(np.exp(shifted), axis=-1, keepdims=True))


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


PAIR = Case({"x": [0.0, 1.0]})
ROWS = Case({"x": [[0.0, 1.0], [3.0, 0.0]]})

BUGS = (
    Bug(
        maximum_not_subtracted,
        "This is what one gets from exp(x) as it stands: it overflows from about 710 on (88 in "
        "float32), and ∞/∞ is NaN. Subtract the maximum of each row first: it cancels.",
        Case({"x": [1000.0, 1001.0]}),
        ("pytorch/executorch#18407", "pyg-team/pytorch_geometric#53"),
    ),
    Bug(
        one_maximum_for_all_rows,
        "This is what one gets by subtracting the maximum of the whole array: a row far below it "
        "underflows to 0/0. Each row has its own maximum: `axis=-1, keepdims=True`.",
        Case({"x": [[0.0, 1.0], [2000.0, 0.0]]}),
    ),
    Bug(
        sum_of_the_whole_array,
        "This is what one gets with one sum for the whole array. Each row sums to 1: "
        "`axis=-1, keepdims=True`.",
        ROWS,
    ),
    Bug(
        sum_over_the_first_axis,
        "This is the softmax down the columns, `axis=0`. Each row is to sum to 1: `axis=-1`.",
        ROWS,
        ("PetrochukM/PyTorch-NLP#2",),
    ),
    Bug(
        not_divided,
        "These are the exponentials, not yet divided by their sum: the rows do not sum to 1.",
        PAIR,
    ),
    Bug(powers_of_2, "This is what one gets with powers of 2 in place of powers of e.", PAIR),
    Bug(
        exponential_missing,
        "This is what one gets by dividing x by its sum. The exponential comes first; it makes "
        "every entry positive.",
        PAIR,
    ),
    Bug(logarithm, "This is the logarithm of the softmax: take its exponential.", PAIR),
    Bug(
        sigmoid,
        "This is the sigmoid of each entry by itself. In the softmax the entries of a row share "
        "one sum.",
        PAIR,
    ),
)
