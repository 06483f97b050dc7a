"""One written form for a notebook, so that executing it again changes nothing.

What differs from run to run or from machine to machine is left out: widget views and their state,
timing, the Python version, the metadata that editors add. What a reader sees is kept.
"""

import hashlib

import nbformat
from nbformat.v4 import nbjson

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

#: The outputs of a cell with this tag are those of one machine: they are kept, and not compared.
MACHINE_TAG = "nbval-ignore-output"

NOTEBOOK_METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {
        "codemirror_mode": {"name": "ipython", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
    },
}
CELL_METADATA = ("jupyter", "slideshow", "tags")
# "numbers" ties numbers in the prose to where they are computed; a test compares them.
MARKDOWN_METADATA = (*CELL_METADATA, "numbers")


def read(path):
    """Return the notebook at `path` without judging it: ids may still be missing or double."""
    return nbjson.reads(path.read_text(encoding="utf-8"))


def to_text(nb):
    """Return the text of `nb` as it is written to its file."""
    return nbjson.writes(nb) + "\n"


def write(nb, path):
    """Write `nb` to `path`, with the same line ends on every system."""
    path.write_text(to_text(nb), encoding="utf-8", newline="\n")


def normalize(nb):
    """Bring `nb` into its written form, in place, and return it."""
    nb.nbformat, nb.nbformat_minor = 4, 5
    nb.metadata = nbformat.from_dict(NOTEBOOK_METADATA)
    give_ids(nb)
    for cell in nb.cells:
        keys = MARKDOWN_METADATA if cell.cell_type == "markdown" else CELL_METADATA
        kept = {key: cell.metadata[key] for key in keys if cell.metadata.get(key)}
        cell.metadata = nbformat.from_dict(kept)
        if cell.cell_type == "code":
            cell.outputs = join_streams([out for out in cell.outputs if drop_widget_view(out)])
    nbformat.validate(nb)
    return nb


def give_ids(nb):
    """Keep each cell's id; a missing or double one is made from the cell's text, in place."""
    taken = set()
    for cell in nb.cells:
        text, turn = cell.source, 0
        while not cell.get("id") or cell.id in taken:
            cell.id = hashlib.sha256(f"{turn}{text}".encode()).hexdigest()[:8]
            turn += 1
        taken.add(cell.id)


def drop_widget_view(output):
    """Take the widget view out of `output`, in place; return whether anything is left to store."""
    if "data" not in output:
        return True
    output.data.pop(WIDGET_VIEW, None)
    output.metadata.pop(WIDGET_VIEW, None)
    return bool(output.data)


def join_streams(outputs):
    """Return `outputs` with neighboring pieces of one stream joined: where they break is chance."""
    joined = []
    for output in outputs:
        last = joined[-1] if joined else None
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            last.text += output.text
        else:
            joined.append(output)
    return joined
