"""Which code cells stand beside a sentence.

In a lesson's section (from one h2 to the next) they are the code cells right before and right after
the Markdown cell, as many as follow each other, other Markdown cells passed over. Where the section
has no code they are all cells; but a row of the claims table names its cells, and they are those.
"""

import re
from itertools import takewhile

from book import headings


def nearby(book, cell, pool):
    """Return the function from a sentence in `cell` to the computed numbers beside it."""
    beside = _beside(book, cell)

    def numbers_near(sentence):
        is_row = sentence.lstrip().startswith("|")
        named = set(re.findall(r"`([\w-]+)`", sentence)) if is_row else set()
        ids = named & {one.id for one in book.code} or beside
        return [number for number in pool if not ids or number.cell in ids]

    return numbers_near


def _beside(book, cell):
    section = next(cells for cells in _sections(book) if any(one is cell for one in cells))
    place = next(i for i, one in enumerate(section) if one is cell)
    return _first_run(section[place::-1]) | _first_run(section[place:])


def _sections(book):
    sections = [[]]
    for cell in book.cells:
        if cell.cell_type == "markdown" and any(level <= 2 for _, level, _ in headings([cell])):
            sections.append([])
        sections[-1].append(cell)
    return sections


def _first_run(cells):
    """Return the ids of the first code cells that follow each other in `cells`."""
    kinds = [cell.cell_type for cell in cells]
    start = kinds.index("code") if "code" in kinds else len(cells)
    return {cell.id for cell in takewhile(lambda cell: cell.cell_type == "code", cells[start:])}
