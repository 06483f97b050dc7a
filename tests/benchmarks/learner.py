"""What one learner costs: memory, what moving a slider adds to it, and the size of the notebooks.

- The resident set of a kernel after the last cell of a lesson, against a kernel that has only
  imported numpy, matplotlib and ipywidgets. Lesson 08's live lab stays closed, as it is until
  a learner opens it.
- What a thousand moves of an explorer's slider add to a kernel, after two hundred moves.
- The size of each notebook as it is stored, outputs included.
"""

import numpy as np
from explorer_list import all_explorers

from benchmarks.moved import moved
from benchmarks.tables import Figure, Goal, Part, Table
from benchmarks.turns import at_most, in_turns
from normcourse.tools import cost
from normcourse.tools.notebooks import NOTEBOOKS

TITLE = "One learner"
HOW = (
    "The resident set of a kernel after the last cell of a lesson, as a multiple of that of a "
    "kernel that has only imported NumPy, Matplotlib and ipywidgets; the live lab of lesson 08 "
    "stays closed. What 1,000 moves of a slider add, after 200. Notebooks with their outputs."
)
ROUNDS, MOVES = 1, 1000
SHOW = """
from normcourse.explorers.live import Live
from normcourse.explorers.{module} import explorer
control = Live(explorer).controls[{name!r}]
values = {values!r}

def move(times):
    for i in range(times):
        control.value = values[i % len(values)]
"""


def measure(most=None):
    """Return the part; `most` is the largest number of rounds."""
    rounds = at_most(ROUNDS, most)
    lessons = [lesson_row(path, rounds) for path in sorted(NOTEBOOKS.glob("*.ipynb"))]
    explorers = [
        (explorer.title, [Figure(np.array([added(module, explorer)]), Goal(1))])
        for module, explorer in all_explorers().items()
    ]
    columns = ("MB", "of the imports alone", "notebook, kB")
    return Part(
        TITLE, HOW, [Table(columns, lessons), Table((f"{MOVES:,} moves add, MB",), explorers)]
    )


def lesson_row(path, rounds):
    """Return the row of one lesson: its kernel's memory, and the size of its notebook."""
    jobs = {"lesson": cost.code_of(path), "imports": [cost.BASE]}
    held = in_turns(jobs, rounds, lambda cells: cost.lesson(cells)[1])
    size = np.array([path.stat().st_size / 1000])
    return path.stem, [
        Figure(held["lesson"]),
        Figure(held["lesson"] / held["imports"], Goal(1.3)),
        Figure(size, Goal(400)),
    ]


def added(module, explorer):
    """Return the megabytes that many moves of an explorer's slider add."""
    control = moved(explorer)
    show = SHOW.format(module=module, name=control.name, values=control.samples())
    return cost.growth(MOVES, show)
