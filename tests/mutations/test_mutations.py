"""Plant one bug after the other in floor 1: the tests have to see each."""

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from planted import AGAINST_CLAIMS, PLANTED

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def copy(tmp_path_factory):
    """Return a copy of the package and its tests, to be spoiled."""
    folder = tmp_path_factory.mktemp("spoiled")
    for name in ("normcourse", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def run(folder, tests):
    """Run tests on the copy; return pytest's exit code and what it printed."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    # The copy has to come before the package that is installed.
    env = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_without_a_bug_the_tests_pass(copy):
    every = sorted({test for *_, tests in PLANTED for test in tests})
    code, printed = run(copy, every)
    assert code == 0, printed[-3000:]


@contextmanager
def planted(folder, name, old, new):
    """Put `new` in the place of `old` in a file of the copy, for a while."""
    path = folder / "normcourse" / f"{name}.py"
    source = path.read_text("utf-8")
    assert old in source, "the place to plant it is gone: plant it anew"
    path.write_text(source.replace(old, new), "utf-8")
    try:
        yield
    finally:
        path.write_text(source, "utf-8")


@pytest.mark.parametrize(("name", "old", "new", "tests"), PLANTED, ids=lambda v: str(v)[:40])
def test_a_planted_bug_is_seen(copy, name, old, new, tests):
    with planted(copy, name, old, new):
        code, printed = run(copy, tests)
    assert code == 1 and " failed" in printed, printed[-3000:]


@pytest.mark.parametrize(
    ("name", "old", "new", "lesson"), AGAINST_CLAIMS, ids=lambda v: str(v)[:40]
)
def test_a_claim_falls_with_the_code_it_rests_on(copy, name, old, new, lesson):
    nb = nbformat.read(ROOT / "notebooks" / f"{lesson}.ipynb", 4)
    client = NotebookClient(nb, timeout=300, kernel_name="python3")
    with planted(copy, name, old, new), pytest.raises(CellExecutionError, match="Assertion"):
        client.execute(env=os.environ | {"PYTHONPATH": str(copy)}, cwd=str(copy))


def test_there_are_enough():
    assert len(PLANTED) >= 25
