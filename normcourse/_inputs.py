"""What floor 1 accepts as an array, and how it says no."""

from numbers import Real

import numpy as np

__all__ = ["check_eps", "check_row", "float_array"]

_FLOATS = ("float16", "float32", "float64", "bfloat16")


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
    if a.dtype.name not in _FLOATS:
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
    if not isinstance(eps, Real) or isinstance(eps, bool):
        raise TypeError(f"eps is of type {type(eps).__name__}: give one real number, such as 1e-6")
    try:
        value = float(eps)
    except OverflowError as error:
        raise ValueError(
            "eps is too large for a float: give a small number, such as 1e-6"
        ) from error
    if not (np.isfinite(value) and value >= 0):
        raise ValueError(f"eps is {value}: give a finite number that is at least 0")
    return value


def check_row(vector, d, name):
    """Return a gain or bias as a float vector of length `d`, or raise."""
    if np.isscalar(vector):
        raise ValueError(f"{name} is {vector!r}: give one number a coordinate, here {d}")
    a = float_array(vector, name)
    if a.shape != (d,):
        raise ValueError(f"{name} has shape {a.shape}, x has d = {d}: give one number a coordinate")
    return a
