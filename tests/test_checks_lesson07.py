"""The exercises of lesson 07: right answers in other ways, and what wrong ones are told."""

import numpy as np
import pytest

from normcourse.checks import lesson
from normcourse.checks.lesson07 import EXERCISES
from normcourse.checks.result import CORRECT, ERROR, WRONG
from normcourse.norms import rms, rms_norm

WRITTEN = {e.key: e for e in EXERCISES if hasattr(e, "subject")}
BUGS = [(key, bug) for key, e in WRITTEN.items() for bug in e.subject.bugs]


def by_concatenated_blocks(x, size=2, eps=1e-6):
    starts = range(0, len(x), size)
    return np.concatenate([rms_norm(x[s : s + size], eps=eps) for s in starts])


def with_the_end_cut(x, size=2, eps=1e-6):
    y = np.empty_like(x)
    for start in range(0, len(x), size):
        end = min(start + size, len(x))
        y[start:end] = rms_norm(x[start:end], eps=eps)
    return y


RIGHT = {
    "partial_norm": (
        lambda x, k, eps=1e-6: x / np.sqrt(rms(x[..., :k])[..., None] ** 2 + eps),
        lambda x, k, eps=1e-6: x * (np.sum(x[..., :k] ** 2, -1, keepdims=True) / k + eps) ** -0.5,
        lambda x, k, eps=1e-6: np.moveaxis(
            x.T / np.sqrt(np.mean(x.T[:k] ** 2, axis=0) + eps), range(x.ndim), range(x.ndim)[::-1]
        ),
    ),
    "blocks": (
        by_concatenated_blocks,
        with_the_end_cut,
        lambda x, size=2, eps=1e-6: rms_norm(x, eps=eps),
    ),
}


@pytest.mark.parametrize(("key", "answer"), [(k, a) for k, ways in RIGHT.items() for a in ways])
def test_right_answers_in_other_ways(key, answer):
    result = lesson("07").check(key, answer)
    assert result.status == CORRECT, repr(result)


@pytest.mark.parametrize(("key", "bug"), BUGS, ids=lambda v: getattr(v, "key", v))
def test_each_bug_is_told_from_all_others(key, bug):
    result = lesson("07").check(key, bug.function)
    assert result.named == (bug.key,)
    assert bug.diagnosis in result.words
    assert dict(result.evidence)["input"] == bug.witness.text()


@pytest.mark.parametrize(("key", "bug"), BUGS, ids=lambda v: getattr(v, "key", v))
def test_the_witness_is_the_smallest_input_that_shows_the_bug(key, bug):
    subject = WRITTEN[key].subject
    smaller = [case for case in subject.all_cases() if 1 < case.size < bug.witness.size]
    assert not [case.text() for case in smaller if subject.shows(bug, case)]


@pytest.mark.parametrize(
    ("pair", "status", "words"),
    [
        ([5 / 6, 5.0], CORRECT, "two thirds"),
        ((1, 3), CORRECT, "two thirds"),
        (np.array([2 / 3, np.float64(1e9)]), CORRECT, "two thirds"),
        ([0.67, 500.0], CORRECT, "two thirds"),
        ([0.5, 2.0], WRONG, "no norm is fast enough"),
        ([0.9, 2.0], WRONG, "too little"),
        ([0.9, 100.0], WRONG, "too much"),
        ([0.9, 0.5], WRONG, "too little"),
        ([80, 5], WRONG, "between 0 and 1"),
        ([0.8, 0.0], WRONG, "ratio is 0"),
        ([0.8], WRONG, "two finite numbers"),
        ([1.0, np.inf], WRONG, "two finite numbers"),
        ("abc", ERROR, "does not fit"),
    ],
)
def test_a_pair_is_told_how_it_misses_two_thirds(pair, status, words):
    result = lesson("07").check("two_thirds", pair)
    assert result.status == status and words in " ".join(result.words), repr(result)


@pytest.mark.parametrize(
    ("key", "number", "words"),
    [
        ("operations", 58, "still in"),
        ("operations", 26, "RMSNorm"),
        ("whole_step", 12 / 1.75, "still take"),
        ("whole_step", 9, "1/1.75"),
        ("whole_step", 100 * (1 / (1 - 0.12 * (1 - 1 / 1.75)) - 1), "faster"),
    ],
)
def test_a_wrong_number_is_told_why(key, number, words):
    result = lesson("07").check(key, number)
    assert result.status == WRONG and words in " ".join(result.words)
