"""The exercises of lesson 10: sixteen exhibits, each to be exposed by an input."""

from normcourse.checks import subjects
from normcourse.checks.bugs import find
from normcourse.checks.museum import Exhibit

__all__ = ["EXERCISES"]

# what it claims to be, subject, function in the catalogue, key of the bug, difficulty, hints
ROOMS = (
    (
        "an RMSNorm",
        ("rms_norm", "reciprocal_root_divided"),
        1,
        (
            "On vectors of one size it is right. On which?",
            "A reciprocal root is there to be multiplied by.",
        ),
    ),
    (
        "an RMSNorm",
        ("rms_norm", "sum_for_mean"),
        1,
        (
            "How large should the output's entries be?",
            "Count the factor √d. Any d above 1 will do.",
        ),
    ),
    (
        "an RMSNorm",
        ("rms_norm", "mean_subtracted"),
        1,
        ("For which vectors do two norms of this course agree? Avoid those.", "Give x a mean."),
    ),
    (
        "an RMSNorm",
        ("rms_norm", "eps_outside_root"),
        2,
        ("Large inputs hide it.", "Make RMS(x) about as large as √ε."),
    ),
    (
        "an RMSNorm",
        ("rms_norm", "eps_after_reciprocal"),
        2,
        ("ε is there for one input above all.", "What does a row of zeros give?"),
    ),
    (
        "an RMSNorm",
        ("rms_norm", "eps_fixed_at_1e_5"),
        2,
        ("Which argument has no effect?", "Set eps, and take x small enough for ε to matter."),
    ),
    (
        "an RMSNorm",
        ("rms_norm", "squares_in_float16"),
        2,
        ("What is the largest number that float16 holds?", "Square something above 256."),
    ),
    (
        "an RMSNorm",
        ("rms_norm", "gain_as_1_plus_gain"),
        1,
        ("Without a gain it is right.", "Give a gain."),
    ),
    (
        "a LayerNorm",
        ("layer_norm", "sample_variance"),
        1,
        ("Two entries are enough, and show it best.", "Divide by d, or by d − 1?"),
    ),
    (
        "a LayerNorm",
        ("layer_norm", "difference_of_squares"),
        3,
        (
            "On paper it is right. In which arithmetic is it not?",
            "Two nearly equal numbers are subtracted: make the mean large, the spread small.",
        ),
    ),
    (
        "RoPE, interleaved pairs",
        ("rope", "transposed_rotation"),
        1,
        ("At position 0 nothing turns.", "One pair at position 1 shows which way it turns."),
    ),
    (
        "RoPE, interleaved pairs",
        ("rope", "other_layout"),
        2,
        ("With d = 2 there is a single pair.", "Take d = 4 and a position above 0."),
    ),
    (
        "RoPE, interleaved pairs",
        ("rope", "frequencies_of_the_full_width"),
        3,
        (
            "Right where all of the width turns.",
            "Set rotary_dim below d, with at least two pairs, and a position above 0.",
        ),
    ),
    (
        "a query's path: QK-norm, gain, RoPE",
        ("query_path", "gain_after_rope"),
        2,
        (
            "A gain that is the same in each pair hides it.",
            "Take q of shape (1, 1, 2), a gain of two different numbers, and positions=[1].",
        ),
    ),
    (
        "a query's path: QK-norm, gain, RoPE",
        ("query_path", "heads_normalized_together"),
        2,
        (
            "One head hides it, and so do heads of equal size.",
            "Take q of shape (heads, 1, 2) with two heads of different length.",
        ),
    ),
    (
        "attention with heads",
        ("attention", "scaled_by_model_width"),
        3,
        (
            "With one head it is right.",
            "Take q, k and v of shape (2, 1 or 2, 1): two heads, two keys, different values.",
        ),
    ),
)


def _exhibit(number, what, name, difficulty, hints):
    subject_name, key = name
    return Exhibit(
        key=f"exhibit_{number}",
        title=f"Exhibit {number}: {what}",
        minutes=2,
        difficulty=difficulty,
        hints=hints,
        subject=getattr(subjects, subject_name.upper()),
        bug=find(subject_name, key),
    )


EXERCISES = tuple(_exhibit(i, *room) for i, room in enumerate(ROOMS, 1))
