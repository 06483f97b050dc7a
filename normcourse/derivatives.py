"""Two ways to check a derivative without knowing its formula."""

import numpy as np

from normcourse._inputs import float_array

__all__ = ["central_difference", "complex_step"]


def central_difference(f, x, h=2.0**-17):
    """Return the Jacobian of f at x by ``(f(x + h) - f(x - h)) / (2 * h)``, entry by entry.

    Parameters
    ----------
    f : callable
        From an array like `x` to an array or a number.
    x : array_like, shape (..., d)
        Computed in float64.
    h : float
        Greater than 0. A smaller step cuts off less of f's curvature, whose error is of the
        order h**2, but loses more digits of the difference, 2**-52 / h. The default, near
        the cube root of 2**-52, balances the two where f changes at a scale of 1.

    Returns
    -------
    array, shape f(x).shape + x.shape

    Raises
    ------
    ValueError
        If h is not greater than 0, or so small that x + h is x.

    Examples
    --------
    A quadratic function has no third derivative, so nothing is cut off:

    >>> central_difference(lambda x: x**2, [1.0, 2.0, 3.0], h=0.5)
    array([[2., 0., 0.],
           [0., 4., 0.],
           [0., 0., 6.]])
    """
    x = float_array(x).astype(np.float64)
    columns = []
    for i in np.ndindex(x.shape):
        above, below = x.copy(), x.copy()
        above[i] += h
        below[i] -= h
        if not above[i] > x[i] > below[i]:
            raise ValueError(f"h is {h}, lost beside an entry {x[i]}: give a greater positive h")
        columns.append((np.asarray(f(above)) - f(below)) / (above[i] - below[i]))
    return _as_jacobian(columns, x.shape)


def complex_step(f, x, h=2.0**-100):
    """Return the Jacobian of f at x by ``imag(f(x + 1j * h)) / h``, entry by entry.

    Nothing is subtracted, so h can be tiny and all digits are right. But f must be a formula
    that is meant for complex numbers too: with ``x * x``, not ``abs(x) ** 2``.

    Parameters
    ----------
    f : callable
        From a complex array like `x` to a complex array or number.
    x : array_like, shape (..., d)
    h : float
        Greater than 0.

    Returns
    -------
    array, shape f(x).shape + x.shape

    Raises
    ------
    TypeError
        If f returns real numbers, and so has lost the derivative.

    Notes
    -----
    Source: Squire and Trapp (1998), Using Complex Variables to Estimate Derivatives of Real
    Functions, SIAM Review 40(1), 110-112.

    Examples
    --------
    >>> float(complex_step(np.exp, [0.0])[0, 0])
    1.0
    """
    x = float_array(x).astype(np.complex128)
    columns = []
    for i in np.ndindex(x.shape):
        step = x.copy()
        step[i] += 1j * h
        y = np.asarray(f(step))
        if y.dtype.kind != "c":
            raise TypeError(
                f"f returned {y.dtype}: give a formula that keeps complex numbers, without abs"
            )
        columns.append(y.imag / h)
    return _as_jacobian(columns, x.shape)


def _as_jacobian(columns, shape):
    stacked = np.stack(columns, axis=-1)
    return stacked.reshape(*stacked.shape[:-1], *shape)
