"""The notebooks, and the marks that run a test for each of them on its open page."""

import importlib
import re
from pathlib import Path

import pytest

from normcourse.explorers.model import Numbers, Slider

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(path.name for path in FOLDER.glob("*.ipynb"))


def module_of(name):
    """Return the module whose explorer a notebook shows, or nothing."""
    text = (FOLDER / name).read_text("utf-8")
    found = re.search(r"from (normcourse\.explorers\.\w+) import explorer\b", text)
    return found and "show(explorer)" in text and found.group(1)


#: Which module's explorer each notebook shows, of those that show one.
MODULES = {name: module_of(name) for name in NOTEBOOKS if module_of(name)}


def explorer_of(name):
    """Return the explorer that a notebook shows."""
    return importlib.import_module(MODULES[name]).explorer


WITH_EXPLORER = list(MODULES)


def with_control(kind):
    """Return the notebooks whose explorer has a control of this kind."""
    return [n for n in WITH_EXPLORER if any(isinstance(c, kind) for c in explorer_of(n).controls)]


WITH_FIELD, WITH_NUMBER = with_control(Numbers), with_control(Slider)
WITH_RESCALE = [name for name in WITH_EXPLORER if explorer_of(name).rescales]


def stem(name):
    """Return a file's name without its ending, for the names of tests."""
    return Path(name).stem


def each(names):
    """Return a mark that runs a test on the open page of each of these notebooks."""
    return pytest.mark.parametrize("lesson", names, indirect=True, ids=stem)


each_notebook = each(NOTEBOOKS)
each_explorer = each(WITH_EXPLORER)
each_with_a_field = each(WITH_FIELD)
each_that_rescales = each(WITH_RESCALE)
each_with_a_number = each(WITH_NUMBER)
