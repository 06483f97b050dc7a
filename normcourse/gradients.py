"""Derivatives of the norms: Jacobians, vector-Jacobian products, and what bounds them.

A vector-Jacobian product (vjp) takes dy, the gradient of a loss with respect to the output
of a norm, and returns the gradients with respect to what went in: ``dx = dy @ J``.

Everything is computed in float64 and rounded once.
"""

import math
import operator

import numpy as np

from normcourse._inputs import check_eps, check_row, float_array
from normcourse._pull_back import LAYER_NORM, RMS_NORM, UNIT_NORM, pull_back

__all__ = [
    "layer_norm_jacobian",
    "layer_norm_vjp",
    "rms_norm_jacobian",
    "rms_norm_vjp",
    "unit_norm_vjp",
    "worst_sum_gradient",
]


def rms_norm_jacobian(x, gain=None, eps=1e-6):
    """Return the Jacobian of `rms_norm`: ``diag(gain) @ (I - outer(y, y) / d) / r``.

    Here ``r = sqrt(mean(x**2) + eps)`` and ``y = x / r``.

    Parameters
    ----------
    x, gain, eps
        As for `rms_norm`.

    Returns
    -------
    array, shape (..., d, d), in the dtype of `x` (integers: float64)
        Row i is the gradient of output i. A row of zeros gives ``diag(gain) / sqrt(eps)``;
        at eps = 0 it is undefined: all NaN, without a warning, as for a row that holds a
        NaN or an infinity. An entry too large for the dtype is infinite.

    Raises
    ------
    TypeError, ValueError
        As for `rms_norm`.

    Notes
    -----
    For d of at least 2 and without gain, J has the operator norm 1 / r, at most
    1 / sqrt(eps). The error of an entry is as for `rms_norm_vjp` with a dy of one 1.

    Source: Zhang and Sennrich (2019), Root Mean Square Layer Normalization,
    arXiv:1910.07467, on gradients; here with eps and the gain.

    Examples
    --------
    At eps = 0 a step along x changes nothing; with eps it changes ``eps / r**3 * x``:

    >>> x = np.array([3.0, 4.0])
    >>> np.allclose(rms_norm_jacobian(x, eps=0) @ x, 0)
    True
    >>> r = np.sqrt(12.5 + 0.1)
    >>> np.allclose(rms_norm_jacobian(x, eps=0.1) @ x, 0.1 / r**3 * x)
    True
    """
    return _jacobian(RMS_NORM, x, gain, eps)


def layer_norm_jacobian(x, gain=None, eps=1e-6):
    """Return the Jacobian of `layer_norm`: ``diag(gain) @ (I - 1/d - outer(z, z) / d) / r``.

    Here ``r = sqrt(var(x) + eps)``, ``z = (x - mean(x)) / r``, and 1/d stands for the matrix
    with all entries 1/d, which takes the mean.

    Parameters, result and errors are those of `rms_norm_jacobian`, but for this: the rows
    that are undefined at eps = 0 are the constant ones.

    Notes
    -----
    Source: Ba, Kiros and Hinton (2016), Layer Normalization, arXiv:1607.06450.

    Examples
    --------
    A shift of x changes nothing, with any eps, and at eps = 0 neither does a step along x:

    >>> x = np.array([1.0, 2.0, 4.0])
    >>> np.allclose(layer_norm_jacobian(x, eps=0.1) @ np.ones(3), 0)
    True
    >>> np.allclose(layer_norm_jacobian(x, eps=0) @ x, 0)
    True
    """
    return _jacobian(LAYER_NORM, x, gain, eps)


def rms_norm_vjp(x, dy, gain=None, eps=1e-6):
    """Return the gradients of a loss with respect to the `x` and `gain` of `rms_norm`.

    With ``g = dy * gain``, ``r = sqrt(mean(x**2) + eps)`` and ``y = x / r`` they are
    ``dx = (g - y * mean(g * y)) / r``, and ``dgain = dy * y``, summed over all rows.

    Parameters
    ----------
    x : array_like, shape (..., d)
    dy : array_like, shape (..., d)
        The gradient with respect to the output.
    gain, eps
        As for `rms_norm`.

    Returns
    -------
    dx : array, shape (..., d), in the dtype of `x` (integers: float64)
        Rows that are undefined, too large, or hold a NaN or an infinity (in `x` or `dy`)
        are as for `rms_norm_jacobian`. Other rows keep every bit.
    dgain : array, shape (d,), in the dtype of `gain`, or of `x` if there is none
        A NaN in any row makes it NaN.

    Raises
    ------
    TypeError, ValueError
        As for `rms_norm`, or if `dy` does not have the shape of `x`.

    Notes
    -----
    Besides the rounding to the dtype, the error of an entry of dx is at most
    ``4 * 2**-52 * sqrt(sum(g**2)) / r``, from the smallest subnormal entries to the largest
    finite ones. The part of dx along x, which eps makes small, is that accurate in itself,
    down to ``2**-100`` of the rest.

    Source: as for `rms_norm_jacobian`.

    Examples
    --------
    At eps = 0 the gradient has no part along x:

    >>> dx, dgain = rms_norm_vjp([3.0, 4.0], dy=[1.0, 0.0], eps=0)
    >>> dx.round(3)
    array([ 0.181, -0.136])
    >>> bool(np.isclose(dx @ [3.0, 4.0], 0))
    True
    """
    return _vjp(RMS_NORM, x, dy, gain, eps)[:2]


