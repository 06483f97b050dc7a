"""The kinds of exercise: write, repair, give a number, pick a statement, find an input."""

import inspect
import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from normcourse.checks.calling import same_code
from normcourse.checks.diagnose import diagnose
from normcourse.checks.result import CORRECT, ERROR, NOT_ATTEMPTED, WRONG, Result
from normcourse.checks.subject import Subject
from normcourse.checks.wording import listed, number

__all__ = [
    "Exercise",
    "FindInput",
    "GiveNumber",
    "PickStatement",
    "RepairFunction",
    "WriteFunction",
]

OPEN = "Replace the `...` in the cell, then run it again."


@dataclass(frozen=True, kw_only=True, eq=False)
class Exercise:
    """What every exercise has.

    `key` is its name in `lesson.check(key, answer)`; `minutes` what it takes;
    `difficulty` 1 to 3; `hints` are shown one at a time, each a little plainer.
    """

    key: str
    title: str
    minutes: int
    difficulty: int
    hints: tuple[str, ...]

    def __post_init__(self):
        if self.difficulty not in (1, 2, 3) or self.minutes < 1 or not self.hints:
            raise ValueError(f"{self.key}: give 1-3 difficulty, at least 1 minute and 1 hint")

    def judge(self, answer):
        """Return the result for a learner's answer."""
        if answer is None or answer is Ellipsis:
            return self.result(NOT_ATTEMPTED, OPEN)
        return self._judge(answer)

    def result(self, status, *words):
        """Return a result under this exercise's title."""
        return Result(status, self.title, tuple(w for w in words if w))


@dataclass(frozen=True, kw_only=True, eq=False)
class WriteFunction(Exercise):
    """Write a function; `solution` is a short function equal to the subject's."""

    subject: Subject
    solution: Callable

    def _judge(self, answer):
        return diagnose(self.title, self.subject, answer)

    def solution_code(self, name=None):
        """Return the solution's source, under another name if one is given."""
        source = textwrap.dedent(inspect.getsource(self.solution))
        own = self.solution.__name__
        return re.sub(rf"\b{own}\b", name or own, source)


@dataclass(frozen=True, kw_only=True, eq=False)
class RepairFunction(WriteFunction):
    """Repair a function; `broken` is what the cell holds at first."""

    broken: Callable

    def _judge(self, answer):
        if same_code(answer, self.broken):
            return self.result(
                NOT_ATTEMPTED, "The function is still the broken one: change it, then run again."
            )
        return super()._judge(answer)


@dataclass(frozen=True, kw_only=True, eq=False)
class _GiveValue(Exercise):
    """An exercise whose answer is a value; `solution` is the code of a right one."""

    solution: str
    because: str = ""

    def solution_code(self, name=None):
        """Return the code of a right answer, assigned to a name if one is given."""
        return self.solution if name is None else f"{name} = {self.solution}\n"


@dataclass(frozen=True, kw_only=True, eq=False)
class GiveNumber(_GiveValue):
    """Give a number to so many decimals; without decimals it is a count, and has to be exact.

    `answer` computes the right one; `wrong` pairs other numbers with the
    misconception behind each.
    """

    answer: Callable[[], float]
    decimals: int
    wrong: tuple[tuple[float, str], ...] = ()

    def _judge(self, answer):
        given = _as_number(answer)
        if given is None:
            return self.result(ERROR, "Give one number, such as `0.25`.")
        right = float(self.answer())
        if self._near(given, right):
            return self.result(CORRECT, f"{number(given)} it is.", self.because)
        reasons = [why for wrong, why in self.wrong if self._near(given, float(wrong))]
        if reasons:
            both = "Each of these leads to that number:" if len(reasons) > 1 else ""
            return self.result(WRONG, both, *reasons)
        if any(given == round(right, fewer) for fewer in range(1, self.decimals)):
            words = f"Right as far as it goes. Give it to {self.decimals} decimals."
        elif abs(given - right) <= 10 * self._half:
            words = f"Close, but not right to {self.decimals} decimals. Round once, at the end."
        elif self._near(-given, right):
            words = "The size is right, the sign is not."
        else:
            words = f"{number(given)} is too {'large' if given > right else 'small'}."
        return self.result(WRONG, words)

    @property
    def _half(self):
        return 0.5 * 10.0**-self.decimals if self.decimals else 0.0

    def _near(self, a, b):
        return abs(a - b) <= self._half * (1 + 1e-9)


@dataclass(frozen=True, kw_only=True, eq=False)
class PickStatement(_GiveValue):
    """Pick one of several statements, by its letter.

    `choices` maps letters to statements, `why` each letter to what there is to
    say about it; `answer` is the letter of the true one.
    """

    choices: Mapping[str, str]
    answer: str
    why: Mapping[str, str]
    solution: str = ""

    def __post_init__(self):
        super().__post_init__()
        if set(self.choices) != set(self.why) or self.answer not in self.choices:
            raise ValueError(f"{self.key}: every choice needs its why, and one is the answer")
        object.__setattr__(self, "solution", f'"{self.answer}"')

    def _judge(self, answer):
        letter = str(answer).strip().strip("().").upper()
        if letter not in self.choices:
            letters = listed((f'`"{c}"`' for c in self.choices), last="or")
            return self.result(ERROR, f"Give one letter: {letters}.")
        status = CORRECT if letter == self.answer else WRONG
        return self.result(status, f"{letter}: {self.choices[letter]}", self.why[letter])


@dataclass(frozen=True, kw_only=True, eq=False)
class FindInput(_GiveValue):
    """Find an input with a property.

    `fails` says in words what a given input lacks, or returns an empty string.
    An exception that it raises is shown as the reason.
    """

    fails: Callable[[object], str]

    def _judge(self, answer):
        try:
            words = self.fails(answer)
        except Exception as error:
            return self.result(ERROR, f"That input does not fit: {error}.")
        if words:
            return self.result(WRONG, words)
        return self.result(CORRECT, self.because)


def _as_number(answer):
    """Return one real number as a float, or None."""
    try:
        given = float(answer)
    except (TypeError, ValueError):
        return None
    return None if isinstance(answer, str) or given != given else given
