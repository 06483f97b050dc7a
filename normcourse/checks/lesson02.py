"""The exercises of lesson 02, the Pythagorean identity."""

import numpy as np

from normcourse import geometry, norms
from normcourse.checks.bugs import recovered as recovered_bugs
from normcourse.checks.bugs import triangle
from normcourse.checks.cases import Case
from normcourse.checks.exercises import (
    FindInput,
    GiveNumber,
    PickStatement,
    RepairFunction,
    WriteFunction,
)
from normcourse.checks.subject import Subject
from normcourse.checks.wording import number, value

__all__ = ["EXERCISES"]


def my_angle(x):
    mu = np.mean(x, axis=-1)
    sigma = np.std(x, axis=-1)
    return np.arctan2(mu, sigma)


def my_recovered(y):
    centered = y - np.mean(y, axis=-1, keepdims=True)
    return centered / np.sqrt(np.mean(centered**2, axis=-1, keepdims=True))


def hypotenuse(x):
    mu = np.mean(x, axis=-1)
    sigma = np.std(x, axis=-1)
    return np.sqrt(sigma**2 + mu**2)


def broken_hypotenuse(x):
    mu = np.mean(x)
    sigma = np.std(x, axis=-1, ddof=1)
    return np.sqrt(sigma**2 + mu**2)


def _vectors():
    """Return inputs with means of both signs and of zero, constants, batches and other dtypes."""
    batch = np.random.default_rng(11).normal(0, 2, (2, 2, 3)).round(1)
    return (
        Case({"x": [-2.5]}),
        Case({"x": [3.0, 3.0]}),
        Case({"x": [3.0, -1.0, -2.0]}),
        Case({"x": [2.0, -1.0, 0.5, 1.5]}),
        Case({"x": [1.0, 2.0, 3.0, 5.0]}, dtype="int64"),
        Case({"x": [-11.0, -12.0, -13.0, -15.0]}),
        Case({"x": [1e-8, 2e-8, -6e-8]}),
        Case({"x": batch[0].tolist()}, dtype="float32", rtol=1e-4),
        Case({"x": (1e3 * batch).tolist()}, strided=True),
    )


def _normed():
    """Return RMSNorm of the inputs that have a LayerNorm."""
    return tuple(
        Case(
            {"y": norms.rms_norm(case.exact()["x"], eps=0).tolist()},
            dtype="float32" if case.dtype == "float32" else "float64",
            rtol=case.rtol,
            strided=case.strided,
        )
        for case in _vectors()
        if np.all(geometry.std(case.exact()["x"]) > 0)
    )


def recovered(y):
    """Return LayerNorm(x) from y = RMSNorm(x)."""
    return norms.layer_norm(y, eps=0)


def not_minus_60_degrees(vector):
    """Say how a vector misses φ = −60°, or nothing if it does not."""
    x = np.asarray(vector, dtype=float)
    if x.ndim != 1 or x.size < 4 or not np.all(np.isfinite(x)):
        return "Give one vector of at least four finite numbers."
    if np.unique(x).size < x.size:
        return f"No two entries may be equal, and there are equal ones in {value(x)}."
    mu, sigma = float(geometry.mean(x)), float(geometry.std(x))
    phi = float(np.degrees(geometry.angle_to_ones(x)))
    if abs(phi + 60) <= 0.5:
        return ""
    here = f"On {value(x)} the legs are μ = {number(mu)} and σ = {number(sigma)}: φ = {phi:.1f}°. "
    if abs(phi - 60) <= 0.5:
        return here + "The size is right. For a negative φ the mean has to be negative."
    if abs(phi + 30) <= 0.5:
        return here + "The legs are swapped: |μ| has to be the longer one."
    if phi >= 0:
        return here + "For a negative φ the mean has to be negative."
    return here + f"|μ| is too {'small' if phi > -60 else 'large'} beside σ."


