"""The catalogue of bugs: small wrong functions, each with its diagnosis and its witness.

`CATALOGUE` maps the name of a function to its bugs; `find` gives one of them.
"""

from normcourse.checks.bugs import (
    attention_mask,
    attention_scale,
    layer_norm_core,
    layer_norm_parameters,
    query_path,
    rms,
    rms_norm_core,
    rms_norm_eps,
    rms_norm_gain,
    rope,
    softmax,
    unit_norm,
)
from normcourse.checks.bugs.bug import Bug

__all__ = ["CATALOGUE", "Bug", "find"]

CATALOGUE = {
    "rms": rms.BUGS,
    "rms_norm": rms_norm_core.BUGS + rms_norm_eps.BUGS + rms_norm_gain.BUGS,
    "layer_norm": layer_norm_core.BUGS + layer_norm_parameters.BUGS,
    "unit_norm": unit_norm.BUGS,
    "rope": rope.BUGS,
    "query_path": query_path.BUGS,
    "softmax": softmax.BUGS,
    "attention": attention_scale.BUGS + attention_mask.BUGS,
}


def find(name, key):
    """Return the bug of that key among those of a function.

    >>> find("rms_norm", "eps_outside_root").reports[0]
    'allenai/OLMo#281'
    """
    return next(bug for bug in CATALOGUE[name] if bug.key == key)
