"""What floor 1 accepts as an array, and how it says no."""

import numpy as np

__all__ = ["check_eps", "check_row", "float_array"]


def float_array(x, name="x"):
    """Return `x` as a float array of at least one axis, without copying floats.

    Booleans and integers become float64. An empty last axis, complex or
    non-numeric entries raise an error that says what to do.
    """
    try:
        a = np.asarray(x)
    except ValueError as error:
        raise ValueError(f"{name} is ragged: give rows of equal length") from error
    if a.dtype.kind in "biu":
        a = a.astype(np.float64)
    if a.dtype.kind == "c":
        raise TypeError(f"{name} is complex: norms are defined here for real numbers")
    if a.dtype.kind != "f" and a.dtype.name != "bfloat16":
        raise TypeError(f"{name} has dtype {a.dtype}: give numbers, such as [1.0, 2.0]")
    if a.ndim == 0:
        raise ValueError(f"{name} is a single number: give a vector, such as [{a!s}]")
    if a.shape[-1] == 0:
        raise ValueError(f"{name} has no entries on its last axis: d must be at least 1")
    return a


def check_eps(eps):
    """Return `eps` as a float, or raise if it is negative or not finite."""
    try:
        value = float(eps)
    except TypeError as error:
        raise TypeError(f"eps is {type(eps).__name__}: give one number, such as 1e-6") from error
    if not (np.isfinite(value) and value >= 0):
        raise ValueError(f"eps is {value}: give a finite number that is at least 0")
    return value


def check_row(vector, d, name):
    """Return a gain or bias as a float vector of length `d`, or raise."""
    a = float_array(vector, name)
    if a.shape != (d,):
        raise ValueError(f"{name} has shape {a.shape}, x has d = {d}: give one number a coordinate")
    return a
