"""Rounding to float16 and bfloat16, and what the order of casts does to RMSNorm.

NumPy has no bfloat16. Its numbers are here float32 numbers, of which they are a part: the
first 8 significant digits, in base 2, with the same range.
"""

import numpy as np

from normcourse._inputs import check_row, float_array
from normcourse.norms import rms_norm

__all__ = ["rms_norm_gemma", "rms_norm_llama", "to_bfloat16", "to_float16"]


def to_bfloat16(x):
    """Return the nearest bfloat16 numbers: 8 binary digits, the range of float32.

    A tie goes to the number whose last digit is 0.

    Parameters
    ----------
    x : array_like, of any shape, or a number
        A float64 is rounded once, not to float32 first.

    Returns
    -------
    array of float32, in the shape of `x`, or a number
        Infinite from (2 - 2**-8) * 2**127 on. NaN, infinity and the sign of 0 stay.

    Raises
    ------
    TypeError, ValueError
        If `x` is not real numbers.

    Notes
    -----
    Source: IEEE 754 for the rounding.

    Examples
    --------
    From 256 on, not every integer has a place:

    >>> to_bfloat16([256, 257, 258, 259]).tolist()
    [256.0, 256.0, 258.0, 260.0]
    """
    return _rounded(x, digits=8, min_exponent=-126, largest=(2 - 2.0**-7) * 2.0**127)


def to_float16(x):
    """Return the nearest float16 numbers: 11 binary digits, 65504 the largest.

    Parameters, result, errors and source are those of `to_bfloat16`, but for the range:
    infinite from 65520 on. The result is float32 too.

    Examples
    --------
    The square of 256 is out of range, and an eps of 1e-8 is 0:

    >>> to_float16([255.0**2, 256.0**2, 1e-7, 1e-8]).tolist()
    [65024.0, inf, 1.1920928955078125e-07, 0.0]
    """
    return _rounded(x, digits=11, min_exponent=-14, largest=65504.0)


def rms_norm_llama(x, gain, eps=1e-6, dtype="bfloat16"):
    """Return RMSNorm as Llama and T5 compute it: normalize, cast to `dtype`, times the gain.

    Parameters
    ----------
    x : array_like, shape (..., d)
        Rounded to `dtype` first, as a model stores it. Normalized in float32.
    gain : array_like, shape (d,)
        Rounded to `dtype` too. The product is one of two `dtype` numbers, and is rounded.
    eps : float
    dtype : "bfloat16", "float16" or "float32"

    Returns
    -------
    array of float32, shape (..., d)
        Numbers of `dtype`. They were rounded twice after the norm, where `rms_norm_gemma`
        rounds once.

    Raises
    ------
    TypeError, ValueError
        As for `rms_norm`, or if `dtype` is unknown.

    Notes
    -----
    Source: ``LlamaRMSNorm`` and ``T5LayerNorm`` in Hugging Face's transformers.

    Examples
    --------
    The cast before the gain moves the second number from 1.697 to the wrong neighbor:

    >>> rms_norm_llama([3.0, 4.0], gain=[1.5, 1.5]).tolist()
    [1.2734375, 1.703125]
    >>> rms_norm_llama([3.0, 4.0], gain=[1.5, 1.5], dtype="float32").tolist()
    [1.272792100906372, 1.6970561742782593]
    """
    rounded = _rounding(dtype)
    normalized, gain = _normalized(x, gain, "gain", eps, rounded)
    return rounded(rounded(normalized) * gain)


def rms_norm_gemma(x, weight, eps=1e-6, dtype="bfloat16"):
    """Return RMSNorm as Gemma computes it: normalize, times 1 + weight, then cast to `dtype`.

    Parameters
    ----------
    x, eps, dtype
        As for `rms_norm_llama`.
    weight : array_like, shape (d,)
        The gain less 1, as Gemma stores it, rounded to `dtype`; 1 + weight and the product
        are float32.

    Returns and raises what `rms_norm_llama` does.

    Notes
    -----
    Source: ``GemmaRMSNorm`` in Hugging Face's transformers. OLMo 2 and gpt-oss cast last
    too, but store the gain itself.

    Examples
    --------
    The gain of the example in `rms_norm_llama`, and the right neighbor:

    >>> rms_norm_gemma([3.0, 4.0], weight=[0.5, 0.5]).tolist()
    [1.2734375, 1.6953125]
    """
    rounded = _rounding(dtype)
    normalized, weight = _normalized(x, weight, "weight", eps, rounded)
    return rounded(normalized * (1 + weight))


def _normalized(x, gain, name, eps, rounded):
    x = float_array(x)
    gain = check_row(gain, x.shape[-1], name)
    return rms_norm(rounded(x), eps=eps), rounded(gain)


def _rounding(dtype):
    known = {"bfloat16": to_bfloat16, "float16": to_float16, "float32": _to_float32}
    if dtype not in known:
        raise ValueError(f"dtype is {dtype!r}: give one of {', '.join(known)}")
    return known[dtype]


def _to_float32(x):
    with np.errstate(all="ignore"):
        return x.astype(np.float32)


def _rounded(x, digits, min_exponent, largest):
    """Round to a multiple of 2**power, with as many binary digits as the format has."""
    a = float_array([x] if np.isscalar(x) else x)
    with np.errstate(all="ignore"):
        wide = a.astype(np.float64)
        _, exponent = np.frexp(np.where(np.isfinite(wide), wide, 0))
        # frexp puts 1 at exponent 1. Below the normal numbers the steps become no smaller.
        power = np.maximum(exponent - 1, min_exponent) - (digits - 1)
        nearest = np.ldexp(np.rint(np.ldexp(wide, -power)), power)
        nearest[np.abs(nearest) > largest] *= np.inf
        nearest = nearest.astype(np.float32)
    return nearest[0] if np.isscalar(x) else nearest