EXERCISES = (
    GiveNumber(
        key="sides",
        title="The third side",
        minutes=2,
        difficulty=1,
        hints=(
            "Draw the triangle. Which side is the RMS?",
            "The squares of the two legs add up to the square of the hypotenuse.",
            "3² + 4² = 9 + 16. The sign of μ does not matter.",
        ),
        # Two numbers of mean −4 and deviation 3.
        answer=lambda: norms.rms([-1.0, -7.0]),
        decimals=2,
        wrong=(
            (7.0, "That is σ + |μ|. The squares add up, not the lengths."),
            (-1.0, "That is σ + μ. The squares add up, not the lengths, and no RMS is negative."),
            (1.0, "That is |σ + μ|. The squares add up, not the lengths."),
            (25.0, "That is RMS²: the root is missing."),
            (-5.0, "A root of a mean of squares is not negative."),
            (3.54, "That is √12.5: it takes the mean of the two squares, not their sum."),
            (2.65, "That is √7, the root of the difference of the squares. They add up."),
        ),
        solution="np.sqrt(3**2 + (-4) ** 2)",
        because="3² + (−4)² = 25 = 5².",
    ),
    WriteFunction(
        key="angle",
        title="Write the angle φ",
        minutes=5,
        difficulty=1,
        hints=(
            "tan φ is the quotient of two legs. Which one stands above?",
            "μ and σ of each row are `np.mean(x, axis=-1)` and `np.std(x, axis=-1)`.",
            "`np.arctan2(a, b)` is the angle whose tangent is a/b. It keeps the sign of a, and "
            "b = 0 does it no harm.",
        ),
        subject=Subject("φ", geometry.angle_to_ones, _vectors(), triangle.ANGLE),
        solution=my_angle,
    ),
    WriteFunction(
        key="recovered",
        title="LayerNorm from RMSNorm",
        minutes=5,
        difficulty=2,
        hints=(
            "RMSNorm(x) = cos φ · LayerNorm(x) + sin φ · 1. Which part has to go?",
            "The mean of y is sin φ. What is the RMS of y − sin φ · 1?",
            "Subtract the mean of each row of y, then divide by the σ of that row.",
        ),
        subject=Subject("LayerNorm from RMSNorm", recovered, _normed(), recovered_bugs.BUGS),
        solution=my_recovered,
    ),
    FindInput(
        key="minus_60",
        title="A vector with φ = −60°",
        minutes=5,
        difficulty=2,
        hints=(
            "Which quotient of μ and σ has the angle −60°?",
            "Take any vector of mean zero, such as [−3, −1, 1, 3], and compute its σ. Shifting it "
            "changes the leg μ and nothing else.",
            "Shift it by −√3 · σ: `np.tan(np.radians(-60))` is −√3.",
        ),
        fails=not_minus_60_degrees,
        solution="np.array([-3, -1, 1, 3]) - np.sqrt(3) * np.std([-3, -1, 1, 3])",
        because="tan(−60°) = −√3, so the mean has to be −√3 · σ. RMSNorm's output has mean sin φ.",
    ),
    PickStatement(
        key="order",
        title="RMSNorm after LayerNorm",
        minutes=2,
        difficulty=1,
        hints=(
            "What are the mean and the σ of LayerNorm's output?",
            "So what is its RMS, and what does RMSNorm divide by?",
        ),
        choices={
            "A": "RMSNorm(x)",
            "B": "LayerNorm(x)",
            "C": "cos φ · LayerNorm(x)",
            "D": "x",
        },
        answer="B",
        why={
            "A": "RMSNorm(x) has mean sin φ. LayerNorm has taken the mean out, and no later "
            "division brings it back.",
            "B": "LayerNorm(x) has mean 0 and σ = 1, so its RMS is 1. RMSNorm divides by 1.",
            "C": "The factor cos φ comes from dividing by the RMS of x. RMSNorm divides by the RMS "
            "of what it is given, and that is 1 here.",
            "D": "Neither norm can be undone: μ and σ are gone.",
        },
    ),
    RepairFunction(
        key="repair",
        title="Repair the hypotenuse",
        minutes=5,
        difficulty=2,
        hints=(
            "Compare it with `norms.rms` on [1, 7], and on two rows at once. It has two faults.",
            "On one row: which σ stands in the identity, the one that divides by d or by d − 1?",
            "On two rows: how many means are there? `axis=-1` is missing somewhere.",
        ),
        subject=Subject("the hypotenuse", norms.rms, _vectors(), triangle.HYPOTENUSE),
        solution=hypotenuse,
        broken=broken_hypotenuse,
    ),
)
