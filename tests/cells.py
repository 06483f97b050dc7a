"""Cells for the small notebooks that the tests of the checks write."""

from nbformat.v4 import new_code_cell, new_markdown_cell, new_output


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
