"""Scores of random queries and keys under a norm and a scale, and how they should spread.

256 queries and 16 keys give 4,096 scores. For directions uniform on a sphere, any two of them
are independent, even where they share a query or a key, so the variance is as well known as
from 4,096 separate pairs, at a thirtieth of the random numbers.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from normcourse.attention import predicted_score_variance, score_scale, softmax
from normcourse.norms import rms_norm, unit_norm

__all__ = ["KEYS", "NORMS", "State", "compute"]

QUERIES, KEYS = 256, 16
NORMS = {  # name: (words, norm of `predicted_score_variance`, standard deviation of the entries)
    "rms": ("RMSNorm", "rms", 1.0),
    "unit": ("UnitNorm", "unit", 1.0),
    "none": ("No norm, entries of σ = 1", "none", 1.0),
    "none3": ("No norm, entries of σ = 3", "none", 3.0),
}


@dataclass(frozen=True)
class State:
    """All that the picture and the table show."""

    d: int
    norm: str
    scale: str
    scores: np.ndarray
    weights: np.ndarray
    predicted: float
    measured: float
    error: float
    verdict: str


def compute(d, norm, scale, seed):
    """Draw queries and keys, norm them, and take their scores."""
    _, kind, spread = NORMS[norm]
    vectors = spread * np.random.default_rng(seed).standard_normal((QUERIES + KEYS, d))
    if kind != "none":
        vectors = rms_norm(vectors, eps=0) if kind == "rms" else unit_norm(vectors)
    # Not @: its threads, woken for so small a product, can wait longer than it takes.
    scores = np.einsum("id,jd->ij", vectors[:QUERIES], vectors[QUERIES:]) * score_scale(scale, d)
    predicted = predicted_score_variance(d, kind, scale, spread**2)
    return State(
        d=d,
        norm=norm,
        scale=scale,
        scores=scores,
        weights=softmax(scores),
        predicted=predicted,
        measured=float(np.mean(scores**2)),
        error=predicted * relative_error(d, kind),
        verdict=judge(predicted),
    )


def relative_error(d, kind):
    """Return the standard error of the mean squared score, as a part of its expectation."""
    if kind != "none":
        return sqrt(2 * (d - 1) / ((d + 2) * QUERIES * KEYS))
    # Without a norm, scores that share a query share its length, too.
    return sqrt((2 + 6 / d + (QUERIES + KEYS - 2) * 2 / d) / (QUERIES * KEYS))


def judge(predicted):
    """Return the verdict on an exact variance."""
    if abs(predicted - 1) < 1e-9:
        return "consistent"
    return "too flat" if predicted < 1 else "too sharp"
