"""How fast the norms are, as ratios that are measured in one run.

    python tests/benchmarks/norms.py              all sizes, about a minute
    python tests/benchmarks/norms.py --rounds 5   fewer rounds

All jobs of a size run in turns, so that what slows down one slows down its neighbors. The
clock is the processor's time of this program, on one thread: what other programs do in
between is not counted. The unit is a copy of the same array, `np.copyto(out, x)`. Printed
are the median of the ratios of the rounds and their quartiles.

PyTorch and ONNX Runtime are measured where they are installed; see
tests/benchmarks/requirements.txt. Without them their lines are left out.
"""

import argparse
import platform
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from time import process_time_ns

import numpy as np

from normcourse.norms import layer_norm, rms_norm

SIZES = ((4096, 4096), (128, 768), (1, 4096))
EPS = 1e-6
# Calls that are timed together have this many numbers, lest the clock be too coarse.
NUMBERS = 2**20


def plain_rms_norm(x, gain):
    return x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + EPS) * gain


def plain_layer_norm(x, gain, bias):
    centered = x - np.mean(x, axis=-1, keepdims=True)
    variance = np.mean(centered**2, axis=-1, keepdims=True)
    return centered / np.sqrt(variance + EPS) * gain + bias


def numpy_jobs(x, gain, bias):
    """Return the copy, the plain formulas and the functions of the package."""
    out = np.ones_like(x)
    return {
        "copy": lambda: np.copyto(out, x),
        "RMSNorm, plain formula": lambda: plain_rms_norm(x, gain),
        "RMSNorm": lambda: rms_norm(x, gain),
        "RMSNorm, out=": lambda: rms_norm(x, gain, out=out),
        "LayerNorm, plain formula": lambda: plain_layer_norm(x, gain, bias),
        "LayerNorm": lambda: layer_norm(x, gain, bias),
        "LayerNorm, out=": lambda: layer_norm(x, gain, bias, out=out),
    }


def torch_jobs(*arrays):
    """Return PyTorch's two functions, on one thread and without a record for gradients."""
    import torch

    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    x, gain, bias = (torch.from_numpy(a) for a in arrays)
    of = torch.nn.functional
    return {
        "RMSNorm, PyTorch": lambda: of.rms_norm(x, gain.shape, gain, EPS),
        "LayerNorm, PyTorch": lambda: of.layer_norm(x, gain.shape, gain, bias, EPS),
    }


def onnx_jobs(x, gain, bias):
    """Return ONNX Runtime's two operators, each a model of one node, on one thread."""
    names = {"x": x, "gain": gain, "bias": bias}
    jobs = {}
    for label, operator, inputs in (
        ("RMSNorm, ONNX Runtime", "RMSNormalization", ["x", "gain"]),
        ("LayerNorm, ONNX Runtime", "LayerNormalization", ["x", "gain", "bias"]),
    ):
        session = onnx_session(operator, {name: names[name].shape for name in inputs})
        feed = {name: names[name] for name in inputs}
        jobs[label] = lambda session=session, feed=feed: session.run(None, feed)
    return jobs


def onnx_session(operator, shapes):
    import onnxruntime
    from onnx import TensorProto, helper

    def tensor(name, shape):
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

    node = helper.make_node(operator, list(shapes), ["y"], axis=-1, epsilon=EPS)
    inputs = [tensor(name, shape) for name, shape in shapes.items()]
    graph = helper.make_graph([node], "norm", inputs, [tensor("y", shapes["x"])])
    opset = [helper.make_opsetid("", 23)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=10)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )


def in_turns(jobs, calls, rounds):
    """Return the time of each job in each round, all jobs taking turns."""
    times = {name: np.empty(rounds) for name in jobs}
    for job in jobs.values():
        job()
    for turn in range(rounds):
        for name, job in jobs.items():
            start = process_time_ns()
            for _ in range(calls):
                job()
            times[name][turn] = process_time_ns() - start
    return times


def measured(size, rounds):
    """Return the times of all jobs on a float32 array of `size`."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=size).astype(np.float32)
    gain, bias = rng.normal(size=(2, size[-1])).astype(np.float32)
    jobs = numpy_jobs(x, gain, bias)
    if find_spec("torch"):
        jobs |= torch_jobs(x, gain, bias)
    if find_spec("onnxruntime") and find_spec("onnx"):
        jobs |= onnx_jobs(x, gain, bias)
    return in_turns(jobs, max(1, NUMBERS // x.size), rounds)


def table(times):
    """Return the lines of a table: times as multiples of the copy's and of the plain formula's."""
    lines = [f"{'':26}{'copies':>8}   quartiles        plain formula = 1"]
    for name, of_job in sorted(times.items(), key=lambda item: item[0].split(",")[0]):
        low, middle, high = np.percentile(of_job / times["copy"], [25, 50, 75])
        line = f"{name:26}{middle:8.2f}   {low:.2f} to {high:.2f}"
        plain = times.get(f"{name.split(',')[0]}, plain formula")
        if plain is not None:
            line = f"{line:53} {np.median(of_job / plain):.2f}"
        lines.append(line)
    return lines


def machine():
    """Return in words what the figures were measured on."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        named = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = named[0].split(":", 1)[1].strip() if named else cpu
    packages = [p for p in ("numpy", "torch", "onnxruntime") if find_spec(p)]
    versions = ", ".join(f"{package} {version(package)}" for package in packages)
    return f"{cpu}, {platform.system()}, Python {platform.python_version()}, {versions}"


def main():
    parser = argparse.ArgumentParser(description="Measure the norms, as ratios.")
    parser.add_argument("--rounds", type=int, default=21, help="rounds of each size (21)")
    options = parser.parse_args()
    print(machine())
    for size in SIZES:
        print(f"\nfloat32 {size}, one thread")
        print("\n".join(table(measured(size, options.rounds))))


if __name__ == "__main__":
    main()
