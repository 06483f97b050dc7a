"""A notebook as the checks read it: its cells, their Python, and the text of their outputs."""

import ast
import re
from pathlib import Path
from typing import NamedTuple

from IPython.core.inputtransformer2 import TransformerManager

from normcourse.tools.normalize import MACHINE_TAG, read

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

FENCE = re.compile(r"^ *(```|~~~).*?^ *\1[^\n]*$", re.M | re.S)
CODE_SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.S)


class Problem(NamedTuple):
    """What is wrong, and where."""

    notebook: str
    cell: str
    words: str

    def __str__(self):
        return f"{self.notebook}, cell {self.cell}: {self.words}"


class Book:
    """A notebook and its place."""

    def __init__(self, path):
        self.path, self.name, self.nb = path, path.stem, read(path)
        self.cells = self.nb.cells
        self.code = [cell for cell in self.cells if cell.cell_type == "code"]
        self.markdown = [cell for cell in self.cells if cell.cell_type == "markdown"]

    def problem(self, cell, words):
        """Return a problem in `cell`; without a cell it concerns the whole notebook."""
        return Problem(self.name, cell.get("id", "without an id") if cell else "—", words)


def tags(cell):
    return cell.metadata.get("tags", [])


def by_machine(cell):
    """Whether the outputs of `cell` are those of one machine, not to be compared or quoted."""
    return MACHINE_TAG in tags(cell)


def python(cell):
    """Return the syntax tree of a code cell, with its %magics and !commands as calls."""
    return ast.parse(TransformerManager().transform_cell(cell.source))


def is_plain_python(cell):
    """Whether a code cell has no %magics, !commands or question marks."""
    try:
        ast.parse(cell.source)
    except SyntaxError:
        return False
    return True


def texts(cell):
    """Return the text outputs of a code cell: (where from, text) pairs."""
    found = []
    for output in cell.outputs:
        if output.output_type == "stream":
            found.append((output.name, output.text))
        for mime, value in output.get("data", {}).items():
            if mime.startswith("text/"):
                found.append((mime, value))
    return found


def without_code(text):
    """Return Markdown without its fenced blocks and code spans."""
    return CODE_SPAN.sub("` `", FENCE.sub("", text))


def headings(cells):
    """Return the headings in Markdown `cells`: (cell, level, text) triples."""
    found = []
    for cell in cells:
        for marks, title in re.findall(r"^(#{1,6}) +(.+?)\s*#*$", FENCE.sub("", cell.source), re.M):
            found.append((cell, len(marks), title))
    return found
