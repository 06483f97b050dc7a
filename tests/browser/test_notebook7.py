"""Every lesson in Notebook 7: it runs to its end, and its explorer answers."""

import pytest
from conftest import new_page
from driving import FAULTS, explorer, press, settled
from lessons import NOTEBOOKS, WITH_EXPLORER, stem

from normcourse.tools.browser import jupyterlab, run_all

#: An error of the application's own, at its start, with or without our notebooks.
NOT_OURS = "reading 'schema'"


@pytest.fixture(scope="module")
def notebook7(copies):
    """Return the address of a running Notebook 7."""
    with jupyterlab(copies("notebook7"), app="notebook") as address:
        yield address


@pytest.mark.parametrize("name", NOTEBOOKS, ids=stem)
def test_a_lesson_in_notebook_7(context, notebook7, name):
    page = new_page(context)
    page.goto(f"{notebook7}/notebooks/{name}")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=120_000)
    page.get_by_text("Kernel status: Idle").wait_for(state="attached", timeout=120_000)
    run_all(page, idle=False)
    assert page.evaluate(FAULTS) == []
    prompts = page.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts()
    assert prompts and all(prompt.strip("[]: \n").isdigit() for prompt in prompts)
    if name in WITH_EXPLORER:
        assert_answers(page)
    assert [text for text in page.complaints if NOT_OURS not in text] == []
    page.close()


def assert_answers(page):
    """Check that the explorer is there, and that a slider moves it, by keyboard."""
    live = explorer(page)
    assert live.locator("img").is_visible()
    slider = live.locator("[role=slider]").last
    before = settled(page)
    now, most = (slider.get_attribute(f"aria-value{which}") for which in ("now", "max"))
    slider.focus()
    after = press(page, "Home" if now == most else "End")
    assert after != before and after[0].startswith("data:image/png")
    assert press(page, "ArrowRight" if now == most else "ArrowLeft") != before
