"""What floor 1 accepts as an array, and how it says no."""

from math import isfinite
from numbers import Real

import numpy as np

__all__ = ["check_eps", "check_out", "check_row", "float_array"]


def float_array(x, name="x"):
    """Return `x` as a float array of at least one axis, without copying floats.

    Booleans and integers become float64. An empty last axis, masked, complex or
    non-numeric entries raise an error that says what to do.
    """
    try:
        a = np.asarray(x)
    except ValueError as error:
        raise ValueError(f"{name} is ragged: give rows of equal length") from error
    if isinstance(x, np.ma.MaskedArray):
        raise TypeError(f"{name} is masked, which would be ignored: give {name}.filled(...)")
    if a.dtype.kind in "biu":
        a = a.astype(np.float64)
    if a.dtype.kind == "c":
        raise TypeError(f"{name} is complex: norms are defined here for real numbers")
    # float16, float32 and float64 by their character: a dtype is slow to say its name.
    if a.dtype.char not in "efd" and a.dtype.name != "bfloat16":
        raise TypeError(
            f"{name} has dtype {a.dtype}: give real numbers, such as np.array({name}, dtype=float)"
        )
    if a.ndim == 0:
        raise ValueError(f"{name} is a single number: give a vector, such as [{a!s}]")
    if a.shape[-1] == 0:
        raise ValueError(f"{name} has no entries on its last axis: d must be at least 1")
    return a


def check_eps(eps):
    """Return `eps` as a float, or raise if it is not one finite number that is at least 0."""
    if type(eps) is not float and (not isinstance(eps, Real) or isinstance(eps, bool)):
        raise TypeError(f"eps is of type {type(eps).__name__}: give one real number, such as 1e-6")
    try:
        value = float(eps)
    except OverflowError as error:
        raise ValueError(
            "eps is too large for a float: give a small number, such as 1e-6"
        ) from error
    if not (isfinite(value) and value >= 0):
        raise ValueError(f"eps is {value}: give a finite number that is at least 0")
    return value


def check_row(vector, d, name):
    """Return a gain or bias as a float vector of length `d`, or raise."""
    if not isinstance(vector, np.ndarray) and np.isscalar(vector):
        raise ValueError(f"{name} is {vector!r}: give one number a coordinate, here {d}")
    a = float_array(vector, name)
    if a.shape != (d,):
        raise ValueError(f"{name} has shape {a.shape}, x has d = {d}: give one number a coordinate")
    return a


def check_out(out, x):
    """Return `out` if the result for `x` can be written to it, or raise."""
    if not isinstance(out, np.ndarray) or isinstance(out, np.ma.MaskedArray):
        raise TypeError(f"out is of type {type(out).__name__}: give an array, as np.empty_like(x)")
    if out.dtype != x.dtype:
        raise TypeError(f"out has dtype {out.dtype}, the result {x.dtype}: give the same")
    if out.shape != x.shape:
        raise ValueError(f"out has shape {out.shape}, x has shape {x.shape}: give the same")
    if not out.flags.writeable:
        raise ValueError("out is read-only: give an array that can be written to")
    return out
