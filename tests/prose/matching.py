"""Whether a number in the prose is one that a cell computes.

- It is the computed one, rounded to as many digits as the prose gives: 0.365 is found in 0.3651483,
  and not in a printed 0.36; with an ellipsis (0.666…) it may be cut off instead. A decimal of a
  single digit (0.5, 0.001, 3e-4) has to be equal, since half of all numbers round to one. A power
  is meant exactly, but may be printed rounded to three digits or more (2⁻²⁴ in 5.96e-08).
- A number with a minus sign is found only in a negative one; without one, in either (prose says
  "falls by 0.3"); 0.00 only in a printed 0.00, since every small number rounds to it.
- A percentage is found in a percentage, or in 100 times a ratio; nothing else in a percentage.
  Without a decimal point a factor rounds only what is printed with × (3× in 2.96×, not in 2.96).
- A number with a decimal point is not found in an integer: 3.0 is not one of three things.
- A leading zero (03 %, 2⁰⁴), the powers 0 and 1 (256¹) and those of 1 (1²⁴) are misprints.
"""

import re
from decimal import Decimal

from prose.computed import digits

_POWER = r"\s*(?:\^|\*\*)"
_MISPRINT = re.compile(
    rf"-?(?:0\d|1{_POWER}|.*{_POWER}(?:\D*0|[\s{{(]*1[\s}})]*$)|.*e[-+]?0+$)", re.I
)


def is_computed(number, pool):
    """Whether `number` is one of those in `pool`, to the digits that it gives."""
    return any(is_same(number, one) for one in pool)


def is_same(number, one):
    """Whether `number` is the computed `one`, to the digits that it gives."""
    if _MISPRINT.match(number.text) or (number.signed and one.value >= 0):
        return False
    if one.kind == "integer" and 0 < number.unit < 1:
        return False
    value, unit, given = _in_units_of(number, one)
    if value is None:
        return False
    if not number.value:
        return not value and 0 < given <= unit
    if number.kind == "power":
        unit = max(unit, given if len(digits(value)) > 2 else 0)
    elif unit and given > unit:
        return False
    elif _rounds_to_equal(number, one):
        unit = Decimal(0)
    return abs(abs(value) - abs(number.value)) <= unit / 2


def _in_units_of(number, one):
    """Return the value of `one` as `number` counts it, and the units of both; None if it cannot."""
    if number.kind == "percent" and one.kind in ("decimal", "integer"):
        return 100 * one.value, number.unit, 100 * one.unit
    alike = (number.kind == "percent") == (one.kind == "percent")
    return one.value if alike else None, number.unit, one.unit


def _rounds_to_equal(number, one):
    """Whether `number` has too few digits to be a rounded value of `one`."""
    if number.kind == "decimal" or number.unit < 1:
        return len(_written(number)) <= 1
    return number.kind == "factor" != one.kind


def _written(number):
    """Return the significant digits of a number, zeros at its end included."""
    return re.match(r"-?([\d.]*)", number.text).group(1).replace(".", "").lstrip("0")
