"""A live explorer in JupyterLab: axe-core finds nothing serious, and each control has its name."""

import shutil

import environments
import nbformat
import pytest
from test_site import WITH_EXPLORER

from normcourse.tools import site
from normcourse.tools.browser import jupyterlab, open_notebook, run_all


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder for notebooks."""
    return tmp_path_factory.mktemp("live")


@pytest.fixture(scope="module")
def lab(folder):
    """Return the address of a running JupyterLab."""
    with jupyterlab(folder) as address:
        yield address


def explorer_cells(name):
    """Return the cells of a lesson that its explorer needs: the imports, and the call."""
    cells = nbformat.read(site.NOTEBOOKS / f"{name}.ipynb", 4).cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    lines = [line for cell in code for line in cell.source.splitlines() if "explorer" in line]
    return [nbformat.v4.new_code_cell("\n".join(lines))]


@pytest.fixture
def live(page, lab, folder):
    """Return a function that shows the explorer of a lesson."""

    def show(name):
        nb = nbformat.v4.new_notebook(cells=explorer_cells(name))
        nb.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(nb, folder / f"{name}.ipynb")
        open_notebook(page, lab, f"{name}.ipynb")
        run_all(page)
        page.locator(".nc-live img").first.wait_for()
        # The names of the sliders come a little after the picture.
        page.wait_for_function(NAMED, timeout=30_000)
        return page

    yield show
    shutil.rmtree(folder / ".ipynb_checkpoints", ignore_errors=True)


NAMED = (
    "() => [...document.querySelectorAll('.nc-live [role=slider]')]"
    ".every(handle => handle.getAttribute('aria-label'))"
)


@pytest.mark.parametrize("name", WITH_EXPLORER)
def test_axe_finds_nothing_serious_in_a_live_explorer(live, name):
    page = live(name)
    assert environments.violations(page, "'.nc-live'") == []
    assert page.locator(".nc-live .nc-words[aria-live=polite]").count() >= 2


def test_a_control_without_a_label_is_seen(live):
    page = live(WITH_EXPLORER[0])
    page.evaluate(
        "document.querySelectorAll('.nc-live [role=slider]').forEach("
        "handle => handle.removeAttribute('aria-label'))"
    )
    assert any("aria-" in found for found in environments.violations(page, "'.nc-live'"))
