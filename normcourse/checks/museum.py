"""The exhibits of lesson 10: wrong functions, each to be exposed by an input."""

import warnings
from dataclasses import dataclass

import numpy as np

from normcourse.checks.bugs import Bug
from normcourse.checks.calling import call, parameters
from normcourse.checks.cases import Case, agree
from normcourse.checks.exercises import Exercise
from normcourse.checks.result import CORRECT, ERROR, WRONG
from normcourse.checks.subject import Subject
from normcourse.checks.wording import listed, value

__all__ = ["Exhibit", "link"]

# An input exposes a bug if the outputs differ by more than a thousandth of the largest entry.
VISIBLE = 1e-3


def link(report):
    """Return the address of a report.

    >>> link("allenai/OLMo#281")
    'https://github.com/allenai/OLMo/issues/281'
    """
    repository, number = report.split("#")
    return f"https://github.com/{repository}/issues/{number}"


@dataclass(frozen=True, kw_only=True, eq=False)
class Exhibit(Exercise):
    """Give the arguments, as a dict, for which a wrong function goes wrong."""

    subject: Subject
    bug: Bug

    def _judge(self, answer):
        if not isinstance(answer, dict):
            example = f"dict({self.subject.required[0]}=[1.0, 2.0])"
            return self.result(ERROR, f"Give the arguments by name, such as `{example}`.")
        takes = parameters(self.bug.function)[0]
        if set(answer) - set(takes) or set(self.subject.required) - set(answer):
            need = listed(f"`{name}`" for name in self.subject.required)
            return self.result(
                ERROR, f"It takes {listed(f'`{n}`' for n in takes)}, and needs {need}."
            )
        case = Case(answer, rtol=VISIBLE)
        try:
            right, wrong = self.outputs(case)
        except Exception as error:
            return self.result(ERROR, f"The function cannot take that input: {error}.")
        evidence = (
            ("input", case.text()),
            ("exhibit", value(wrong)),
            ("right", value(right)),
        )
        if agree(wrong, right, VISIBLE):
            words = "On this input the exhibit is right, to a thousandth. The bug stays hidden."
            return self._shown(WRONG, evidence, words)
        where = listed(link(report) for report in self.bug.reports)
        return self._shown(CORRECT, evidence, self.bug.diagnosis, f"Reported at {where}")

    def outputs(self, case):
        """Return the right answer and the exhibit's, without warnings."""
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            right = self.subject.right(case)
            return right, np.asarray(call(self.bug.function, case.make(), self.subject.required))

    def _shown(self, status, evidence, *words):
        result = self.result(status, *words)
        return type(result)(status, self.title, result.words, evidence)

    def solution_code(self, name=None):
        """Return the smallest input that exposes the bug, as code."""
        arguments = ", ".join(f"{n}={_code(v)}" for n, v in self.bug.witness.arguments.items())
        code = f"dict({arguments})"
        return code if name is None else f"{name} = {code}\n"


def _code(v):
    return repr(v.tolist() if isinstance(v, np.ndarray) else v)
