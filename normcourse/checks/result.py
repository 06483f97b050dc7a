"""What a check answers."""

from dataclasses import dataclass

from normcourse.checks.panel import Panel

__all__ = ["CORRECT", "ERROR", "NOT_ATTEMPTED", "WRONG", "Result"]

CORRECT = "correct"
WRONG = "wrong"
ERROR = "error"
NOT_ATTEMPTED = "not attempted"

_HEADINGS = {
    CORRECT: ("✓ Correct", "#009E73"),
    WRONG: ("✗ Not right yet", "#D55E00"),
    ERROR: ("△ Error", "#CC79A7"),
    NOT_ATTEMPTED: ("○ Not attempted yet", "#888888"),
}


@dataclass(frozen=True, repr=False)
class Result:
    """The answer of a check: it displays as HTML and as text, and never raises.

    `status` is one of the four constants of this module; `words` says why;
    `evidence` is a table of an input, the learner's value and the right one;
    `named` lists the keys of the bugs that explain all that was seen.
    """

    status: str
    title: str
    words: tuple[str, ...] = ()
    evidence: tuple[tuple[str, str], ...] = ()
    named: tuple[str, ...] = ()

    @property
    def panel(self):
        """Return what is displayed."""
        heading, color = _HEADINGS[self.status]
        return Panel(heading, self.title, self.words, self.evidence, color=color)

    def __repr__(self):
        return repr(self.panel)

    def _repr_html_(self):
        return self.panel._repr_html_()
