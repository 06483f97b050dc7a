"""The kinds of exercise."""

import numpy as np
import pytest
from exercise_kinds import (
    COMMON,
    FIND,
    KINDS,
    NUMBER,
    PICK,
    REPAIR,
    WRITE,
    broken,
    broken_in_the_cell,
)

from normcourse.checks import subjects
from normcourse.checks.diagnose import diagnose
from normcourse.checks.exercises import (
    FindInput,
    GiveNumber,
    PickStatement,
)
from normcourse.checks.lesson01 import my_rms_norm
from normcourse.checks.result import CORRECT, ERROR, NOT_ATTEMPTED, WRONG


@pytest.mark.parametrize("exercise", KINDS, ids=lambda e: e.key)
@pytest.mark.parametrize("nothing", [None, ...])
def test_a_placeholder_counts_as_not_attempted(exercise, nothing):
    result = exercise.judge(nothing)
    assert (result.status, result.title) == (NOT_ATTEMPTED, exercise.title)
    assert "Replace the `...`" in result.words[0]


def test_a_function_is_diagnosed():
    assert WRITE.judge(my_rms_norm).status == CORRECT
    assert WRITE.judge(broken).status == WRONG
    assert WRITE.judge(3).status == ERROR


def test_the_broken_function_counts_as_not_attempted_until_it_is_changed():
    for same in (broken, broken_in_the_cell):
        result = REPAIR.judge(same)
        assert result.status == NOT_ATTEMPTED and "still the broken one" in result.words[0]
    assert REPAIR.judge(lambda x, gain=None, eps=1e-6: broken(x, gain, eps)).status == WRONG
    assert REPAIR.judge(my_rms_norm).status == CORRECT


@pytest.mark.parametrize(
    "given", [np.sqrt(12.5), 3.536, 3.5355, 3.5359, np.float32(3.5355), np.array(3.536), [3.536]]
)
def test_a_number_is_right_to_the_decimals_asked(given):
    if isinstance(given, list):
        assert NUMBER.judge(given).status == ERROR
    else:
        result = NUMBER.judge(given)
        assert result.status == CORRECT and result.words[-1] == "The root of 12.5."


@pytest.mark.parametrize(
    ("given", "status", "words"),
    [
        (5, WRONG, ("That is the length.",)),
        (5.0004, WRONG, ("That is the length.",)),
        (
            12.5002,
            WRONG,
            ("Each of these leads to that number:", "No root.", "No root at all."),
        ),
        (3.535, WRONG, ("Close, but not right to 3 decimals. Round once, at the end.",)),
        (-3.536, WRONG, ("The size is right, the sign is not.",)),
        (3.54, WRONG, ("Right as far as it goes. Give it to 3 decimals.",)),
        (3.5, WRONG, ("Right as far as it goes. Give it to 3 decimals.",)),
        (3.6, WRONG, ("3.6 is too large.",)),
        (4.2, WRONG, ("4.2 is too large.",)),
        (-1, WRONG, ("-1 is too small.",)),
        ("3.536", ERROR, ("Give one number, such as `0.25`.",)),
        ("x", ERROR, ("Give one number, such as `0.25`.",)),
        (float("nan"), ERROR, ("Give one number, such as `0.25`.",)),
        (np.ones(2), ERROR, ("Give one number, such as `0.25`.",)),
        (1j, ERROR, ("Give one number, such as `0.25`.",)),
        (float("inf"), WRONG, ("inf is too large.",)),
    ],
)
def test_what_a_wrong_number_is_told(given, status, words):
    result = NUMBER.judge(given)
    assert (result.status, result.words) == (status, words)


@pytest.mark.parametrize(
    ("given", "status", "words"),
    [
        (8, CORRECT, "8 it is."),
        (8.0, CORRECT, "8 it is."),
        (8.4, WRONG, "8.4 is too large."),
        (7, WRONG, "7 is too small."),
        (-8, WRONG, "The size is right, the sign is not."),
        (16, WRONG, "Twice."),
    ],
)
def test_a_count_has_to_be_exact(given, status, words):
    count = GiveNumber(
        key="k",
        title="t",
        answer=lambda: 8,
        decimals=0,
        wrong=((16, "Twice."),),
        solution="8",
        **COMMON,
    )
    result = count.judge(given)
    assert (result.status, result.words[0]) == (status, words)


@pytest.mark.parametrize("given", ["B", "b", " b) ", "(B)", "B."])
def test_a_letter_is_read_however_it_is_written(given):
    result = PICK.judge(given)
    assert result.status == CORRECT
    assert result.words == ("B: It is round.", "Its shadow shows it.")


def test_a_wrong_statement_is_told_why():
    result = PICK.judge("A")
    assert (result.status, result.words[1]) == (WRONG, "Ships sink below the horizon.")


@pytest.mark.parametrize("given", ["C", "AB", 2, "", np.ones(2)])
def test_what_is_no_letter_is_said_to_be_none(given):
    result = PICK.judge(given)
    assert (result.status, result.words) == (ERROR, ('Give one letter: `"A"` or `"B"`.',))


def test_an_input_is_told_what_it_lacks():
    assert FIND.judge([2, -2]).words == ("It cancels.",)
    assert FIND.judge([2, -2]).status == CORRECT
    assert FIND.judge([2, 2]).words == ("The sum is 4, not 0.",)
    assert FIND.judge([2, 2]).status == WRONG
    unfit = FIND.judge(["a"])
    assert unfit.status == ERROR and unfit.words[0].startswith("That input does not fit: ")


def test_an_interrupt_passes_through_the_search_for_an_input():
    def endless(value):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        FindInput(key="k", title="t", fails=endless, solution="1", **COMMON).judge(1)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (GiveNumber, {"difficulty": 4}),
        (GiveNumber, {"minutes": 0}),
        (GiveNumber, {"hints": ()}),
        (PickStatement, {"answer": "C"}),
        (PickStatement, {"why": {"A": "Only one."}}),
    ],
)
def test_an_exercise_that_lacks_something_is_refused(kind, change):
    whole = {
        GiveNumber: {"answer": float, "decimals": 1, "solution": "0"},
        PickStatement: {"choices": {"A": "", "B": ""}, "answer": "A", "why": {"A": "", "B": ""}},
    }[kind]
    kind(key="k", title="t", **COMMON | whole)
    with pytest.raises(ValueError, match="k: "):
        kind(key="k", title="t", **COMMON | whole | change)


def test_the_solution_becomes_code_under_the_name_of_the_cell():
    scope = {"np": np}
    exec(WRITE.solution_code("their_norm"), scope)
    assert diagnose("", subjects.RMS_NORM, scope["their_norm"]).status == CORRECT
    assert WRITE.solution_code().startswith("def my_rms_norm(x, gain=None, eps=1e-6):\n")
    assert FIND.solution_code("answer") == "answer = [1, -1]\n"
    assert PICK.solution_code("answer") == 'answer = "B"\n'
    assert NUMBER.solution_code() == "np.sqrt(12.5)"
