"""A lesson's exercises as a notebook uses them: check, hint, solution, summary."""

import importlib
import pkgutil
import re

import normcourse.checks
from normcourse.checks.panel import Panel
from normcourse.checks.result import CORRECT, ERROR, NOT_ATTEMPTED, Result
from normcourse.checks.summary import Summary
from normcourse.checks.wording import listed

__all__ = ["Lesson", "exercises_of", "lesson"]


def exercises_of(number):
    """Return the exercises of a lesson, in order.

    >>> exercises_of("01")[0].key
    'rms_norm'
    """
    name = f"lesson{int(number):02d}"
    known = [m.name for m in pkgutil.iter_modules(normcourse.checks.__path__)]
    if name not in known:
        numbers = [n.removeprefix("lesson") for n in known if re.fullmatch(r"lesson\d\d", n)]
        raise ValueError(f"lesson {number} has no exercises: there are {listed(numbers)}")
    return importlib.import_module(f"normcourse.checks.{name}").EXERCISES


def lesson(number):
    """Return a new lesson, with nothing attempted.

    >>> lesson("01").keys[0]
    'rms_norm'
    """
    return Lesson(exercises_of(number))


class Lesson:
    """The exercises of one lesson and how far one learner has come with them."""

    def __init__(self, exercises):
        self._exercises = {e.key: e for e in exercises}
        self._status = dict.fromkeys(self._exercises, NOT_ATTEMPTED)
        self._hints = dict.fromkeys(self._exercises, 0)

    @property
    def keys(self):
        """Return the names of the exercises, in order."""
        return list(self._exercises)

    def check(self, key, answer):
        """Return what there is to say about an answer; this raises nothing."""
        if key not in self._exercises:
            return self._unknown(key)
        try:
            result = self._exercises[key].judge(answer)
        except Exception as error:
            name = type(error).__name__
            words = f"The check itself failed on this answer ({name}): please report it."
            return Result(ERROR, self._exercises[key].title, (words,))
        self._status[key] = result.status
        return result

    def hint(self, key):
        """Return the next hint of an exercise; after the last, the last again."""
        if key not in self._exercises:
            return self._unknown(key)
        exercise = self._exercises[key]
        total = len(exercise.hints)
        count = self._hints[key] = min(self._hints[key] + 1, total)
        words = [exercise.hints[count - 1]]
        if count == total:
            words.append(f'That is the last hint. `lesson.solution("{key}")` shows a solution.')
        return Panel(f"Hint {count} of {total}", exercise.title, tuple(words))

    def solution(self, key):
        """Return the solution of an exercise, as source code."""
        if key not in self._exercises:
            return self._unknown(key)
        exercise = self._exercises[key]
        words = (exercise.because,) if getattr(exercise, "because", "") else ()
        return Panel("A solution", exercise.title, words, code=exercise.solution_code())

    def summary(self):
        """Return the table of the exercises: done, tried, not tried."""
        done = {CORRECT: "✓ done", NOT_ATTEMPTED: "○ not tried"}
        return Summary(
            tuple(
                (e.title, e.minutes, e.difficulty, done.get(self._status[e.key], "✗ tried"))
                for e in self._exercises.values()
            )
        )

    def _unknown(self, key):
        keys = listed(f"`{k}`" for k in self._exercises)
        return Result(
            ERROR, str(key), (f"This lesson has no exercise of that name. It has {keys}.",)
        )
