"""LayerNorm with a wrong statistic: ``(x - μ) / sqrt(var(x) + eps) * gain + bias`` is right."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["BUGS"]


def mean_kept(x, gain=None, bias=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


def mean_kept_above_only(x, gain=None, bias=None, eps=1e-6):
    y = x / np.sqrt(np.var(x, axis=-1, keepdims=True) + eps)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


def mean_square_for_variance(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


def only_centered(x, gain=None, bias=None, eps=1e-6):
    y = x - np.mean(x, axis=-1, keepdims=True)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


def sample_variance(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.sum(c**2, axis=-1, keepdims=True) / (x.shape[-1] - 1) + eps)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


def sample_deviation_plus_eps(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / (np.sqrt(np.sum(c**2, axis=-1, keepdims=True) / (x.shape[-1] - 1)) + eps)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


def sum_for_variance(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.sum(c**2, axis=-1, keepdims=True) + eps)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


def root_forgotten(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / (np.mean(c**2, axis=-1, keepdims=True) + eps)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


def difference_of_squares(x, gain=None, bias=None, eps=1e-6):
    mean = np.mean(x, axis=-1, keepdims=True)
    variance = np.mean(x**2, axis=-1, keepdims=True) - mean**2
    y = (x - mean) / np.sqrt(variance + eps)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


def computed_in_float32(x, gain=None, bias=None, eps=1e-6):
    x = x.astype(np.float32)
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.mean(c**2, axis=-1, keepdims=True) + eps)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


def statistics_of_the_whole_array(x, gain=None, bias=None, eps=1e-6):
    y = (x - np.mean(x)) / np.sqrt(np.var(x) + eps)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


def statistics_over_the_first_axis(x, gain=None, bias=None, eps=1e-6):
    c = x - np.mean(x, axis=0, keepdims=True)
    y = c / np.sqrt(np.mean(c**2, axis=0, keepdims=True) + eps)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias


PAIR = Case({"x": [0.0, 2.0]})
WIDE = Case({"x": [0.0, 4.0]})
ROWS = Case({"x": [[0.0, 2.0], [1.0, 7.0]]})
# Squares of an offset that is a power of two round alike, whatever the order of the sum.
OFFSET = Case(
    {"x": [2.0**30, 2.0**30 + 1, 2.0**30 + 2, 2.0**30 + 3]}, spelled={"x": "2**30 + [0, 1, 2, 3]"}
)

BUGS = (
    Bug(
        mean_kept,
        "This is RMSNorm: the mean stays in. LayerNorm subtracts the mean of each row first and "
        "divides by the standard deviation of the row.",
        PAIR,
        ("huggingface/transformers#20224",),
    ),
    Bug(
        mean_kept_above_only,
        "This is what one gets by dividing x itself by σ. The mean has to be subtracted above "
        "the fraction bar too.",
        PAIR,
    ),
    Bug(
        mean_square_for_variance,
        "This is what one gets with the mean of x² below the fraction bar. The variance is the "
        "mean of (x − μ)²: square the centered row.",
        PAIR,
    ),
    Bug(
        only_centered,
        "This is what one gets by subtracting the mean alone. The division by √(variance + ε) "
        "is missing.",
        WIDE,
    ),
    Bug(
        sample_variance,
        "This is what one gets with the sample variance, which divides by d − 1. LayerNorm takes "
        "the population variance and divides by d: `ddof=0`, `unbiased=False`.",
        PAIR,
        ("pytorch/pytorch#84356",),
    ),
    Bug(
        sample_deviation_plus_eps,
        "This is what one gets with the sample deviation (division by d − 1) and ε added outside "
        "the root. Divide by d, and add ε to the variance, under the root.",
        PAIR,
        ("harvardnlp/annotated-transformer#119",),
    ),
    Bug(
        sum_for_variance,
        "This is what one gets with the sum of the squared deviations in place of their mean: "
        "divide that sum by d.",
        PAIR,
    ),
    Bug(
        root_forgotten,
        "This is what one gets without the root: the centered row is divided by the variance. "
        "Take the square root of variance + ε.",
        WIDE,
    ),
    Bug(
        difference_of_squares,
        "This is what one gets with the variance as mean(x²) − μ². On paper the two are equal; "
        "with a large mean the digits cancel. Center first: mean((x − μ)²).",
        OFFSET,
        ("microsoft/onnxruntime#28463", "pytorch/pytorch#51102", "ml-explore/mlx#2238"),
    ),
    Bug(
        computed_in_float32,
        "This is what one gets by computing in float32, which holds seven digits: the small "
        "differences between large entries are gone before the mean is subtracted.",
        OFFSET,
        rtol=1e-4,
    ),
    Bug(
        statistics_of_the_whole_array,
        "This is what one gets with one mean and one deviation for the whole array. Each row has "
        "its own: `axis=-1, keepdims=True`.",
        ROWS,
    ),
    Bug(
        statistics_over_the_first_axis,
        "This is what one gets with the statistics taken down the columns, `axis=0`. That is "
        "the way of BatchNorm; LayerNorm works along each row, `axis=-1`.",
        ROWS,
    ),
)
