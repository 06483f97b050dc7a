"""Every lesson in JupyterLab: it runs, its explorer answers to the keyboard, nothing is cut."""

import re
from pathlib import Path

import nbformat
import pytest
from driving import FAULTS, explorer, settled, shown, wait_for_change
from playwright.sync_api import expect

from normcourse.tools.browser import open_notebook, run_all
from normcourse.tools.normalize import NOTEBOOK_METADATA

NOTEBOOKS = sorted(p.name for p in (Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
WITH_EXPLORER = [
    name
    for name in NOTEBOOKS
    if "show(explorer)" in (Path(__file__).parents[2] / "notebooks" / name).read_text("utf-8")
]


def test_the_lessons_are_found():
    assert len(NOTEBOOKS) >= 2 and "01_layernorm_view.ipynb" in WITH_EXPLORER


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_lesson_runs_to_its_end(open_and_run, name):
    page = open_and_run(name)
    assert page.evaluate(FAULTS) == []
    if name in WITH_EXPLORER:
        assert explorer(page).locator("img").is_visible()
    assert page.complaints == []


@pytest.mark.parametrize("name", WITH_EXPLORER)
def test_every_control_moves_by_keyboard_alone(open_and_run, name):
    page = open_and_run(name)
    live = explorer(page)
    sliders = live.locator("[role=slider]")
    for i in range(sliders.count()):
        expect(sliders.nth(i)).to_have_attribute("aria-label", re.compile("[A-Za-z]"))
        before = settled(page)
        sliders.nth(i).focus()
        now, most = (sliders.nth(i).get_attribute(f"aria-value{which}") for which in ("now", "max"))
        page.keyboard.press("Home" if now == most else "End")
        wait_for_change(page, before)
    menus = live.locator("select")
    for i in range(menus.count()):
        before = settled(page)
        menus.nth(i).focus()
        page.keyboard.press("ArrowDown")
        wait_for_change(page, before)


@pytest.mark.parametrize("name", WITH_EXPLORER)
def test_every_experiment_by_its_button(open_and_run, name):
    page = open_and_run(name)
    buttons = explorer(page).locator("button").filter(has_text=". ")
    assert buttons.count() >= 4
    for i in range(buttons.count()):
        buttons.nth(i).focus()
        page.keyboard.press("Enter")
        page.wait_for_timeout(600)
        said = page.locator(".nc-live .nc-words").first.inner_text()
        assert said.startswith(buttons.nth(i).inner_text())
        assert shown(page)[0].startswith("data:image/png")


def test_a_fast_drag_ends_on_the_last_value(open_and_run):
    page = open_and_run("01_layernorm_view.ipynb")
    live = explorer(page)
    gain = live.get_by_role("slider", name="Gain")
    gain.focus()
    page.keyboard.press("Home")
    settled(page)
    box = gain.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(100):
        page.mouse.move(x + 1.2 * (step + 1), y)
    page.mouse.up()
    dragged = settled(page)
    value = float(gain.get_attribute("aria-valuenow"))
    assert value > 0
    assert f"gain {value:.6g}." in dragged[1]
    gain.focus()
    page.keyboard.press("ArrowLeft")
    wait_for_change(page, dragged)
    page.keyboard.press("ArrowRight")
    assert settled(page)[1] == dragged[1]


def test_a_cell_run_twice_leaves_one_live_explorer(open_and_run):
    page = open_and_run("01_layernorm_view.ipynb")
    explorer(page)
    page.locator(".jp-CodeCell", has_text="show(explorer)").click()
    for _ in range(2):
        page.keyboard.press("Control+Enter")
        page.wait_for_timeout(1500)
    assert page.locator(".nc-live").count() == 1
    before = settled(page)
    page.get_by_role("slider", name="Gain").focus()
    page.keyboard.press("End")
    wait_for_change(page, before)


def test_an_error_in_a_callback_is_seen(page, lab, folder):
    source = (
        "from dataclasses import replace\n"
        "from normcourse.explorers import show\n"
        "from normcourse.explorers.rms_norm_scaling import explorer\n"
        "def compute(**settings):\n"
        "    if settings['gain'] > 2:\n"
        "        raise KeyError('planted')\n"
        "    return explorer.compute(**settings)\n"
        "show(replace(explorer, compute=compute))"
    )
    cells = [nbformat.v4.new_code_cell(source)]
    metadata = nbformat.from_dict(NOTEBOOK_METADATA)
    nb = nbformat.v4.new_notebook(cells=cells, metadata=metadata)
    nbformat.write(nb, folder / "planted.ipynb")
    open_notebook(page, lab, "planted.ipynb")
    run_all(page)
    explorer(page)
    page.get_by_role("slider", name="Gain").focus()
    page.keyboard.press("End")
    alert = page.locator(".nc-live [role=alert]")
    alert.wait_for()
    assert "planted" in alert.inner_text()
    page.keyboard.press("Home")
    page.locator(".nc-live img").wait_for()


@pytest.mark.parametrize("name", WITH_EXPLORER)
def test_nothing_is_cut_at_1024_pixels(open_and_run, name):
    page = open_and_run(name)
    page.set_viewport_size({"width": 1024, "height": 900})
    explorer(page)
    page.wait_for_timeout(500)
    cut = page.locator(".nc-live").evaluate(
        "e => [...e.querySelectorAll('button,.widget-label,.widget-readout')]"
        ".filter(x => x.scrollWidth > x.clientWidth + 1).map(x => x.innerText)"
    )
    assert cut == []
    over = page.locator(".nc-live").evaluate("e => e.scrollWidth - e.clientWidth")
    assert over <= 0


@pytest.mark.parametrize("name", WITH_EXPLORER)
def test_a_saved_lesson_reads_without_a_kernel(page, lab, name):
    page.goto(f"{lab}/lab/tree/{name}?reset")
    page.get_by_text("| Idle").wait_for(timeout=60_000)
    still = page.locator("[class^=nc-still]")
    still.scroll_into_view_if_needed()
    assert still.is_visible()
    assert page.get_by_text("model not found").count() == 0
    assert page.locator(".jp-RenderedImage img").count() > 0
