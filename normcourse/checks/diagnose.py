"""From what a learner's function did to what to say about it.

Each branch looks at the trial and answers with a result or with None; the
first result counts. A bug is named only if it explains every output.
"""

import contextlib
import dis
import inspect

import numpy as np

from normcourse.checks import naming, patterns
from normcourse.checks.calling import parameters
from normcourse.checks.causes import line_of, message_of, usual_cause
from normcourse.checks.result import CORRECT, ERROR, NOT_ATTEMPTED, WRONG
from normcourse.checks.trial import Trial
from normcourse.checks.wording import listed, value

__all__ = ["AFTER", "BEFORE", "diagnose"]


def diagnose(title, subject, function):
    """Return the result for a learner's function; only an interrupt gets through."""
    trial = Trial(title, subject, function)
    early = next((r for branch in BEFORE if (r := branch(trial))), None)
    if early:
        return early
    trial = trial.run()
    return next(r for branch in AFTER if (r := branch(trial)))


def not_a_function(trial):
    """Handle a value in place of the function, often its output."""
    if not callable(trial.function):
        kind = type(trial.function).__name__
        return trial.result(
            ERROR,
            f"The check was given an object of type `{kind}` and needs a function. Give the "
            "function's name alone, without parentheses and arguments behind it.",
        )


def wrong_arguments(trial):
    """Handle a function that cannot be called as the exercise says."""
    wanted = trial.subject.arguments
    required = trial.subject.required
    try:
        found = inspect.signature(trial.function)
    except (TypeError, ValueError):  # some compiled functions do not tell
        return None
    try:
        found.bind(*required)
        found.bind(*required, **{name: None for name in wanted if name not in required})
    except TypeError:
        shown = [n if n in required else f"{n}={value(p.default)}" for n, p in wanted.items()]
        return trial.result(
            ERROR,
            f"The function has to take the arguments `({', '.join(shown)})`; yours takes "
            f"`({', '.join(parameters(trial.function)[0])})`.",
        )


def left_open(trial):
    """Handle a function whose body is still the placeholder."""
    if not all(s.output is None or s.output is Ellipsis for s in trial.seen):
        return None
    errors = [s.error for s in trial.seen if s.error is not None]
    if not all(isinstance(e, NotImplementedError) or "ellipsis" in str(e) for e in errors):
        return None
    words = "Replace the `...` in the cell, then run it again."
    if not errors and _computes(trial.function) and trial.seen[0].output is None:
        words = (
            "Your function gave None for every input. If you have written it already, its "
            "`return` is missing."
        )
    return trial.result(NOT_ATTEMPTED, words)


def raised(trial):
    """Handle the learner's own exception."""
    seen = [s for s in trial.seen if s.error is not None]
    if not seen:
        return None
    first = seen[0]
    rows = [("exception", message_of(first.error))]
    if line := line_of(first.error, trial.function):
        rows.append((f"line {line[0]}", line[1]))
    rows.append(("input", first.case.text()))
    return trial.result(
        ERROR,
        f"Your function raised an exception on {len(seen)} of {len(trial.seen)} inputs; the "
        "smallest of them is shown.",
        usual_cause(first.error),
        trial.change_note,
        rows=rows,
    )


def not_numbers(trial):
    """Handle outputs that are not arrays of real numbers."""
    for s in trial.seen:
        if s.array is None:
            return trial.wrong(s, _no_array(s.output))


def only_changes_input(trial):
    """Handle right values from a function that spoils its input."""
    if not trial.failing and trial.change_note:
        seen = next(s for s in trial.seen if s.changed)
        rows = [("input", seen.case.text())]
        return trial.result(WRONG, "All values are right, but:", trial.change_note, rows=rows)


def all_right(trial):
    """Handle the right answer."""
    if not trial.failing:
        traits = {t for s in trial.seen for t in s.case.traits(trial.subject.required)}
        return trial.result(
            CORRECT,
            f"It agrees with the course's own function on all {len(trial.seen)} inputs that were "
            f"tried. Among them: {listed(sorted(traits))}.",
        )


def _computes(function):
    code = getattr(function, "__code__", None)
    names = () if code is None else (i.opname for i in dis.get_instructions(code))
    return any(name.startswith(("BINARY", "CALL")) for name in names)


def _no_array(output):
    if output is None:
        return "Your function gave None for this input: one way through it has no `return`."
    kind = f"an object of type `{type(output).__name__}`"
    with contextlib.suppress(Exception):
        if np.asarray(output).dtype.kind == "c":
            kind = "complex numbers"
    return f"Your function gave {kind} where real numbers are needed, as an array or a list."


BEFORE = (not_a_function, wrong_arguments)
AFTER = (
    left_open,
    raised,
    not_numbers,
    only_changes_input,
    all_right,
    naming.known_bugs,
    naming.two_at_once,
    naming.two_in_turn,
    *patterns.PATTERNS,
)
