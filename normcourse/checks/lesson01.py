"""The exercises of lesson 01, LayerNorm and RMSNorm."""

import numpy as np

from normcourse.checks.exercises import (
    FindInput,
    GiveNumber,
    PickStatement,
    RepairFunction,
    WriteFunction,
)
from normcourse.checks.subjects import LAYER_NORM, RMS_NORM
from normcourse.checks.wording import value
from normcourse.norms import layer_norm, rms_norm

__all__ = ["EXERCISES"]


def my_rms_norm(x, gain=None, eps=1e-6):
    mean_square = np.mean(x**2, axis=-1, keepdims=True)
    y = x / np.sqrt(mean_square + eps)
    return y if gain is None else gain * y


def my_layer_norm(x, gain=None, bias=None, eps=1e-6):
    centered = x - np.mean(x, axis=-1, keepdims=True)
    variance = np.mean(centered**2, axis=-1, keepdims=True)
    y = centered / np.sqrt(variance + eps)
    if gain is not None:
        y = y * gain
    return y if bias is None else y + bias


def broken_norm(x, gain=None, eps=1e-6):
    y = x / (np.sqrt(np.mean(x**2, axis=-1, keepdims=True)) + eps)
    return y if gain is None else y * gain


def not_alike(vector):
    """Say why RMSNorm and LayerNorm differ on a vector, or nothing if they agree."""
    x = np.asarray(vector, dtype=float)
    if x.ndim != 1 or x.size < 2:
        return "Give one vector of at least two numbers, such as `[1.0, 2.0]`."
    if np.ptp(x) == 0:
        return (
            "All entries are equal, so LayerNorm divides zero by √ε and gives zeros. Look for "
            "a vector whose entries differ."
        )
    # Without ε both are of size 1, however small the vector is.
    ours, theirs = rms_norm(x, eps=0), layer_norm(x, eps=0)
    if np.allclose(ours, theirs, rtol=0, atol=1e-9):
        return ""
    return (
        f"On {value(x)} RMSNorm gives {value(ours)} and LayerNorm {value(theirs)}. LayerNorm "
        f"subtracts the mean, which is {value(x.mean())} here."
    )


EXERCISES = (
    WriteFunction(
        key="rms_norm",
        title="Write RMSNorm for the last axis",
        minutes=8,
        difficulty=1,
        hints=(
            "Take it in three steps: the square of each entry, the mean of the squares of each "
            "row, the root of that mean plus ε.",
            "A mean over `axis=-1` loses that axis; with `keepdims=True` it keeps it, and the "
            "division lines up for a batch of rows as for a single one.",
            "`gain` is None unless it is given: multiply by it only then, after the division.",
        ),
        subject=RMS_NORM,
        solution=my_rms_norm,
    ),
    WriteFunction(
        key="layer_norm",
        title="Write LayerNorm for the last axis",
        minutes=8,
        difficulty=1,
        hints=(
            "Subtract the mean of each row first. What is left has the variance that you need.",
            "The variance divides by d, not by d − 1: np.var does so, unless told otherwise.",
            "Divide by √(variance + ε), multiply by the gain, add the bias: in this order.",
        ),
        subject=LAYER_NORM,
        solution=my_layer_norm,
    ),
    GiveNumber(
        key="six_eight",
        title="RMSNorm of (6, 8), first coordinate",
        minutes=3,
        difficulty=1,
        hints=(
            "You have seen (3, 4). What is (6, 8) to it?",
            "At ε = 0 a positive factor cancels.",
            "It is the number that (3, 4) gives: 3 divided by √12.5.",
        ),
        answer=lambda: rms_norm([6.0, 8.0], eps=0)[0],
        decimals=4,
        wrong=(
            (0.6, "That is 6/‖x‖, the unit norm. RMSNorm divides by ‖x‖/√d, which is smaller."),
            (1.1314, "That is the second coordinate, where the 8 stands."),
            (1.6971, "That is twice the answer for (3, 4). The factor 2 cancels."),
            (0.12, "That is 6/50: the mean square is 50, but its root is missing."),
            (0.4243, "That is 6/(10·√2). The RMS is ‖x‖ divided by √d, not times √d."),
            (0.8571, "That is 6/7: it divides by the mean of the entries, not by the RMS."),
            (-1.0, "That is LayerNorm: it subtracts the mean 7 and divides by σ = 1."),
        ),
        solution="6 / np.sqrt((6**2 + 8**2) / 2)",
        because="(6, 8) is 2·(3, 4), and the factor 2 cancels: the same output as for (3, 4).",
    ),
    PickStatement(
        key="negative",
        title="RMSNorm(−2x) at ε = 0",
        minutes=2,
        difficulty=1,
        hints=(
            "Write −2x over its own RMS. Which part of the factor survives the squaring?",
            "RMS(−2x) = 2 RMS(x): the sign is gone, the size is not.",
        ),
        choices={
            "A": "RMSNorm(x), since a factor cancels",
            "B": "−RMSNorm(x)",
            "C": "−2 RMSNorm(x)",
            "D": "undefined, since a root needs a positive number",
        },
        answer="B",
        why={
            "A": "Only the size of the factor cancels. The RMS is not negative, so the sign stays.",
            "B": "The RMS of −2x is 2 RMS(x). The 2 cancels, the sign does not.",
            "C": "That forgets that the denominator doubles, too.",
            "D": "The root is taken of a mean of squares, which is positive.",
        },
    ),
    FindInput(
        key="alike",
        title="Find a vector on which RMSNorm and LayerNorm agree",
        minutes=4,
        difficulty=1,
        hints=(
            "Write both formulas below each other. What does LayerNorm do that RMSNorm does not?",
            "For which vectors does that change nothing?",
            "The mean has to be zero, and the vector must not be zero itself.",
        ),
        fails=not_alike,
        solution="[3.0, -1.0, -2.0]",
        because="Its mean is zero, so there is nothing to subtract and σ equals the RMS.",
    ),
    RepairFunction(
        key="repair",
        title="Repair an RMSNorm",
        minutes=5,
        difficulty=2,
        hints=(
            "Try a row whose entries are all 0.001.",
            "Compare the denominator with the formula: what stands under the root?",
            "ε belongs to the mean square, before the root is taken.",
        ),
        subject=RMS_NORM,
        solution=my_rms_norm,
        broken=broken_norm,
    ),
)
