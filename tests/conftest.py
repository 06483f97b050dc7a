"""What the tests share."""

import nbformat
import pytest
from book import Book
from nbformat.v4 import new_notebook

from normcourse.tools.normalize import NOTEBOOK_METADATA, write


@pytest.fixture
def make_book(tmp_path):
    """Return a function that writes cells to a notebook, counts them, and returns the `Book`."""

    def make(*cells, name="glossary"):
        nb = new_notebook(metadata=nbformat.from_dict(NOTEBOOK_METADATA))
        nb.cells = list(cells)  # not through nbformat, which would mend what a test plants
        for count, cell in enumerate([c for c in nb.cells if c.cell_type == "code"], 1):
            cell.execution_count = count
        path = tmp_path / f"{name}.ipynb"
        write(nb, path)
        return Book(path)

    return make


@pytest.fixture
def live(explorer):
    """Return a living explorer, which is closed at the end."""
    from normcourse.explorers.live import Live, close_all

    shown = Live(explorer)
    yield shown
    close_all(shown.box)
