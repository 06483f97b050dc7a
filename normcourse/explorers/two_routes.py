"""A query and a key on two routes: normalize then rotate, rotate then normalize."""

from dataclasses import dataclass

import numpy as np

from normcourse.norms import layer_norm, rms_norm, unit_norm
from normcourse.rotations import pair_indices, rope

__all__ = ["CLOSE", "Q", "SIZE", "State", "compute", "is_relative", "spread"]

Q = np.array([2.0, 1.0, 1.0, -1.5])
K = np.array([1.0, 2.0, -1.0, 1.0])
# Small, so that the slow pair turns visibly too: 1 and 1/4 radian a position.
THETA = 16.0
SIZE = 13
NORMS = {"rms": rms_norm, "unit": unit_norm, "layer": layer_norm}
# Rounding leaves a few units of 1e-16; a real gap is above 0.1.
CLOSE = 1e-12


@dataclass(frozen=True)
class State:
    """All that the picture and the table show; arrays over positions 0 … 12."""

    m: int
    n: int
    norm: str
    gain: np.ndarray
    layout: str
    normed: np.ndarray
    first: np.ndarray
    second: np.ndarray
    scores_first: np.ndarray
    scores_second: np.ndarray

    @property
    def gap(self):
        """Return the distance between the ends of the two routes of q, at position m."""
        return float(np.linalg.norm(self.first[self.m] - self.second[self.m]))

    @property
    def tied(self):
        """Return whether the gain is the same for both entries of each pair."""
        a, b = pair_indices(4, self.layout)
        return bool(np.array_equal(self.gain[a], self.gain[b]))


def compute(m, n, norm, gain, layout):
    """Take q and k round the square both ways, at every position."""
    gain = np.array(gain)

    def normalize(x):
        return NORMS[norm](x, gain, eps=0) if norm in NORMS else x * gain

    def turn(x):
        return rope(x, np.arange(SIZE), theta=THETA, layout=layout)

    first, second = turn(np.tile(normalize(Q), (SIZE, 1))), normalize(turn(np.tile(Q, (SIZE, 1))))
    k_first, k_second = (
        turn(np.tile(normalize(K), (SIZE, 1))),
        normalize(turn(np.tile(K, (SIZE, 1)))),
    )
    return State(
        m=m,
        n=n,
        norm=norm,
        gain=gain,
        layout=layout,
        normed=normalize(Q),
        first=first,
        second=second,
        scores_first=first @ k_first.T,
        scores_second=second @ k_second.T,
    )


def spread(scores, distance):
    """Return the lowest and the highest score among positions with m − n = `distance`."""
    diagonal = np.diagonal(scores, -distance)
    return float(diagonal.min()), float(diagonal.max())


def is_relative(scores):
    """Return whether the score depends on m − n only, over all positions shown."""
    spans = (spread(scores, distance) for distance in range(1 - SIZE, SIZE))
    return all(high - low < CLOSE for low, high in spans)
