"""Solve the course: fill each exercise of a notebook in with its solution.

An exercise is a code cell tagged `exercise` whose last line is
`lesson.check("KEY", NAME)`. Everything above that line gives way to the code of
the solution, which defines NAME.
"""

import copy
import re
from typing import NamedTuple

from book import tags

from normcourse.checks import exercises_of

CHECK = re.compile(r'(?P<lesson>\S.*)\.check\("(?P<key>\w+)", (?P<name>\w+)\)')
OPEN = "○ Not attempted yet: "
DONE = "✓ Correct: "


class Place(NamedTuple):
    """Where a notebook asks for an answer: the cell, the exercise's key, the answer's name."""

    cell: dict
    key: str
    name: str


def places(nb):
    """Return the exercises of a notebook in order; a cell of another form raises ValueError."""
    found = []
    for cell in nb.cells:
        if cell.cell_type != "code":
            continue
        *_, last = cell.source.splitlines() or [""]
        match = CHECK.fullmatch(last)
        if (match is not None) != ("exercise" in tags(cell)):
            raise ValueError(
                f'cell {cell.id}: its last line is {last!r}. A cell is tagged "exercise" if and '
                'only if its last line is lesson.check("KEY", NAME)'
            )
        if match:
            found.append(Place(cell, match["key"], match["name"]))
    return found


def solved(nb, exercises):
    """Return a copy of a notebook in which each exercise is solved."""
    by_key = {exercise.key: exercise for exercise in exercises}
    filled = copy.deepcopy(nb)
    for cell, key, name in places(filled):
        last = cell.source.splitlines()[-1]
        cell.source = f"{by_key[key].solution_code(name).rstrip()}\n\n\n{last}"
        cell.outputs = []
    return filled


def answers(nb):
    """Return the first line of what each check says, as (key, line) pairs."""
    found = []
    for cell, key, _ in places(nb):
        texts = [
            output["data"].get("text/plain", "") for output in cell.outputs if "data" in output
        ]
        found.append((key, texts[-1].splitlines()[0] if texts else "no output"))
    return found


def exercises_of_book(book):
    """Return the exercises of the lesson that the notebook's name begins with, or none."""
    number = book.name[:2]
    try:
        return exercises_of(number) if number.isdigit() else ()
    except ValueError:
        return ()
