"""RMSNorm, LayerNorm and the unit norm, on the last axis of an array.

Accuracy is stated in eps(dtype), that is ``np.finfo(dtype).eps``, the distance
from 1 to the next number: 2**-10 in float16, 2**-23 in float32, 2**-52 in float64.
A result under the smallest normal number may be off by one subnormal step more,
times the gain. The bounds are tested for d up to 10,000.
"""

import numpy as np

from normcourse._inputs import check_eps, check_out, check_row, float_array
from normcourse._rows import by_blocks, mean, mean_square, sum_of_squares

__all__ = ["layer_norm", "rms", "rms_norm", "unit_norm"]


def rms(x):
    """Return the root mean square of the last axis: ``sqrt(mean(x**2))``.

    Parameters
    ----------
    x : array_like, shape (..., d)
        Real numbers. It is not changed.

    Returns
    -------
    array, shape (...), or a scalar for one vector
        In the dtype of `x`; integers and booleans give float64.
        Infinite where a row holds an infinity and no NaN, NaN where it holds a NaN.

    Raises
    ------
    TypeError, ValueError
        As for `rms_norm`.

    Notes
    -----
    The relative error is at most 3 eps(dtype), and 0.51 eps(dtype) in float16 and
    bfloat16, from the smallest subnormal entries to the largest finite ones.

    Examples
    --------
    The mean and the standard deviation are the legs of a right triangle, and the
    root mean square is its hypotenuse:

    >>> x = np.array([2.0, -1.0, 0.5, 1.5])
    >>> float(rms(x) ** 2), float(x.mean() ** 2 + x.std() ** 2)
    (1.875, 1.875)
    """

    def formula(x, eps, out):
        square = mean_square(x)
        return np.sqrt(square), square

    x = float_array(x)
    y = np.empty(x.shape[:-1], x.dtype)
    flat = y.reshape(-1, 1)
    for block, root in by_blocks(formula, x, eps=0.0, degree=1):
        flat[block] = root
    return y[()]


def rms_norm(x, gain=None, eps=1e-6, out=None):
    """Return ``x / sqrt(mean(x**2) + eps) * gain`` along the last axis.

    Parameters
    ----------
    x : array_like, shape (..., d)
        Real numbers. It is not changed.
    gain : array_like, shape (d,), optional
        One factor a coordinate; without it, 1.
    eps : float
        At least 0, inside the root. Even where it rounds to 0 in the dtype of `x`
        it is not lost.
    out : array, shape (..., d), optional
        Takes the result and is returned. It has the shape of `x` and the dtype of the
        result, and may be `x` itself, which is then changed.

    Returns
    -------
    array, shape (..., d)
        In the dtype of `x`; integers and booleans give float64. A row of zeros is
        undefined at eps = 0: all NaN, without a warning. A NaN makes its row NaN; an
        infinity becomes NaN and the finite entries beside it 0. Other rows keep
        every bit. A result too large for the dtype is infinite, with NumPy's warning.

    Raises
    ------
    TypeError
        If `x` or `gain` is complex, masked or not numeric, `eps` is no real number, or
        `out` is no array of the result's dtype.
    ValueError
        If d is 0, `x` is ragged or one number, `gain` does not have the shape (d,), `eps`
        is negative or not finite, or `out` has another shape or cannot be written to.

    Notes
    -----
    The relative error is at most 3 eps(dtype). In float16 and bfloat16, computed in
    float32 and rounded once at the end, it is at most 0.51 eps(dtype).

    Source: Zhang and Sennrich (2019), Root Mean Square Layer Normalization,
    arXiv:1910.07467, equation 4, with eps added under the root.

    Examples
    --------
    Scaling a row does not change it, if eps is scaled by the square:

    >>> x = np.array([1.0, 2.0, 3.0, 4.0])
    >>> rms_norm(x, eps=1e-5).round(4).tolist()
    [0.3651, 0.7303, 1.0954, 1.4606]
    >>> np.array_equal(rms_norm(8 * x, eps=64 * 1e-5), rms_norm(x, eps=1e-5))
    True
    """

    def formula(x, eps, out):
        square = mean_square(x)
        return np.divide(x, np.sqrt(square + eps), out=out), square

    return _normalize(formula, x, eps, out, gain)


