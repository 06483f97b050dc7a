"""How fast the norms and their gradients are, on one thread.

All jobs of a size run in turns. The clock is the processor's time of this program: what
other programs do in between is not counted.

- The unit is a copy of the same array, ``np.copyto(out, x)``.
- The plain formula (`plain`) is what a lesson writes in NumPy; for a gradient it computes the
  statistics anew, as ours does.
- PyTorch and ONNX Runtime (`frameworks`) make a new result at each call, as ours without
  `out` and the plain formula do.
"""

from importlib.util import find_spec

import numpy as np

from benchmarks import frameworks, plain
from benchmarks.tables import Figure, Goal, Part, Table
from benchmarks.turns import at_most, in_turns, processor_time
from normcourse.gradients import layer_norm_vjp, rms_norm_vjp
from normcourse.norms import layer_norm, rms_norm

TITLE = "Norms"
HOW = (
    "On float32 arrays and one thread, in processor time. The unit is `np.copyto` of the same "
    "array. The plain formula is NumPy’s, written as in the lessons. PyTorch’s gradient is the "
    "backward pass alone, with the statistics kept from the forward pass; the others compute them."
)
ROUNDS = {(4096, 4096): 7, (128, 768): 21, (1, 4096): 21}
# Calls that are timed together have this many numbers, lest the clock be too coarse.
NUMBERS = 2**20
NAMES = ("RMSNorm", "LayerNorm", "RMSNorm, gradient", "LayerNorm, gradient")
COLUMNS = ("copies", "with `out`, copies", "÷ plain formula", "÷ PyTorch", "÷ ONNX Runtime")


def measure(most=None):
    """Return the part; `most` is the largest number of rounds."""
    tables = []
    for size, rounds in ROUNDS.items():
        times = timed(size, at_most(rounds, most))
        rows = [(name, cells(name, times, small=size[0] < 4096)) for name in NAMES]
        tables.append(Table(COLUMNS, rows, f"{size[0]:,} × {size[1]:,}"))
    return Part(TITLE, HOW, tables)


def timed(size, rounds):
    """Return ``{(whose, name): times}`` of all jobs on arrays of `size`."""
    rng = np.random.default_rng(0)
    x, dy = rng.normal(size=(2, *size)).astype(np.float32)
    gain, bias = rng.normal(size=(2, size[-1])).astype(np.float32)
    jobs = numpy_jobs(x, dy, gain, bias)
    if find_spec("torch"):
        found = frameworks.torch_jobs(x, dy, gain, bias)
        jobs |= {("PyTorch", name): job for name, job in found.items()}
    if find_spec("onnxruntime") and find_spec("onnx"):
        found = frameworks.onnx_jobs(x, gain, bias)
        jobs |= {("ONNX Runtime", name): job for name, job in found.items()}
    for job in jobs.values():
        job()
    return in_turns(jobs, rounds, processor_time(max(1, NUMBERS // x.size)))


def numpy_jobs(x, dy, gain, bias):
    """Return the copy, the plain formulas and the functions of the package."""
    out = np.ones_like(x)
    return {
        ("NumPy", "copy"): lambda: np.copyto(out, x),
        ("plain", "RMSNorm"): lambda: plain.rms_norm(x, gain),
        ("ours", "RMSNorm"): lambda: rms_norm(x, gain),
        ("out", "RMSNorm"): lambda: rms_norm(x, gain, out=out),
        ("plain", "LayerNorm"): lambda: plain.layer_norm(x, gain, bias),
        ("ours", "LayerNorm"): lambda: layer_norm(x, gain, bias),
        ("out", "LayerNorm"): lambda: layer_norm(x, gain, bias, out=out),
        ("plain", "RMSNorm, gradient"): lambda: plain.rms_norm_vjp(x, dy, gain),
        ("ours", "RMSNorm, gradient"): lambda: rms_norm_vjp(x, dy, gain),
        ("plain", "LayerNorm, gradient"): lambda: plain.layer_norm_vjp(x, dy, gain),
        ("ours", "LayerNorm, gradient"): lambda: layer_norm_vjp(x, dy, gain),
    }


def cells(name, times, small):
    """Return the cells of a row; at the small sizes ONNX Runtime is to be beaten, too."""
    copy, ours = times["NumPy", "copy"], times["ours", name]

    def against(whose, goal=None, of=ours):
        other = times.get((whose, name))
        return "–" if other is None else Figure(of / other, goal)

    out = times.get(("out", name))
    return [
        Figure(ours / copy),
        "–" if out is None else Figure(out / copy, Goal(2)),
        against("plain", Goal(0.5)),
        against("PyTorch", Goal(1)),
        against("ONNX Runtime", Goal(1) if small else None),
    ]
