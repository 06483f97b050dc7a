"""Which code cells stand beside a sentence.

In a lesson's section (from one h2 to the next) they are the code cells right before and right after
the Markdown cell, as many as follow each other, other Markdown cells passed over. Where the section
has no code they are all cells; but a row of the claims table has links to its cells, and they are
those.
"""

import re
from itertools import takewhile

from book import headings

_LINKED = re.compile(r"\(#cell-id=([\w-]+)\)")


def nearby(book, pool):
    """Return the function from a cell and a sentence in it to the computed numbers beside them."""
    beside = {cell.id: ids for section in _sections(book) for cell, ids in _beside(section)}
    by_cell = {cell.id: [] for cell in book.code}
    for one in pool:
        by_cell[one.cell].append(one)

    def numbers_near(cell, sentence):
        is_row = sentence.lstrip().startswith("|")
        linked = _LINKED.findall(sentence) if is_row else ()
        ids = by_cell.keys() & linked or beside[cell.id] or by_cell
        return [number for one in ids for number in by_cell[one]]

    return numbers_near


def _sections(book):
    sections = [[]]
    for cell in book.cells:
        if cell.cell_type == "markdown" and any(level <= 2 for _, level, _ in headings([cell])):
            sections.append([])
        sections[-1].append(cell)
    return sections


def _beside(section):
    """Yield the cells of a section with the ids of the code cells beside each."""
    for place, cell in enumerate(section):
        yield cell, _first_run(section[place::-1]) | _first_run(section[place:])


def _first_run(cells):
    """Return the ids of the first code cells that follow each other in `cells`."""
    kinds = [cell.cell_type for cell in cells]
    start = kinds.index("code") if "code" in kinds else len(cells)
    return {cell.id for cell in takewhile(lambda cell: cell.cell_type == "code", cells[start:])}
