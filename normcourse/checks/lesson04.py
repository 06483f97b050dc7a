"""The exercises of lesson 04, attention scaling."""

import numpy as np

from normcourse.attention import projection_variance
from normcourse.checks.bugs.attention_scaling import HEAD_BUGS, WEIGHT_BUGS
from normcourse.checks.cases import Case
from normcourse.checks.exercises import (
    FindInput,
    GiveNumber,
    PickStatement,
    RepairFunction,
    WriteFunction,
)
from normcourse.checks.inputs import rows
from normcourse.checks.subject import Subject
from normcourse.checks.wording import number, value

__all__ = ["EXERCISES"]


def my_weights(q, k):
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    k = k / np.linalg.norm(k, axis=-1, keepdims=True)
    scores = np.sqrt(q.shape[-1]) * (q @ k.T)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def my_head_scores(q, k, heads):
    q = q.reshape(len(q), heads, -1).swapaxes(0, 1)
    k = k.reshape(len(k), heads, -1).swapaxes(0, 1)
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


def broken_head_scores(q, k, heads):
    d = q.shape[-1]
    q = q.reshape(len(q), heads, -1).swapaxes(0, 1)
    k = k.reshape(len(k), heads, -1).swapaxes(0, 1)
    return q @ k.swapaxes(1, 2) / np.sqrt(d)
