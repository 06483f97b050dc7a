"""The exercises of lesson 01, LayerNorm and RMSNorm."""

import numpy as np

from normcourse.checks.exercises import FindInput, WriteFunction
from normcourse.checks.subjects import RMS_NORM
from normcourse.checks.wording import value
from normcourse.norms import layer_norm, rms_norm

__all__ = ["EXERCISES"]


def my_rms_norm(x, gain=None, eps=1e-6):
    mean_square = np.mean(x**2, axis=-1, keepdims=True)
    y = x / np.sqrt(mean_square + eps)
    return y if gain is None else gain * y


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
    ours, theirs = rms_norm(x), layer_norm(x)
    if np.allclose(ours, theirs, rtol=1e-6):
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
)
