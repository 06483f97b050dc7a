"""Environments with other versions, made once and kept in ``build/hosts``."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
#: The tests that run inside need these.
TESTING = ("pytest>=9,<10", "nbformat")


def make(name, requirements=None, extra=TESTING):
    """Return the Python of a fresh environment with ``NAME.txt`` (or another file) installed."""
    requirements = requirements or HERE / f"{name}.txt"
    asked = f"{sys.version}{requirements.read_text(encoding='utf-8')}{extra}"
    key = hashlib.sha256(asked.encode()).hexdigest()[:8]
    folder = ROOT / "build" / "hosts" / f"{name}-{key}"
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not (folder / "complete").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        install = ["-m", "pip", "install", "-q", "-r", str(requirements), *extra]
        subprocess.run([str(python), *install], check=True)
        (folder / "complete").touch()
    return python


def installed(python):
    """Return ``{package: version}`` of an environment."""
    command = [str(python), "-m", "pip", "list", "--format=freeze"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return dict(line.split("==") for line in lines)


def test_inside(python, *files):
    """Run test files of ``tests/`` with another Python; return ``(exit code, output)``."""
    # Old packages warn of what newer ones deprecate: here it is errors that count.
    command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    command += ["-o", "addopts=", "-o", "filterwarnings=default", *files]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    return ran.returncode, ran.stdout + ran.stderr


test_inside.__test__ = False


def node_modules():
    """Return the folder with what ``package.json`` asks for, installed by npm."""
    lock = HERE / "package-lock.json"
    key = hashlib.sha256(lock.read_bytes()).hexdigest()[:8]
    folder = ROOT / "build" / "hosts" / f"node-{key}"
    if not (folder / "complete").exists():
        folder.mkdir(parents=True, exist_ok=True)
        for file in (HERE / "package.json", lock):
            shutil.copy(file, folder)
        npm = shutil.which("npm")
        subprocess.run([npm, "ci", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
        (folder / "complete").touch()
    return folder / "node_modules"


def violations(page, root="document"):
    """Return what axe-core finds in a page, or in a part of it, that is serious or critical."""
    page.add_script_tag(path=str(node_modules() / "axe-core" / "axe.min.js"))
    found = page.evaluate(f"async () => (await axe.run({root})).violations")
    return [
        f"{rule['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for rule in found
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]
