"""What the tests share."""

import nbformat
import pytest
from book import Book
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from normcourse.tools.normalize import NOTEBOOK_METADATA, write


def markdown(source, name):
    """Return a Markdown cell."""
    return new_markdown_cell(source, id=name)


def code(source, name, printed=None, data=None, **metadata):
    """Return a code cell with what it printed and one displayed bundle."""
    outputs = []
    if printed is not None:
        outputs.append(new_output("stream", name="stdout", text=printed))
    if data is not None:
        outputs.append(new_output("display_data", data=data))
    return new_code_cell(source, id=name, outputs=outputs, metadata=metadata)


@pytest.fixture
def make_book(tmp_path):
    """Return a function that writes cells to a notebook, counts them, and returns the `Book`."""

    def make(*cells, name="glossary"):
        nb = new_notebook(cells=list(cells), metadata=nbformat.from_dict(NOTEBOOK_METADATA))
        for count, cell in enumerate([c for c in nb.cells if c.cell_type == "code"], 1):
            cell.execution_count = count
        path = tmp_path / f"{name}.ipynb"
        write(nb, path)
        return Book(path)

    return make
