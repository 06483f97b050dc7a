"""Explorers in JupyterLab in Chromium: from a key press to changed pixels, and a fast drag.

Each explorer gets a notebook with four cells, one for each of `WAYS` (`rivals`): the explorer
itself, the same figure under ``interact`` and under ipympl, and the floor, a bare round trip
from the page to the kernel and back. They live on one page with one kernel and take turns.
The slider with the most values is moved, one value a step.

A key press lasts from the keydown event in the page until the frame is painted in which the
output has another picture, whole and decoded: the same rule for all (`page.js`). A drag is
120 steps of the mouse in two seconds, made in the page; counted are the frames that show a
new picture, until none has come for a second. Nothing flickers: no frame is without a whole
picture, and the cell's output keeps its height in each frame. The bytes are those of the web
socket's messages, in and out.
"""

import tempfile
from pathlib import Path

import nbformat
import numpy as np
from explorer_list import all_explorers
from nbformat.v4 import new_code_cell, new_notebook

from benchmarks.hands import Hands
from benchmarks.moved import moved
from benchmarks.tables import Figure, Goal, Part, Table
from benchmarks.turns import at_most, in_turns
from normcourse.tools.browser import chromium, jupyterlab, open_notebook, run_all
from normcourse.tools.normalize import NOTEBOOK_METADATA

TITLE = "Explorers"
HOW = (
    "In JupyterLab in headless Chromium. A key press lasts from the keydown event until the frame "
    "with the new picture is painted; a drag is 120 steps of the mouse in two seconds. Compared "
    "with the same figure under `interact` with `plt.show()`, with ipympl, and with the floor: a "
    "round trip to the kernel with as many bytes and nothing drawn."
)
WAYS = ("ours", "interact", "ipympl", "floor")
CELLS = {way: number for number, way in enumerate(WAYS, 1)}
# So tall that all four are in it: scrolling from one to the other would count.
WINDOW = {"width": 1280, "height": 2400}
PRESSES, DRAGS = 17, 3
HERE = Path(__file__).parent
CODE = """\
import sys
sys.path.insert(0, {folder!r})
from benchmarks import rivals
from normcourse.explorers.{module} import explorer
control = next(c for c in explorer.controls if c.name == {control!r})"""
KEYS = ("ms", "floor, ms", "÷ interact", "÷ ipympl", "÷ floor", "kB a step")
DRAG = (
    "pictures",
    "× interact’s",
    "× ipympl’s",
    "× the floor’s",
    "last one after, floors",
    "last one wrong",
    "empty frames",
    "height changes by, px",
)


def measure(most=None):
    """Return the part; `most` is the largest number of rounds."""
    keys, drags = [], []
    with (
        tempfile.TemporaryDirectory() as folder,
        jupyterlab(folder) as address,
        chromium(viewport=WINDOW) as context,
    ):
        for module, explorer in all_explorers().items():
            control = moved(explorer)
            nbformat.write(notebook(module, control), Path(folder) / f"{module}.ipynb")
            page = context.new_page()
            page.add_init_script(path=HERE / "page.js")
            open_notebook(page, address, f"{module}.ipynb")
            run_all(page)
            pressed, dragged = moves(Hands(page, control, CELLS), most)
            keys.append((explorer.title, key_cells(pressed)))
            drags.append((explorer.title, drag_cells(dragged, pressed)))
            page.close()
    tables = [Table(KEYS, keys, "a key press"), Table(DRAG, drags, "a drag of two seconds")]
    return Part(TITLE, HOW, tables)


def notebook(module, control):
    """Return a notebook whose cells show one explorer in all ways."""
    code = CODE.format(folder=str(HERE.parent), module=module, control=control.name)
    cells = [code, *(f"rivals.{way}(explorer, control)" for way in WAYS)]
    metadata = nbformat.from_dict(NOTEBOOK_METADATA)
    return new_notebook(cells=[new_code_cell(cell) for cell in cells], metadata=metadata)


def moves(hands, most):
    """Return what was told of each key press and of each drag, as ``{way: [...]}``."""
    ways = {way: way for way in WAYS}

    def drag(way):
        seen = hands.drag(way)
        return seen | {"right": hands.ends_right(way)} if way == "ours" else seen

    in_turns(ways, 1, hands.press)  # the first press of each finds nothing ready
    return (
        in_turns(ways, at_most(PRESSES, most), hands.press),
        in_turns(ways, at_most(DRAGS, most), drag),
    )


def key_cells(pressed):
    """Return the cells of an explorer's row, from what was told of each key press."""
    ms = {way: np.array([told["ms"] for told in pressed[way]]) for way in WAYS}
    return [
        Figure(ms["ours"]),
        Figure(ms["floor"]),
        Figure(ms["ours"] / ms["interact"], Goal(0.25)),
        Figure(ms["ours"] / ms["ipympl"]),
        Figure(ms["ours"] / ms["floor"], Goal(1.5)),
        Figure(np.array([told["kB"] for told in pressed["ours"]]), Goal(30)),
    ]


def drag_cells(dragged, pressed):
    """Return the cells of an explorer's row, from what was told of each drag."""
    pictures = {way: np.array([seen["pictures"] for seen in dragged[way]]) for way in WAYS}
    floor = np.median([told["ms"] for told in pressed["floor"]])
    ours = dragged["ours"]
    return [
        Figure(pictures["ours"]),
        Figure(pictures["ours"] / pictures["interact"], Goal(4, least=True)),
        Figure(pictures["ours"] / pictures["ipympl"]),
        Figure(pictures["ours"] / pictures["floor"]),
        Figure(np.array([seen["late"] for seen in ours]) / floor, Goal(4)),
        Figure(np.array([sum(not seen["right"] for seen in ours)]), Goal(0)),
        Figure(np.array([sum(seen["blank"] for seen in ours)]), Goal(0)),
        Figure(np.array([max(seen["sway"] for seen in ours)]), Goal(0)),
    ]
