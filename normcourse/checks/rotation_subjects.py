"""Two small functions of lesson 03, with their inputs and bugs."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case
from normcourse.checks.subject import Subject
from normcourse.norms import unit_norm

__all__ = ["FROM_UNIT_NORM", "TO_HALF_SPLIT"]


def from_unit_norm(x, eps=1e-6):
    d = x.shape[-1]
    return np.sqrt(d) * unit_norm(x, eps=d * eps)


def eps_as_it_is(x, eps=1e-6):
    return np.sqrt(x.shape[-1]) * unit_norm(x, eps=eps)


def eps_times_root_d(x, eps=1e-6):
    d = x.shape[-1]
    return np.sqrt(d) * unit_norm(x, eps=np.sqrt(d) * eps)


def eps_divided_by_d(x, eps=1e-6):
    d = x.shape[-1]
    return np.sqrt(d) * unit_norm(x, eps=eps / d)


def eps_forgotten(x, eps=1e-6):
    return np.sqrt(x.shape[-1]) * unit_norm(x)


def no_factor(x, eps=1e-6):
    return unit_norm(x, eps=x.shape[-1] * eps)


def no_factor_and_eps_as_it_is(x, eps=1e-6):
    return unit_norm(x, eps=eps)


def factor_d(x, eps=1e-6):
    d = x.shape[-1]
    return d * unit_norm(x, eps=d * eps)


def divided_by_root_d(x, eps=1e-6):
    d = x.shape[-1]
    return unit_norm(x, eps=d * eps) / np.sqrt(d)


def length_for_d(x, eps=1e-6):
    d = len(x)
    return np.sqrt(d) * unit_norm(x, eps=d * eps)


def size_for_d(x, eps=1e-6):
    d = x.size
    return np.sqrt(d) * unit_norm(x, eps=d * eps)


PAIR = Case({"x": [3.0, 4.0], "eps": 0.5})
ROWS = Case({"x": [[3.0, 4.0], [1.0, -2.0], [0.5, 0.0]], "eps": 0.5})

FROM_UNIT_NORM = Subject(
    "RMSNorm from UnitNorm",
    from_unit_norm,
    (
        Case({"x": [2.5], "eps": 0.1}),
        Case({"x": [1.0, 2.0, 3.0, 4.0]}),
        Case({"x": [1e-3, -2e-3, 5e-4], "eps": 1e-5}),
        Case({"x": [0.0, 0.0, 0.0], "eps": 1e-5}),
        Case({"x": [[[3.0, 1.0, -2.0]], [[0.5, 0.0, 2.0]]], "eps": 0.1}, strided=True),
        Case({"x": [[1.0, -2.0, 4.0, 0.5]], "eps": 0.01}, dtype="float32", rtol=1e-4),
    ),
    (
        Bug(
            eps_as_it_is,
            "This is what one gets by handing ε on as it is. RMSNorm adds it to the mean of the "
            "squares, UnitNorm to their sum, which is d times larger.",
            PAIR,
        ),
        Bug(
            eps_times_root_d,
            "This is what one gets with √d·ε in UnitNorm. The factor √d stands outside the root; "
            "under the root, where ε is, it is d.",
            PAIR,
        ),
        Bug(
            eps_divided_by_d,
            "This is what one gets with ε/d in UnitNorm. Write x/√(‖x‖²/d + ε) and multiply above "
            "and below by √d.",
            PAIR,
        ),
        Bug(
            eps_forgotten,
            "This is what one gets without ε. `unit_norm` has none unless it is given one.",
            PAIR,
        ),
        Bug(
            no_factor,
            "The ε is right, and the factor √d in front is missing: the length is 1, not √d.",
            PAIR,
        ),
        Bug(
            no_factor_and_eps_as_it_is,
            "This is UnitNorm itself. RMSNorm is √d times as long, and its ε is another one.",
            PAIR,
        ),
        Bug(
            factor_d,
            "This is what one gets with the factor d. Take the root: RMS = ‖x‖/√d.",
            PAIR,
        ),
        Bug(
            divided_by_root_d,
            "This is what one gets by dividing by √d. RMSNorm is the longer of the two.",
            PAIR,
        ),
        Bug(
            length_for_d,
            "This is what one gets with `len(x)` for d: that counts the rows of a batch. d is "
            "`x.shape[-1]`.",
            ROWS,
        ),
        Bug(
            size_for_d,
            "This is what one gets with `x.size` for d: that counts the entries of the whole "
            "batch. d is `x.shape[-1]`.",
            ROWS,
        ),
    ),
)


def to_half_split(x):
    return np.concatenate([x[..., 0::2], x[..., 1::2]], axis=-1)


def to_interleaved(x):
    half = x.shape[-1] // 2
    return np.stack([x[..., :half], x[..., half:]], axis=-1).reshape(x.shape)


def partners_first(x):
    return np.concatenate([x[..., 1::2], x[..., 0::2]], axis=-1)


def halves_swapped(x):
    half = x.shape[-1] // 2
    return np.concatenate([x[..., half:], x[..., :half]], axis=-1)


def pairs_swapped(x):
    return x.reshape(*x.shape[:-1], -1, 2)[..., ::-1].reshape(x.shape)


def rows_for_entries(x):
    return np.concatenate([x[0::2], x[1::2]])


SIX = Case({"x": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]})

TO_HALF_SPLIT = Subject(
    "half-split order",
    to_half_split,
    (
        Case({"x": [1.0, 2.0]}),
        Case({"x": [1.0, 2.0, 3.0, 4.0]}),
        Case({"x": [[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]], [[6.0, 5.0, 4.0, 3.0, 2.0, 1.0]]]}),
        Case({"x": [[0.5, -1.0, 2.0, 0.0, 1.5, 3.0, -2.0, 4.0]]}, dtype="float32", strided=True),
        Case({"x": np.arange(8)}),
    ),
    (
        Bug(
            to_interleaved,
            "This is the way back, from half-split to interleaved. With four entries the two are "
            "the same reordering, so try six: the neighbors 1 and 2 have to come apart.",
            SIX,
        ),
        Bug(
            partners_first,
            "The pairs are right, and their two entries have changed places: each pair turns the "
            "other way round then. The first entries of the pairs come first.",
            Case({"x": [1.0, 2.0]}),
        ),
        Bug(
            halves_swapped,
            "This swaps the two halves and leaves neighbors neighbors. Neighbors have to end half "
            "a width apart.",
            SIX,
        ),
        Bug(
            pairs_swapped,
            "This swaps the two entries of each pair and leaves them neighbors. They have to end "
            "half a width apart.",
            SIX,
        ),
        Bug(
            rows_for_entries,
            "This reorders the rows of a batch. The entries are the last axis: `x[..., 0::2]`.",
            Case({"x": [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 1.0, 2.0, 3.0]]}),
        ),
    ),
)
