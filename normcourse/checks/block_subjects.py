"""What lesson 09 has learners write: a pre-norm layer, with its bugs."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case
from normcourse.checks.subject import Subject
from normcourse.norms import layer_norm, rms_norm, unit_norm

__all__ = ["PRE_NORM"]


def pre_norm_layer(x, W, eps=1e-6):
    return x + rms_norm(x, eps=eps) @ W


def residual_forgotten(x, W, eps=1e-6):
    return rms_norm(x, eps=eps) @ W


def normalized_stream_added(x, W, eps=1e-6):
    y = rms_norm(x, eps=eps)
    return y + y @ W


def norm_after_the_addition(x, W, eps=1e-6):
    return rms_norm(x + x @ W, eps=eps)


def norm_behind_the_branch(x, W, eps=1e-6):
    return x + rms_norm(x @ W, eps=eps)


def norms_before_and_after(x, W, eps=1e-6):
    return rms_norm(pre_norm_layer(x, W, eps), eps=eps)


def norm_forgotten(x, W, eps=1e-6):
    return x + x @ W


def weights_transposed(x, W, eps=1e-6):
    return x + rms_norm(x, eps=eps) @ W.T


def root_forgotten(x, W, eps=1e-6):
    return x + x / (np.mean(x**2, axis=-1, keepdims=True) + eps) @ W


def unit_norm_taken(x, W, eps=1e-6):
    return x + unit_norm(x, eps=eps) @ W


def layer_norm_taken(x, W, eps=1e-6):
    return x + layer_norm(x, eps=eps) @ W


def mean_over_all_rows(x, W, eps=1e-6):
    return x + x / np.sqrt(np.mean(x**2) + eps) @ W


ONE = Case({"x": [2.0], "W": [[3.0]]})
TWO = Case({"x": [3.0, 4.0], "W": [[1.0, 2.0], [0.0, 1.0]]})

PRE_NORM = Subject(
    "a pre-norm layer",
    pre_norm_layer,
    (
        TWO,
        Case({"x": [1e-3, -2e-3], "W": [[1.0, -1.0], [0.5, 2.0]], "eps": 1e-5}),
        Case({"x": [[100.0, 300.0], [-2.0, 1.0]], "W": [[1.0, 0.5], [-2.0, 1.0]]}),
        Case({"x": [[[3.0, 1.0]], [[0.5, 2.0]]], "W": [[0.5, 1.0], [2.0, -1.0]]}, strided=True),
        Case({"x": [[1.0, -3.0]], "W": [[2.0, 1.0], [0.0, 1.0]]}, dtype="float32", rtol=1e-4),
    ),
    (
        Bug(
            residual_forgotten,
            "This is what the branch gives, alone. The layer adds it to x.",
            ONE,
        ),
        Bug(
            normalized_stream_added,
            "The branch is added to the normalized x. The stream itself is not normalized in a "
            "pre-norm layer: add to x as it came in.",
            ONE,
        ),
        Bug(
            norm_after_the_addition,
            "This is post-norm: the norm stands on the stream, after the addition. Here it stands "
            "before W, in the branch.",
            ONE,
        ),
        Bug(
            norm_behind_the_branch,
            "The norm is taken of x @ W. It stands before W: the branch reads a normalized x.",
            ONE,
        ),
        Bug(
            norms_before_and_after,
            "The branch is right, and then the sum is normalized, too. A pre-norm layer leaves "
            "the sum as it is.",
            ONE,
        ),
        Bug(norm_forgotten, "There is no norm in this: the branch reads x itself.", ONE),
        Bug(
            weights_transposed,
            "W is transposed. x holds a token in each row, so it is `y @ W`.",
            Case({"x": [1.0, 1.0], "W": [[1.0, 2.0], [0.0, 1.0]]}),
        ),
        Bug(
            root_forgotten,
            "This divides by the mean square + ε. RMSNorm divides by the root of that.",
            ONE,
        ),
        Bug(
            unit_norm_taken,
            "This divides by the root of the sum of the squares: the unit norm. RMSNorm takes "
            "their mean.",
            Case({"x": [1.0, 1.0], "W": [[1.0, 2.0], [0.0, 1.0]]}),
        ),
        Bug(
            layer_norm_taken,
            "This is LayerNorm in the branch: the mean is subtracted.",
            ONE,
        ),
        Bug(
            mean_over_all_rows,
            "The mean square is that of all rows together. Each token has its own: "
            "`axis=-1, keepdims=True`.",
            Case({"x": [[1.0], [2.0]], "W": [[3.0]]}),
        ),
    ),
)
