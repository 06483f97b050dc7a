"""Each branch of the diagnosis: what makes it speak, what it says, and that nothing else does."""

import dataclasses
import functools

import numpy as np
import pytest
from branch_answers import (
    SUBJECT,
    TRIED,
    NotYet,
    as_complex,
    as_generator,
    as_text,
    axis_added,
    axis_lost,
    computed_for_nothing,
    doubled,
    eps_outside,
    flattened,
    given_back,
    half_returned,
    into_float16,
    into_integers,
    layer_norm_without_eps,
    length_without_gain,
    nearly,
    needs_gain,
    negated,
    nonsense,
    not_implemented,
    one_argument,
    open_inside,
    spelled_wrong,
    spoiling,
    spoiling_and_wrong,
    two_mistakes,
    untouched,
    without_return,
    wrong_for_float32,
    zeros,
)

from normcourse.checks import diagnose as module
from normcourse.checks import subjects
from normcourse.checks.diagnose import diagnose
from normcourse.checks.lesson01 import my_rms_norm
from normcourse.checks.result import CORRECT, ERROR, NOT_ATTEMPTED, WRONG

# For each branch: an answer that makes it speak, the status, and words that it says.
EXAMPLES = [
    ("not_a_function", np.ones(3), ERROR, "object of type `ndarray` and needs a function"),
    ("wrong_arguments", one_argument, ERROR, "`(x, gain=None, eps=1e-6)`; yours takes `(x)`"),
    ("wrong_arguments", needs_gain, ERROR, "yours takes `(x, gain, eps)`"),
    ("left_open", untouched, NOT_ATTEMPTED, "Replace the `...`"),
    ("left_open", open_inside, NOT_ATTEMPTED, "Replace the `...`"),
    ("left_open", not_implemented, NOT_ATTEMPTED, "Replace the `...`"),
    ("left_open", lambda x, gain=None, eps=1e-6: ..., NOT_ATTEMPTED, "Replace the `...`"),
    ("left_open", computed_for_nothing, NOT_ATTEMPTED, "Replace the `...`"),
    ("left_open", NotYet(), NOT_ATTEMPTED, "Replace the `...`"),
    ("left_open", without_return, NOT_ATTEMPTED, "its `return` is missing"),
    ("raised", spelled_wrong, ERROR, f"raised an exception on {TRIED} of {TRIED} inputs"),
    ("not_numbers", half_returned, WRONG, "gave None for this input"),
    ("not_numbers", as_text, WRONG, "gave an object of type `str`"),
    ("not_numbers", as_complex, WRONG, "gave complex numbers"),
    ("not_numbers", as_generator, WRONG, "gave an object of type `generator`"),
    ("only_changes_input", spoiling, WRONG, "changes its input `x`"),
    ("all_right", my_rms_norm, CORRECT, f"on all {TRIED} inputs"),
    ("known_bugs", eps_outside, WRONG, "ε outside the root"),
    ("known_bugs", spoiling_and_wrong, WRONG, "sum of the squares in place of their mean"),
    ("two_at_once", layer_norm_without_eps, WRONG, "Two mistakes at once"),
    ("two_at_once", length_without_gain, WRONG, "Two mistakes at once"),
    ("two_in_turn", two_mistakes, WRONG, "Two mistakes together"),
    ("wrong_shape", flattened, WRONG, "has shape (4,) and should have shape (2, 2)"),
    ("wrong_shape", axis_lost, WRONG, "A sum or a mean over an axis removes it."),
    ("wrong_shape", axis_added, WRONG, "add axes"),
    ("integers", into_integers, WRONG, "array of integers"),
    ("rounded", into_float16, WRONG, "float16 holds three digits"),
    ("rounded", nearly, WRONG, "is something rounded on the way?"),
    ("unchanged", given_back, WRONG, "gives back its input"),
    ("constant_factor", doubled, WRONG, "is 2 times the right one"),
    ("constant_factor", negated, WRONG, "has the wrong sign"),
    ("constant_factor", zeros, WRONG, "is zero"),
    ("one_trait", wrong_for_float32, WRONG, "float32 entries"),
    ("smallest", nonsense, WRONG, "No mistake that the check knows"),
]


NAMES = [f"{name}-{getattr(answer, '__name__', 'array')}" for name, answer, *_ in EXAMPLES]


def words_of(result):
    return " ".join(result.words)


@pytest.mark.parametrize(("branch", "answer", "status", "words"), EXAMPLES, ids=NAMES)
def test_what_a_branch_says(branch, answer, status, words):
    result = diagnose("An exercise", SUBJECT, answer)
    assert result.status == status
    assert words in words_of(result)
    assert result.title == "An exercise"
    assert all(result.words)


@pytest.mark.parametrize(("branch", "answer", "status", "words"), EXAMPLES, ids=NAMES)
def test_without_the_branch_it_is_not_said(monkeypatch, branch, answer, status, words):
    for name in ("BEFORE", "AFTER"):
        kept = tuple(b for b in getattr(module, name) if b.__name__ != branch)
        monkeypatch.setattr(module, name, kept)
    try:
        result = diagnose("An exercise", SUBJECT, answer)
    except Exception:
        return
    assert (result.status, words in words_of(result)) != (status, True)


def test_every_branch_has_an_example():
    branches = [b.__name__ for b in (*module.BEFORE, *module.AFTER)]
    assert list(dict.fromkeys(name for name, *_ in EXAMPLES)) == branches


def test_an_argument_that_no_input_uses_may_be_left_out():
    def with_more(x, gain=None, eps=1e-6, out=None):
        return my_rms_norm(x, gain, eps)

    subject = dataclasses.replace(SUBJECT, function=with_more)
    assert diagnose("", subject, my_rms_norm).status == CORRECT
    assert "`(x, gain=None, eps=1e-6)`" in diagnose("", subject, one_argument).words[0]


def test_wrong_values_and_a_changed_input_are_both_told():
    words = diagnose("", SUBJECT, spoiling_and_wrong).words
    assert "in place of their mean" in words[0] and "changes its input `x`" in words[1]


def test_the_smallest_failing_input_is_shown_with_both_values():
    result = diagnose("", SUBJECT, nonsense)
    rows = dict(result.evidence)
    assert rows == {"input": "x = [2.5]", "yours": "[-0.801144]", "right": "[1]"}


def test_values_that_read_alike_are_told_apart():
    close = dataclasses.replace(SUBJECT, bugs=(), cases=(SUBJECT.cases[0],))
    exact = dataclasses.replace(close, cases=(dataclasses.replace(close.cases[0], rtol=1e-9),))
    result = diagnose("", exact, lambda x, gain=None, eps=1e-6: my_rms_norm(x, gain, eps) + 1e-7)
    assert dict(result.evidence)["off by"] == "at most 1e-7"


def test_compiled_functions_and_objects_that_can_be_called_are_tried_too():
    class Norm:
        def __call__(self, x, gain=None, eps=1e-6):
            return my_rms_norm(x, gain, eps)

    assert diagnose("", SUBJECT, Norm()).status == CORRECT
    assert diagnose("", SUBJECT, functools.partial(my_rms_norm, gain=None)).status == CORRECT
    assert diagnose("", SUBJECT, np.vectorize(len)).status == ERROR
    assert diagnose("", subjects.RMS, len).status == WRONG
