"""Wrong versions of RoPE: pair i turns at position m by m θ^(−2i/r)."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case
from normcourse.rotations import pair_indices, rope, rope_frequencies, rotate_pairs

__all__ = ["BUGS"]


def other_layout(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    other = "half" if layout == "interleaved" else "interleaved"
    return rope(x, positions, theta, other, rotary_dim)


def transposed_rotation(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    return rope(x, -positions, theta, layout, rotary_dim)


def theta_fixed_at_10000(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    return rope(x, positions, 10000.0, layout, rotary_dim)


def positions_from_1(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    return rope(x, positions + 1, theta, layout, rotary_dim)


def positions_ignored(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    return rope(x, np.arange(x.shape[-2]), theta, layout, rotary_dim)


def angles_in_degrees(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    return rope(x, np.radians(positions), theta, layout, rotary_dim)


def one_frequency_for_all(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    pairs = (rotary_dim or x.shape[-1]) // 2
    return rotate_pairs(x, positions[:, None] * np.ones(pairs), layout)


def exponent_halved(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    frequencies = np.sqrt(rope_frequencies(rotary_dim or x.shape[-1], theta))
    return rotate_pairs(x, positions[:, None] * frequencies, layout)


def frequencies_inverted(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    frequencies = 1 / rope_frequencies(rotary_dim or x.shape[-1], theta)
    return rotate_pairs(x, positions[:, None] * frequencies, layout)


def sines_all_positive(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    r = rotary_dim or x.shape[-1]
    phi = positions[:, None] * rope_frequencies(r, theta)
    first, second = pair_indices(r, layout)
    y = x.astype(np.float64)
    y[..., first] = x[..., first] * np.cos(phi) + x[..., second] * np.sin(phi)
    y[..., second] = x[..., first] * np.sin(phi) + x[..., second] * np.cos(phi)
    return y


def partners_not_mixed(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    r = rotary_dim or x.shape[-1]
    phi = positions[:, None] * rope_frequencies(r, theta)
    y = x.astype(np.float64)
    for part in pair_indices(r, layout):
        y[..., part] = x[..., part] * np.cos(phi) + x[..., part] * np.sin(phi)
    return y


def frequencies_of_the_full_width(
    x, positions, theta=10000.0, layout="interleaved", rotary_dim=None
):
    d = x.shape[-1]
    frequencies = rope_frequencies(d, theta)[: (rotary_dim or d) // 2]
    return rotate_pairs(x, positions[:, None] * frequencies, layout)


def all_coordinates_turned(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    return rope(x, positions, theta, layout)


def last_coordinates_turned(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    kept = x.shape[-1] - (rotary_dim or x.shape[-1])
    return np.concatenate([x[..., :kept], rope(x[..., kept:], positions, theta, layout)], axis=-1)


FOUR = Case({"x": [[1.0, 2.0, 3.0, 4.0]], "positions": np.array([1])})
TWO = Case({"x": [[1.0, 0.0]], "positions": np.array([1])})
ORIGIN = Case({"x": [[1.0, 0.0]], "positions": np.array([0])})
THETA = Case({"x": [[1.0, 2.0, 3.0, 4.0]], "positions": np.array([1]), "theta": 100.0})
PARTIAL = Case({"x": [[1.0, 2.0, 3.0, 4.0]], "positions": np.array([1]), "rotary_dim": 2})
PARTIAL_8 = Case(
    {
        "x": [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]],
        "positions": np.array([1]),
        "rotary_dim": 4,
    }
)

BUGS = (
    Bug(
        other_layout,
        "This is the other layout. Interleaved pairs are neighbors, (0, 1), (2, 3); half-split "
        "pairs are half a width apart, (0, d/2), (1, d/2 + 1). Look at which two coordinates "
        "turn together.",
        FOUR,
        ("huggingface/transformers#25199", "huggingface/transformers#39687"),
    ),
    Bug(
        transposed_rotation,
        "This is the transposed rotation: each pair turns by −φ. A model may be trained so, but "
        "its weights do not fit the other sense. The minus belongs to the sine in the first "
        "coordinate: (a cos φ − b sin φ, a sin φ + b cos φ).",
        TWO,
        ("karpathy/nanochat#489",),
    ),
    Bug(
        theta_fixed_at_10000,
        "This is what one gets with θ written into the function as 10000: the argument `theta` "
        "has no effect. Short texts still look fine with a wrong θ.",
        THETA,
        ("lyogavin/airllm#369", "vllm-project/vllm-ascend#5201"),
        ignores={"theta": 10000.0},
    ),
    Bug(
        positions_from_1,
        "This is what one gets by counting the positions from 1: position 0 should not turn at "
        "all. Scores of q and k do not show it, but cached keys will.",
        ORIGIN,
    ),
    Bug(
        positions_ignored,
        "This is what one gets with 0, 1, 2, … in place of the argument `positions`. With a "
        "cache of keys the first position is not 0.",
        TWO,
    ),
    Bug(
        angles_in_degrees,
        "This is what one gets by taking the angles for degrees. Position times frequency is an "
        "angle in radians, as `np.cos` expects it.",
        TWO,
    ),
    Bug(
        one_frequency_for_all,
        "This is what one gets with one frequency for all pairs. Pair i has the frequency "
        "θ^(−2i/r): the later the pair, the slower it turns.",
        FOUR,
    ),
    Bug(
        exponent_halved,
        "This is what one gets with the frequencies θ^(−i/r): the 2 in the exponent is missing. "
        "The pairs number r/2, so the exponents 2i/r run from 0 to nearly 1.",
        FOUR,
    ),
    Bug(
        frequencies_inverted,
        "This is what one gets with the frequencies θ^(+2i/r): the minus in the exponent is "
        "missing, and later pairs turn faster instead of slower.",
        FOUR,
    ),
    Bug(
        sines_all_positive,
        "This is not a rotation: both sines have a plus, so lengths change. One of the two has a "
        "minus: (a cos φ − b sin φ, a sin φ + b cos φ).",
        Case({"x": [[0.0, 1.0]], "positions": np.array([1])}),
    ),
    Bug(
        partners_not_mixed,
        "This is not a rotation: each coordinate is multiplied by cos φ + sin φ and never meets "
        "its partner. The sine multiplies the other coordinate of the pair.",
        TWO,
        ("NVIDIA/ngpt#10",),
    ),
    Bug(
        frequencies_of_the_full_width,
        "This is what one gets with the full width d in the exponent, θ^(−2i/d). Where only r "
        "coordinates turn, the exponent divides by r.",
        PARTIAL_8,
        ("pie-project/pie#602", "huggingface/transformers#48652", "AI-Hypercomputer/maxtext#4615"),
    ),
    Bug(
        all_coordinates_turned,
        "This is what one gets by turning all d coordinates. Only the first `rotary_dim` turn; "
        "the rest stay as they are.",
        PARTIAL,
    ),
    Bug(
        last_coordinates_turned,
        "This is what one gets by turning the last `rotary_dim` coordinates. The first ones turn; "
        "the rest stay as they are.",
        PARTIAL,
    ),
)
