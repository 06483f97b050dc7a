"""The exercises of lesson 04, attention scaling."""

import numpy as np

from normcourse.attention import projection_variance
from normcourse.checks.exercises import (
    FindInput,
    GiveNumber,
    PickStatement,
    RepairFunction,
    WriteFunction,
)
from normcourse.checks.head_scores import HEAD_SCORES
from normcourse.checks.unit_weights import UNIT_WEIGHTS
from normcourse.checks.wording import number, value

__all__ = ["EXERCISES"]


def my_weights(q, k):
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    k = k / np.linalg.norm(k, axis=-1, keepdims=True)
    scores = np.sqrt(q.shape[-1]) * (q @ k.T)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def my_head_scores(q, k, heads):
    q = q.reshape(len(q), heads, -1).swapaxes(0, 1)
    k = k.reshape(len(k), heads, -1).swapaxes(0, 1)
    d = q.shape[-1]
    return q @ k.swapaxes(1, 2) / np.sqrt(d)


def broken_head_scores(q, k, heads):
    d = q.shape[-1]
    q = q.reshape(len(q), heads, -1).swapaxes(0, 1)
    k = k.reshape(len(k), heads, -1).swapaxes(0, 1)
    return q @ k.swapaxes(1, 2) / np.sqrt(d)


def grouped_variance():
    """Return the score variance of 4096 → 4096 queries and 4096 → 1024 keys with Xavier."""
    return projection_variance(4096, 4096) * projection_variance(4096, 1024)


def off_balance(gains):
    """Say why four gains do not leave the score variance at 1, or nothing if they do."""
    g = np.asarray(gains, dtype=float)
    if g.shape != (4,) or not np.isfinite(g).all():
        return "Give four finite numbers, such as `[1, 2, 3, 4]`."
    if np.ptp(np.abs(g)) < 1e-6:
        return f"All four gains have the size {value(abs(g[0]))}. Make at least one differ."
    variance = np.mean(g**2)
    if abs(variance - 1) < 2e-3:
        return ""
    words = f"The score variance is the mean of the squared gains, here {number(variance)}."
    if np.isclose(abs(g.mean()), 1):
        return f"{words} You kept the mean of the gains at 1, and not that of their squares."
    if np.isclose(np.mean(np.abs(g)), 1):
        return f"{words} You kept the mean size of the gains at 1, and not that of their squares."
    if np.isclose(np.sum(g**2), 1):
        return f"{words} You made the sum of the squares 1. It is their mean that counts."
    if np.isclose(abs(np.prod(g)), 1):
        return f"{words} You made the product of the gains 1, which does not enter."
    return f"{words} It has to be 1."


EXERCISES = (
    WriteFunction(
        key="weights",
        title="Attention weights with UnitNorm",
        minutes=8,
        difficulty=2,
        hints=(
            "What length has each row of `q` to have, and over which axis is it computed?",
            "Unit vectors give a cosine, and RMSNorm with 1/√d gives √d times the cosine.",
            "The scores are `np.sqrt(q.shape[-1]) * (q @ k.T)` with both normalized. Softmax runs "
            "over the keys, the last axis.",
        ),
        subject=UNIT_WEIGHTS,
        solution=my_weights,
    ),
    GiveNumber(
        key="grouped",
        title="Score variance with fewer key heads",
        minutes=4,
        difficulty=2,
        hints=(
            "What is the variance of the entries of q? And of those of k?",
            "After RMSNorm an entry has the variance Var(W) · d_in; Var(W) is 2/(d_in + d_out).",
            "The score's variance is the product of the two: 128 terms, divided by 128.",
        ),
        answer=grouped_variance,
        decimals=1,
        wrong=(
            (2.56, "That is 1.6²: both q and k from 4096 → 1024. The query matrix is square."),
            (1.0, "That is right for the queries alone. The key matrix is not square."),
            (
                3.76,
                "That is 1.94²: each head of its own, 4096 → 128. Here the initializer sees "
                "4096 → 4096 and 4096 → 1024.",
            ),
            (
                1.94,
                "That is the variance for 4096 → 128. The initializer sees the whole key "
                "matrix, 4096 → 1024.",
            ),
            (1.26, "That is √1.6, the standard deviation of the score."),
            (4.0, "That is 4096/1024. Xavier divides by the sum of the widths."),
            (0.4, "That is 2·1024/(4096 + 1024). Each output sums over d_in = 4096 terms."),
        ),
        solution="1.0 * 2 * 4096 / (4096 + 1024)",
        because="1 for the queries times 2·4096/5120 for the keys.",
    ),
    PickStatement(
        key="always",
        title="What holds for any directions",
        minutes=3,
        difficulty=1,
        hints=(
            "Three of the four are averages. Averages over what?",
            "Which of them follows from the lengths alone?",
        ),
        choices={
            "A": "The scores have variance 1.",
            "B": "No score is larger than √d.",
            "C": "The mean of the scores is 0.",
            "D": "The scores are nearly normal if d is large.",
        },
        answer="B",
        why={
            "A": "That is an average over random directions. If all keys point along the query, "
            "every score is √d and their variance is 0.",
            "B": "It follows from the lengths alone: q·k is at most ‖q‖‖k‖ = d.",
            "C": "That needs directions of which each is as likely as its opposite. Directions "
            "that all vectors share move the mean.",
            "D": "Normal scores, too, come from random directions.",
        },
    ),
    FindInput(
        key="gains",
        title="Gains that keep the variance",
        minutes=4,
        difficulty=2,
        hints=(
            "The score's variance is the mean of (γγ′)². What is γ′ here?",
            "So the mean of the squared gains has to be 1: their sum is 4.",
            "One gain may take it all: 2² = 4.",
        ),
        fails=off_balance,
        solution="[2.0, 0.0, 0.0, 0.0]",
        because="The mean of the squared gains is 1.",
    ),
    GiveNumber(
        key="temperature",
        title="The gain for temperature one half",
        minutes=3,
        difficulty=1,
        hints=(
            "At which factor in front of the score is the temperature one half?",
            "The factor is 2, and it is γ · γ′ with both the same.",
        ),
        answer=lambda: np.sqrt(2),
        decimals=3,
        wrong=(
            (2.0, "With gain 2 on both sides the score is 4 times as large: temperature 1/4."),
            (0.5, "With gain 1/2 on both sides the score is a quarter: temperature 4."),
            (0.7071, "That gives temperature 2. A low temperature needs a large score."),
            (4.0, "That gives a factor 16, and temperature 1/16."),
            (1.1892, "That is √√2. The gain comes in twice, not four times."),
        ),
        solution="np.sqrt(2)",
        because="√2 · √2 = 2, and the temperature is 1/2.",
    ),
    RepairFunction(
        key="heads",
        title="Repair the scores of many heads",
        minutes=5,
        difficulty=1,
        hints=(
            "With one head it is right. Compare it with two.",
            "How many products are summed for one score, and what is `d` in the code?",
            "Read `d` after the heads are split.",
        ),
        subject=HEAD_SCORES,
        solution=my_head_scores,
        broken=broken_head_scores,
    ),
)
