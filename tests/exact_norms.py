"""The norms of one row in exact arithmetic: slow, obvious, and without NumPy's help.

Only the square root is not exact: it has 200 binary digits more than it needs.
"""

from fractions import Fraction
from math import isqrt


def root(q):
    """Return the square root of a fraction, to 200 significant bits."""
    shift = 2 * (200 + max(0, q.denominator.bit_length() - q.numerator.bit_length()))
    return Fraction(isqrt((q.numerator << shift) // q.denominator), 1 << (shift // 2))


def row(x):
    """Return the entries of a row as the fractions that they are."""
    return [Fraction(float(entry)) for entry in x]


def mean(x):
    return sum(x) / len(x)


def mean_square(x):
    return mean([entry * entry for entry in x])


def rms(x):
    return root(mean_square(row(x)))


def rms_norm(x, eps):
    x = row(x)
    r = root(mean_square(x) + Fraction(eps))
    return [entry / r for entry in x]


def unit_norm(x, eps):
    x = row(x)
    length = root(mean_square(x) * len(x) + Fraction(eps))
    return [entry / length for entry in x]


def layer_norm(x, eps):
    x = row(x)
    mu = mean(x)
    centered = [entry - mu for entry in x]
    r = root(mean_square(centered) + Fraction(eps))
    return [entry / r for entry in centered]
