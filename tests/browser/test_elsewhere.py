"""The same in Notebook 7, in the dark theme, and at 200 % zoom."""

import pytest
from driving import FAULTS, explorer, settled, wait_for_change

from normcourse.tools.browser import jupyterlab, open_notebook, run_all

LESSON = "01_layernorm_view.ipynb"
# The corners of the picture, as red, green, blue and opacity.
CORNERS = """
image => {
    const canvas = document.createElement('canvas'), pen = canvas.getContext('2d');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    pen.drawImage(image, 0, 0);
    return [[0, 0], [canvas.width - 1, canvas.height - 1]]
        .map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data]);
}
"""


def test_notebook_7(page, folder):
    with jupyterlab(folder, app="notebook") as address:
        page.goto(f"{address}/notebooks/{LESSON}")
        page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=60_000)
        page.get_by_text("Kernel status: Idle").wait_for(state="attached", timeout=60_000)
        run_all(page, idle=False)
        explorer(page)
        gain = page.get_by_role("slider", name="Gain")
        for key in ("End", "ArrowLeft"):
            before = settled(page)
            gain.focus()
            page.keyboard.press(key)
            wait_for_change(page, before)
        assert page.evaluate(FAULTS) == []


@pytest.fixture(scope="module")
def dark(folder):
    """Return the address of a JupyterLab in the dark theme."""
    with jupyterlab(folder, theme="JupyterLab Dark") as address:
        yield address


def test_pictures_stay_readable_in_the_dark_theme(page, dark):
    open_notebook(page, dark, LESSON)
    assert page.evaluate("document.body.dataset.jpThemeLight") == "false"
    run_all(page)
    picture = explorer(page).locator("img")
    white = [255, 255, 255, 255]
    assert picture.evaluate(CORNERS) == [white, white]
    still = page.locator(".jp-RenderedImage img").first
    assert still.evaluate(CORNERS) == [white, white]


def test_nothing_is_cut_at_200_percent(page, lab):
    # 1,024 pixels at 200 % are 512 of CSS; the side bar is closed, as one would.
    open_notebook(page, lab, LESSON)
    page.keyboard.press("Control+b")
    run_all(page)
    page.set_viewport_size({"width": 512, "height": 500})
    live = explorer(page)
    page.wait_for_timeout(500)
    assert live.evaluate("e => e.scrollWidth - e.clientWidth") <= 0
    cut = live.evaluate(
        "e => [...e.querySelectorAll('button,.widget-label,.widget-readout,img')]"
        ".filter(x => x.getBoundingClientRect().right > innerWidth).map(x => x.outerHTML)"
    )
    assert cut == []
