"""Colab opens a notebook alone, in an empty folder: each lesson, so opened, runs to its end.

The helper is installed by the lesson's own first cell, from the address that its badge names.
Git rewrites that address to a clone of this repository, so no test asks the net for it. What is
committed is what is tested.
"""

import json
import subprocess

import environments
import nbformat
import pytest
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from traitlets import default

from normcourse.tools import badges

ROOT = environments.ROOT
LISTED = subprocess.run(
    ["git", "-C", str(ROOT), "ls-files", "notebooks/*.ipynb"],
    check=True,
    capture_output=True,
    text=True,
)
NAMES = LISTED.stdout.split()


@pytest.fixture(scope="session")
def clone(tmp_path_factory):
    """Return a clone of this repository."""
    folder = tmp_path_factory.mktemp("clone") / "normcourse"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
    return folder


@pytest.fixture(scope="session")
def python():
    """Return the Python of an environment like Colab's."""
    return environments.make("colab")


@pytest.fixture
def colab(python, clone, tmp_path):
    """Return a function that runs a notebook as Colab does; the helper is not installed before."""
    remove(python)
    spec = tmp_path / "kernels" / "colab"
    spec.mkdir(parents=True)
    kernel = {
        "argv": [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "Colab",
        "language": "python",
        "env": {
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": f"url.{clone.as_uri()}.insteadOf",
            "GIT_CONFIG_VALUE_0": f"https://github.com/{badges.repository(clone)}",
        },
    }
    (spec / "kernel.json").write_text(json.dumps(kernel), encoding="utf-8")

    class Manager(AsyncKernelManager):
        @default("kernel_spec_manager")
        def _only_this_one(self):
            return KernelSpecManager(kernel_dirs=[str(spec.parent)], ensure_native_kernel=False)

    empty = tmp_path / "content"
    empty.mkdir()

    def run(nb):
        client = NotebookClient(
            nb,
            kernel_name="colab",
            kernel_manager_class=Manager,
            timeout=300,
            allow_errors=True,
            resources={"metadata": {"path": str(empty)}},
        )
        client.execute()
        return faults(nb)

    yield run
    remove(python)


def remove(python):
    """Take the helper out of the environment, if it is there."""
    command = [str(python), "-m", "pip", "uninstall", "-q", "-y", "normcourse"]
    subprocess.run(command, check=True, capture_output=True)


def faults(nb):
    """Return each error, and each text on stderr, of a notebook that ran."""
    found = []
    for cell in nb.cells:
        for output in cell.get("outputs", ()):
            if output.output_type == "error":
                found.append(f"{cell.id}: {output.ename}: {output.evalue}")
            elif output.get("name") == "stderr":
                found.append(f"{cell.id}: {output.text}")
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_opened_alone_runs_to_its_end(colab, clone, python, name):
    before = environments.installed(python)
    assert "normcourse" not in before
    nb = nbformat.read(clone / name, 4)
    assert colab(nb) == []
    after = environments.installed(python)
    assert after.pop("normcourse")
    assert after == before


def test_without_its_set_up_cell_it_does_not(colab, clone):
    nb = nbformat.read(clone / NAMES[0], 4)
    nb.cells = [cell for cell in nb.cells if cell.id != badges.SETUP]
    assert "ModuleNotFoundError" in "".join(colab(nb))


def test_the_set_up_cell_does_nothing_where_the_helper_is(colab):
    cells = badges.set_up("nobody/nothing")
    known = nbformat.v4.new_code_cell(
        "import sys, types\n"
        "from importlib.machinery import ModuleSpec\n"
        "sys.modules['normcourse'] = types.ModuleType('normcourse')\n"
        "sys.modules['normcourse'].__spec__ = ModuleSpec('normcourse', None)"
    )
    nb = nbformat.v4.new_notebook(cells=[known, *cells])
    assert colab(nb) == []
    assert nb.cells[-1].outputs == []
