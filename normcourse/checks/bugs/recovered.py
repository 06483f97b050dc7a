"""Wrong versions of LayerNorm(x) computed from y = RMSNorm(x), ``(y - mean(y)) / std(y)``."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["BUGS"]


def only_centered(y):
    return y - np.mean(y, axis=-1, keepdims=True)


def only_divided(y):
    return y / np.std(y, axis=-1, keepdims=True)


def divided_by_the_variance(y):
    return only_centered(y) / np.var(y, axis=-1, keepdims=True)


def divided_by_the_sample_sigma(y):
    return only_centered(y) / np.std(y, axis=-1, keepdims=True, ddof=1)


def divided_by_the_mean(y):
    return only_centered(y) / np.mean(y, axis=-1, keepdims=True)


def multiplied_by_sigma(y):
    return only_centered(y) * np.std(y, axis=-1, keepdims=True)


def one_mean_and_sigma_for_all_rows(y):
    return (y - np.mean(y)) / np.std(y)


def default_eps(y):
    return only_centered(y) / np.sqrt(np.var(y, axis=-1, keepdims=True) + 1e-6)


NORMED = Case({"y": [0.2, 1.4]})
NORMED_ROWS = Case({"y": [[0.2, 1.4], [-1.0, 1.0]]})
# Its mean is 399/401 and its σ 40/401, so small that an ε of 1e-6 shows in the fifth digit.
NEARLY_CONSTANT = Case({"y": [359 / 401, 439 / 401]})

BUGS = (
    Bug(
        only_centered,
        "The mean is gone, but now the vector is too short: its RMS is cos φ. Dividing by the RMS "
        "of y does not help, for that is 1. Divide by the σ of y.",
        NORMED,
    ),
    Bug(
        only_divided,
        "This is y divided by its σ, with the mean still in. Subtract the mean first.",
        NORMED,
    ),
    Bug(
        divided_by_the_variance,
        "This is what one gets by dividing by σ². Take the root.",
        NORMED,
    ),
    Bug(
        divided_by_the_sample_sigma,
        "This is what one gets with the sample deviation, which divides by d − 1: divide by d.",
        NORMED,
    ),
    Bug(
        divided_by_the_mean,
        "This is what one gets by dividing by the mean of y, which is sin φ. What is left after "
        "centering has RMS cos φ, the σ of y.",
        NORMED,
    ),
    Bug(
        multiplied_by_sigma,
        "This is what one gets by multiplying by the σ of y: divide by it.",
        NORMED,
    ),
    Bug(
        one_mean_and_sigma_for_all_rows,
        "This takes one mean and one σ for the whole array. Each row has its own: "
        "`axis=-1, keepdims=True`.",
        NORMED_ROWS,
    ),
    Bug(
        default_eps,
        "This is what one gets with ε = 1e-6, the default of `layer_norm`. The exercise has ε = 0.",
        NEARLY_CONSTANT,
    ),
)
