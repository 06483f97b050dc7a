"""Wrong versions of the unit norm, ``x / sqrt(sum(x**2) + eps) * gain``."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["BUGS"]


def mean_for_sum(x, gain=None, eps=0.0):
    y = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


def root_d_too_small(x, gain=None, eps=0.0):
    y = x / np.sqrt(x.shape[-1] * (np.sum(x**2, axis=-1, keepdims=True) + eps))
    return y if gain is None else y * gain


def root_forgotten(x, gain=None, eps=0.0):
    y = x / (np.sum(x**2, axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


def sum_of_absolute_values(x, gain=None, eps=0.0):
    y = x / (np.sum(np.abs(x), axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


def largest_entry(x, gain=None, eps=0.0):
    y = x / (np.max(np.abs(x), axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


def mean_subtracted(x, gain=None, eps=0.0):
    c = x - np.mean(x, axis=-1, keepdims=True)
    y = c / np.sqrt(np.sum(c**2, axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


def length_of_the_whole_array(x, gain=None, eps=0.0):
    y = x / np.sqrt(np.sum(x**2) + eps)
    return y if gain is None else y * gain


def length_of_the_columns(x, gain=None, eps=0.0):
    y = x / np.sqrt(np.sum(x**2, axis=0, keepdims=True) + eps)
    return y if gain is None else y * gain


def eps_outside_root(x, gain=None, eps=0.0):
    y = x / (np.sqrt(np.sum(x**2, axis=-1, keepdims=True)) + eps)
    return y if gain is None else y * gain


def eps_as_floor_of_length(x, gain=None, eps=0.0):
    y = x / np.maximum(np.sqrt(np.sum(x**2, axis=-1, keepdims=True)), eps)
    return y if gain is None else y * gain


def eps_times_d(x, gain=None, eps=0.0):
    d = x.shape[-1]
    y = x / np.sqrt(d * (np.mean(x**2, axis=-1, keepdims=True) + eps))
    return y if gain is None else y * gain


def eps_forgotten(x, gain=None, eps=0.0):
    y = x / np.sqrt(np.sum(x**2, axis=-1, keepdims=True))
    return y if gain is None else y * gain


def gain_forgotten(x, gain=None, eps=0.0):
    return x / np.sqrt(np.sum(x**2, axis=-1, keepdims=True) + eps)


def gain_before_the_norm(x, gain=None, eps=0.0):
    x = x if gain is None else x * gain
    return x / np.sqrt(np.sum(x**2, axis=-1, keepdims=True) + eps)


PAIR = Case({"x": [3.0, 4.0]})
ROWS = Case({"x": [[3.0, 4.0], [0.3, 0.4]]})
EPS = Case({"x": [3.0, 4.0], "eps": 11.0})
GAINED = Case({"x": [3.0, 4.0], "gain": [2.0, -0.5]})

BUGS = (
    Bug(
        mean_for_sum,
        "This is RMSNorm: each row has length √d. The unit norm divides by the length ‖x‖, the "
        "root of the sum of the squares and not of their mean.",
        PAIR,
    ),
    Bug(
        root_d_too_small,
        "This is what one gets by dividing by √d · ‖x‖: the rows have length 1/√d. Divide by the "
        "length ‖x‖ alone.",
        PAIR,
    ),
    Bug(
        root_forgotten,
        "This is what one gets by dividing by ‖x‖², the sum of the squares. Take its root.",
        PAIR,
    ),
    Bug(
        sum_of_absolute_values,
        "This is what one gets with the sum of |x| as the length. The length of a vector is the "
        "root of the sum of its squares.",
        PAIR,
    ),
    Bug(
        largest_entry,
        "This is what one gets by dividing by the largest |x|. The length of a vector is the root "
        "of the sum of its squares.",
        PAIR,
    ),
    Bug(
        mean_subtracted,
        "This is what one gets by subtracting the mean first. The unit norm keeps the direction "
        "of x and subtracts nothing.",
        PAIR,
    ),
    Bug(
        length_of_the_whole_array,
        "This is what one gets with one length for the whole array, as `np.linalg.norm(x)` gives "
        "it. Each row has its own: `axis=-1, keepdims=True`.",
        ROWS,
    ),
    Bug(
        length_of_the_columns,
        "This is what one gets with the lengths of the columns, `axis=0`. A row is one vector: "
        "`axis=-1`.",
        ROWS,
    ),
    Bug(
        eps_outside_root,
        "This is what one gets with ε outside the root, x / (‖x‖ + ε). ε is added to the sum of "
        "the squares.",
        EPS,
    ),
    Bug(
        eps_as_floor_of_length,
        "This is what one gets with ε as a floor, x / max(‖x‖, ε), which is how torch's "
        "`normalize` does it. Here ε is added to the sum of the squares.",
        EPS,
    ),
    Bug(
        eps_times_d,
        "This is what one gets with ε added to the mean square before the factor d: ε counts d "
        "times. Add it to the sum of the squares.",
        EPS,
    ),
    Bug(
        eps_forgotten,
        "This is what one gets without ε: the argument `eps` has no effect.",
        EPS,
        ignores={"eps": 0.0},
    ),
    Bug(
        gain_forgotten,
        "This is what one gets without the gain. Where `gain` is given, multiply each coordinate "
        "of the unit vector by its own gain.",
        GAINED,
        ignores={"gain": None},
    ),
    Bug(
        gain_before_the_norm,
        "This is what one gets by multiplying by the gain before the norm. Normalize first, then "
        "multiply.",
        GAINED,
    ),
)
