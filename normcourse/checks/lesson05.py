"""The exercises of lesson 05, epsilon and precision."""

import numpy as np

from normcourse.checks.exercises import (
    FindInput,
    GiveNumber,
    PickStatement,
    RepairFunction,
    WriteFunction,
)
from normcourse.checks.precision_subjects import HALF_NORM, LLAMA_ORDER
from normcourse.checks.result import CORRECT, WRONG
from normcourse.checks.variance_subject import VARIANCE
from normcourse.checks.wording import number, value

__all__ = ["EXERCISES"]


def my_half_norm(x, eps=1e-6):
    wide = x.astype(np.float32)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    return (wide / np.sqrt(mean_square + eps)).astype(np.float16)


def my_variance(x):
    centered = x - np.mean(x, axis=-1, keepdims=True)
    return np.mean(centered**2, axis=-1)


def broken_variance(x):
    mean = np.mean(x, axis=-1)
    return np.mean(x**2, axis=-1) - mean**2


def my_llama_norm(x, gain, eps=1e-6):
    wide = x.astype(np.float32)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    normalized = wide / np.sqrt(mean_square + eps)
    return normalized.astype(np.float16) * gain


class WriteFloat16Function(WriteFunction):
    """Write a function that gives float16 back, which the values alone do not show."""

    def _judge(self, answer):
        result = super()._judge(answer)
        if result.status == CORRECT:
            kind = np.asarray(answer(np.float16([3, 4]))).dtype
            if kind != np.float16:
                words = f"All values are right, but they come out as {kind}, not as float16."
                return self.result(WRONG, words)
        return result


def not_lost(row):
    """Say why float16 does not lose a row of small entries, or nothing if it does."""
    x = np.asarray(row, dtype=float)
    if x.ndim != 1 or x.size == 0 or not np.all(np.isfinite(x)):
        return "Give one row of finite numbers, such as `[1.0, 2.0]`."
    if np.max(np.abs(x)) > 255:
        return (
            f"The entry {number(x[np.argmax(np.abs(x))])} is larger than 255. The squares have to "
            "fit: look for a row that is lost although they do."
        )
    half = x.astype(np.float16)
    with np.errstate(over="ignore"):
        total = np.sum(half * half, dtype=np.float16)
    if np.isinf(total):
        return ""
    return (
        f"On {value(x)} the squares add up to {number(np.sum(x * x))}, and float16 can hold that: "
        "its largest number is 65504."
    )


EXERCISES = (
    GiveNumber(
        key="point_eight",
        title="Where the output has RMS 0.8",
        minutes=4,
        difficulty=1,
        hints=(
            "The output RMS depends on t = RMS/√ε alone: it is t/√(1 + t²).",
            "Square: t²/(1 + t²) = 0.64. What is t²?",
            "t is 4/3, as in a triangle with sides 3, 4 and 5. And √ε is 0.003.",
        ),
        # RMS² = 0.64 (RMS² + ε)
        answer=lambda: np.sqrt(9e-6 * 0.64 / (1 - 0.64)),
        decimals=4,
        wrong=(
            (0.0024, "That is 0.8 · √ε. The output RMS is not RMS/√ε: RMS is under the root, too."),
            (0.006, "That comes from RMS²/(RMS² + ε) = 0.8. The left side has to be its root."),
            (4 / 3, "That is RMS/√ε. Multiply by √ε."),
            (0.0023, "That is the other way round: RMS/√ε is 4/3, not 3/4."),
            (
                0.0,
                "That is 4/3 · ε, or smaller. RMS is to be compared with √ε = 0.003, not with ε.",
            ),
            (0.0017, "That is √(ε/3), where the output has RMS 0.5."),
            (0.003, "That is √ε, where the output has RMS 0.7071."),
        ),
        solution="4 / 3 * np.sqrt(9e-6)",
        because="RMS = 4/3 · √ε = 4/3 · 0.003: the sides 3, 4, 5 once more.",
    ),
    PickStatement(
        key="smaller_weights",
        title="Weights divided by 10",
        minutes=2,
        difficulty=1,
        hints=(
            "What happens to the mean square when every entry is divided by 10?",
            "ε is added to the mean square, so it has to change as that does.",
        ),
        choices={
            "A": "the same ε",
            "B": "ε/10",
            "C": "ε/100",
            "D": "no ε does, except 0",
        },
        answer="C",
        why={
            "A": "That would be so if the norm were exactly scale-invariant. It is so at ε = 0.",
            "B": "ε is added to squares. With ε/10 the denominator is not a tenth of what it was.",
            "C": "The mean square is a hundredth of what it was, and so is ε: the root is a tenth, "
            "as the numerator is.",
            "D": "A smaller input needs a smaller ε, not none.",
        },
    ),
    WriteFloat16Function(
        key="half_norm",
        title="Write RMSNorm for float16 rows",
        minutes=6,
        difficulty=2,
        hints=(
            "Which steps can leave the range of float16? Squaring is one.",
            "`x.astype(np.float32)` first. Then everything as usual, ε included.",
            "Only the result goes back, with `.astype(np.float16)`.",
        ),
        subject=HALF_NORM,
        solution=my_half_norm,
    ),
    FindInput(
        key="lost_row",
        title="Find a row that float16 loses",
        minutes=3,
        difficulty=1,
        hints=(
            "All squares fit. What is done with them next?",
            "The largest float16 is 65,504, and 255² is 65,025.",
            "Two entries of 200 have the squares 40,000 and 40,000.",
        ),
        fails=not_lost,
        solution="[200.0, 200.0]",
        because="Every square fits, and their sum does not: it is infinite, and x/∞ is 0.",
    ),
    RepairFunction(
        key="variance",
        title="Repair a variance",
        minutes=5,
        difficulty=2,
        hints=(
            "Try it on float32 rows such as 40000, 40001, 40002, 40003.",
            "Two large numbers are subtracted that agree in nearly all their digits. Could the "
            "subtraction come first, while the numbers are still small?",
            "Subtract the mean of each row (`keepdims=True`), then square, then take the mean.",
        ),
        subject=VARIANCE,
        solution=my_variance,
        broken=broken_variance,
    ),
    WriteFunction(
        key="llama_order",
        title="Write Llama's order of casts",
        minutes=6,
        difficulty=3,
        hints=(
            "x and the gain are float16 arrays. Which steps are done in float32, and where is the "
            "cast?",
            "Normalize in float32, cast the result to float16, and only then multiply.",
            "With float16 on both sides, `*` gives float16: NumPy rounds the product for you.",
        ),
        subject=LLAMA_ORDER,
        solution=my_llama_norm,
    ),
)
