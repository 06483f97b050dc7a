"""A lesson opened and not run: it teaches without a live explorer."""

import pytest
from conftest import plant
from lessons import MODULES, WITH_EXPLORER, stem
from playwright.sync_api import expect

from normcourse.tools.browser import jupyterlab, open_notebook, run_all

NOTICE = "model not found"


@pytest.fixture(scope="module")
def untouched(copies):
    """Return the address of a JupyterLab on notebooks that nothing runs or saves."""
    with jupyterlab(copies("untouched")) as address:
        yield address


@pytest.mark.parametrize("name", WITH_EXPLORER, ids=stem)
def test_a_lesson_reads_without_a_kernel(page, untouched, name):
    open_notebook(page, untouched, name)
    assert page.locator(".nc-live").count() == 0
    assert page.get_by_text(NOTICE).count() == 0
    cell = page.locator(".jp-CodeCell", has=page.locator("[class^=nc-still]"))
    assert_teaches(cell)
    assert page.complaints == []


def assert_teaches(cell):
    """Check that a cell shows the experiments as a picture, and their words with tables."""
    cell.scroll_into_view_if_needed()
    still = cell.locator("[class^=nc-still]")
    expect(still).to_be_visible()
    assert still.locator("table").count() >= 4
    strip = cell.locator(".jp-RenderedImage img")
    expect(strip).to_be_visible()
    assert strip.evaluate("e => e.decode().then(() => e.naturalHeight > e.naturalWidth / 2)")


@pytest.fixture
def saved(page, lab, folder):
    """Run the explorers of all lessons, save them as a learner would, and stop their kernel."""
    sources = [
        f"from normcourse.explorers import show\nfrom {module} import explorer\nshow(explorer)"
        for module in dict.fromkeys(MODULES.values())
    ]
    plant(folder / "saved.ipynb", sources)
    open_notebook(page, lab, "saved.ipynb")
    run_all(page)
    assert page.locator(".nc-live").count() == len(sources)
    page.keyboard.press("Control+s")
    page.wait_for_function("() => !document.querySelector('.jp-mod-dirty')")
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_role("menuitem", name="Shut Down Kernel", exact=True).click()
    page.get_by_text("No Kernel |").wait_for()
    return len(sources)


def test_what_was_saved_while_it_was_live_reads_as_well(page, lab, saved):
    open_notebook(page, lab, "saved.ipynb")
    notices = page.get_by_text(NOTICE)
    expect(notices).to_have_count(saved, timeout=60_000)
    assert notices.filter(visible=True).count() == 0
    assert page.locator(".nc-live").count() == 0
    cells = page.locator(".jp-CodeCell", has=page.locator("[class^=nc-still]"))
    assert cells.count() == saved == 8
    for cell in cells.all():
        assert_teaches(cell)
