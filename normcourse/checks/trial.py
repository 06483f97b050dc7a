"""A learner's function and all that it did, with the words and rows to report it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from normcourse.checks.calling import Seen, watch
from normcourse.checks.cases import agree
from normcourse.checks.result import WRONG, Result
from normcourse.checks.subject import Subject
from normcourse.checks.wording import listed, number, value

__all__ = ["Trial"]


@dataclass(frozen=True, eq=False)
class Trial:
    """A subject, the learner's function, and what it did on each case."""

    title: str
    subject: Subject
    function: Callable
    seen: tuple[Seen, ...] = ()

    def run(self):
        """Return the same trial with every case tried, each once."""
        subject = self.subject
        seen = [
            watch(self.function, case, subject.right(case), subject.required)
            for case in subject.all_cases()
        ]
        return Trial(self.title, subject, self.function, tuple(seen))

    def result(self, status, *words, rows=(), named=()):
        """Return a result under this title."""
        return Result(status, self.title, tuple(w for w in words if w), tuple(rows), tuple(named))

    def wrong(self, seen, *words, named=()):
        """Return a result that shows one output beside the right one."""
        return self.result(WRONG, *words, self.change_note, rows=evidence(seen), named=named)

    @property
    def failing(self):
        """Return what was not right, the smallest input first."""
        return [s for s in self.seen if not is_right(s)]

    @property
    def change_note(self):
        """Say which arguments the function changed, if it changed any."""
        names = sorted({name for s in self.seen for name in s.changed})
        if not names:
            return ""
        return (
            f"Your function changes its input {listed(f'`{n}`' for n in names)}: the caller's "
            "array is another one after the call. `x /= r` and `x[...] = …` write into the "
            "array that was given; `y = x / r` makes a new one."
        )


def is_right(seen):
    """Return whether one output is right."""
    return agree(seen.array, seen.right, seen.case.rtol)


def evidence(seen):
    """Return the rows that show an input, the learner's output and the right one."""
    yours, right = value(seen.output), value(seen.right)
    rows = [("input", seen.case.text()), ("yours", yours), ("right", right)]
    if yours == right:
        gap = np.max(np.abs(seen.array.astype(float) - seen.right))
        rows.append(("off by", f"at most {number(gap)}"))
    return rows