def unit_norm_vjp(x, dy, gain=None, eps=0.0):
    """Return the gradients of a loss with respect to the `x` and `gain` of `unit_norm`.

    With ``g = dy * gain``, ``s = sqrt(sum(x**2) + eps)`` and ``y = x / s`` they are
    ``dx = (g - y * sum(g * y)) / s``, and ``dgain = dy * y``, summed over all rows.

    Parameters, result, errors, accuracy and source are those of `rms_norm_vjp`; only the
    sum takes the place of the mean, and eps is 0 unless given.

    Examples
    --------
    As ``rms_norm(x)`` is ``sqrt(d) * unit_norm(x)``, so are their gradients:

    >>> x, dy = np.array([3.0, 4.0]), np.array([1.0, 0.0])
    >>> dx, dgain = unit_norm_vjp(x, dy)
    >>> np.allclose(np.sqrt(2) * dx, rms_norm_vjp(x, dy, eps=0)[0])
    True
    """
    return _vjp(UNIT_NORM, x, dy, gain, eps)[:2]


def layer_norm_vjp(x, dy, gain=None, eps=1e-6):
    """Return the gradients of a loss with respect to `x`, `gain` and `bias` of `layer_norm`.

    With ``g = dy * gain``, ``r = sqrt(var(x) + eps)`` and ``z = (x - mean(x)) / r`` they are
    ``dx = (g - mean(g) - z * mean(g * z)) / r``, and ``dgain = dy * z`` and ``dbias = dy``,
    both summed over all rows. None depends on the bias.

    Parameters, results, errors and accuracy are those of `rms_norm_vjp`, but for this: the
    rows that are undefined at eps = 0 are the constant ones, and `dbias` is like `dgain`.

    Notes
    -----
    Source: as for `layer_norm_jacobian`.

    Examples
    --------
    The gradient is orthogonal to the all-ones vector, with any eps:

    >>> dx, dgain, dbias = layer_norm_vjp([1.0, 2.0, 4.0], dy=[1.0, 0.0, 0.0], eps=0.1)
    >>> bool(np.isclose(dx.sum(), 0))
    True
    """
    return _vjp(LAYER_NORM, x, dy, gain, eps)


def worst_sum_gradient(d, eps=1e-6):
    """Return how far one component of the gradient of ``rms_norm(x).sum()`` can exceed the rest.

    Over all x in d dimensions no component is larger than ``factor / sqrt(eps)``, where
    factor is the maximum over u in [0, 1] of ``sqrt(1 - u) * (1 + (sqrt(d) - 1) * u / 2)``.

    Parameters
    ----------
    d : int
    eps : float
        Greater than 0.

    Returns
    -------
    factor : float
        1 for d of at most 4; more for greater d, and it grows like sqrt(d).
    x : array, shape (d,)
        A vector at which component 0 of the gradient is ``factor / sqrt(eps)``.

    Raises
    ------
    ValueError
        If d is less than 1 or eps is 0.

    Notes
    -----
    With ``u = mean(y**2)`` the component j is ``sqrt(1 - u) * (1 - y[j] * mean(y)) / sqrt(eps)``.
    ``y[j] * sum(y)`` is a quadratic form with smallest eigenvalue ``(1 - sqrt(d)) / 2``, whose
    eigenvector is ``1/sqrt(d)`` everywhere but for 1 less at j.

    Examples
    --------
    >>> factor, x = worst_sum_gradient(64, eps=1e-5)
    >>> round(factor, 3)
    1.964
    >>> gradient = rms_norm_jacobian(x, eps=1e-5).sum(axis=0)
    >>> bool(np.isclose(gradient[0], factor / np.sqrt(1e-5)))
    True
    """
    d, eps = operator.index(d), check_eps(eps)
    if d < 1 or eps == 0:
        raise ValueError(f"d is {d} and eps {eps}: give a d of at least 1 and an eps above 0")
    slope = (math.sqrt(d) - 1) / 2
    # Where the derivative is 0; for d of at most 4 the maximum is at 0.
    u = (2 * slope - 1) / (3 * slope) if d > 4 else 0.0
    direction = np.full(d, 1 / math.sqrt(d))
    direction[0] -= 1
    if u == 0:
        return 1.0, np.zeros(d)
    y = math.sqrt(u * d) * direction / np.linalg.norm(direction)
    return math.sqrt(1 - u) * (1 + slope * u), math.sqrt(eps / (1 - u)) * y


def _jacobian(norm, x, gain, eps):
    x, gain, eps = _checked(x, gain, eps)
    d = x.shape[-1]
    with np.errstate(all="ignore"):
        rows, units = np.broadcast_arrays(x[..., np.newaxis, :], np.eye(d))
        dx, *_ = pull_back(norm, rows.reshape(-1, d), units.reshape(-1, d), gain, eps)
        return dx.reshape(rows.shape)


def _vjp(norm, x, dy, gain, eps):
    x, gain, eps = _checked(x, gain, eps)
    dy = float_array(dy, "dy")
    if dy.shape != x.shape:
        raise ValueError(f"dy has shape {dy.shape}, x has {x.shape}: give one number an output")
    dtype = x.dtype if gain is None else gain.dtype
    rows, dy_rows = (a.reshape(-1, a.shape[-1]) for a in (x, dy))
    with np.errstate(all="ignore"):
        dx, dgain, dbias = pull_back(norm, rows, dy_rows, gain, eps)
        return dx.reshape(x.shape), dgain.astype(dtype), dbias.astype(dtype)


def _checked(x, gain, eps):
    x = float_array(x)
    gain = None if gain is None else check_row(gain, x.shape[-1], "gain")
    return x, gain, check_eps(eps)
