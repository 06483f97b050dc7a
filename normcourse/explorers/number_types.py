"""RMSNorm step by step in a type of numbers, for the explorer of ε.

Each step is computed in float64 and then rounded to the type. For one operation on numbers
of at most 24 binary digits, that is the type's own rounding.
"""

from math import isinf

import numpy as np

from normcourse.explorers.model import number as n
from normcourse.precision import to_bfloat16, to_float16

__all__ = ["DIGITS", "LARGEST", "SMALLEST", "STEPS", "TYPES", "norm_steps", "say"]

TYPES = ("float16", "bfloat16", "float32", "float64")
STEPS = ("x", "square", "sum", "mean", "eps", "inside", "root", "output")
DIGITS = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53}
SMALLEST = {"float16": 2.0**-14, "bfloat16": 2.0**-126, "float32": 2.0**-126}
SMALLEST["float64"] = 2.0**-1022
# As it is written in a sentence.
LARGEST = {"float16": "65,504", "bfloat16": "3.39e38", "float32": "3.4e38"}
LARGEST["float64"] = "1.797e308"

_ROUND = {
    "float16": to_float16,
    "bfloat16": to_bfloat16,
    "float32": lambda v: v.astype(np.float32),
    "float64": lambda v: v,
}


def norm_steps(scale, eps, d, kind, wide):
    """Return every step of RMSNorm for rows of `d` entries ±`scale`, as ``{step: array}``.

    The row and its output are rounded to the type `kind`, all between them to `wide`.
    """

    def to(name, v):
        return np.asarray(_ROUND[name](v), np.float64)

    with np.errstate(all="ignore"):
        x = to(kind, scale)
        square = to(wide, x * x)
        # Equal squares, added two by two: each sum is twice the one before, which is exact
        # until it overflows.
        total = to(wide, d * square)
        mean = to(wide, total / d)
        small = to(wide, np.full_like(x, eps))
        inside = to(wide, mean + small)
        root = to(wide, np.sqrt(inside))
        output = to(kind, to(wide, x / root))
    return dict(zip(STEPS, (x, square, total, mean, small, inside, root, output), strict=True))


def say(v, digits=6):
    """Write a number that may be infinite or undefined."""
    if isinf(v):
        return "∞"
    return f"{v:,.0f}" if 10_000 <= v < 10**digits else n(v, digits)
