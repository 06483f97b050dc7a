"""Every explorer of the package, found by walking its folder, so that none is forgotten."""

import importlib
import pkgutil

import pytest

import normcourse.explorers as package


def all_explorers():
    """Return ``{module name: explorer}``."""
    names = [m.name for m in pkgutil.iter_modules(package.__path__)]
    modules = {name: importlib.import_module(f"{package.__name__}.{name}") for name in names}
    return {name: m.explorer for name, m in modules.items() if hasattr(m, "explorer")}


EXPLORERS = all_explorers()
each_explorer = pytest.mark.parametrize("explorer", EXPLORERS.values(), ids=EXPLORERS.keys())
