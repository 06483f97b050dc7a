"""A lesson of exercises, and every exercise of every lesson."""

import pkgutil
import re
from importlib import import_module

import pytest
from book import NOTEBOOKS, Book
from exercise_kinds import KINDS, broken

import normcourse.checks
from normcourse.checks import Lesson, exercises_of, lesson
from normcourse.checks.diagnose import diagnose
from normcourse.checks.exercises import (
    GiveNumber,
    PickStatement,
    RepairFunction,
    WriteFunction,
)
from normcourse.checks.result import CORRECT, ERROR, NOT_ATTEMPTED, WRONG


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


APART = [path for path in NOTEBOOKS if "01" <= path.stem[:2] <= "09"]
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


@pytest.mark.parametrize("path", APART, ids=lambda path: path.stem)
def test_a_lesson_says_how_long_its_exercises_take(path):
    """To the nearest five minutes; in lesson 10 the exercises are the lesson."""
    minutes = sum(exercise.minutes for exercise in exercises_of(path.stem[:2]))
    title = Book(path).markdown[0].source
    (said,) = re.findall(r"^Time: \d+ minutes, and (\d+) for the exercises\.", title, re.M)
    assert int(said) == 5 * round(minutes / 5)
