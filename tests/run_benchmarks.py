"""Measure the explorers, the norms, the course, what a learner costs, and how it all grows.

    python tests/run_benchmarks.py                    all, and the README's section "Measured"
    python tests/run_benchmarks.py norms growth       these parts alone
    python tests/run_benchmarks.py --rounds 3         all, but no figure from more than 3 rounds

Each part prints its tables. Only a run of all parts with all their rounds is written into the
README. It takes about twenty minutes on two quiet cores, and needs what
tests/benchmarks/requirements.txt lists, and Chromium.
"""

import argparse
import importlib
import os
import time

from benchmarks import readme
from benchmarks.machine import machine, missing, versions

PARTS = ("explorers", "norms", "course", "learner", "growth")


def main(arguments=None):
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all")
    parser.add_argument("--rounds", type=int, help="at most so many rounds of anything")
    options = parser.parse_args(arguments)
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    if absent := missing():
        parser.error(f"install tests/benchmarks/requirements.txt first: no {', '.join(absent)}")
    # As on a learner's machine: modules are compiled once.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    start = time.perf_counter()
    print(machine(), versions(), sep="\n")
    found = [run(name, options.rounds) for name in options.parts or PARTS]
    minutes = (time.perf_counter() - start) / 60
    print(f"\n{minutes:.1f} minutes")
    if options.parts or options.rounds:
        print("A part of the measurements: README.md stays as it is.")
    else:
        readme.write(found, minutes)
        print("README.md has the new figures.")


def run(name, most):
    """Measure one part, print it and return it."""
    part = importlib.import_module(f"benchmarks.{name}").measure(most)
    print(f"\n## {part.title}\n", *part.lines(), sep="\n", flush=True)
    return part


if __name__ == "__main__":
    main()
