"""Vectors and the all-ones direction 1: their split into μ·1 and the rest, and the angle.

Every function works on the last axis and leaves its input as it is. An empty last axis or
rows of unequal length raise ValueError, complex or non-numeric entries TypeError. NaN or
infinity in a row spoils that row only.

The split, and LayerNorm as the norm of what it leaves: Jiang et al. 2023, arXiv 2305.14858.
LayerNorm as a projection along 1: Brody et al. 2023, arXiv 2305.02582.
"""

import numpy as np

from normcourse._inputs import float_array

__all__ = ["angle_to_ones", "mean", "project", "split", "std"]


def _scaled(a):
    """Return float64 rows with a largest entry in [1/2, 1), and the powers of two taken out.

    Powers of two cost no digits, and neither sums nor squares can then overflow.
    """
    wide = a.astype(np.result_type(a.dtype, np.float64))
    top = np.max(np.abs(wide), axis=-1, keepdims=True)
    _, exponent = np.frexp(np.where(np.isfinite(top), top, 1.0))
    return np.ldexp(wide, -exponent), exponent


def _mean_and_rest(a):
    """Return the scaled mean, the scaled centered rows, and the powers of two taken out."""
    rows, exponent = _scaled(a)
    rough = rows.mean(axis=-1, keepdims=True)
    rest = rows - rough
    # The rounded mean is off by a little; what it left in the rest is the correction.
    slip = rest.mean(axis=-1, keepdims=True)
    return rough + slip, rest - slip, exponent


def _deviation(rest):
    return np.sqrt(np.mean(rest * rest, axis=-1, keepdims=True))


def mean(x):
    """Return the mean μ of the last axis.

    Parameters
    ----------
    x : array_like, shape (..., d)

    Returns
    -------
    array, shape (...), in the dtype of `x` (integers: float64)
        Computed in float64: the error is one rounding of μ, and a few of the largest |x − μ|.

    Examples
    --------
    >>> float(mean([2.0, -1.0, 0.5, 1.5]))
    0.75
    """
    a = float_array(x)
    with np.errstate(all="ignore"):
        mu, _, exponent = _mean_and_rest(a)
        return np.ldexp(mu, exponent)[..., 0].astype(a.dtype)


def std(x):
    """Return the population standard deviation σ of the last axis: divide by d, not by d − 1.

    Parameters
    ----------
    x : array_like, shape (..., d)

    Returns
    -------
    array, shape (...), in the dtype of `x` (integers: float64)
        Computed in float64 from the centered entries, so a large mean costs no digits: the
        relative error is about d·2⁻⁵³ before the last rounding.

    Examples
    --------
    >>> [float(std(row)) for row in ([0.0, 2.0], [1e8, 1e8 + 2])]
    [1.0, 1.0]
    """
    a = float_array(x)
    with np.errstate(all="ignore"):
        _, rest, exponent = _mean_and_rest(a)
        return np.ldexp(_deviation(rest), exponent)[..., 0].astype(a.dtype)


def split(x):
    """Return the two orthogonal parts of x: μ·1 and x − μ·1.

    Parameters
    ----------
    x : array_like, shape (..., d)

    Returns
    -------
    (mean_part, centered) : two arrays of the shape and dtype of `x` (integers: float64)
        They add up to x, and their squared lengths to ‖x‖², so RMS² = μ² + σ².
        Computed in float64 and rounded once: the error is one rounding, and a few of the
        largest |x − μ|, also with a large mean. A centered entry beyond the range of the
        dtype is infinite.

    Examples
    --------
    The theorem of Pythagoras, on a vector whose numbers are exact:

    >>> x = np.array([2.0, -1.0, 0.5, 1.5])
    >>> mean_part, centered = split(x)
    >>> float(mean_part @ centered)
    0.0
    >>> bool(mean_part @ mean_part + centered @ centered == x @ x)
    True
    """
    a = float_array(x)
    with np.errstate(all="ignore"):
        mu, rest, exponent = _mean_and_rest(a)
        mean_part = np.broadcast_to(np.ldexp(mu, exponent), a.shape).astype(a.dtype)
        return mean_part, np.ldexp(rest, exponent).astype(a.dtype)


def angle_to_ones(x):
    """Return the angle φ by which x leans from the plane of mean zero toward 1.

    tan φ = μ/σ, with −π/2 ≤ φ ≤ π/2 and the sign of μ. It is 0 for a vector of mean
    zero and ±π/2 for a constant one: the angle between x and 1 is π/2 − φ.

    Parameters
    ----------
    x : array_like, shape (..., d)

    Returns
    -------
    array, shape (...), in the dtype of `x` (integers: float64)
        Radians, computed in float64 with an error of about d·2⁻⁵³ before the last rounding.
        NaN for the zero vector, which has no direction.

    Examples
    --------
    With RMS = 1, μ and σ are the sine and the cosine of φ:

    >>> phi = angle_to_ones([2.0, -1.0, 0.5, 1.5])
    >>> bool(np.isclose(np.sin(phi), 0.75 / np.sqrt(1.875)))
    True
    """
    a = float_array(x)
    with np.errstate(all="ignore"):
        mu, rest, _ = _mean_and_rest(a)
        sigma = _deviation(rest)
        phi = np.where((mu == 0) & (sigma == 0), np.nan, np.arctan2(mu, sigma))
        return phi[..., 0].astype(a.dtype)


def project(x, direction):
    """Return the part of x along a direction u: (x·u / u·u) u.

    Parameters
    ----------
    x : array_like, shape (..., d)
    direction : array_like, shape (..., d)
        Of any length but zero. Leading axes broadcast against those of `x`.

    Returns
    -------
    array, shape (..., d), in the dtype of `x` (integers: float64)
        Computed in float64 with an error of about d·2⁻⁵³ of the largest |x| before the last
        rounding, for a direction of any length. NaN where the direction is the zero vector.

    Raises
    ------
    ValueError
        If the last axes differ.

    Examples
    --------
    The projection on 1 is the mean part:

    >>> project([2.0, -1.0, 0.5, 1.5], [1, 1, 1, 1])
    array([0.75, 0.75, 0.75, 0.75])
    """
    a = float_array(x)
    b = float_array(direction, "direction")
    if a.shape[-1] != b.shape[-1]:
        raise ValueError(
            f"x has d = {a.shape[-1]}, direction has {b.shape[-1]}: give vectors of equal length"
        )
    with np.errstate(all="ignore"):
        rows, exponent = _scaled(a)
        u, _ = _scaled(b)
        along = np.sum(rows * u, axis=-1, keepdims=True) / np.sum(u * u, axis=-1, keepdims=True)
        return np.ldexp(along * u, exponent).astype(a.dtype)
