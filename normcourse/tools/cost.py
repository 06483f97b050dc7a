"""Measure what one learner costs on this machine: ``python -m normcourse.tools.cost [NAME ...]``.

For each lesson: the seconds from a fresh kernel to its last cell, and the memory that the kernel
holds then (its resident set). Beside it stands a kernel that has only imported what all lessons
use. Last, what a thousand moves of a slider add.
"""

import argparse
import time
from contextlib import contextmanager

from jupyter_client.manager import start_new_kernel

from normcourse.tools.normalize import read
from normcourse.tools.notebooks import NOTEBOOKS, find

__all__ = ["code_of", "growth", "kernel", "lesson", "main"]

BASE = "import numpy, matplotlib.figure, ipywidgets"
RESIDENT = "import psutil; print('resident', psutil.Process().memory_info().rss)"
SHOW = """
from normcourse.explorers.live import Live
from normcourse.explorers.rms_norm_scaling import explorer
live = Live(explorer)

def move(times):
    for i in range(times):
        live.controls["gain"].value = i % 5 / 2
"""


@contextmanager
def kernel():
    """Run a kernel; give a function that runs code in it and returns what it put out.

    That is a list of pairs: a kind (``"text"``, or the MIME type of what was displayed), and
    what it holds.
    """
    manager, client = start_new_kernel(kernel_name="python3", cwd=str(NOTEBOOKS))

    def run(code):
        outputs = []

        def keep(message):
            content = message["content"]
            if message["msg_type"] == "stream":
                outputs.append(("text", content["text"]))
            elif message["msg_type"] in ("display_data", "execute_result"):
                outputs.extend(content["data"].items())

        reply = client.execute_interactive(code, output_hook=keep, timeout=600)["content"]
        if reply["status"] != "ok":
            raise RuntimeError(f"{reply['ename']}: {reply['evalue']}")
        return outputs

    try:
        yield run
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def resident(run):
    """Return the memory that a kernel holds, in megabytes."""
    text = "".join(held for kind, held in run(RESIDENT) if kind == "text")
    return int(text.split()[-1]) / 1e6


def code_of(path):
    """Return the code cells of the notebook at `path`."""
    return [cell.source for cell in read(path).cells if cell.cell_type == "code"]


def lesson(sources):
    """Return the seconds and the megabytes of a fresh kernel that runs these cells."""
    start = time.perf_counter()
    with kernel() as run:
        for source in sources:
            run(source)
        return time.perf_counter() - start, resident(run)


def growth(moves=1000, show=SHOW, base=200):
    """Return the megabytes that `moves` moves of a slider add, after `base` moves before.

    `show` is code that makes a function ``move(times)``.
    """
    with kernel() as run:
        run(show)
        run(f"move({base})")
        before = resident(run)
        run(f"move({moves})")
        return resident(run) - before


def main():
    """Print what each lesson costs."""
    parser = argparse.ArgumentParser(prog="python -m normcourse.tools.cost")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a notebook; all if none is named")
    paths = find(parser.parse_args().names, NOTEBOOKS)
    seconds, base = lesson([BASE])
    print(f"{'':28}   s    MB  above the imports")
    print(f"{'the imports alone':28}{seconds:5.1f}{base:6.0f}")
    for path in paths:
        seconds, held = lesson(code_of(path))
        print(f"{path.stem:28}{seconds:5.1f}{held:6.0f}{held - base:+6.0f}")
    print(f"1,000 moves of a slider: {growth():+.1f} MB")


if __name__ == "__main__":
    main()
