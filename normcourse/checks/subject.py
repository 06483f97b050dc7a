"""What a check knows of a function: the right one, the inputs, and the bugs."""

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.calling import call, parameters
from normcourse.checks.cases import Case, agree

__all__ = ["Subject"]


@dataclass(frozen=True, eq=False)
class Subject:
    """A function to be written.

    `function` is the right one. A learner's function must take its arguments, as
    far as the inputs use them, under the same names (those without default may be
    renamed). `cases` are the inputs on which it is tried besides the witnesses of
    the `bugs`.
    """

    name: str
    function: Callable
    cases: tuple[Case, ...]
    bugs: tuple[Bug, ...] = ()

    @property
    def required(self):
        """Return the names of the arguments that have no default."""
        return parameters(self.function)[1]

    @property
    def arguments(self):
        """Return the arguments that the inputs use, by name: each as in the signature."""
        used = {name for case in self.all_cases() for name in case.arguments}
        found = inspect.signature(self.function).parameters
        return {name: p for name, p in found.items() if name in used}

    def right(self, case):
        """Return the right answer, computed in float64."""
        return np.asarray(call(self.function, case.exact(), self.required))

    def answer_of(self, bug, case, **instead):
        """Return what a bug gives on the very input that the learner's function gets.

        `instead` puts other values in place of some arguments.
        """
        return call(bug.function, case.make() | instead, self.required)

    def shows(self, bug, case):
        """Return whether an input tells a bug from the right function."""
        return not agree(self.answer_of(bug, case), self.right(case), case.rtol)

    def all_cases(self):
        """Return the witnesses of the bugs, each once, and the other cases, small ones first."""
        cases = {case.text(): case for case in (*(b.witness for b in self.bugs), *self.cases)}
        return sorted(cases.values(), key=lambda case: case.size)

    def fixed(self, **values):
        """Return the same subject with some optional arguments fixed and left out.

        It keeps the inputs that have these values, and the bugs that these show.
        """
        defaults = inspect.signature(self.function).parameters
        cases = [
            case.without(*values)
            for case in self.all_cases()
            if all(
                _same(case.arguments.get(name, defaults[name].default), value)
                for name, value in values.items()
            )
        ]
        return self._restricted(cases, lambda function: _bound(function, values))

    def vectors(self):
        """Return the same subject for functions that take a single vector."""
        return self._restricted([case for case in self.all_cases() if case.is_vector])

    def _restricted(self, cases, bind=lambda function: function):
        bare = replace(self, function=bind(self.function), cases=tuple(cases), bugs=())
        bugs = []
        for bug in self.bugs:
            bound = replace(bug, function=bind(bug.function))
            witnesses = [case for case in cases if bare.shows(bound, case)]
            if witnesses:
                # Keep the witness that was chosen, where it is still there.
                same = (case for case in witnesses if case.text() == bug.witness.text())
                bugs.append(replace(bound, witness=next(same, witnesses[0])))
        return replace(bare, bugs=tuple(bugs))


def _same(a, b):
    return not isinstance(a, np.ndarray) and a == b


def _bound(function, values):
    """Return a function with some arguments fixed, and without them in its signature."""
    signature = inspect.signature(function)
    kept = [p for name, p in signature.parameters.items() if name not in values]

    @functools.wraps(function)
    def bound(*args, **kwargs):
        return function(*args, **kwargs, **values)

    bound.__signature__ = signature.replace(parameters=kept)
    return bound
