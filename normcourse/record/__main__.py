"""Make a recording anew from the weights: ``python -m normcourse.record smollm2``."""

import argparse
import json
from datetime import date
from pathlib import Path

import numpy as np

import normcourse
from normcourse.record.provenance import MODELS

FOLDER = Path(normcourse.__file__).parent / "data"


def main():
    """Record the models that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m normcourse.record", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(MODELS)}")
    parser.add_argument("--to", type=Path, default=FOLDER, help="the folder to write to")
    arguments = parser.parse_args()
    for name in arguments.names or MODELS:
        if name not in MODELS:
            parser.error(f"{name} is none of {', '.join(MODELS)}")
        write(name, arguments.to)


def write(name, folder):
    """Write one recording with its provenance."""
    model = MODELS[name]
    about = model.about() | {
        "command": f"python -m normcourse.record {name}",
        "date": date.today().isoformat(),
        "numpy": np.__version__,
    }
    path = folder / f"{name}.npz"
    np.savez_compressed(path, about=json.dumps(about, ensure_ascii=False), **model.record())
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
