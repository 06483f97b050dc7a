"""The exercises of lesson 02: right answers in other ways, and what wrong ones are told."""

import math

import numpy as np
import pytest

from normcourse.checks import lesson
from normcourse.checks.lesson02 import EXERCISES
from normcourse.checks.result import CORRECT, ERROR, WRONG
from normcourse.norms import layer_norm, rms, unit_norm

WRITTEN = {e.key: e for e in EXERCISES if hasattr(e, "subject")}
BUGS = [(key, bug) for key, e in WRITTEN.items() for bug in e.subject.bugs]


def row_by_row(x):
    flat = [math.atan2(np.mean(row), np.std(row)) for row in x.reshape(-1, x.shape[-1])]
    return np.array(flat).reshape(x.shape[:-1])


def two_step(y):
    y = y - y.mean(axis=-1, keepdims=True)
    return y / y.std(axis=-1, keepdims=True)


def by_the_angle(y):
    sine = np.mean(y, axis=-1, keepdims=True)
    return (y - sine) / np.sqrt(1 - sine**2)


RIGHT = {
    "angle": (
        row_by_row,
        lambda x: np.arctan(np.mean(x, axis=-1) / np.std(x, axis=-1)),
        lambda x: np.arcsin(np.mean(x, axis=-1) / np.sqrt(np.mean(x**2, axis=-1))),
        lambda x: np.angle(np.std(x, axis=-1) + 1j * np.mean(x, axis=-1)),
    ),
    "recovered": (
        two_step,
        by_the_angle,
        lambda y: unit_norm(y - y.mean(axis=-1, keepdims=True)) * np.sqrt(y.shape[-1]),
        lambda y: layer_norm(y, eps=0),
    ),
    "repair": (
        lambda x: np.hypot(np.std(x, axis=-1), np.mean(x, axis=-1)),
        lambda x: np.sqrt(np.einsum("...i,...i->...", x, x) / x.shape[-1]),
        lambda x: np.linalg.norm(x, axis=-1) / np.sqrt(x.shape[-1]),
    ),
}


@pytest.mark.parametrize(("key", "answer"), [(k, a) for k, ways in RIGHT.items() for a in ways])
def test_right_answers_in_other_ways(key, answer):
    result = lesson("02").check(key, answer)
    assert result.status == CORRECT, repr(result)


@pytest.mark.parametrize(("key", "bug"), BUGS, ids=lambda v: getattr(v, "key", v))
def test_each_bug_is_told_from_all_others(key, bug):
    result = lesson("02").check(key, bug.function)
    assert result.named == (bug.key,)
    assert bug.diagnosis in result.words
    assert dict(result.evidence)["input"] == bug.witness.text()


@pytest.mark.parametrize(("key", "bug"), BUGS, ids=lambda v: getattr(v, "key", v))
def test_the_witness_is_the_smallest_input_that_shows_the_bug(key, bug):
    subject = WRITTEN[key].subject
    smaller = [case for case in subject.all_cases() if 1 < case.size < bug.witness.size]
    assert not [case.text() for case in smaller if subject.shows(bug, case)]


@pytest.mark.parametrize(
    ("key", "answer", "named"),
    [
        ("angle", lambda x: np.arccos(np.std(x, axis=-1) / rms(x)), "sign_lost"),
        ("angle", lambda x: np.pi / 2 - RIGHT["angle"][1](x), "angle_to_ones_itself"),
        ("angle", lambda x: 57.29577951308232 * RIGHT["angle"][1](x), "in_degrees"),
        ("recovered", lambda y: y - y.mean(axis=-1, keepdims=True), "only_centered"),
        ("recovered", layer_norm, "default_eps"),
        (
            "repair",
            lambda x: np.sqrt(np.var(x, axis=-1) + np.mean(x) ** 2),
            "one_mean_for_all_rows",
        ),
    ],
)
def test_wrong_answers_written_otherwise(key, answer, named):
    assert lesson("02").check(key, answer).named == (named,)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (7, "adds up|add up"),
        (25, "root is missing"),
        (-5, "not negative"),
        (math.sqrt(12.5), "mean of the two squares"),
        (math.sqrt(7), "difference of the squares"),
    ],
)
def test_a_wrong_third_side_is_told_why(number, words):
    result = lesson("02").check("sides", number)
    assert result.status == WRONG
    assert any(part in " ".join(result.words) for part in words.split("|"))


FIRST = np.array([-3.0, -1.0, 1.0, 3.0]) / math.sqrt(5)


@pytest.mark.parametrize(
    ("vector", "status", "words"),
    [
        (FIRST - math.sqrt(3), CORRECT, "−√3"),
        ([*(10 * FIRST - 10 * math.sqrt(3))], CORRECT, "−√3"),
        (FIRST - math.tan(math.radians(60.6)), WRONG, "too large"),
        (FIRST - math.tan(math.radians(59.4)), WRONG, "too small"),
        (FIRST + math.sqrt(3), WRONG, "has to be negative"),
        (FIRST - 1 / math.sqrt(3), WRONG, "swapped"),
        (FIRST + 0.1, WRONG, "has to be negative"),
        ([-1, -1, -2, -3], WRONG, "No two entries"),
        ([-1, -2, -3], WRONG, "at least four"),
        ([1, 2, 3, math.inf], WRONG, "finite"),
        ("abc", ERROR, "does not fit"),
    ],
)
def test_a_vector_is_told_how_it_misses_the_angle(vector, status, words):
    result = lesson("02").check("minus_60", vector)
    assert result.status == status and words in " ".join(result.words)


def test_rmsnorm_of_layernorm_is_what_the_right_statement_says():
    y = layer_norm([2.0, -1.0, 0.5, 1.5], eps=0)
    assert np.allclose(y / rms(y), y, rtol=1e-14)
    exercise = next(e for e in EXERCISES if e.key == "order")
    assert exercise.choices[exercise.answer] == "LayerNorm(x)"
    for letter in exercise.choices:
        right = letter == exercise.answer
        assert (lesson("02").check("order", letter).status == CORRECT) == right
