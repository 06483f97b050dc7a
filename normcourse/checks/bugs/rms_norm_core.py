"""RMSNorm with a wrong statistic: ``x / sqrt(mean(x**2) + eps) * gain`` is right."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["BUGS"]


def mean_subtracted(x, gain=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.mean(c**2, axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


def mean_subtracted_above_only(x, gain=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


def variance_for_mean_square(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.var(x, axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


def sum_for_mean(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.sum(x**2, axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


def mean_and_root_d(x, gain=None, eps=1e-6):
    y = np.sqrt(x.shape[-1]) * x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


def divided_by_d_minus_1(x, gain=None, eps=1e-6):
    mean_square = np.sum(x**2, axis=-1, keepdims=True) / (x.shape[-1] - 1)
    y = x / np.sqrt(mean_square + eps)
    return y if gain is None else y * gain


def square_of_the_mean(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x, axis=-1, keepdims=True) ** 2 + eps)
    return y if gain is None else y * gain


def mean_of_the_whole_array(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x**2) + eps)
    return y if gain is None else y * gain


def mean_over_the_first_axis(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x**2, axis=0, keepdims=True) + eps)
    return y if gain is None else y * gain


def reciprocal_root_divided(x, gain=None, eps=1e-6):
    reciprocal = 1 / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    y = x / reciprocal
    return y if gain is None else y * gain


def root_forgotten(x, gain=None, eps=1e-6):
    y = x / (np.mean(x**2, axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


def root_taken_twice(x, gain=None, eps=1e-6):
    rms = np.sqrt(np.mean(x**2, axis=-1, keepdims=True))
    y = x / np.sqrt(rms + eps)
    return y if gain is None else y * gain


def mean_absolute_value(x, gain=None, eps=1e-6):
    y = x / (np.mean(np.abs(x), axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


def largest_entry(x, gain=None, eps=1e-6):
    y = x / (np.max(np.abs(x), axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


def squares_in_float16(x, gain=None, eps=1e-6):
    half = x.astype(np.float16)
    mean_square = np.mean(half * half, axis=-1, keepdims=True).astype(np.float64)
    y = x / np.sqrt(mean_square + eps)
    return y if gain is None else y * gain


PAIR = Case({"x": [3.0, 4.0]})
OFFSET = Case({"x": [1.0, 3.0]})
ROWS = Case({"x": [[3.0, 4.0], [0.3, 0.4]]})

BUGS = (
    Bug(
        mean_subtracted,
        "This is LayerNorm: the mean is subtracted first. RMSNorm divides x by its root mean "
        "square and leaves the mean where it is.",
        OFFSET,
        ("ggml-org/llama.cpp#173",),
    ),
    Bug(
        mean_subtracted_above_only,
        "This is what one gets by subtracting the mean above the fraction bar and dividing by "
        "the RMS of x. RMSNorm subtracts nothing.",
        OFFSET,
    ),
    Bug(
        variance_for_mean_square,
        "This is what one gets with the variance, the mean of (x − μ)², in place of the mean "
        "square, the mean of x². `np.var` and `np.std` subtract the mean.",
        OFFSET,
        ("keras-team/keras#22393", "keras-team/keras#21234"),
    ),
    Bug(
        sum_for_mean,
        "This is what one gets with the sum of the squares in place of their mean: each row has "
        "length 1 and not √d. It is the unit norm; RMSNorm divides the sum by d.",
        PAIR,
        ("tenstorrent/tt-mlir#8798",),
    ),
    Bug(
        mean_and_root_d,
        "This is what one gets with both the mean and a factor √d. Either x / √(mean square) or "
        "√d · x / ‖x‖: the two together are √d too large.",
        PAIR,
        ("patrick-kidger/equinox#545",),
    ),
    Bug(
        divided_by_d_minus_1,
        "This is what one gets by dividing the sum of the squares by d − 1. That belongs to the "
        "sample variance; the mean square divides by d.",
        PAIR,
    ),
    Bug(
        square_of_the_mean,
        "This is what one gets by squaring the mean, μ², in place of the mean of the squares. "
        "Square first, then take the mean.",
        OFFSET,
    ),
    Bug(
        mean_of_the_whole_array,
        "This is what one gets with one mean over the whole array: every row is divided by the "
        "same number. Each row has its own RMS: `axis=-1, keepdims=True`.",
        ROWS,
        ("ml-explore/mlx-lm#898",),
    ),
    Bug(
        mean_over_the_first_axis,
        "This is what one gets with the mean taken down the columns, as `axis=0` or a loop over "
        "the rows takes it. A row is one vector: its entries are on the last axis, `axis=-1`.",
        ROWS,
        ("kyegomez/zeta#180",),
    ),
    Bug(
        reciprocal_root_divided,
        "This is what one gets by dividing by 1/RMS, which multiplies by the RMS. A reciprocal "
        "root (`rsqrt`) is multiplied with x; a root divides x.",
        PAIR,
        ("mosaicml/llm-foundry#371",),
    ),
    Bug(
        root_forgotten,
        "This is what one gets without the root: x is divided by the mean square plus ε. Take "
        "the square root of that sum.",
        PAIR,
    ),
    Bug(
        root_taken_twice,
        "This is what one gets with a root of the RMS, x / √(RMS + ε): the root is taken twice. "
        "Under the one root stands the mean square.",
        PAIR,
        ("pytorch/pytorch#139274", "pytorch/pytorch#144659"),
    ),
    Bug(
        mean_absolute_value,
        "This is what one gets with the mean of |x| in place of the root of the mean of x². The "
        "two agree only where all entries have the same size.",
        OFFSET,
    ),
    Bug(
        largest_entry,
        "This is what one gets by dividing by the largest |x|, so that the largest entry becomes "
        "1. RMSNorm divides by the root of the mean square.",
        PAIR,
    ),
    Bug(
        squares_in_float16,
        "This is what one gets with the squares in float16: they overflow from 256 on, and the "
        "row comes out as 0. Square in float32 or wider.",
        Case({"x": [300.0, 300.0]}),
        ("pytorch/pytorch#133085", "pytorch/executorch#18772", "meta-llama/llama#1048"),
        rtol=2e-2,
    ),
)
