"""Rules about code cells."""

import ast
import re
import statistics
import sys

from book import by_machine, is_plain_python, python, tags

LONGEST_CELL = 20
MEDIAN_CELL = 8
MACHINE_CELLS = 2
MODULES = {"numpy", "matplotlib", "normcourse", *sys.stdlib_module_names}

_NBVAL_COMMENT = re.compile(r"^\s*#+\s*(NBVAL_\w+|PYTEST_VALIDATE_IGNORE_OUTPUT)\s*$", re.M)


def executed(book):
    """Every code cell was executed, once, in order: the counts are 1, 2, … n."""
    for count, cell in enumerate(book.code, 1):
        if cell.execution_count != count:
            yield book.problem(cell, f"execution count {cell.execution_count}, not {count}")


def parses(book):
    """Every code cell is Python."""
    for cell in book.code:
        try:
            python(cell)
        except SyntaxError as error:
            yield book.problem(cell, f"not Python: {error}")


def short_cells(book):
    """A cell has at most 20 lines; half of them have at most 8."""
    lengths = [len(cell.source.splitlines()) for cell in book.code]
    for cell, length in zip(book.code, lengths, strict=True):
        if length > LONGEST_CELL:
            yield book.problem(cell, f"{length} lines, at most {LONGEST_CELL}")
    if lengths and statistics.median(lengths) > MEDIAN_CELL:
        words = f"the median cell has {statistics.median(lengths):g} lines, at most {MEDIAN_CELL}"
        yield book.problem(None, words)


def imports(book):
    """Only numpy, matplotlib, normcourse and the standard library; no star imports."""
    for cell in book.code:
        for node in _walk(cell):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = ["." * node.level + (node.module or "")]
                if any(alias.name == "*" for alias in node.names):
                    yield book.problem(cell, f"a star import from {names[0]}")
            else:
                continue
            for name in names:
                if name.split(".")[0] not in MODULES:
                    yield book.problem(cell, f"imports {name}")


def shell_lines(book):
    """%magics and !commands stand in the set-up cell only, which is the first code cell."""
    for cell in book.code[1:]:
        if not is_plain_python(cell):
            yield book.problem(cell, "a %magic, a !command or a ? outside the set-up cell")


def compared(book):
    """No cell is hidden from nbval; at most two may have outputs of their machine."""
    for cell in book.code:
        for mark in _NBVAL_COMMENT.findall(cell.source):
            yield book.problem(cell, f"the comment {mark} hides it from nbval")
        for tag in tags(cell):
            if tag.startswith("nbval-") and not by_machine(cell) or tag == "raises-exception":
                yield book.problem(cell, f"the tag {tag} hides it from nbval")
    machine = [cell for cell in book.code if by_machine(cell)]
    for cell in machine[MACHINE_CELLS:]:
        yield book.problem(cell, f"more than {MACHINE_CELLS} cells with outputs of their machine")


def _walk(cell):
    try:
        return list(ast.walk(python(cell)))
    except SyntaxError:
        return []


RULES = [executed, parses, short_cells, imports, shell_lines, compared]
