"""The inputs on which a function is tried, and when two outputs agree."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from normcourse.checks.wording import value

__all__ = ["Case", "agree"]


@dataclass(frozen=True, eq=False)
class Case:
    """One call: its arguments by name, made afresh each time.

    A list becomes an array of `dtype`; an array keeps its own dtype (positions,
    masks); any other value is passed as it is. With `strided`, the arrays made
    from lists are views that skip every other entry. `rtol` is how near an
    output must come, relative to the largest entry of its row. `spelled` says
    an argument in words where six digits would hide what matters.
    """

    arguments: Mapping[str, object]
    dtype: str = "float64"
    strided: bool = False
    rtol: float = 1e-5
    spelled: Mapping[str, str] = field(default_factory=dict)

    def make(self):
        """Return fresh arguments: nobody can spoil them for the next call."""
        return {name: self._fresh(v) for name, v in self.arguments.items()}

    def exact(self):
        """Return the same numbers in float64, for the right answer."""
        made = self.make()
        return {
            name: v.astype(np.float64) if isinstance(v, np.ndarray) and v.dtype.kind == "f" else v
            for name, v in made.items()
        }

    def _fresh(self, v):
        if isinstance(v, np.ndarray):
            return v.copy()
        if not isinstance(v, list):
            return v
        a = np.array(v, dtype=np.float64).astype(self.dtype)
        if not self.strided:
            return a
        wide = np.zeros((*a.shape[:-1], 2 * a.shape[-1]), dtype=a.dtype)
        view = wide[..., ::2]
        view[...] = a
        return view

    def without(self, *names):
        """Return the same case with these arguments left out."""
        kept = {n: v for n, v in self.arguments.items() if n not in names}
        return replace(self, arguments=kept)

    @property
    def is_vector(self):
        """Return whether the first argument is a single vector."""
        return np.ndim(next(iter(self.arguments.values()))) == 1

    @property
    def size(self):
        """Return how many entries the arrays have together."""
        return sum(np.size(v) for v in self.arguments.values() if np.ndim(v))

    def text(self):
        """Return the arguments as a learner would write them."""
        parts = [f"{n} = {self.spelled.get(n) or value(v)}" for n, v in self.make().items()]
        kind = "" if self.dtype == "float64" else f" ({self.dtype})"
        return ", ".join(parts) + kind + (" (a strided view)" if self.strided else "")

    def traits(self, required):
        """Return, in words, what sets this input apart; `required` arguments do not."""
        first = next(iter(self.make().values()))
        found = [f"an argument `{name}`" for name in self.arguments if name not in required]
        rows = first.reshape(-1, first.shape[-1])
        spread = np.ptp(rows, axis=-1)
        found += [
            words
            for words, holds in (
                ("more than one row", len(rows) > 1),
                ("a single coordinate (d = 1)", first.shape[-1] == 1),
                ("a row of zeros", np.any(np.all(rows == 0, axis=-1))),
                ("a mean far from zero", np.any(abs(rows.mean(axis=-1)) > spread)),
                ("entries below 0.01", 0 < np.abs(rows).max() < 0.01),
                ("entries above 100", np.abs(rows).max() > 100),
                ("float32 entries", first.dtype == np.float32),
                ("integer entries", first.dtype.kind == "i"),
                ("a strided view", self.strided),
            )
            if holds
        ]
        return frozenset(found)


def agree(a, b, rtol):
    """Return whether two outputs agree: shape, NaN, infinities, and values within `rtol`."""
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape:
        return False
    a, b = np.atleast_1d(a.astype(np.float64), b.astype(np.float64))
    finite = np.isfinite(b)
    if not np.array_equal(a[~finite], b[~finite], equal_nan=True):
        return False
    # What is not finite on one side only fails the last comparison.
    a, b = np.where(finite, a, 0.0), np.where(finite, b, 0.0)
    scale = np.abs(b).max(axis=-1, keepdims=True, initial=0.0)
    return bool(np.all(np.abs(a - b) <= rtol * scale + 1e-12))
