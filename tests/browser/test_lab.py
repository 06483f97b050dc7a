"""Every lesson in JupyterLab: it runs to its end, and shows one explorer that answers."""

from conftest import plant
from driving import FAULTS, explorer, press, settled, shown
from lessons import NOTEBOOKS, WITH_EXPLORER, WITH_FIELD, each_explorer, each_notebook

from normcourse.tools.browser import open_notebook, run_all


def test_the_lessons_are_found():
    assert len(NOTEBOOKS) == 12 and "glossary.ipynb" in NOTEBOOKS
    assert len(WITH_EXPLORER) == 9 and "01_layernorm_view.ipynb" in WITH_FIELD


@each_notebook
def test_a_lesson_runs_to_its_end(lesson):
    assert lesson.evaluate(FAULTS) == []
    prompts = lesson.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts()
    assert prompts and all(prompt.strip("[]: \n").isdigit() for prompt in prompts)


@each_explorer
def test_an_explorer_is_seen_alone(lesson):
    live = explorer(lesson)
    assert live.locator("img").is_visible()
    # What stands there for whoever has no kernel.
    stills = lesson.locator("[class^=nc-still]")
    assert stills.count() == 1 and not stills.first.is_visible()


@each_explorer
def test_a_cell_run_twice_leaves_one_live_explorer(lesson, live):
    cell = lesson.locator(".jp-CodeCell", has=lesson.locator(".nc-live"))
    for _ in range(2):
        cell.locator(".jp-InputArea-editor").click()
        lesson.keyboard.press("Control+Enter")
        lesson.wait_for_function("unanswered() === 0", timeout=120_000)
        explorer(lesson)
    assert lesson.locator(".nc-live").count() == 1
    assert lesson.get_by_text("Error displaying widget").count() == 0
    before = shown(lesson)
    for slider in lesson.locator(".nc-live [role=slider]").all()[:2]:
        now, most = (slider.get_attribute(f"aria-value{which}") for which in ("now", "max"))
        slider.focus()
        after = press(lesson, "Home" if now == most else "End")
        assert after != before
        before = after
    lesson.locator(".nc-live button").first.click()
    settled(lesson)


def test_an_explorer_shown_in_a_second_cell_leaves_the_first(page, lab, folder):
    lines = "from normcourse.explorers.triangle import explorer\nshow(explorer)"
    sources = [f"from normcourse.explorers import show\n{lines}", lines]
    plant(folder / "twice.ipynb", sources)
    open_notebook(page, lab, "twice.ipynb")
    run_all(page)
    assert page.locator(".nc-live").count() == 1
    assert page.locator(".jp-CodeCell").nth(1).locator(".nc-live img").is_visible()


@each_notebook
def test_the_console_has_no_error(lesson):
    assert lesson.complaints == []
