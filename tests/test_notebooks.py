"""The notebooks keep the rules of the lint, and running a cell twice changes nothing.

Strict nbval compares what each cell prints; it runs beside these tests, on the same files.
"""

import copy

import pytest
from book import NOTEBOOKS, Book, by_machine
from lint import RULES

from normcourse.tools.compare import diff, outputs_text
from normcourse.tools.normalize import join_streams
from normcourse.tools.notebooks import execute


def test_there_are_notebooks():
    assert "00_start_here" in [path.stem for path in NOTEBOOKS]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_notebooks_keep_the_rule(rule):
    problems = [str(problem) for path in NOTEBOOKS for problem in rule(Book(path))]
    assert not problems, "\n".join([rule.__doc__, *problems])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_small(path):
    assert path.stat().st_size < 400_000, "make pictures smaller, or use fewer"


def run_each_cell_twice(book):
    """Return in words the cells whose second run in a row prints something else than is stored."""
    nb = copy.deepcopy(book.nb)
    nb.cells = [cell for cell in nb.cells for _ in range(1 + (cell.cell_type == "code"))]
    nb.cells = [copy.deepcopy(cell) for cell in nb.cells]
    for place, cell in enumerate(nb.cells):
        cell.id = f"{place}-{cell.id}"[:64]
    execute(nb, book.path.parent)
    second = [cell for cell in nb.cells if cell.cell_type == "code"][1::2]
    found = []
    for stored, again in zip(book.code, second, strict=True):
        again.outputs = join_streams(again.outputs)
        lines = diff(printed(stored), printed(again))
        if lines and not by_machine(stored):
            found += [f"cell {stored.id}, run twice:", *lines]
    return found


def printed(cell):
    """Return the text that a cell shows, widget views left out."""
    return outputs_text(cell, mimes=("text/plain", "text/html"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_running_any_cell_twice_changes_nothing(path):
    problems = run_each_cell_twice(Book(path))
    assert not problems, "\n".join(problems)
