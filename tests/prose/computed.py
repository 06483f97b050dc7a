"""The numbers that a notebook's code cells vouch for.

- What a cell prints: its stored text outputs, tables and the words beside pictures included. A
  number that the cell's own strings contain (a label such as "ε = 1e-5") is typed, not computed,
  and does not count; nor do the outputs of a cell that is tagged as its machine's.
- What a cell asserts: every number literal in an assert statement or a call of assert_…, but not
  a tolerance (1e-12 after < or as rtol=1e-12): name it (tolerance = 1e-12) to speak of it.
- What a cell is given: every other number literal of at most three significant digits, and every
  integer. Inputs are that short (0.05, 1e-6, 2.25); a longer one looks like a typed result.
"""

import ast
from decimal import Decimal
from typing import NamedTuple

from book import by_machine, python, texts

from prose.reading import numbers, plain

GIVEN_DIGITS = 3
TOLERANCES = {"abs", "abs_tol", "atol", "rel", "rel_tol", "rtol", "tol"}


class Computed(NamedTuple):
    """A number that a code cell vouches for."""

    value: Decimal
    unit: Decimal
    kind: str
    cell: str


def computed(book):
    """Return all numbers that the code cells of `book` vouch for."""
    found = []
    for cell in book.code:
        tree = python(cell)
        found += {*_printed(cell, tree), *_written(cell, tree)}
    return found


def _printed(cell, tree):
    if by_machine(cell):
        return
    typed = {abs(number.value) for text in _strings(tree) for number in numbers(plain(text))}
    for _, text in texts(cell):
        for number in numbers(plain(text)):
            if abs(number.value) not in typed and number.value.is_finite():
                yield Computed(number.value, number.unit, number.kind, cell.id)


def _strings(tree):
    """Yield the string constants of a cell, without the formats of f-strings."""
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        yield tree.value
    for name, child in ast.iter_fields(tree):
        for node in child if isinstance(child, list) else [child]:
            if isinstance(node, ast.AST) and name != "format_spec":
                yield from _strings(node)


def _written(cell, tree):
    asserted, tolerances = set(), set()
    for node in filter(is_assert, ast.walk(tree)):
        asserted |= {id(part) for part in ast.walk(node)}
        tolerances |= {id(part) for part in _tolerances(node)}
    negative = {id(node.operand) for node in ast.walk(tree) if _is_minus(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or type(node.value) not in (int, float):
            continue
        value = Decimal(repr(node.value))
        if not value.is_finite() or id(node) in tolerances:
            continue
        if len(digits(value)) <= GIVEN_DIGITS or value % 1 == 0 or id(node) in asserted:
            value = -value if id(node) in negative else value
            kind = "integer" if type(node.value) is int else "decimal"
            yield Computed(value, Decimal(0), kind, cell.id)


def _tolerances(node):
    """Yield the bare powers of ten, below 1, that an assertion allows as a difference."""
    for part in ast.walk(node):
        bounds = []
        if isinstance(part, ast.Compare) and isinstance(part.ops[-1], ast.Lt | ast.LtE):
            bounds = part.comparators[-1:]
        elif isinstance(part, ast.keyword) and part.arg in TOLERANCES:
            bounds = [part.value]
        for bound in bounds:
            if isinstance(bound, ast.Constant) and isinstance(bound.value, float):
                if bound.value < 1 and digits(Decimal(repr(bound.value))) == (1,):
                    yield bound


def digits(value):
    """Return the significant digits of a decimal."""
    return value.normalize().as_tuple().digits


def _is_minus(node):
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)


def is_assert(node):
    """Whether a node of the syntax tree is an assert statement or a call of assert_…."""
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        return name.startswith("assert_")
    return isinstance(node, ast.Assert)
