"""The kinds of exercise, and every exercise of every lesson."""

import pkgutil
from importlib import import_module

import numpy as np
import pytest

import normcourse.checks
from normcourse.checks import Lesson, exercises_of, lesson, subjects
from normcourse.checks.diagnose import diagnose
from normcourse.checks.exercises import (
    FindInput,
    GiveNumber,
    PickStatement,
    RepairFunction,
    WriteFunction,
)
from normcourse.checks.lesson01 import my_rms_norm
from normcourse.checks.result import CORRECT, ERROR, NOT_ATTEMPTED, WRONG

COMMON = {"minutes": 3, "difficulty": 1, "hints": ("One.", "Two.")}


def broken(x, gain=None, eps=1e-6):
    """Return the wrong thing."""
    return x / (np.sqrt(np.mean(x**2, axis=-1, keepdims=True)) + eps)


def broken_in_the_cell(x, gain=None, eps=1e-6):
    return x / (np.sqrt(np.mean(x**2, axis=-1, keepdims=True)) + eps)


def fails(value):
    total = sum(value)
    return "" if total == 0 else f"The sum is {total}, not 0."


WRITE = WriteFunction(
    key="write", title="Write it", subject=subjects.RMS_NORM, solution=my_rms_norm, **COMMON
)
REPAIR = RepairFunction(
    key="repair",
    title="Repair it",
    subject=subjects.RMS_NORM,
    solution=my_rms_norm,
    broken=broken,
    **COMMON,
)
NUMBER = GiveNumber(
    key="number",
    title="A number",
    answer=lambda: np.sqrt(12.5),
    decimals=3,
    wrong=((5.0, "That is the length."), (12.5, "No root."), (12.5004, "No root at all.")),
    solution="np.sqrt(12.5)",
    because="The root of 12.5.",
    **COMMON,
)
PICK = PickStatement(
    key="pick",
    title="Pick one",
    choices={"A": "It is flat.", "B": "It is round."},
    answer="B",
    why={"A": "Ships sink below the horizon.", "B": "Its shadow shows it."},
    **COMMON,
)
FIND = FindInput(
    key="find", title="Find one", fails=fails, solution="[1, -1]", because="It cancels.", **COMMON
)
KINDS = (WRITE, REPAIR, NUMBER, PICK, FIND)


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


def test_a_lesson_answers_hints_and_solutions_one_by_one():
    todo = Lesson(KINDS)
    assert todo.keys == ["write", "repair", "number", "pick", "find"]
    texts = [repr(todo.hint("number")) for _ in range(3)]
    assert texts[0].startswith("Hint 1 of 2: A number") and "One." in texts[0]
    assert "solution" not in texts[0]
    assert texts[1].startswith("Hint 2 of 2: A number") and "Two." in texts[1]
    assert '`lesson.solution("number")` shows a solution' in texts[1]
    assert texts[2] == texts[1]
    assert "Hint 1 of 2" in repr(todo.hint("pick"))
    assert "def my_rms_norm" in repr(todo.solution("write"))
    assert "The root of 12.5." in repr(todo.solution("number"))


def test_the_summary_counts_what_is_done_tried_and_not_tried():
    todo = Lesson(KINDS)
    todo.check("number", 3.536)
    todo.check("pick", "A")
    todo.check("find", ["a"])
    todo.check("repair", broken)
    states = dict((row[0], row[3]) for row in todo.summary().rows)
    assert states == {
        "Write it": "○ not tried",
        "Repair it": "○ not tried",
        "A number": "✓ done",
        "Pick one": "✗ tried",
        "Find one": "✗ tried",
    }
    assert todo.summary().words == "1 of 5 exercises done."
    todo.check("pick", "B")
    assert todo.summary().words == "2 of 5 exercises done."
    assert Lesson(KINDS).summary().words == "0 of 5 exercises done."


def test_a_wrong_key_is_answered_in_words():
    todo = Lesson(KINDS)
    for answer in (todo.check("wrote", 1), todo.hint("wrote"), todo.solution("wrote")):
        assert answer.status == ERROR
        assert "no exercise of that name. It has `write`, `repair`," in answer.words[0]


def test_a_check_that_fails_itself_says_so():
    class Odd:
        def __float__(self):
            raise RuntimeError("odd")

    todo = Lesson(KINDS)
    result = todo.check("number", Odd())
    assert result.status == ERROR and "(RuntimeError): please report it" in result.words[0]


def test_a_lesson_is_found_by_its_number():
    assert lesson("01").keys == lesson(1).keys == [e.key for e in exercises_of("1")]
    with pytest.raises(ValueError, match="lesson 77 has no exercises: there are 0"):
        lesson(77)


NUMBERS = sorted(
    m.name.removeprefix("lesson")
    for m in pkgutil.iter_modules(normcourse.checks.__path__)
    if m.name[6:].isdigit()
)
EVERY = [pytest.param(e, id=f"{n}-{e.key}") for n in NUMBERS for e in exercises_of(n)]
MODULES = {
    e: vars(import_module(f"normcourse.checks.lesson{n}")) for n in NUMBERS for e in exercises_of(n)
}


@pytest.mark.parametrize("exercise", EVERY)
def test_the_solution_of_an_exercise_is_right(exercise):
    scope = dict(MODULES[exercise])
    if isinstance(exercise, WriteFunction):
        scope |= exercise.solution.__globals__
    exec(exercise.solution_code("solved"), scope)
    result = exercise.judge(scope["solved"])
    assert result.status == CORRECT, repr(result)


@pytest.mark.parametrize("exercise", EVERY)
def test_the_wrong_answers_of_an_exercise_are_told_apart(exercise):
    if isinstance(exercise, WriteFunction):
        for bug in exercise.subject.bugs:
            result = exercise.judge(bug.function)
            assert bug.key in result.named or result.status == NOT_ATTEMPTED
            assert exercise.subject.shows(bug, bug.witness)
    elif isinstance(exercise, GiveNumber):
        for wrong, why in exercise.wrong:
            result = exercise.judge(wrong)
            assert result.status == WRONG and result.words == (why,)
    elif isinstance(exercise, PickStatement):
        for letter in set(exercise.choices) - {exercise.answer}:
            assert exercise.judge(letter).status == WRONG
    else:
        assert exercise.judge(object()).status in (WRONG, ERROR)
        assert exercise.judge([]).status in (WRONG, ERROR)


@pytest.mark.parametrize("exercise", EVERY)
def test_the_broken_function_of_a_repair_is_wrong(exercise):
    broken = getattr(exercise, "broken", None)
    if broken is None:
        assert not isinstance(exercise, RepairFunction)
    else:
        assert exercise.judge(broken).status == NOT_ATTEMPTED
        assert diagnose("", exercise.subject, broken).status == WRONG


@pytest.mark.parametrize("exercise", EVERY)
def test_no_answer_gives_the_solution_away(exercise):
    source = exercise.solution_code()
    lines = [line.strip() for line in source.splitlines() if len(line.strip()) > 24]
    bugs = exercise.subject.bugs if isinstance(exercise, WriteFunction) else ()
    said = [repr(exercise.judge(bug.function)) for bug in bugs]
    said += [repr(exercise.judge(answer)) for answer in (None, object(), 0, "Z")]
    assert not [line for line in lines for text in said if line in text]
