"""Two small functions of lesson 07, with their inputs and bugs."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case
from normcourse.checks.subject import Subject

__all__ = ["BLOCKS", "PARTIAL_NORM"]


def _divided(x, mean_square, eps):
    return x / np.sqrt(mean_square + eps)


def _mean_square(x):
    return np.mean(x**2, axis=-1, keepdims=True)


def partial_norm(x, k, eps=1e-6):
    return _divided(x, _mean_square(x[..., :k]), eps)


def divided_by_d(x, k, eps=1e-6):
    return _divided(x, np.sum(x[..., :k] ** 2, axis=-1, keepdims=True) / x.shape[-1], eps)


def sum_not_mean(x, k, eps=1e-6):
    return _divided(x, np.sum(x[..., :k] ** 2, axis=-1, keepdims=True), eps)


def only_the_part(x, k, eps=1e-6):
    return partial_norm(x[..., :k], k, eps)


def the_rest_left_as_it_was(x, k, eps=1e-6):
    return np.concatenate([only_the_part(x, k, eps), x[..., k:]], axis=-1)


def the_whole_row(x, k, eps=1e-6):
    return _divided(x, _mean_square(x), eps)


def the_last_entries(x, k, eps=1e-6):
    return _divided(x, _mean_square(x[..., -k:]), eps)


def the_first_rows(x, k, eps=1e-6):
    return _divided(x, _mean_square(x[:k]), eps)


def one_mean_for_all_rows(x, k, eps=1e-6):
    return _divided(x, np.mean(x[..., :k] ** 2), eps)


def eps_outside_root(x, k, eps=1e-6):
    return x / (np.sqrt(_mean_square(x[..., :k])) + eps)


def eps_forgotten(x, k, eps=1e-6):
    return _divided(x, _mean_square(x[..., :k]), 0)


def root_forgotten(x, k, eps=1e-6):
    return x / (_mean_square(x[..., :k]) + eps)


def deviation_of_the_part(x, k, eps=1e-6):
    return _divided(x, np.var(x[..., :k], axis=-1, keepdims=True), eps)


THREE = Case({"x": [1.0, 2.0, 3.0], "k": 2})
ROWS = Case({"x": [[3.0, 4.0, 5.0], [0.5, 1.5, -1.0]], "k": 2})
SMALL = Case({"x": [0.001, -0.001, 0.002], "k": 2})

PARTIAL_NORM = Subject(
    "RMSNorm from the first k entries",
    partial_norm,
    (
        Case({"x": [2.5], "k": 1}),
        Case({"x": [2.0, -1.0, 0.5, 1.5], "k": 4}),
        Case({"x": [2.0, -1.0, 0.5, 1.5, 3.0], "k": 3, "eps": 0.01}),
        Case({"x": [[[1.0, -2.0, 4.0], [0.5, 1.5, 2.5]]], "k": 1}),
        Case({"x": [[0.25, -0.5, 8.0], [100.0, 101.0, 7.0]], "k": 2}, strided=True),
    ),
    (
        Bug(
            divided_by_d,
            "This adds up k squares and divides by d. The mean of k squares divides by k.",
            THREE,
        ),
        Bug(sum_not_mean, "This takes the sum of the k squares, not their mean.", THREE),
        Bug(
            only_the_part,
            "This returns k entries. The RMS comes from a part of the row, but the whole row is "
            "divided by it.",
            THREE,
        ),
        Bug(
            the_rest_left_as_it_was,
            "This divides the first k entries and leaves the others as they were. The whole row "
            "is divided by the same number.",
            THREE,
        ),
        Bug(
            the_whole_row,
            "This is RMSNorm: it takes the squares of the whole row. Asked are the first k.",
            THREE,
        ),
        Bug(the_last_entries, "This takes the last k entries, not the first.", THREE),
        Bug(
            the_first_rows,
            "This takes the first k rows: `x[:k]` cuts the first axis, `x[..., :k]` the last.",
            ROWS,
        ),
        Bug(
            one_mean_for_all_rows,
            "This is one mean square for all rows. Each row has its own: `axis=-1`, and "
            "`keepdims=True` to line it up.",
            ROWS,
        ),
        Bug(
            eps_outside_root,
            "This is what one gets with ε outside the root, x / (RMS + ε).",
            SMALL,
        ),
        Bug(eps_forgotten, "This is what one gets without ε.", SMALL),
        Bug(root_forgotten, "This divides by the mean square: the root is missing.", THREE),
        Bug(
            deviation_of_the_part,
            "This subtracts the mean of the k entries before it squares. RMSNorm does not.",
            THREE,
        ),
    ),
)


def blocks(x, size=2, eps=1e-6):
    return _divided(x, _mean_square(x), eps)


def last_block_left_out(x, size=2, eps=1e-6):
    y = np.zeros_like(x)
    for start in range(0, len(x) - size + 1, size):
        y[start : start + size] = blocks(x[start : start + size], eps=eps)
    return y


def rows_of_the_first_block(x, size=2, eps=1e-6):
    y = np.zeros_like(x)
    for start in range(0, len(x), size):
        part = blocks(x[start : start + size], eps=eps)
        y[start : start + size] = blocks(x[:size], eps=eps)[: len(part)]
    return y


def one_root_a_block(x, size=2, eps=1e-6):
    y = np.zeros_like(x)
    for start in range(0, len(x), size):
        part = x[start : start + size]
        y[start : start + size] = _divided(part, np.mean(part**2), eps)
    return y


def last_row_of_each_block_left_out(x, size=2, eps=1e-6):
    y = np.zeros_like(x)
    for start in range(0, len(x), size):
        y[start : start + size - 1] = blocks(x[start : start + size - 1], eps=eps)
    return y


def last_row_left_out(x, size=2, eps=1e-6):
    y = np.zeros_like(x)
    y[:-1] = blocks(x[:-1], eps=eps)
    return y


ONE_ROW = Case({"x": [[3.0, 4.0]], "size": 1})
TWO_ROWS = Case({"x": [[3.0, 4.0], [1.0, -2.0]], "size": 2})
THREE_ROWS = Case({"x": [[1.0, 2.0], [3.0, 1.0], [2.0, -2.0]], "size": 2})

BLOCKS = Subject(
    "RMSNorm in blocks of rows",
    blocks,
    (
        Case({"x": [[3.0, 4.0], [1.0, -2.0], [0.5, 1.0], [2.0, 5.0]], "size": 5}),
        Case({"x": [[3.0, 4.0], [1.0, -2.0], [0.001, 0.001]], "size": 1, "eps": 1e-6}),
        Case({"x": [[1.0], [-2.0], [3.0], [-4.0], [5.0], [6.0]], "size": 3}),
        Case({"x": [[3.0], [-2.0], [1.0], [4.0], [-5.0], [6.0], [7.0], [8.0]], "size": 3}),
    ),
    (
        Bug(
            last_block_left_out,
            "This leaves out the rows after the last full block: they stay 0. Where does the loop "
            "stop when the number of rows is no multiple of the size?",
            THREE_ROWS,
        ),
        Bug(
            rows_of_the_first_block,
            "This gives every block the result of the first one. Take the rows from `start` on.",
            THREE_ROWS,
        ),
        Bug(
            one_root_a_block,
            "This takes one mean square for a whole block. Each row has its own: `axis=-1`, and "
            "`keepdims=True`.",
            TWO_ROWS,
        ),
        Bug(
            last_row_of_each_block_left_out,
            "This leaves out the last row of each block: the end of a slice is not part of it.",
            ONE_ROW,
        ),
        Bug(
            last_row_left_out,
            "This leaves out the last row: the end of a slice is not part of it.",
            ONE_ROW,
        ),
    ),
)