def unit_norm(x, gain=None, eps=0.0, out=None):
    """Return ``x / sqrt(sum(x**2) + eps) * gain`` along the last axis.

    Parameters, result, errors and accuracy are those of `rms_norm`; only the sum
    takes the place of the mean, and eps is 0 unless given.

    Notes
    -----
    ``rms_norm(x, gain, eps)`` is ``sqrt(d) * unit_norm(x, gain, d * eps)``.

    Source: Loshchilov, Hsieh, Sun and Ginsburg (2024), nGPT: Normalized Transformer
    with Representation Learning on the Hypersphere, arXiv:2410.01131, section 2.

    Examples
    --------
    A unit vector times the square root of d is what RMSNorm gives:

    >>> unit_norm([3.0, 4.0]).tolist()
    [0.6, 0.8]
    >>> np.allclose(np.sqrt(2) * unit_norm([3.0, 4.0], eps=2 * 1e-6), rms_norm([3.0, 4.0]))
    True
    """

    def formula(x, eps, out):
        square = sum_of_squares(x)
        return np.divide(x, np.sqrt(square + eps), out=out), square

    return _normalize(formula, x, eps, out, gain)


def layer_norm(x, gain=None, bias=None, eps=1e-6, out=None):
    """Return ``(x - mean(x)) / sqrt(var(x) + eps) * gain + bias`` along the last axis.

    The variance is that of the population: it divides by d, not by d - 1.

    Parameters
    ----------
    x, gain, eps, out
        As for `rms_norm`.
    bias : array_like, shape (d,), optional
        One summand a coordinate; without it, 0.

    Returns
    -------
    array, shape (..., d)
        As for `rms_norm`, but for these: a constant row, so every row with d = 1,
        is undefined at eps = 0, whatever its constant; for eps > 0 it gives `bias`.
        A row that holds a NaN or an infinity is all NaN.

    Raises
    ------
    TypeError, ValueError
        As for `rms_norm`; `bias` is checked like `gain`.

    Notes
    -----
    With z the result before gain and bias, the error is at most
    ``3 * eps(dtype) * ((abs(z) + rms(z)) * abs(gain) + abs(bias))``, and 0.51 for 3 in
    float16 and bfloat16, however far the mean lies from 0. An entry near the mean can
    have a larger relative error, since subtracting the mean cancels its digits.

    Sources: Ba, Kiros and Hinton (2016), Layer Normalization, arXiv:1607.06450. The
    mean in two passes: Chan, Golub and LeVeque (1983), Algorithms for Computing the
    Sample Variance, The American Statistician 37(3), 242-247.

    Examples
    --------
    LayerNorm is RMSNorm of the row without its mean, and a shift of the row changes
    nothing in LayerNorm:

    >>> x = np.array([1.0, 2.0, 3.0, 4.0])
    >>> layer_norm(x, eps=1e-5).round(4).tolist()
    [-1.3416, -0.4472, 0.4472, 1.3416]
    >>> np.array_equal(layer_norm(x), rms_norm(x - x.mean()))
    True
    >>> np.array_equal(layer_norm(x + 10), layer_norm(x))
    True
    """

    def formula(x, eps, out):
        centered = np.subtract(x, mean(x), out=out)
        variance = mean_square(centered)
        # The mean was rounded: where what that left in the entries shows, it is subtracted too.
        left = mean(centered)
        shows = np.abs(left) > np.finfo(x.dtype).eps / 2 * np.sqrt(variance)
        if np.count_nonzero(shows):
            centered -= np.where(shows, left, 0)
            variance = mean_square(centered)
        return np.divide(centered, np.sqrt(variance + eps), out=centered), variance

    return _normalize(formula, x, eps, out, gain, bias)


def _normalize(formula, x, eps, out, gain, bias=None):
    """Check the arguments, apply the formula to every row, then the gain and the bias."""
    x = float_array(x)
    d = x.shape[-1]
    eps = check_eps(eps)
    gain = None if gain is None else check_row(gain, d, "gain")
    bias = None if bias is None else check_row(bias, d, "bias")
    y = np.empty(x.shape, x.dtype) if out is None else check_out(out, x)
    # The results are written in place where nothing is read after it was overwritten.
    if out is not None and not (y.flags.c_contiguous and _apart(y, x, gain, bias)):
        y = np.empty(x.shape, x.dtype)
    flat = y.reshape(-1, d)
    direct = y.dtype.char in "fd" and y.dtype.isnative
    for block, z in by_blocks(formula, x, eps, into=flat if direct else None):
        if gain is not None:
            np.multiply(z, gain, out=z, casting="same_kind")
        if bias is not None:
            np.add(z, bias, out=z, casting="same_kind")
        if not direct:
            flat[block] = z
    if out is None or out is y:
        return y
    out[...] = y
    return out


def _apart(y, *others):
    """Return whether `y` shares no memory with any of the other arrays."""
    return not any(a is not None and np.may_share_memory(y, a) for a in others)
