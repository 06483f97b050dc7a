"""Execute the course's notebooks and write them back in one form, or check that they are so.

    python -m normcourse.tools.notebooks                     all notebooks
    python -m normcourse.tools.notebooks 01_layernorm_view   one notebook
    python -m normcourse.tools.notebooks --check             write nothing, say what differs

Each notebook runs on a fresh kernel of this Python, in the folder of the notebooks. Running the
command twice leaves no difference. A cell tagged `nbval-ignore-output` prints what only its machine
knows: the outputs that are stored for it stay as they are; clear them to have new ones.
"""

import argparse
import copy
import re
import sys
from pathlib import Path

from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from traitlets import default

from normcourse.tools.compare import differences
from normcourse.tools.normalize import MACHINE_TAG, give_ids, normalize, read, write

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
CELL_TIMEOUT = 300

_COLOR = re.compile(r"\x1b\[[0-9;]*m")


class NotebookError(Exception):
    """A notebook that did not run to its end; the message names the cell and shows the error."""


class _ThisPython(AsyncKernelManager):
    """Starts kernels of the running Python, whatever else is called `python3` on this machine."""

    @default("kernel_spec_manager")
    def _no_folders_to_search(self):
        return KernelSpecManager(kernel_dirs=[])


def execute(nb, folder):
    """Execute `nb` in place on a fresh kernel of this Python, in `folder`, and return it."""
    started = []
    client = NotebookClient(
        nb,
        kernel_name="python3",
        kernel_manager_class=_ThisPython,
        timeout=CELL_TIMEOUT,
        record_timing=False,
        store_widget_state=False,
        on_cell_start=lambda cell, cell_index: started.append(cell),
        resources={"metadata": {"path": str(folder)}},
    )
    try:
        client.execute()
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        raise NotebookError(failure(started[-1], error)) from error
    return nb


def failure(cell, error):
    """Return in words how `cell` failed: its own error, or what became of the kernel."""
    words = f"{type(error).__name__}: {error}"
    if isinstance(error, CellExecutionError):
        output = next(output for output in cell.outputs if output.output_type == "error")
        words = "\n".join([f"{output.ename}: {output.evalue}", *output.traceback])
    return f"cell {cell.id}: {_COLOR.sub('', words)}"


def executed(path):
    """Return the notebook at `path` executed and in its written form; the file stays as it is."""
    nb = read(path)
    give_ids(nb)
    stored = copy.deepcopy(nb)
    for cell in nb.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    normalize(execute(nb, path.parent))
    for old, new in zip(stored.cells, nb.cells, strict=True):
        if MACHINE_TAG in new.metadata.get("tags", []) and old.get("outputs"):
            new.outputs = old.outputs
            for output in new.outputs:
                if output.output_type == "execute_result":
                    output.execution_count = new.execution_count
    return normalize(nb)


def check(path):
    """Execute the notebook at `path` and return how it differs from what is stored."""
    fresh = executed(path)
    return differences(read(path), fresh, path.read_text(encoding="utf-8"))


def find(names, folder):
    """Return the paths of the notebooks that `names` names, all of them if it is empty."""
    paths = sorted(folder.glob("*.ipynb"))
    if not names:
        return paths
    wanted = [folder / f"{Path(name).stem}.ipynb" for name in names]
    missing = [path.name for path in wanted if path not in paths]
    if missing:
        raise SystemExit(f"no such notebook in {folder.name}/: {', '.join(missing)}")
    return wanted


def main(arguments=None, folder=NOTEBOOKS):
    """Run the command and return its exit code: 1 if a notebook fails or, checked, differs."""
    parser = argparse.ArgumentParser(prog="python -m normcourse.tools.notebooks")
    parser.add_argument("--check", action="store_true", help="write nothing, say what differs")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a notebook; all if none is named")
    options = parser.parse_args(arguments)
    paths = find(options.names, folder)
    if not paths:
        raise SystemExit(f"no notebooks in {folder.name}/")
    failed = 0
    for path in paths:
        try:
            found = check(path) if options.check else write(executed(path), path)
        except NotebookError as error:
            found = str(error).splitlines()
        failed += bool(found)
        print(f"{path.stem}: {'differs or fails' if found else 'ok'}", *found or (), sep="\n  ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
