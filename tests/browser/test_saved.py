"""A lesson opened and not run: it teaches without a live explorer."""

import pytest
from lessons import WITH_EXPLORER, stem

from normcourse.tools.browser import jupyterlab, open_notebook


@pytest.fixture(scope="module")
def untouched(copies):
    """Return the address of a JupyterLab on notebooks that nothing runs or saves."""
    with jupyterlab(copies("untouched")) as address:
        yield address


@pytest.mark.parametrize("name", WITH_EXPLORER, ids=stem)
def test_a_saved_lesson_reads_without_a_kernel(page, untouched, name):
    open_notebook(page, untouched, name)
    still = page.locator("[class^=nc-still]")
    still.scroll_into_view_if_needed()
    assert still.is_visible()
    assert page.locator(".nc-live").count() == 0
    assert page.get_by_text("model not found").count() == 0
    assert page.locator(".jp-RenderedImage img").count() > 0
