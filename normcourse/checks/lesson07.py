"""The exercises of lesson 07, what a norm costs."""

import numpy as np

from normcourse.checks.cost_subjects import BLOCKS, PARTIAL_NORM
from normcourse.checks.exercises import (
    FindInput,
    GiveNumber,
    PickStatement,
    RepairFunction,
    WriteFunction,
)
from normcourse.checks.wording import number

__all__ = ["EXERCISES"]


def my_partial_norm(x, k, eps=1e-6):
    mean_square = np.mean(x[..., :k] ** 2, axis=-1, keepdims=True)
    return x / np.sqrt(mean_square + eps)


def my_block_norm(x, size=2, eps=1e-6):
    y = np.zeros_like(x)
    for start in range(0, len(x), size):
        part = x[start : start + size]
        mean_square = np.mean(part**2, axis=-1, keepdims=True)
        y[start : start + size] = part / np.sqrt(mean_square + eps)
    return y


def broken_block_norm(x, size=2, eps=1e-6):
    y = np.zeros_like(x)
    for start in range(0, len(x) - size + 1, size):
        part = x[start : start + size]
        mean_square = np.mean(part**2, axis=-1, keepdims=True)
        y[start : start + size] = part / np.sqrt(mean_square + eps)
    return y


def not_two_thirds(pair):
    """Say why a share and a ratio do not save two thirds of the time, or nothing if they do."""
    values = np.asarray(pair, dtype=float)
    if values.shape != (2,) or not np.all(np.isfinite(values)):
        return "Give two finite numbers, the share and the ratio, such as `[0.5, 2.0]`."
    share, ratio = values
    if not 0 <= share <= 1:
        return f"The share is {number(share)}. A share of the time lies between 0 and 1."
    if not ratio > 0:
        return f"The ratio is {number(ratio)}. A norm that is faster has a ratio above 1."
    saved = share * (1 - 1 / ratio)
    if abs(saved - 2 / 3) <= 0.005:
        return ""
    if share < 2 / 3:
        return (
            f"With a share of {number(share)} no norm is fast enough: even one that costs nothing "
            f"saves {number(share)} of the time."
        )
    too = "little" if saved < 2 / 3 else "much"
    return f"That saves {number(saved)} of the time, which is too {too}."


EXERCISES = (
    GiveNumber(
        key="operations",
        title="Count LayerNorm without gain and bias",
        minutes=4,
        difficulty=1,
        hints=(
            "Go through the formula as in the lesson, with 8 entries, and leave out two steps.",
            "With gain and bias it is 7d + 2. How many operations is each of the two?",
            "Two times 8 fewer than 7 · 8 + 2.",
        ),
        answer=lambda: 5 * 8 + 2,
        decimals=0,
        wrong=(
            (58, "That is 7d + 2: the gain and the bias are still in."),
            (50, "That leaves out one of the two steps. Each takes 8 operations."),
            (26, "That is RMSNorm without its gain, 3d + 2. LayerNorm has a mean to subtract."),
            (34, "That is 4d + 2: RMSNorm with its gain."),
            (40, "Nearly: 5d for the steps on every entry, and 2 more. Which?"),
            (56, "That is 7 · 8. Without gain and bias fewer steps touch every entry."),
        ),
        solution="7 * 8 + 2 - 2 * 8",
        because="5d + 2 with d = 8: the mean takes d, and so do the subtraction, the squares, "
        "their mean and the division; ε and the root are the other 2.",
    ),
    PickStatement(
        key="cached",
        title="What a good kernel saves",
        minutes=3,
        difficulty=2,
        hints=(
            "What has to come from memory when a row stays in the cache?",
            "The row once in, the result once out. Does the number of reductions matter to that?",
        ),
        choices={
            "A": "half of it: one reduction instead of two",
            "B": "a quarter of it",
            "C": "nothing but the bias",
            "D": "3/7 of it, as with the operations",
        },
        answer="C",
        why={
            "A": "The second reduction finds the row in the cache. It costs operations, and moves "
            "nothing.",
            "B": "That is the kernel whose rows do not stay in the cache: 3 against 4.",
            "C": "Both read a row once and write it once. The bias is d numbers for all rows.",
            "D": "Operations and numbers moved are two different counts.",
        },
    ),
    GiveNumber(
        key="whole_step",
        title="From the norm to the step",
        minutes=3,
        difficulty=1,
        hints=(
            "Let the whole step take 100. How much of it do the norms take before, and after?",
            "12 becomes 12 divided by 1.75.",
            "The saving is 12 − 12/1.75.",
        ),
        answer=lambda: 100 * 0.12 * (1 - 1 / 1.75),
        decimals=1,
        wrong=(
            (6.9, "That is what the norms still take. Asked is what is saved."),
            (9.0, "That is 12 · 0.75. Being 1.75 times as fast takes 1/1.75 of the time."),
            (42.9, "That is what the norms save of their own time. They are 12 % of the step."),
            (5.4, "That is how much faster the step is. Asked is how much less time it takes."),
            (94.9, "That is what is left of the step. Asked is what is saved."),
            (12.0, "That would take a norm that costs nothing."),
        ),
        solution="100 * 0.12 * (1 - 1 / 1.75)",
        because="12 − 12/1.75: the other 88 % do not change.",
    ),
    FindInput(
        key="two_thirds",
        title="Find how a step loses two thirds of its time",
        minutes=4,
        difficulty=2,
        hints=(
            "The saving is share · (1 − 1/ratio). Which shares are too small for any ratio?",
            "Choose a share above 2/3, and solve for the ratio.",
            "With a share of 1, the ratio is 3.",
        ),
        fails=not_two_thirds,
        solution="[5 / 6, 5.0]",
        because="share · (1 − 1/ratio) is two thirds. The share alone has to be larger than that.",
    ),
    WriteFunction(
        key="partial_norm",
        title="Write pRMSNorm",
        minutes=5,
        difficulty=1,
        hints=(
            "Only one thing changes against RMSNorm: which entries are squared.",
            "`x[..., :k]` is the first k entries of each row.",
            "The mean of their squares, keepdims=True; then the whole of x is divided.",
        ),
        subject=PARTIAL_NORM,
        solution=my_partial_norm,
    ),
    RepairFunction(
        key="blocks",
        title="Repair an RMSNorm in blocks",
        minutes=4,
        difficulty=2,
        hints=(
            "Try five rows in blocks of two, and look at the last row.",
            "Print the values that `start` takes.",
            "A slice that reaches beyond the end is cut short by itself.",
        ),
        subject=BLOCKS,
        solution=my_block_norm,
        broken=broken_block_norm,
    ),
)
