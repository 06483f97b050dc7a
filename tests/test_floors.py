"""The house has floors, and imports point down only."""

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "normcourse"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Folders and files above floor 1; every other module is on floor 1.
FLOORS = {
    "figures": 2,
    "recordings": 2,
    "record": 2,
    "explorers": 3,
    "checks": 3,
    "live_lab": 3,
    "tools": 4,
}


def part(name):
    """Return the first part of a module's name below ``normcourse``."""
    return (name.split(".") + [""])[1]


def floor(name):
    """Return the floor of a module of the package."""
    return FLOORS.get(part(name), 1)


def imported(path):
    """Return the modules that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            # "from normcourse import norms" imports normcourse.norms.
            whole = node.module == "normcourse"
            yield from (f"normcourse.{a.name}" if whole else node.module for a in node.names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path):
    own = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for name in imported(path):
        if name.startswith("normcourse."):
            assert floor(name) <= floor(own), f"{own} imports {name}"


@pytest.mark.parametrize(
    "path",
    [p for p in MODULES if p.parent == PACKAGE and p.stem not in FLOORS],
    ids=lambda p: p.stem,
)
def test_floor_1_needs_numpy_alone(path):
    standard = sys.stdlib_module_names
    outside = {name.split(".")[0] for name in imported(path)} - set(standard) - {"normcourse"}
    assert outside <= {"numpy"}
