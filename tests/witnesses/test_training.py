"""What lesson 09 says of its training, for five seeds that are not in the lesson.

It takes a minute, so it runs in CI only. The code that trains is the lesson's own: the cells that
define it are read from the notebook.
"""

from pathlib import Path

import numpy as np
import pytest

from normcourse.tools.normalize import read

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "09_build_a_block.ipynb"
DEFINITIONS = ("setup", "function-", "task-make", "model-", "gradients-ways", "training-")
LEFT_OUT = ("setup-colab", "training-go", "training-picture")
OTHER_SEEDS = (5, 6, 7, 8, 9)


@pytest.fixture(scope="module")
def lesson():
    """The names that the lesson defines up to its training, with other seeds."""
    names = {}
    for cell in read(NOTEBOOK).cells:
        wanted = cell.id.startswith(DEFINITIONS) and cell.id not in LEFT_OUT
        if cell.cell_type == "code" and wanted:
            exec(compile(cell.source, cell.id, "exec"), names)
    assert not set(names["SEEDS"]) & set(OTHER_SEEDS)
    names["SEEDS"] = OTHER_SEEDS
    return names


def share(lesson, label, way, **options):
    """Return the share of right letters in the last ten steps, one for each seed."""
    with np.errstate(all="ignore"):
        _, hits, _ = lesson["train"](label, way, **options)
    assert hits.shape == (80, len(OTHER_SEEDS))
    return hits[-10:].mean(axis=0)


def test_other_seeds(lesson):
    final = {label: share(lesson, label, way) for label, way in lesson["WAYS"].items()}
    assert final["RMSNorm"].min() > 0.95 and final["LayerNorm"].min() > 0.95
    assert final["no norm"].max() < 0.25
    assert np.all(final["no norm"] < final["unit, wrong scale"] - 0.1)
    assert np.all(final["unit, wrong scale"] < final["RMSNorm"] - 0.2)


def test_other_seeds_without_norms(lesson):
    way = lesson["WAYS"]["no norm"]
    deep = share(lesson, "deep", way)
    assert np.all(share(lesson, "shallow", way | {"layers": 2}) > deep + 0.3)
    assert np.all(share(lesson, "small", way, branches=1 / 4) > deep + 0.3)
