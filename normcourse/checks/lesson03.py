"""The exercises of lesson 03, RoPE and the unit norm."""

import numpy as np

from normcourse.checks.exercises import FindInput, GiveNumber, RepairFunction, WriteFunction
from normcourse.checks.rotation_subjects import FROM_UNIT_NORM, TO_HALF_SPLIT
from normcourse.checks.subjects import QUERY_PATH, ROPE
from normcourse.checks.wording import value
from normcourse.norms import rms_norm
from normcourse.rotations import pair_indices, rope, rotate_pairs, rotation_matrix

__all__ = ["EXERCISES"]


def gap():
    """Return the gap of the two routes of (3, 4), gain (3, 1), a twelfth of a turn."""
    q, gain, turn = np.array([3.0, 4.0]), [3.0, 1.0], rotation_matrix(np.pi / 6)
    return np.linalg.norm(rms_norm(turn @ q, gain, eps=0) - turn @ rms_norm(q, gain, eps=0))


def score_spread(gain_q, gain_k):
    """Return the pair of scores at distance 3, norm after RoPE, that differ most."""
    q, k, m = np.array([2.0, 1.0, 1.0, -1.5]), np.array([1.0, 2.0, -1.0, 1.0]), np.arange(13)
    layout = {"theta": 16.0, "layout": "half"}
    turned_q = rms_norm(rope(np.tile(q, (13, 1)), m + 3, **layout), gain_q)
    scores = np.sum(turned_q * rms_norm(rope(np.tile(k, (13, 1)), m, **layout), gain_k), axis=-1)
    return scores.min(), scores.max()


def not_relative(gains):
    """Say why two gains do not do, or nothing if they do."""
    if (
        not hasattr(gains, "__len__")
        or len(gains) != 2
        or any(np.shape(gain) != (4,) for gain in gains)
    ):
        return "Give two gains of four numbers, such as `[1, 2, 3, 4], [1, 1, 1, 1]`."
    names, gains = ("γ_q", "γ_k"), [np.asarray(gain, dtype=float) for gain in gains]
    if not np.isfinite(gains).all() or not np.all(gains):
        return "Every gain has to be a finite number and not zero."
    pairs = list(zip(*pair_indices(4, "half"), strict=True))
    for name, gain in zip(names, gains, strict=True):
        for a, b in pairs:
            if gain[a] == gain[b]:
                return (
                    f"{name} is tied in the pair of entries {a} and {b}: both are "
                    f"{value(gain[a])}. The exercise asks for gains that are tied in no pair."
                )
    product = gains[0] * gains[1]
    if np.allclose(product[:2], product[2:], rtol=1e-9):
        return ""
    low, high = score_spread(*gains)
    hint = ""
    if np.allclose(product[::2], product[1::2]):
        hint = " It is tied within neighbors; here the pairs are half-split."
    return (
        f"At distance 3 the score of a test pair runs from {value(low)} to {value(high)}. The "
        f"product of your gains is {value(product)}.{hint}"
    )


def my_query(q, gain, positions, eps=1e-6):
    return rope(rms_norm(q, gain, eps=eps), positions)


def broken_rope(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    d = x.shape[-1]
    r = d if rotary_dim is None else rotary_dim
    frequencies = theta ** (-np.arange(0, r, 2) / d)
    return rotate_pairs(x, positions[:, None] * frequencies, layout)


def repaired_rope(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    d = x.shape[-1]
    r = d if rotary_dim is None else rotary_dim
    frequencies = theta ** (-np.arange(0, r, 2) / r)
    return rotate_pairs(x, positions[:, None] * frequencies, layout)


EXERCISES = (
    WriteFunction(
        key="from_unit_norm",
        title="RMSNorm from UnitNorm",
        minutes=5,
        difficulty=1,
        hints=(
            "Write RMSNorm as x/√(‖x‖²/d + ε). What do you have to multiply it by, above and "
            "below, for ‖x‖² to stand under the root alone?",
            "Multiply by √d. Under the root that is a factor d, for ε too.",
            "√d times `unit_norm(x, eps=d * eps)`, where d is `x.shape[-1]`.",
        ),
        subject=FROM_UNIT_NORM,
        solution=FROM_UNIT_NORM.function,
    ),
    GiveNumber(
        key="gap",
        title="The gap of two routes",
        minutes=4,
        difficulty=2,
        hints=(
            "There is a formula for the gap. Which three numbers does it need?",
            "The difference of the gains, the sine of the angle, the length of the normalized "
            "vector before the gain.",
            "Two entries after RMSNorm have the length √2. The sine of 30° is one half.",
        ),
        answer=gap,
        decimals=3,
        wrong=(
            (1.0, "That is (3 − 1)·sin 30°. The normalized vector has the length √2, not 1."),
            (2 * np.sqrt(2), "That is (3 − 1)·√2: the angle is missing. Only sin φ of it is left."),
            (np.sqrt(6), "That has the cosine. At no turn at all the gap is 0, as the sine is."),
            (5.0, "That takes the length 5 of (3, 4). The norm has made it √2."),
            (2.0, "That is the square of the gap: take the root."),
            (0.0, "The routes part: the gains 3 and 1 are not tied."),
        ),
        solution="(3 - 1) * np.sin(np.pi / 6) * np.sqrt(2)",
        because="|3 − 1|·sin 30°·√2. The direction of q has no part in it.",
    ),
    WriteFunction(
        key="port",
        title="From interleaved to half-split",
        minutes=6,
        difficulty=2,
        hints=(
            "Write the entries 0 to 5 in a row, and below them which pair each belongs to. What "
            "is the row to look like for half-split?",
            "First come the first entries of all pairs, then their partners.",
            "`x[..., 0::2]` has the first entries. Join them with the others by `np.concatenate` "
            "along the last axis.",
        ),
        subject=TO_HALF_SPLIT,
        solution=TO_HALF_SPLIT.function,
    ),
    RepairFunction(
        key="partial",
        title="Repair partial RoPE",
        minutes=4,
        difficulty=1,
        hints=(
            "Without `rotary_dim` it is right. Print the frequencies for d = 8 and r = 4.",
            "They should be 1 and 0.01, the same as for a head whose whole width is 4.",
            "The exponent divides by the number of entries that turn.",
        ),
        subject=ROPE,
        solution=repaired_rope,
        broken=broken_rope,
    ),
    WriteFunction(
        key="query",
        title="QK-norm in the right order",
        minutes=5,
        difficulty=2,
        hints=(
            "Each head of each token has its own norm: what is the last axis of q?",
            "The scores are to depend on distances only, and the gain is any gain.",
            "`rms_norm` with the gain first. `rope` last.",
        ),
        subject=QUERY_PATH,
        solution=my_query,
    ),
    FindInput(
        key="product",
        title="Two untied gains, relative scores",
        minutes=6,
        difficulty=3,
        hints=(
            "After RoPE the gains meet in the score. In which form?",
            "Only their product counts, entry by entry. Which entries form a pair when the halves "
            "are paired?",
            "Entries 0 and 2, and entries 1 and 3. Choose γ_q freely, then γ_k so that the product "
            "is the same in both.",
        ),
        fails=not_relative,
        solution="[2, 3, 1, 1], [1, 1, 2, 3]",
        because="The product is tied within each pair, and only the product counts.",
    ),
)
