"""Read a lesson's claims table: what is claimed, with what status, and what asserts it.

The table stands under the h2 "Claims" and has the columns Claim, Status, Asserted in. The last one
names code cells of the same notebook that assert, as links that Jupyter and nbconvert understand,
[name](#cell-id=name), or tests, in backticks: `tests/file.py::name`.
"""

import ast
import re

from book import ROOT, headings, python
from prose.computed import is_assert

COLUMNS = ["Claim", "Status", "Asserted in"]
STATUSES = ("exact", "exact at ε&nbsp;=&nbsp;0", "on average", "measured")

_BORDER = re.compile(r"(?<!\\)\|")
_NAME = re.compile(r"`([^`]+)`|\[([^]]+)\]\(([^)]*)\)")


def claims(book):
    """Return the rows of the claims table, and the cell that it stands in; none without one."""
    section = ""
    for cell in book.markdown:
        found = [title for _, level, title in headings([cell]) if level <= 2]
        section = found[-1] if found else section
        rows = [_columns(line) for line in cell.source.splitlines() if line.startswith("|")]
        if section == "Claims" and rows and rows[0] == COLUMNS:
            return rows[2:], cell
    return [], None


def _columns(row):
    return [part.strip() for part in _BORDER.split(row.strip())[1:-1]]


def unfounded(book):
    """Yield what is wrong with the claims of a lesson, as the rules of the lint do."""
    found, cell = claims(book)
    if not found:
        yield book.problem(cell, f"no claims table with the columns {COLUMNS}")
    for row in found:
        if len(row) != len(COLUMNS):
            yield book.problem(cell, f"a row with {len(row)} columns: {row[:1]}")
            continue
        for words in _problems(book, *row[1:]):
            yield book.problem(cell, f"{words}: {row[0]}")


def _problems(book, status, asserted_in):
    if status not in STATUSES:
        yield f"the status is {status!r}, not one of {STATUSES}"
    found = _NAME.findall(asserted_in)
    if not found:
        yield "no cell or test is named"
    cells = {cell.get("id"): cell for cell in book.code}
    for quoted, linked, target in found:
        if quoted and "::" not in quoted:
            yield f"no link leads to {quoted}"
        elif quoted and not has_test(quoted):
            yield f"no test {quoted}"
        elif linked and target != f"#cell-id={linked}":
            yield f"the link of {linked} leads to {target}"
        elif linked and linked not in cells:
            yield f"no code cell {linked}"
        elif linked and not asserts(cells[linked]):
            yield f"cell {linked} asserts nothing"


def asserts(cell):
    """Whether a code cell has an assert statement or a call of assert_…."""
    return any(is_assert(node) for node in ast.walk(python(cell)))


def has_test(name, root=ROOT):
    """Whether `name`, as tests/file.py::test_name, leads to a test function."""
    file, _, function = name.partition("::")
    path = root / file
    if not (file.startswith("tests/") and path.is_file() and function.startswith("test_")):
        return False
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return any(isinstance(node, ast.FunctionDef) and node.name == function for node in body)
