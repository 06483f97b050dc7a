"""Three small functions of lesson 05, with their inputs and bugs."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case
from normcourse.checks.subject import Subject

__all__ = ["HALF_NORM", "LLAMA_ORDER", "VARIANCE"]


def _root(x, eps):
    return np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)


def _wide(x):
    return x.astype(np.float32)


def half_norm(x, eps=1e-6):
    return x / _root(x, eps)


def all_in_float16(x, eps=1e-6):
    x = x.astype(np.float16)
    return x / _root(x, np.float16(eps))


def cast_after_squaring(x, eps=1e-6):
    x = x.astype(np.float16)
    return x / np.sqrt(np.mean(_wide(x * x), axis=-1, keepdims=True) + eps)


def cast_back_before_the_root(x, eps=1e-6):
    mean_square = np.mean(_wide(x) ** 2, axis=-1, keepdims=True).astype(np.float16)
    return x / np.sqrt(_wide(mean_square) + eps)


def eps_in_float16(x, eps=1e-6):
    return _wide(x) / _root(_wide(x), float(np.float16(eps)))


def eps_forgotten(x, eps=1e-6):
    return _wide(x) / _root(_wide(x), 0)


def eps_outside_root(x, eps=1e-6):
    return _wide(x) / (_root(_wide(x), 0) + eps)


def _half(x, eps=None, rtol=2e-3):
    """Return a float16 case: an output may be off by one rounding."""
    return Case({"x": x} | ({} if eps is None else {"eps": eps}), dtype="float16", rtol=rtol)


LARGE = _half([300.0, 300.0, 300.0, 300.0])
ONE_LARGE = _half([500.0, 500.0, 1.0, 1.0])
ZEROS = _half([0.0, 0.0], eps=1e-8)
SMALL = _half([0.001, -0.001], eps=1e-6)

HALF_NORM = Subject(
    "RMSNorm of float16 rows",
    half_norm,
    (
        _half([2.5]),
        _half([3.0, 4.0]),
        _half([1.0, -2.0, 0.5, 1.5], eps=0.01),
        _half([1e-4, -1e-4], eps=1e-8),
        _half([[3.0, -4.0, 1.0], [300.0, 2.0, 400.0]]),
        _half([[[0.02, 0.01], [0.03, -0.02]]], eps=1e-5),
        _half([20.0] * 1024),
    ),
    (
        Bug(
            all_in_float16,
            "This is what one gets with everything in float16: the squares overflow from 256 on, "
            "and an ε of 1e-8 is 0. Make x float32 before it is squared.",
            LARGE,
            ("pytorch/pytorch#133085", "pytorch/executorch#18772", "meta-llama/llama#1048"),
            rtol=2e-3,
        ),
        Bug(
            cast_after_squaring,
            "This is what one gets by squaring in float16 and casting the squares: those that "
            "overflowed stay infinite. The cast has to come before the square.",
            LARGE,
            rtol=2e-3,
        ),
        Bug(
            cast_back_before_the_root,
            "This is what one gets by casting the mean square back to float16: above 65,504 it is "
            "infinite, small ones lose their digits. Only the result is cast back.",
            ONE_LARGE,
            rtol=2e-3,
        ),
        Bug(
            eps_in_float16,
            "This is what one gets with ε rounded to float16, where 1e-8 is 0. The mean square is "
            "float32 in your function, and ε has to be as well.",
            ZEROS,
            ("pytorch/pytorch#32137", "pytorch/pytorch#41527"),
            rtol=2e-3,
        ),
        Bug(
            eps_forgotten,
            "This is what one gets without ε: a row of zeros becomes NaN.",
            SMALL,
            rtol=2e-3,
        ),
        Bug(
            eps_outside_root,
            "This is what one gets with ε outside the root, x / (RMS + ε).",
            SMALL,
            ("allenai/OLMo#281",),
            rtol=2e-3,
        ),
    ),
)


def variance(x):
    return np.var(x, axis=-1)


def difference_of_squares(x):
    return np.mean(x * x, axis=-1) - np.mean(x, axis=-1) ** 2


def difference_not_below_zero(x):
    return np.maximum(difference_of_squares(x), 0)


def difference_in_float64(x):
    return difference_of_squares(x.astype(np.float64))


def sample_variance(x):
    centered = x - np.mean(x, axis=-1, keepdims=True)
    return np.sum(centered**2, axis=-1) / np.float64(x.shape[-1] - 1)


def standard_deviation(x):
    return np.std(x, axis=-1)


def variance_of_everything(x):
    return np.var(x)


def variance_of_columns(x):
    return np.var(x, axis=0)


def mean_of_the_rest(x):
    return np.mean(x - np.mean(x, axis=-1, keepdims=True), axis=-1)


OFFSET = Case({"x": (100 + 1e-3 * np.arange(16)).tolist()}, dtype="float32", rtol=1e-3)
FAR = Case(
    {"x": [1e8, 1e8 + 1, 1e8 + 2, 1e8 + 4]}, spelled={"x": "[1e8, 1e8 + 1, 1e8 + 2, 1e8 + 4]"}
)
PAIR = Case({"x": [3.0, 5.0]})
ROWS = Case({"x": [[3.0, 5.0, 4.0], [0.5, 1.5, 4.0]]})

VARIANCE = Subject(
    "variance",
    variance,
    (
        Case({"x": [2.0]}),
        Case({"x": [2.0, -1.0, 0.5, 1.5]}),
        Case({"x": [40000.0, 40001.0, 40002.0, 40003.0]}, dtype="float32", rtol=1e-3),
        Case({"x": [1.0, 2.0, 3.0, 5.0]}, dtype="int64"),
        Case({"x": [[0.25, -0.5], [100.0, 101.0], [3.0, 3.5]]}, strided=True),
        FAR,
    ),
    (
        Bug(
            difference_of_squares,
            "This is still E[x²] − μ²: for rows with an offset the digits cancel, and float32 "
            "gives 0 or less. Subtract the mean before you square.",
            OFFSET,
            ("microsoft/onnxruntime#28463", "microsoft/onnxruntime#21935", "pytorch/pytorch#51102"),
        ),
        Bug(
            difference_not_below_zero,
            "This is E[x²] − μ² with negative results made 0. That hides the NaN and leaves the "
            "wrong value: subtract the mean before you square.",
            OFFSET,
        ),
        Bug(
            difference_in_float64,
            "This is E[x²] − μ² in float64. A wider type moves the edge, to μ/σ of about 1e8, and "
            "no further; subtracting the mean first does without it.",
            FAR,
        ),
        Bug(
            sample_variance,
            "This divides by d − 1. A norm takes the population variance and divides by d.",
            PAIR,
        ),
        Bug(standard_deviation, "This is σ. Asked is its square, the variance.", ROWS),
        Bug(
            variance_of_everything,
            "This is one variance for the whole array. Each row has its own: `axis=-1`.",
            ROWS,
        ),
        Bug(
            variance_of_columns,
            "This is the variance of the columns. A row is one vector: `axis=-1`.",
            ROWS,
        ),
        Bug(
            mean_of_the_rest,
            "This is the mean of x − μ, which is 0 for every row. Square before you take the mean.",
            PAIR,
        ),
    ),
)


def llama_order(x, gain, eps=1e-6):
    normalized = _wide(x) / _root(_wide(x), eps)
    return normalized.astype(np.float16) * gain.astype(np.float16)


def gain_before_the_cast(x, gain, eps=1e-6):
    return (_wide(x) / _root(_wide(x), eps) * _wide(gain)).astype(np.float16)


def never_cast(x, gain, eps=1e-6):
    return _wide(x) / _root(_wide(x), eps) * _wide(gain)


def product_in_float32(x, gain, eps=1e-6):
    normalized = _wide(x) / _root(_wide(x), eps)
    return _wide(normalized.astype(np.float16)) * _wide(gain)


def gain_plus_one(x, gain, eps=1e-6):
    normalized = _wide(x) / _root(_wide(x), eps)
    return normalized.astype(np.float16) * (1 + gain).astype(np.float16)


def gain_forgotten(x, gain, eps=1e-6):
    return (_wide(x) / _root(_wide(x), eps)).astype(np.float16)


def statistics_in_float16(x, gain, eps=1e-6):
    x = x.astype(np.float16)
    return x / _root(x, np.float16(eps)) * gain.astype(np.float16)


def _pair(x, gain, eps=None):
    """Return a float16 case in which no float32 result lies near the middle of two float16s."""
    given = {"x": x, "gain": gain} | ({} if eps is None else {"eps": eps})
    return Case(given, dtype="float16")


APART = _pair([1.25, -0.75], [3.625, 0.625])

LLAMA_ORDER = Subject(
    "Llama's order of casts",
    llama_order,
    (
        _pair([3.0, 4.0], [1.0, 1.0]),
        _pair([-5.25, -6.0], [3.875, 1.75]),
        _pair([5.5, 0.5], [2.375, 0.75]),
        _pair([[4.75, -4.0], [1.25, -5.5]], [3.375, 3.875]),
        _pair([300.0, 300.0, 300.0, 300.0], [1.0, 2.0, 0.5, -1.0]),
        _pair([0.0, 0.0], [1.0, 2.0], eps=1e-8),
    ),
    (
        Bug(
            gain_before_the_cast,
            "This is Gemma's order: the gain in float32, then the cast. Llama casts first, and "
            "multiplies two float16 numbers.",
            APART,
            ("NVIDIA/TransformerEngine#1132", "google/gemma_pytorch#67"),
        ),
        Bug(
            never_cast,
            "This is never cast to float16: the values have digits that float16 does not hold.",
            APART,
        ),
        Bug(
            product_in_float32,
            "This casts before the gain and then multiplies in float32, so the product is not "
            "rounded. With float16 on both sides of `*` NumPy rounds it to float16.",
            APART,
            ("huggingface/transformers#30236",),
        ),
        Bug(
            gain_plus_one,
            "This multiplies by 1 + gain. That is how Gemma stores its gain; Llama stores it as it "
            "is.",
            APART,
        ),
        Bug(gain_forgotten, "This leaves the gain out.", APART),
        Bug(
            statistics_in_float16,
            "This has the squares in float16, where 300² is infinite. Only what comes after the "
            "division is float16.",
            _pair([300.0, 300.0], [1.0, 2.0]),
        ),
    ),
)
