"""The scores of all heads, an exercise of lesson 04, with its inputs and bugs."""

import numpy as np

from normcourse.attention import attention_scores
from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case
from normcourse.checks.subject import Subject
from normcourse.checks.unit_weights import random_rows

__all__ = ["HEAD_SCORES"]


def _split(x, heads):
    return x.reshape(len(x), heads, -1).swapaxes(0, 1)


def head_scores(q, k, heads):
    return attention_scores(_split(q, heads), _split(k, heads))


def scaled_by_model_width(q, k, heads):
    return attention_scores(_split(q, heads), _split(k, heads), 1 / np.sqrt(q.shape[-1]))


def scale_missing(q, k, heads):
    return attention_scores(_split(q, heads), _split(k, heads), 1.0)


def scaled_by_head_width_itself(q, k, heads):
    return attention_scores(_split(q, heads), _split(k, heads), heads / q.shape[-1])


def scaled_by_number_of_heads(q, k, heads):
    return attention_scores(_split(q, heads), _split(k, heads), 1 / np.sqrt(heads))


def multiplied_by_root_of_width(q, k, heads):
    return attention_scores(_split(q, heads), _split(k, heads), np.sqrt(q.shape[-1] / heads))


def scaled_by_number_of_queries(q, k, heads):
    return attention_scores(_split(q, heads), _split(k, heads), 1 / np.sqrt(len(q)))


def scaled_by_number_of_keys(q, k, heads):
    return attention_scores(_split(q, heads), _split(k, heads), 1 / np.sqrt(len(k)))


ONE_HEAD = Case({"q": [[3.0, 4.0]], "k": [[1.0, 1.0]], "heads": 1})
TWO_HEADS = Case({"q": [[1.0, 2.0, 3.0, 4.0]], "k": [[2.0, 1.0, 1.0, 0.0]], "heads": 2})

HEAD_SCORES = Subject(
    "scores of all heads",
    head_scores,
    (
        ONE_HEAD,
        Case({**random_rows(2, 3, 8), "heads": 4}),
        Case({**random_rows(3, 5, 12), "heads": 3}),
        Case({**random_rows(4, 2, 12), "heads": 2}, dtype="float32", rtol=1e-4),
    ),
    (
        Bug(
            scaled_by_model_width,
            "This is still the root of the model's width, heads · width. One head sums over its "
            "own width only, so all scores come out too small by √heads.",
            TWO_HEADS,
            ("karpathy/ng-video-lecture#6", "Graylab/DL4Proteins-notebooks#12"),
        ),
        Bug(
            scale_missing,
            "The scale is gone. Divide by the root of a head's width.",
            ONE_HEAD,
            ("mlc-ai/mlc-llm#3426",),
        ),
        Bug(
            scaled_by_head_width_itself,
            "This divides by the width of a head. Take its root.",
            ONE_HEAD,
        ),
        Bug(
            scaled_by_number_of_heads,
            "This divides by the root of the number of heads. What counts is how many products "
            "are summed for one score: the width of a head.",
            ONE_HEAD,
        ),
        Bug(
            multiplied_by_root_of_width,
            "This multiplies by the root of a head's width. That is for vectors of length 1.",
            ONE_HEAD,
        ),
        Bug(
            scaled_by_number_of_queries,
            "This takes the number of queries for the width. After the split a head's width is "
            "the last axis.",
            ONE_HEAD,
        ),
        Bug(
            scaled_by_number_of_keys,
            "This takes the number of keys for the width. After the split a head's width is the "
            "last axis.",
            ONE_HEAD,
        ),
    ),
)
