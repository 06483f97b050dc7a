"""The exercises of lesson 06, gradients."""

import numpy as np

from normcourse.checks.exercises import (
    FindInput,
    GiveNumber,
    PickStatement,
    RepairFunction,
    WriteFunction,
)
from normcourse.checks.gradient_subjects import JACOBIAN, LAYER_BACKWARD, RMS_BACKWARD
from normcourse.checks.wording import number, value
from normcourse.gradients import rms_norm_vjp, worst_sum_gradient

__all__ = ["EXERCISES"]

MOST = 64


def my_jacobian(x, gain=None, eps=1e-6):
    r = np.sqrt(np.mean(x**2) + eps)
    y = x / r
    J = (np.eye(len(x)) - np.outer(y, y) / len(x)) / r
    return J if gain is None else gain[:, np.newaxis] * J


def my_backward(x, dy, gain=None, eps=1e-6):
    r = np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    g, y = dy if gain is None else dy * gain, x / r
    return (g - y * np.mean(g * y, axis=-1, keepdims=True)) / r


def my_layer_backward(x, dy, gain=None, eps=1e-6):
    g = dy if gain is None else dy * gain
    centered = x - np.mean(x, axis=-1, keepdims=True)
    r = np.sqrt(np.mean(centered**2, axis=-1, keepdims=True) + eps)
    z = centered / r
    dx = g - np.mean(g, axis=-1, keepdims=True)
    return (dx - z * np.mean(g * z, axis=-1, keepdims=True)) / r


def broken_backward(x, dy, gain=None, eps=1e-6):
    centered = x - np.mean(x, axis=-1, keepdims=True)
    r = np.sqrt(np.mean(centered**2, axis=-1, keepdims=True) + eps)
    z = centered / r
    dx = dy - np.mean(dy, axis=-1, keepdims=True)
    return (dx - z * np.mean(dy * z, axis=-1, keepdims=True)) / r


def not_too_large(vector):
    """Say why no component exceeds the bound by a fifth at ε = 1, or nothing if one does."""
    x = np.asarray(vector, dtype=float)
    if x.ndim != 1 or not 1 <= x.size <= MOST:
        return f"Give one vector of 1 to {MOST} numbers."
    if not np.isfinite(x).all():
        return "Every number has to be finite."
    gradient = rms_norm_vjp(x, np.ones(x.size), eps=1.0)[0]
    largest = np.abs(gradient).max()
    if largest > 1.2:
        return ""
    possible = worst_sum_gradient(x.size, eps=1.0)[0]
    if possible <= 1.2:
        return (
            f"With {x.size} numbers no vector gives more than {number(possible)}. Yours gives "
            f"{number(largest)}. Take more numbers."
        )
    spread = "all of one sign" if np.all(x >= 0) or np.all(x <= 0) else "of both signs"
    return (
        f"The largest component of the gradient is {number(largest)}. The RMS of your vector is "
        f"{number(np.sqrt(np.mean(x**2)))}, its mean {number(x.mean())}, and its entries are "
        f"{spread}. With {x.size} numbers {value(possible)} is possible."
    )


EXERCISES = (
    WriteFunction(
        key="jacobian",
        title="The Jacobian of RMSNorm",
        minutes=6,
        difficulty=1,
        hints=(
            "Compute r and y = x/r first. Then the formula is one line.",
            "`np.outer(y, y)` is y yᵀ, and `np.eye(d)` is I.",
            "The gain multiplies the rows, so it has to become a column: `gain[:, np.newaxis]`.",
        ),
        subject=JACOBIAN,
        solution=my_jacobian,
    ),
    GiveNumber(
        key="back_one",
        title="One gradient by hand",
        minutes=4,
        difficulty=1,
        hints=(
            "What is RMSNorm's gradient at (6, 8) to the one at (3, 4)?",
            "r = √50. y is the same as for (3, 4), and y₀² = 0.72.",
            "The first entry of dx is (1 − y₀²/2)/r.",
        ),
        answer=lambda: rms_norm_vjp([6.0, 8.0], [1.0, 0.0], eps=0)[0][0],
        decimals=4,
        wrong=(
            (0.181, "That is the entry at (3, 4). Twice the input has half the gradient."),
            (0.1414, "That is 1/r: r is held constant, and the term with y is missing."),
            (-0.0679, "That is the second entry of dx."),
            (0.0396, "That subtracts y₀², not y₀²/d. There is a mean in it."),
            (0.64, "That is 1 − y₀²/2, before the division by r."),
            (0.362, "That is twice the entry at (3, 4). Twice the input has half the gradient."),
            (0.064, "That divides by the length 10 of x. r is the RMS, √50."),
        ),
        solution="(1 - 6**2 / 50 / 2) / np.sqrt(50)",
        because="(1 − 0.72/2)/√50, half of what it is at (3, 4).",
    ),
    WriteFunction(
        key="backward",
        title="RMSNorm backward",
        minutes=8,
        difficulty=2,
        hints=(
            "Forward: divide by r, then multiply by the gain. Backward begins with the last step.",
            "With g = dy·γ and y = x/r, two terms are left. The second has a mean over the row.",
            "The mean is that of g·y, with `axis=-1, keepdims=True`. All is divided by r.",
        ),
        subject=RMS_BACKWARD,
        solution=my_backward,
    ),
    RepairFunction(
        key="repair",
        title="Repair LayerNorm backward",
        minutes=4,
        difficulty=2,
        hints=(
            "Without a gain it is right. Which argument is never used?",
            "Forward the gain comes last. Where does it come backward?",
            "Put g = dy·γ (or dy, if gain is None) in front, and g wherever dy stands.",
        ),
        subject=LAYER_BACKWARD,
        solution=my_layer_backward,
        broken=broken_backward,
    ),
    PickStatement(
        key="rate",
        title="Weights three times as large",
        minutes=3,
        difficulty=2,
        hints=(
            "A step is learning rate times gradient. What becomes of the gradient?",
            "The relative step is step over weights. Both parts change.",
        ),
        choices={
            "A": "1/3",
            "B": "1: the loss is the same",
            "C": "3",
            "D": "9",
        },
        answer="D",
        why={
            "A": "The gradient is a third already. With a third of the rate, steps are a ninth.",
            "B": "The loss is the same, and the gradient is not: it is a third.",
            "C": "That makes the step as long as before. But the weights are three times as large, "
            "so relative to them it is a third.",
            "D": "The gradient is a third, and the weights are three times as large. Both count: "
            "what matters is learning rate over ‖W‖².",
        },
    ),
    FindInput(
        key="exceed",
        title="Beyond the bound by a fifth",
        minutes=6,
        difficulty=3,
        hints=(
            "Component j is (1 − y_j·mean(y))/r. When is it larger than 1/r?",
            "y_j and the mean have opposite signs. One entry against all others does that; and "
            "the RMS must not be large, or 1/r is small.",
            "With 64 numbers, take one at −8 and all others at 1.",
        ),
        fails=not_too_large,
        solution="[-8.0] + [1.0] * 63",
        because="One entry against many: y₀ and the mean have opposite signs, and 1 − y₀·mean(y) "
        "grows like √d.",
    ),
)
