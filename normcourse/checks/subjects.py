"""The functions that learners write: the right one, the inputs and the bugs of each.

`subject.fixed(layout="half")` leaves an argument out; `subject.vectors()` is for
functions that take a single vector.
"""

from normcourse import norms
from normcourse.attention import scaled_dot_product_attention, softmax
from normcourse.checks import inputs
from normcourse.checks.bugs import CATALOGUE
from normcourse.checks.subject import Subject
from normcourse.rotations import rope

__all__ = [
    "ATTENTION",
    "LAYER_NORM",
    "QUERY_PATH",
    "RMS",
    "RMS_NORM",
    "ROPE",
    "SOFTMAX",
    "SUBJECTS",
    "UNIT_NORM",
]


def _attention(q, k, v, scale=None, mask=None, causal=False):
    return scaled_dot_product_attention(q, k, v, scale, mask, causal)


def _query_path(q, gain, positions, eps=1e-6):
    return rope(norms.rms_norm(q, gain, eps), positions)


def _subject(name, function, cases):
    return Subject(name, function, cases, CATALOGUE[name])


RMS = _subject("rms", norms.rms, inputs.norm_cases((), eps=False))
RMS_NORM = _subject("rms_norm", norms.rms_norm, inputs.norm_cases())
LAYER_NORM = _subject("layer_norm", norms.layer_norm, inputs.norm_cases(("gain", "bias")))
UNIT_NORM = _subject("unit_norm", norms.unit_norm, inputs.norm_cases())
ROPE = _subject("rope", rope, inputs.rope_cases())
QUERY_PATH = _subject("query_path", _query_path, inputs.query_cases())
SOFTMAX = _subject("softmax", softmax, inputs.softmax_cases())
ATTENTION = _subject("attention", _attention, inputs.attention_cases())

SUBJECTS = (RMS, RMS_NORM, LAYER_NORM, UNIT_NORM, ROPE, QUERY_PATH, SOFTMAX, ATTENTION)
