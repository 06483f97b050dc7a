"""Gradients of the norms of one row with mpmath: the textbook formulas, to 60 digits."""

import mpmath
from mpmath import mpf

DIGITS = 60


def row(x):
    """Return the entries of a row as the numbers that they are."""
    return [mpf(float(entry)) for entry in x]


def dot(a, b):
    return mpmath.fsum(p * q for p, q in zip(a, b, strict=True))


def centered(x):
    mu = mpmath.fsum(x) / len(x)
    return [entry - mu for entry in x]


def length(x):
    return mpmath.sqrt(dot(x, x))


def denominator(x, eps, count):
    return mpmath.sqrt(dot(x, x) / count + mpf(eps))


def pull_back(x, g, eps, count):
    """Return (g - y sum(g y) / count) / r for y = x / r, r**2 = sum(x**2) / count + eps."""
    r = denominator(x, eps, count)
    share = dot(g, x) / (count * r * r)
    return [(a - share * b) / r for a, b in zip(g, x, strict=True)]
