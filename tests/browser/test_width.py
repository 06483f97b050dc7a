"""A window of 1,024 pixels, and the same at 200 % zoom: nothing is cut."""

from pathlib import Path

import pytest
from conftest import SIZE
from driving import explorer
from lessons import each_explorer, each_notebook

CUT = Path(__file__).with_name("cut.js").read_text("utf-8")
# Parts of an explorer that end beyond the window, or whose own text ends beyond them.
PARTS_CUT = """
box => {
    const edge = Math.min(innerWidth, box.getBoundingClientRect().right) + 1;
    const parts = 'button, .widget-label, .widget-readout, img, select, input, .nc-said';
    return [...box.querySelectorAll(parts)]
        .filter(e => e.checkVisibility())
        .filter(e => e.getBoundingClientRect().right > edge
            || e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1)
        .map(e => e.outerHTML.slice(0, 200));
}
"""


@pytest.fixture
def narrow(lesson):
    """Return the page in a window of 1,024 pixels, the side bar open."""
    lesson.set_viewport_size({"width": 1024, "height": 900})
    yield lesson
    lesson.set_viewport_size(SIZE)


@pytest.fixture
def zoomed(lesson):
    """Return the page as such a window shows it at 200 %: 512 pixels of CSS, no side bar."""
    lesson.keyboard.press("Control+b")
    lesson.set_viewport_size({"width": 512, "height": 450})
    yield lesson
    lesson.set_viewport_size(SIZE)
    lesson.keyboard.press("Control+b")


def assert_whole(page):
    """Check that all of the explorer is seen without a scroll bar to the side."""
    live = explorer(page)
    page.wait_for_timeout(300)
    assert live.evaluate(PARTS_CUT) == []
    assert live.evaluate("e => e.scrollWidth - e.clientWidth") <= 0
    output = live.locator("xpath=ancestor::*[contains(@class, 'jp-OutputArea-output')]")
    assert output.evaluate("e => e.scrollWidth - e.clientWidth") <= 0


@each_explorer
def test_an_explorer_is_whole_at_1024_pixels(narrow):
    assert_whole(narrow)


@each_explorer
def test_an_explorer_is_whole_at_200_percent(zoomed):
    assert_whole(zoomed)


@each_notebook
def test_nothing_else_is_cut_at_1024_pixels(narrow):
    narrow.wait_for_timeout(300)
    assert narrow.evaluate(CUT) == []


@each_notebook
def test_nothing_else_is_cut_at_200_percent(zoomed):
    zoomed.wait_for_timeout(300)
    assert zoomed.evaluate(CUT) == []
