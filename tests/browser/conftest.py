"""A JupyterLab on a copy of the notebooks, and a headless Chromium that looks at it."""

import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from normcourse.tools.browser import chromium, jupyterlab, open_notebook, run_all

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Return a copy of the notebooks, so that no test touches what is committed."""
    copy = tmp_path_factory.mktemp("course") / "notebooks"
    shutil.copytree(ROOT / "notebooks", copy, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    return copy


@pytest.fixture(scope="session")
def lab(folder):
    """Return the address of a running JupyterLab."""
    with jupyterlab(folder) as address:
        yield address


@pytest.fixture(scope="session")
def context():
    """Return a browser context."""
    with chromium(viewport={"width": 1280, "height": 1000}) as opened:
        yield opened


def is_ours(message):
    """Whether a console error is about what the course or JupyterLab does.

    The badges are pictures on other hosts, which a machine without the net cannot fetch.
    """
    elsewhere = urlsplit(message.location["url"]).hostname not in ("127.0.0.1", "localhost", None)
    return message.type == "error" and not elsewhere


@pytest.fixture
def page(context):
    """Return a new page, with what its console complains of in `page.complaints`."""
    opened = context.new_page()
    opened.complaints = []
    opened.on("console", lambda m: is_ours(m) and opened.complaints.append(m.text))
    opened.on("pageerror", lambda error: opened.complaints.append(str(error)))
    yield opened
    opened.close()


@pytest.fixture
def open_and_run(page, lab):
    """Return a function that opens a notebook and runs all its cells."""

    def run(name):
        open_notebook(page, lab, name)
        run_all(page)
        return page

    return run
