"""Two norms of lesson 05 in float16, with their inputs and bugs."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case
from normcourse.checks.subject import Subject

__all__ = ["HALF_NORM", "LLAMA_ORDER"]


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


def one_mean_for_all_rows(x, eps=1e-6):
    return _wide(x) / np.sqrt(np.mean(_wide(x) ** 2) + eps)


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
        Bug(
            one_mean_for_all_rows,
            "This is what one gets with one mean over the whole array. Each row has its own: "
            "`axis=-1, keepdims=True`.",
            _half([[3.0, 4.0], [30.0, 40.0]]),
            rtol=2e-3,
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
