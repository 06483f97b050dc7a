"""The wrong answers of each subject, written without the catalogue, and which bugs are twins."""

from wrong_attention import ATTENTION, SOFTMAX
from wrong_layer_norms import LAYER_NORM
from wrong_norms import RMS, RMS_NORM, UNIT_NORM
from wrong_rotations import QUERY_PATH, ROPE

from normcourse.checks import subjects
from normcourse.checks.bugs import CATALOGUE

WRONG_ANSWERS = {
    "rms": RMS,
    "rms_norm": RMS_NORM,
    "layer_norm": LAYER_NORM,
    "unit_norm": UNIT_NORM,
    "rope": ROPE,
    "query_path": QUERY_PATH,
    "softmax": SOFTMAX,
    "attention": ATTENTION,
}


# Bugs of which one cannot be told from the other, and why. Both are named then.
TWINS = {
    frozenset({"mask_fills_with_zero", "mask_fills_with_1e_minus_9"}): (
        "exp(-1e-9) is 1 to nine digits, so a hidden key counts as with a score of 0; the "
        "difference is a thousand times smaller than the rounding of a float32 answer"
    ),
}


SUBJECTS = {s.name: s for s in subjects.SUBJECTS}


EACH_BUG = [(name, bug.key) for name, bugs in CATALOGUE.items() for bug in bugs]


def expected(key):
    """Return the keys that the check is to name for a bug: its own, and that of a twin."""
    return next((pair for pair in TWINS if key in pair), frozenset({key}))
