"""A JupyterLab on a copy of the notebooks, and a headless Chromium that looks at it.

A lesson is opened and run once, and all tests of it look at the same page: `lesson` is a
fixture of the session, so pytest runs the tests of one lesson one after the other.
"""

import shutil
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
import pytest
from driving import explorer, settled
from lessons import FOLDER

from normcourse.tools.browser import chromium, jupyterlab, open_notebook, run_all
from normcourse.tools.normalize import NOTEBOOK_METADATA

SIZE = {"width": 1280, "height": 1000}


@pytest.fixture(scope="session")
def copies(tmp_path_factory):
    """Return a function that copies the notebooks, so that no test touches what is committed."""

    def copy(name):
        folder = tmp_path_factory.mktemp("course") / name
        return shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))

    return copy


@pytest.fixture(scope="session")
def folder(copies):
    """Return the folder that JupyterLab serves."""
    return copies("lab")


@pytest.fixture(scope="session")
def lab(folder):
    """Return the address of a running JupyterLab."""
    with jupyterlab(folder) as address:
        yield address


@pytest.fixture(scope="session")
def context():
    """Return a browser context."""
    with chromium(viewport=SIZE) as opened:
        opened.set_default_timeout(60_000)
        opened.add_init_script(path=Path(__file__).with_name("comm.js"))
        yield opened


def is_ours(message):
    """Whether a console error is about what the course or JupyterLab does.

    The badges are pictures on other hosts, which a machine without the net cannot fetch.
    """
    elsewhere = urlsplit(message.location["url"]).hostname not in ("127.0.0.1", "localhost", None)
    return message.type == "error" and not elsewhere


def new_page(context):
    """Return a new page, with what its console complains of in `page.complaints`."""
    opened = context.new_page()
    opened.complaints = []
    opened.on("console", lambda m: is_ours(m) and opened.complaints.append(m.text))
    opened.on("pageerror", lambda error: opened.complaints.append(str(error)))
    return opened


def plant(path, sources):
    """Write a notebook with these cells."""
    nb = nbformat.v4.new_notebook(metadata=nbformat.from_dict(NOTEBOOK_METADATA))
    nb.cells = [nbformat.v4.new_code_cell(source.strip()) for source in sources]
    nbformat.write(nb, path)


@pytest.fixture
def page(context):
    """Return a new page."""
    opened = new_page(context)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def lesson(request, context, lab):
    """Return the page of a lesson, all of whose cells have run."""
    opened = new_page(context)
    open_notebook(opened, lab, request.param)
    run_all(opened)
    yield opened
    opened.close()


@pytest.fixture
def live(lesson):
    """Return the explorer of a lesson, as its first experiment sets it."""
    found = explorer(lesson)
    found.locator("button").first.click()
    settled(lesson)
    yield found
    lesson.mouse.up()
