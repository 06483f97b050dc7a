"""The exercises of lesson 04: right answers in other ways, and what wrong ones are told."""

import math

import numpy as np
import pytest

from normcourse.checks import lesson
from normcourse.checks.head_scores import HEAD_SCORES
from normcourse.checks.result import CORRECT, ERROR, WRONG
from normcourse.checks.unit_weights import UNIT_WEIGHTS


def soft(s, axis=1):
    e = np.exp(s - np.max(s, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)


def cosines(q, k):
    return q @ k.T / np.outer(np.sqrt(np.sum(q * q, 1)), np.sqrt(np.sum(k * k, 1)))


def weights_in_loops(q, k):
    table = []
    for a in q.tolist():
        scores = []
        for b in k.tolist():
            dot = sum(x * y for x, y in zip(a, b, strict=True))
            scores.append(math.sqrt(len(a)) * dot / (math.hypot(*a) * math.hypot(*b)))
        total = sum(math.exp(s) for s in scores)
        table.append([math.exp(s) / total for s in scores])
    return table


def weights_by_rms_norm(q, k):
    q, k = (x / np.sqrt(np.mean(x**2, -1, keepdims=True)) for x in (q, k))
    return soft(q @ k.T / np.sqrt(q.shape[1]))


def heads_in_loops(q, k, heads):
    q, k = (np.split(x, heads, axis=1) for x in (q, k))
    return [a @ b.T / a.shape[1] ** 0.5 for a, b in zip(q, k, strict=True)]


def heads_by_einsum(q, k, heads):
    q, k = (np.reshape(x, (len(x), heads, -1)) for x in (q, k))
    return np.einsum("nhd,mhd->hnm", q / np.sqrt(q.shape[2]), k)


def heads_in_float32(q, k, heads):
    return np.float32(heads_in_loops(q.astype("f4"), k.astype("f4"), heads))


def unscaled(q, k, heads):
    return heads_by_einsum(q, k, heads) * np.sqrt(q.shape[1] / heads)


RIGHT = {
    "weights": (
        weights_in_loops,
        weights_by_rms_norm,
        lambda q, k: soft(np.sqrt(q.shape[1]) * cosines(q, k)).astype("f4"),
    ),
    "heads": (heads_in_loops, heads_by_einsum, heads_in_float32),
}

WRONG_WEIGHTS = {
    "divided_by_root_d": lambda q, k: soft(cosines(q, k) / q.shape[1] ** 0.5),
    "cosine_alone": lambda q, k: soft(cosines(q, k)),
    "multiplied_by_d": lambda q, k: soft(cosines(q, k) * q.shape[1]),
    "root_of_the_number_of_queries": lambda q, k: soft(cosines(q, k) * q.shape[0] ** 0.5),
    "root_of_the_number_of_keys": lambda q, k: soft(cosines(q, k) * k.shape[0] ** 0.5),
    "rms_with_root_d": lambda q, k: soft(cosines(q, k) * q.shape[1] ** 1.5),
    "not_normalized": lambda q, k: soft(q @ k.T / q.shape[1] ** 0.5),
    "not_normalized_times_root_d": lambda q, k: soft(q @ k.T * q.shape[1] ** 0.5),
    "only_the_keys": lambda q, k: soft(
        q @ (k / np.sum(k**2, 1, keepdims=True) ** 0.5).T * q.shape[1] ** 0.5
    ),
    "only_the_queries": lambda q, k: soft(
        (q / np.sum(q**2, 1, keepdims=True) ** 0.5) @ k.T * q.shape[1] ** 0.5
    ),
    "length_of_the_whole_array": lambda q, k: soft(
        q @ k.T * (q.shape[1] / np.sum(q**2) / np.sum(k**2)) ** 0.5
    ),
    "divided_by_squared_length": lambda q, k: soft(
        (q.T / np.einsum("nd,nd->n", q, q)).T
        @ (k.T / np.einsum("md,md->m", k, k))
        * q.shape[1] ** 0.5
    ),
    "softmax_over_queries": lambda q, k: soft(cosines(q, k) * q.shape[1] ** 0.5, axis=0),
    "softmax_over_all": lambda q, k: soft(cosines(q, k) * q.shape[1] ** 0.5, axis=(0, 1)),
    "keys_by_queries": lambda q, k: soft(cosines(k, q) * q.shape[1] ** 0.5, axis=0),
    "softmax_missing": lambda q, k: cosines(q, k) * q.shape[1] ** 0.5,
}

WRONG_HEADS = {
    "scaled_by_model_width": lambda q, k, heads: unscaled(q, k, heads) / q.shape[1] ** 0.5,
    "scale_missing": unscaled,
    "scaled_by_head_width_itself": lambda q, k, heads: unscaled(q, k, heads) * heads / q.shape[1],
    "scaled_by_number_of_heads": lambda q, k, heads: unscaled(q, k, heads) / heads**0.5,
    "multiplied_by_root_of_width": lambda q, k, heads: (
        unscaled(q, k, heads) * (q.shape[1] // heads) ** 0.5
    ),
    "scaled_by_number_of_queries": lambda q, k, heads: unscaled(q, k, heads) / len(q) ** 0.5,
    "scaled_by_number_of_keys": lambda q, k, heads: unscaled(q, k, heads) / len(k) ** 0.5,
}

BOTH = (("weights", UNIT_WEIGHTS, WRONG_WEIGHTS), ("heads", HEAD_SCORES, WRONG_HEADS))
EACH_BUG = [(key, subject, name, f) for key, subject, wrong in BOTH for name, f in wrong.items()]


@pytest.mark.parametrize(
    ("key", "answer"), [(k, a) for k, answers in RIGHT.items() for a in answers]
)
def test_right_answers_in_other_ways(key, answer):
    result = lesson("04").check(key, answer)
    assert result.status == CORRECT, repr(result)


def test_each_bug_has_an_answer_written_without_it():
    for _, subject, wrong in BOTH:
        assert [bug.key for bug in subject.bugs] == list(wrong)


@pytest.mark.parametrize(("key", "subject", "name", "answer"), EACH_BUG)
def test_a_wrong_answer_gets_the_diagnosis_of_its_own_bug(key, subject, name, answer):
    result = lesson("04").check(key, answer)
    bug = next(bug for bug in subject.bugs if bug.key == name)
    assert result.status == WRONG and result.named == (name,)
    assert bug.diagnosis in result.words
    smaller = [case for case in subject.all_cases() if case.size < bug.witness.size]
    assert subject.shows(bug, bug.witness)
    assert not [case.text() for case in smaller if subject.shows(bug, case)]


@pytest.mark.parametrize(
    ("gains", "status", "words"),
    [
        ([2, 0, 0, 0], CORRECT, "mean of the squared gains is 1"),
        ([1.4142, 0, -1.4142, 0], CORRECT, "mean of the squared gains is 1"),
        (np.sqrt([0.4, 0.8, 1.2, 1.6]), CORRECT, "mean of the squared gains is 1"),
        ([1, 2, 0.5, 0.5], WRONG, "here 1.375. You kept the mean of the gains at 1"),
        ([1, -2, 0.5, 0.5], WRONG, "here 1.375. You kept the mean size of the gains at 1"),
        ([0.9, 0.1, 0.3, 0.3], WRONG, "here 0.25. You made the sum of the squares 1"),
        ([2, 0.25, 2, 1], WRONG, "You made the product of the gains 1"),
        ([3, 1, 1, 1], WRONG, "here 3. It has to be 1"),
        ([1, -1, 1, 1], WRONG, "All four gains have the size 1"),
        ([1, 2, 3], WRONG, "four finite numbers"),
        ([1, 2, 3, np.inf], WRONG, "four finite numbers"),
        ("abcd", ERROR, "does not fit"),
    ],
)
def test_four_gains_are_told_what_they_lack(gains, status, words):
    result = lesson("04").check("gains", gains)
    assert result.status == status and words in " ".join(result.words)


def test_the_grouped_variance_is_the_one_of_random_weights():
    rng = np.random.default_rng(0)
    x = rng.standard_normal((2, 40, 256))
    x /= np.sqrt(np.mean(x**2, axis=-1, keepdims=True))
    squares = []
    for _ in range(200):
        # The widths of the exercise, divided by 16.
        queries = x[0] @ rng.normal(0, np.sqrt(2 / 512), (256, 8))
        keys = x[1] @ rng.normal(0, np.sqrt(2 / 320), (256, 8))
        squares.append(np.mean((queries @ keys.T) ** 2) / 8)
    mean, error = np.mean(squares), np.std(squares) / np.sqrt(200)
    assert error < 0.08 and abs(mean - 1.6) < 4 * error
    assert lesson("04").check("grouped", 1.6).status == CORRECT


def test_the_temperature_is_that_of_both_gains():
    assert lesson("04").check("temperature", 1.414).status == CORRECT
    result = lesson("04").check("temperature", 2)
    assert result.status == WRONG and "temperature 1/4" in " ".join(result.words)
