"""What can be said of wrong outputs that no bug of the catalogue explains.

Each says a fact about what was seen, not a guess at its cause.
"""

import numpy as np

from normcourse.checks.cases import agree
from normcourse.checks.trial import is_right
from normcourse.checks.wording import listed, number

__all__ = ["PATTERNS"]

FLOAT16_RTOL = 2e-3


def wrong_shape(trial):
    """Handle outputs of another shape."""
    for s in trial.failing:
        have, want = s.array.shape, s.right.shape
        if have != want:
            why = "A sum or a mean over an axis removes it."
            if len(have) >= len(want):
                why = "`keepdims=True`, `[:, None]` and `np.outer` add axes or entries."
            return trial.wrong(
                s, f"The output has shape {have} and should have shape {want}. {why}"
            )


def integers(trial):
    """Handle outputs that cannot hold a fraction."""
    if all(s.array.dtype.kind in "biu" for s in trial.failing):
        return trial.wrong(
            trial.failing[0],
            "The output is an array of integers, which holds no fractions. An array made by "
            "`np.zeros_like(x)` or `np.empty_like(x)` has the dtype of `x`: ask for "
            "`dtype=float`.",
        )


def rounded(trial):
    """Handle outputs that are right to three digits only."""
    if all(agree(s.array, s.right, FLOAT16_RTOL) for s in trial.failing):
        half = all(s.array.dtype == np.float16 for s in trial.failing)
        why = "float16 holds three digits" if half else "is something rounded on the way?"
        return trial.wrong(
            trial.failing[0],
            f"Your values are near the right ones, but not equal to five digits: {why}.",
        )


def unchanged(trial):
    """Handle a function that gives back its first argument."""
    if all(agree(s.array, next(iter(s.case.exact().values())), s.case.rtol) for s in trial.seen):
        return trial.wrong(trial.failing[0], "Your function gives back its input as it is.")


def constant_factor(trial):
    """Handle values that are all off by one and the same factor."""
    pairs = [(s.array.astype(float), s.right) for s in trial.seen]
    with np.errstate(all="ignore"):
        dots = [(np.sum(a * b), np.sum(b * b)) for a, b in pairs]
        c = np.sum([n for n, _ in dots]) / np.sum([n for _, n in dots])
    if all(agree(a, c * b, 1e-5) for a, b in pairs):
        words = "has the wrong sign" if np.isclose(c, -1) else f"is {number(c)} times the right one"
        words = "is zero" if c == 0 else words
        return trial.wrong(trial.failing[0], f"Every value {words}, on every input.")


def one_trait(trial):
    """Say what all failing inputs have and no other input has."""
    required = trial.subject.required
    failing = [s.case.traits(required) for s in trial.failing]
    passing = [s.case.traits(required) for s in trial.seen if is_right(s)]
    traits = frozenset.intersection(*failing).difference(*passing)
    if traits:
        return trial.wrong(
            trial.failing[0],
            f"It is right on {len(passing)} of {len(trial.seen)} inputs. What the others have, "
            f"and none of these: {listed(sorted(traits))}.",
        )


def smallest(trial):
    """Show the smallest input that fails, when there is no more to say."""
    return trial.wrong(
        trial.failing[0],
        f"It is right on {len(trial.seen) - len(trial.failing)} of {len(trial.seen)} inputs. "
        "No mistake that the check knows explains all your values. Work the smallest failing "
        "input by hand, step by step, and compare:",
    )


PATTERNS = (wrong_shape, integers, rounded, unchanged, constant_factor, one_trait, smallest)
