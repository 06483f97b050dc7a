"""Write the repository's address into all badges and set-up cells.

    python -m normcourse.tools.badges              the address of `git remote`, if it is on GitHub
    python -m normcourse.tools.badges OWNER/NAME   this one
    python -m normcourse.tools.badges --check      write nothing, say which files differ

The address is kept in pyproject.toml, under `[tool.normcourse]`: without a remote it is read from
there, and `--check` compares with it. A notebook gets its badges below its title, and after the
title cell a set-up cell, which Colab needs: Colab opens a notebook alone.
"""

import argparse
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import quote

from nbformat.v4 import new_code_cell, new_markdown_cell

from normcourse.tools.normalize import read, to_text

__all__ = ["SETUP", "main", "readme", "repository", "set_up", "stamp"]

ROOT = Path(__file__).resolve().parents[2]
BRANCH = "main"
SETUP = "setup-colab"
WORDS = (
    "On Google Colab, run this cell before all others: where the helper package of the course is "
    "missing, it installs it, and nothing else. Everywhere else it does nothing."
)
CODE = """from importlib.util import find_spec

if find_spec("normcourse") is None:
    %pip install --quiet --no-deps git+https://github.com/{repository}"""

_ADDRESS = re.compile(r"(?:^|[@/])github\.com[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?$")
_KEPT = re.compile(r'(^\[tool\.normcourse\]\nrepository = ")([^"\n]*)(")', re.M)
_BADGES = re.compile(r"^\[!\[[^\n]*\n\n", re.M)
_PULL = re.compile(r"(?<=git-pull\?)repo=[^\s`)]+")


def repository(root=ROOT):
    """Return the address that the project keeps, as OWNER/NAME."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return settings["tool"]["normcourse"]["repository"]


def remote(root=ROOT):
    """Return OWNER/NAME of the git remote `origin`, or None if there is none on GitHub."""
    command = ["git", "-C", str(root), "remote", "get-url", "origin"]
    found = subprocess.run(command, capture_output=True, text=True)
    address = _ADDRESS.search(found.stdout.strip())
    return address and address.group(1)


def badges(name, repository):
    """Return the line of badges that opens the notebook `name` on Colab and on Binder."""
    path = f"notebooks/{name}.ipynb"
    colab = f"https://colab.research.google.com/github/{repository}/blob/{BRANCH}/{path}"
    binder = f"https://mybinder.org/v2/gh/{repository}/{BRANCH}?labpath={quote(path, safe='')}"
    return (
        f"[![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)]({colab}) "
        f"[![Open on Binder](https://mybinder.org/badge_logo.svg)]({binder})"
    )


def set_up(repository):
    """Return the set-up cells: the words, and the code that installs the helper alone."""
    words = new_markdown_cell(WORDS, id=f"{SETUP}-words")
    return [words, new_code_cell(CODE.format(repository=repository), id=SETUP)]


def below_title(text, line):
    """Put a line of badges below the title of a Markdown text, in place of the one there."""
    title, _, rest = text.partition("\n\n")
    return "\n\n".join([title, line, _BADGES.sub("", f"{rest}\n\n", count=1)]).rstrip("\n")


def stamp(nb, name, repository):
    """Write badges and set-up cells into `nb`, in place, and count its cells anew."""
    nb.cells[0].source = below_title(nb.cells[0].source, badges(name, repository))
    kept = [cell for cell in nb.cells if cell.get("id") not in (SETUP, f"{SETUP}-words")]
    nb.cells = [kept[0], *set_up(repository), *kept[1:]]
    for count, cell in enumerate([c for c in nb.cells if c.cell_type == "code"], 1):
        cell.execution_count = count
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = count
    return nb


def readme(text, repository):
    """Write the README's badges and the address in its links for a class."""
    ci = f"https://github.com/{repository}/actions/workflows/ci.yml"
    line = f"[![CI]({ci}/badge.svg)]({ci}) {badges('00_start_here', repository)}"
    folder = repository.split("/")[1]
    repo = quote(f"https://github.com/{repository}", safe="")
    place = quote(f"lab/tree/{folder}/notebooks/00_start_here.ipynb", safe="")
    pull = f"repo={repo}&branch={BRANCH}&urlpath={place}"
    return _PULL.sub(pull, below_title(text, line)) + "\n"


def written(root, repository):
    """Return ``{path: text}`` of all files that hold the address, as they have to be."""
    pyproject, front = root / "pyproject.toml", root / "README.md"
    texts = {
        pyproject: _KEPT.sub(rf"\g<1>{repository}\g<3>", pyproject.read_text(encoding="utf-8")),
        front: readme(front.read_text(encoding="utf-8"), repository),
    }
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        texts[path] = to_text(stamp(read(path), path.stem, repository))
    return texts


def main(arguments=None, root=ROOT):
    """Run the command and return its exit code: 1 if, checked, a file differs."""
    parser = argparse.ArgumentParser(prog="python -m normcourse.tools.badges")
    parser.add_argument("--check", action="store_true", help="write nothing, say what differs")
    parser.add_argument("address", nargs="?", metavar="OWNER/NAME")
    options = parser.parse_args(arguments)
    kept = repository(root)
    address = kept if options.check else options.address or remote(root) or kept
    texts = written(root, address)
    stale = [p for p, text in texts.items() if p.read_text(encoding="utf-8") != text]
    for path in stale:
        if not options.check:
            path.write_text(texts[path], encoding="utf-8", newline="\n")
        print(f"{path.relative_to(root)}: {'differs' if options.check else address}")
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
