"""Binder: what repo2docker reads keeps its rules, and gives an environment where lessons run."""

import re
import shutil
import subprocess
import sys
import tomllib

import environments
import pytest
from packaging.specifiers import SpecifierSet

ROOT = environments.ROOT
#: What repo2docker takes instead of requirements.txt, or beside it, if it is there.
OTHERS = {"Dockerfile", "environment.yml", "Pipfile", "Pipfile.lock", "setup.py", "postBuild"}
OTHERS |= {"install.R", "Project.toml", "REQUIRE", "default.nix", "start", "apt.txt"}


def problems(root):
    """Return in words what repo2docker would stumble over, or leave out."""
    found = []
    if (root / "binder").is_dir():
        found.append("binder/ is read instead of .binder/")
    folder = root / ".binder"
    names = {path.name for path in folder.iterdir()}
    found += [f"{name} changes the build" for name in sorted(names & OTHERS)]
    runtime = folder / "runtime.txt"
    pinned = runtime.exists() and re.fullmatch(r"python-(3\.\d+)\n", runtime.read_text())
    if not pinned:
        found.append("Python is not pinned, as in python-3.12")
    else:
        project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        if pinned.group(1) not in SpecifierSet(project["requires-python"]):
            found.append(f"the package refuses Python {pinned.group(1)}")
    lines = requirements(folder / "requirements.txt")
    if "-e ." not in lines:
        found.append("the helper package is not installed")
    found += [f"not pinned: {line}" for line in lines if line != "-e ." and "==" not in line]
    return found


def requirements(path):
    """Return the lines of a requirements file, with those of the files that it names."""
    lines = []
    if not path.exists():
        return lines
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line.startswith("-r "):
            lines += requirements(path.parent / line.removeprefix("-r "))
        elif line:
            lines.append(line)
    return lines


def test_repo2docker_finds_what_it_needs_in_one_place():
    assert problems(ROOT) == []


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("binder/requirements.txt", "numpy\n", "instead of .binder/"),
        (".binder/environment.yml", "name: x\n", "changes the build"),
        (".binder/runtime.txt", "3.12\n", "not pinned"),
        (".binder/runtime.txt", "python-3.10\n", "refuses Python 3.10"),
        (".binder/requirements.txt", "numpy==2.1.3\n", "not installed"),
        (".binder/requirements.txt", "-r ../requirements.txt\ntorch\n", "not pinned: torch"),
    ],
)
def test_a_planted_fault_is_seen(tmp_path, file, text, words):
    shutil.copytree(ROOT / ".binder", tmp_path / ".binder")
    for name in ("requirements.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    assert problems(tmp_path) == []
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(text, encoding="utf-8")
    assert words in "; ".join(problems(tmp_path))


def test_the_requirements_resolve_for_the_pinned_python(tmp_path):
    python = (ROOT / ".binder" / "runtime.txt").read_text().strip().removeprefix("python-")
    wanted = [line for line in requirements(ROOT / ".binder" / "requirements.txt") if "==" in line]
    command = [sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--only-binary=:all:"]
    command += ["--python-version", python, "--target", str(tmp_path), *wanted]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def test_in_a_fresh_clone_the_build_gives_what_a_lesson_imports(tmp_path):
    clone = tmp_path / "course"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    python = tmp_path / "env" / "bin" / "python"
    for command in (
        [sys.executable, "-m", "venv", str(tmp_path / "env")],
        [str(python), "-m", "pip", "install", "-q", "-r", ".binder/requirements.txt"],
        [str(python), "-c", "import jupyterlab, normcourse.explorers.rms_norm_scaling"],
        [str(python), "-m", "normcourse.tools.notebooks", "00_start_here"],
    ):
        ran = subprocess.run(command, cwd=clone, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout + ran.stderr
