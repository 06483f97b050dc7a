"""What a check knows of a function: the right one, the inputs, and the bugs."""

from collections.abc import Callable
from dataclasses import dataclass

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.calling import call, parameters
from normcourse.checks.cases import Case

__all__ = ["Subject"]


@dataclass(frozen=True, eq=False)
class Subject:
    """A function to be written.

    `function` is the right one, whose arguments a learner's function must take
    under the same names (those without default may be renamed). `cases` are the
    inputs on which it is tried besides the witnesses of the `bugs`.
    """

    name: str
    function: Callable
    cases: tuple[Case, ...]
    bugs: tuple[Bug, ...] = ()

    @property
    def required(self):
        """Return the names of the arguments that have no default."""
        return parameters(self.function)[1]

    def right(self, case):
        """Return the right answer, computed in float64."""
        return call(self.function, case.exact(), self.required)

    def answer_of(self, bug, case):
        """Return what a bug gives on the very input that the learner's function gets."""
        return call(bug.function, case.make(), self.required)

    def all_cases(self):
        """Return the witnesses of the bugs, each once, and the other cases, small ones first."""
        cases = {case.text(): case for case in (*(b.witness for b in self.bugs), *self.cases)}
        return sorted(cases.values(), key=lambda case: case.size)
