"""How long the course takes: to run all of it, to import its core, to see a first figure.

- All notebooks but lesson 09 run under nbval, as ``pytest notebooks`` does, against as many
  notebooks with one empty cell: what pytest and the kernels take. Lesson 09 trains networks
  and stands aside, with an empty notebook of its own.
- `normcourse.norms` and numpy are imported in fresh processes; the time is that of the import
  statement alone.
- A kernel starts and runs lesson 01 until it shows a picture, against a kernel that starts and
  shows empty axes of Matplotlib.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from benchmarks.tables import Figure, Goal, Part, Table
from benchmarks.turns import at_most, in_turns, seconds
from normcourse.tools.cost import code_of, kernel
from normcourse.tools.normalize import NOTEBOOK_METADATA
from normcourse.tools.notebooks import NOTEBOOKS

TITLE = "The course"
HOW = (
    "All notebooks but lesson 09, which trains networks, run under nbval, against as many "
    "notebooks with one empty cell. Imports in fresh processes, in turns. A first figure, counted "
    "from the start of the kernel, against empty axes of Matplotlib."
)
ROUNDS = {"run": 3, "aside": 1, "import": 61, "figure": 7}
ASIDE = "09_build_a_block"
EMPTY_FIGURE = ["import matplotlib.pyplot as plt\nplt.subplots()\nplt.show()"]
IMPORT = """
from time import perf_counter
start = perf_counter()
import {module}
print(perf_counter() - start)
"""


def measure(most=None):
    """Return the part; `most` is the largest number of rounds."""
    rounds = {what: at_most(count, most) for what, count in ROUNDS.items()}
    paths = sorted(NOTEBOOKS.glob("*.ipynb"))
    aside = [path for path in paths if path.stem == ASIDE]
    lessons = [path for path in paths if path not in aside]
    rows = [
        row("all but lesson 09, s", runs(lessons, rounds["run"]), Goal(2.5)),
        row("lesson 09, s", runs(aside, rounds["aside"])),
        row("import of the core, ms", imports(rounds["import"]), Goal(1.05)),
        row("first figure of lesson 01, s", first_figures(rounds["figure"])),
    ]
    return Part(TITLE, HOW, [Table(("course", "floor", "ratio"), rows)])


def row(label, times, goal=None):
    """Return a row: two times and their ratio."""
    course, floor = times
    return label, [Figure(course), Figure(floor), Figure(course / floor, goal)]


def runs(paths, rounds):
    """Return the seconds of these notebooks under nbval, and of as many empty ones."""
    with tempfile.TemporaryDirectory() as folder:
        empty = [Path(folder) / path.name for path in paths]
        for path in empty:
            cells = [new_code_cell("", execution_count=1)]
            metadata = nbformat.from_dict(NOTEBOOK_METADATA)
            nbformat.write(new_notebook(cells=cells, metadata=metadata), path)
        jobs = {"course": lambda: nbval(paths), "floor": lambda: nbval(empty)}
        times = in_turns(jobs, rounds, seconds)
    return times["course"], times["floor"]


def nbval(paths):
    """Run notebooks under nbval with the settings of the project."""
    root = NOTEBOOKS.parent
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c"]
    command += [str(root / "pyproject.toml"), f"--rootdir={root}", *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=root)
    if done.returncode:
        raise RuntimeError(f"notebooks failed, so their time says nothing:\n{done.stdout[-3000:]}")


def imports(rounds):
    """Return the milliseconds of importing the core, and numpy."""
    jobs = {"course": "normcourse.norms", "floor": "numpy"}
    times = in_turns(jobs, rounds, imported)
    return times["course"], times["floor"]


def imported(module):
    """Return the milliseconds that a fresh process takes to import a module."""
    command = [sys.executable, "-c", IMPORT.format(module=module)]
    return 1000 * float(subprocess.run(command, capture_output=True, check=True).stdout)


def first_figures(rounds):
    """Return the seconds from a cold kernel to a picture, in lesson 01 and of nothing."""
    lesson = code_of(NOTEBOOKS / "01_layernorm_view.ipynb")
    times = in_turns({"course": lesson, "floor": EMPTY_FIGURE}, rounds, until_picture)
    return times["course"], times["floor"]


def until_picture(cells):
    """Return the seconds from the start of a kernel until one of its cells shows a picture."""
    start = perf_counter()
    with kernel() as run:
        for cell in cells:
            if any(kind == "image/png" for kind, _ in run(cell)):
                return perf_counter() - start
    raise RuntimeError("no cell showed a picture")
