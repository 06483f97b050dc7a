"""Attention weights with UnitNorm, an exercise of lesson 04, with its inputs and bugs."""

import numpy as np

from normcourse.attention import attention_scores, score_scale, softmax
from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case
from normcourse.checks.subject import Subject
from normcourse.norms import rms_norm, unit_norm

__all__ = ["UNIT_WEIGHTS", "random_rows"]


def unit_weights(q, k):
    scale = score_scale("sqrt d", q.shape[-1])
    return softmax(attention_scores(unit_norm(q), unit_norm(k), scale))


def _scaled_cosine(q, k, scale):
    return softmax(scale * unit_norm(q) @ unit_norm(k).T)


def divided_by_root_d(q, k):
    return _scaled_cosine(q, k, 1 / np.sqrt(q.shape[-1]))


def cosine_alone(q, k):
    return _scaled_cosine(q, k, 1)


def multiplied_by_d(q, k):
    return _scaled_cosine(q, k, q.shape[-1])


def root_of_the_number_of_queries(q, k):
    return _scaled_cosine(q, k, np.sqrt(len(q)))


def root_of_the_number_of_keys(q, k):
    return _scaled_cosine(q, k, np.sqrt(len(k)))


def rms_with_root_d(q, k):
    return softmax(np.sqrt(q.shape[-1]) * rms_norm(q, eps=0) @ rms_norm(k, eps=0).T)


def not_normalized(q, k):
    return softmax(q @ k.T / np.sqrt(q.shape[-1]))


def not_normalized_times_root_d(q, k):
    return softmax(q @ k.T * np.sqrt(q.shape[-1]))


def only_the_keys(q, k):
    return softmax(np.sqrt(q.shape[-1]) * q @ unit_norm(k).T)


def only_the_queries(q, k):
    return softmax(np.sqrt(q.shape[-1]) * unit_norm(q) @ k.T)


def length_of_the_whole_array(q, k):
    return softmax(np.sqrt(q.shape[-1]) * (q / np.linalg.norm(q)) @ (k / np.linalg.norm(k)).T)


def divided_by_squared_length(q, k):
    squares = np.sum(q**2, axis=-1, keepdims=True), np.sum(k**2, axis=-1, keepdims=True)
    return softmax(np.sqrt(q.shape[-1]) * (q / squares[0]) @ (k / squares[1]).T)


def softmax_over_queries(q, k):
    return softmax(np.sqrt(q.shape[-1]) * unit_norm(k) @ unit_norm(q).T).T


def softmax_over_all(q, k):
    e = np.exp(np.sqrt(q.shape[-1]) * unit_norm(q) @ unit_norm(k).T)
    return e / e.sum()


def keys_by_queries(q, k):
    return unit_weights(q, k).T


def softmax_missing(q, k):
    return np.sqrt(q.shape[-1]) * unit_norm(q) @ unit_norm(k).T


def random_rows(n, m, d, scale=1.0):
    """Return a query and a key argument of these sizes, always the same."""
    rng = np.random.default_rng(n + 10 * m + 100 * d)
    q, k = (rng.normal(0, 2, (count, d)).round(1) for count in (n, m))
    return {"q": (q * scale).tolist(), "k": k.tolist()}


PLANE = Case({"q": [[3.0, 4.0]], "k": [[0.0, 2.0], [5.0, 0.0]]})
SQUARE = Case({"q": [[3.0, 4.0], [0.0, 1.0]], "k": [[0.0, 2.0], [5.0, 0.0]]})

UNIT_WEIGHTS = Subject(
    "attention weights with UnitNorm",
    unit_weights,
    (
        Case({"q": [[2.0], [-1.0], [0.5], [3.0]], "k": [[3.0], [-1.0], [0.5], [2.0], [-4.0]]}),
        Case(random_rows(1, 3, 4)),
        Case(random_rows(3, 2, 5)),
        Case(random_rows(2, 4, 16, scale=100.0)),
        Case(random_rows(4, 6, 8), dtype="float32", rtol=1e-4),
        Case(random_rows(2, 3, 9, scale=0.001), strided=True),
    ),
    (
        Bug(
            divided_by_root_d,
            "These weights are too flat: the cosine was divided by √d. 1/√d belongs to RMSNorm, "
            "whose vectors have length √d. Yours have length 1.",
            PLANE,
        ),
        Bug(
            cosine_alone,
            "These are the weights of the bare cosine, which has variance 1/d. The scale is "
            "missing: RMSNorm's score is √d times the cosine.",
            PLANE,
        ),
        Bug(
            multiplied_by_d,
            "These weights are too sharp: the score is d times the cosine, as it is after RMSNorm "
            "without its 1/√d, or with √d on both q and k. One √d is right.",
            PLANE,
        ),
        Bug(
            root_of_the_number_of_queries,
            "This takes the number of queries for d. d is the width, `q.shape[-1]`.",
            PLANE,
        ),
        Bug(
            root_of_the_number_of_keys,
            "This takes the number of keys for d. d is the width, `q.shape[-1]`.",
            Case({"q": [[3.0, 4.0]], "k": [[0.0, 2.0], [5.0, 0.0], [1.0, 1.0]]}),
        ),
        Bug(
            rms_with_root_d,
            "These weights are far too sharp: RMSNorm with √d. √d belongs to vectors of length 1; "
            "RMSNorm's have length √d.",
            PLANE,
        ),
        Bug(
            not_normalized,
            "These are the weights of q and k as they come, with 1/√d. Normalize both first.",
            PLANE,
        ),
        Bug(
            not_normalized_times_root_d,
            "The scale is right for unit vectors, but q and k are not normalized. Divide each row "
            "by its length first.",
            PLANE,
        ),
        Bug(only_the_keys, "The keys are normalized, the queries are not.", PLANE),
        Bug(only_the_queries, "The queries are normalized, the keys are not.", PLANE),
        Bug(
            length_of_the_whole_array,
            "This divides by the length of the whole array. Each row has its own length: "
            "`axis=-1, keepdims=True`.",
            PLANE,
        ),
        Bug(
            divided_by_squared_length,
            "This divides each row by its squared length, the sum of the squares. The length is "
            "the root of that.",
            PLANE,
        ),
        Bug(
            softmax_over_queries,
            "This is the softmax over the queries. Each query spreads a weight of 1 over the keys: "
            "the last axis.",
            PLANE,
        ),
        Bug(
            softmax_over_all,
            "The weights of all queries together add up to 1. Each row has to.",
            SQUARE,
        ),
        Bug(
            keys_by_queries,
            "The weights are right and the table is turned round: it has a row for each key. Each "
            "query is to have a row, shape (n, m).",
            PLANE,
        ),
        Bug(
            softmax_missing, "These are the scores, and they are right. Softmax is missing.", PLANE
        ),
    ),
)
