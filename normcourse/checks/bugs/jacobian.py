"""Wrong versions of the Jacobian of RMSNorm."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["JACOBIAN"]


def _mean(a):
    return np.mean(a, axis=-1, keepdims=True)


def _r(x, eps):
    return np.sqrt(_mean(x**2) + eps)


def _times(a, gain):
    return a if gain is None else a * gain


def _jacobian_of(x, gain, r, y, d=None, sign=-1):
    inner = np.eye(x.size) + sign * np.outer(y, y) / (x.size if d is None else d)
    return (inner if gain is None else gain[:, np.newaxis] * inner) / r


def r_constant(x, gain=None, eps=1e-6):
    return _jacobian_of(x, gain, _r(x, eps), 0 * x)


def not_divided_by_d(x, gain=None, eps=1e-6):
    r = _r(x, eps)
    return _jacobian_of(x, gain, r, x / r, d=1)


def not_divided_by_r(x, gain=None, eps=1e-6):
    return _jacobian_of(x, gain, 1.0, x / _r(x, eps))


def divided_by_r_in_part(x, gain=None, eps=1e-6):
    r = _r(x, eps)
    return _jacobian_of(x, gain, 1.0, x / r) + _jacobian_of(x, gain, 1.0, 0 * x) * (1 / r - 1)


def no_radial_part_at_all(x, gain=None, eps=1e-6):
    return _jacobian_of(x, gain, _r(x, eps), x / _r(x, 0.0))


def x_for_y(x, gain=None, eps=1e-6):
    return _jacobian_of(x, gain, _r(x, eps), x)


def plus_for_minus(x, gain=None, eps=1e-6):
    r = _r(x, eps)
    return _jacobian_of(x, gain, r, x / r, sign=1)


def no_eps(x, gain=None, eps=1e-6):
    r = _r(x, 0.0)
    return _jacobian_of(x, gain, r, x / r)


def eps_outside_root(x, gain=None, eps=1e-6):
    r = _r(x, 0.0) + eps
    return _jacobian_of(x, gain, r, x / r)


def gain_on_columns(x, gain=None, eps=1e-6):
    r = _r(x, eps)
    return _times(_jacobian_of(x, None, r, x / r), gain)


def no_gain(x, gain=None, eps=1e-6):
    r = _r(x, eps)
    return _jacobian_of(x, None, r, x / r)


def gain_in_y(x, gain=None, eps=1e-6):
    r = _r(x, eps)
    return _jacobian_of(x, gain, r, _times(x / r, gain))


def diagonal_only(x, gain=None, eps=1e-6):
    r = _r(x, eps)
    return np.diag(np.diag(_jacobian_of(x, gain, r, x / r)))


PLAIN = Case({"x": [3.0, 4.0], "eps": 0.5})
GAINS = Case({"x": [3.0, 4.0], "gain": [2.0, -1.0], "eps": 0.5})

JACOBIAN = (
    Bug(
        r_constant,
        "This is what one gets with r held constant. r depends on every entry of x, and that "
        "is what gives the entries off the diagonal.",
        PLAIN,
    ),
    Bug(
        not_divided_by_d,
        "This is what one gets with y yᵀ, not y yᵀ/d. The derivative of the mean of the "
        "squares has a 1/d in it.",
        PLAIN,
    ),
    Bug(
        not_divided_by_r,
        "This is I − y yᵀ/d, before the division by r.",
        PLAIN,
    ),
    Bug(
        divided_by_r_in_part,
        "This is I/r − y yᵀ/d. The second term has to be divided by r, too: in the quotient rule "
        "it has r² below, and one r goes into each y.",
        PLAIN,
    ),
    Bug(
        no_radial_part_at_all,
        "Here the part along x is gone altogether, which is right at ε = 0 only. With ε the factor "
        "ε/r³ is left: y is x/r and not x/RMS.",
        PLAIN,
    ),
    Bug(
        x_for_y,
        "This is what one gets with x xᵀ/d in place of y yᵀ/d: y = x/r.",
        PLAIN,
    ),
    Bug(
        plus_for_minus,
        "The sign of y yᵀ/d is wrong. A larger x_j makes r larger, and every y smaller.",
        PLAIN,
    ),
    Bug(no_eps, "This is what one gets without ε: r is √(RMS² + ε).", PLAIN),
    Bug(
        eps_outside_root,
        "This is what one gets with r = RMS + ε. ε stands inside the root.",
        PLAIN,
    ),
    Bug(
        gain_on_columns,
        "The gain has gone to the columns, as `J * gain` does. Row i belongs to output i, so "
        "gain i multiplies row i.",
        GAINS,
    ),
    Bug(
        no_gain,
        "This is the Jacobian without the gain.",
        GAINS,
        ignores={"gain": None},
    ),
    Bug(
        gain_in_y,
        "The gain is in y, too. Here y is x/r, before the gain; the gain multiplies the rows, "
        "once.",
        GAINS,
    ),
    Bug(
        diagonal_only,
        "The diagonal is right, and nothing else is there. Through r every output depends on "
        "every input.",
        PLAIN,
    ),
)
