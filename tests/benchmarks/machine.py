"""On what the figures were measured: the processor, and the versions that matter."""

import os
import platform
import subprocess
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import psutil

PACKAGES = ("numpy", "matplotlib", "ipywidgets", "ipykernel", "jupyterlab", "nbval")
# What tests/benchmarks/requirements.txt adds.
RIVALS = ("ipympl", "onnx", "onnxruntime", "torch", "playwright", "threadpoolctl")


def missing():
    """Return the packages of tests/benchmarks/requirements.txt that are not installed."""
    return [name for name in RIVALS if find_spec(name) is None]


def machine():
    """Return the processor, its number of cores and the system in words."""
    system = f"{platform.system()} {platform.release().split('-')[0]}"
    memory = psutil.virtual_memory().total / 2**30
    return f"{processor()}, {os.cpu_count()} cores, {memory:.0f} GiB, {system}"


def processor():
    """Return the processor's name."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    named = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def versions():
    """Return the versions of all that was measured, in words."""
    named = [f"Python {platform.python_version()}"]
    named += [f"{name} {version(name)}" for name in (*PACKAGES, *RIVALS) if find_spec(name)]
    return ", ".join([*named, chromium_version()])


def chromium_version():
    """Return the browser's name and version."""
    command = [os.environ.get("CHROMIUM", "/usr/bin/chromium"), "--version"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=True)
    except OSError:
        return "no Chromium"
    return " ".join(said.stdout.split()[:2])
