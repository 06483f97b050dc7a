"""The light and the dark theme: pictures are opaque, and text stands out, in every notebook."""

from pathlib import Path

import pytest
from conftest import new_page, plant
from lessons import each_explorer, each_notebook

from normcourse.tools.browser import open_notebook, run_all

CONTRAST, OPAQUE = (
    Path(__file__).with_name(f"{name}.js").read_text("utf-8") for name in ("contrast", "opaque")
)
ENOUGH = 4.5
PICTURES = "() => document.querySelectorAll('.jp-OutputArea-output img').length"
#: Answers of every kind that a check gives.
ANSWERS = """
import numpy as np
from normcourse.checks.lessons import lesson
todo, museum = lesson(1), lesson(10)
todo.check("rms_norm", ...)
---
def mine(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    return y if gain is None else gain * y
todo.check("rms_norm", mine)
---
def outside(x, gain=None, eps=1e-6):
    y = x / (np.sqrt(np.mean(x**2, axis=-1, keepdims=True)) + eps)
    return y if gain is None else gain * y
todo.check("rms_norm", outside)
---
todo.check("rms_norm", lambda x, gain=None, eps=1e-6: x + 1)
---
todo.check("rms_norm", lambda x, gain=None, eps=1e-6: 1 / 0)
---
todo.hint("rms_norm")
---
todo.solution("rms_norm")
---
todo.check("nothing", 1)
---
museum.check("exhibit_1", [1e30, 1.0])
---
museum.check("exhibit_1", dict(x=[3.0, 4.0]))
---
todo.summary()
"""


def change_theme(page, name):
    """Choose a theme in the menu, and wait until its colors are there."""
    page.get_by_role("menuitem", name="Settings", exact=True).click()
    page.locator(".lm-Menu-item[data-type=submenu]", has_text="Theme").first.hover()
    page.get_by_role("menuitem", name=name, exact=True).click()
    light = str(name == "JupyterLab Light").lower()
    page.locator(f"body[data-jp-theme-light={light}]").wait_for(state="attached")
    ground = "getComputedStyle(document.querySelector('.jp-Notebook')).backgroundColor"
    white = "===" if light == "true" else "!=="
    page.wait_for_function(f"{ground} {white} 'rgb(255, 255, 255)'")


def look(page):
    """Return what is wrong in each theme: pictures that are not opaque, and faint text."""
    found = {}
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        change_theme(page, theme)
        found[theme.split()[1]] = page.evaluate(OPAQUE), page.evaluate(CONTRAST, ENOUGH)
    return found


@pytest.fixture(scope="session")
def looks(lesson):
    """Look at a lesson in each theme, once."""
    return look(lesson)


@each_notebook
def test_pictures_stay_readable_in_the_dark_theme(lesson, looks):
    pictures, _ = looks["Dark"]
    assert pictures == []


@each_explorer
def test_pictures_are_looked_at(lesson):
    assert lesson.evaluate(PICTURES) >= 2


@each_notebook
@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_text_in_outputs_stands_out(lesson, looks, theme):
    _, faint = looks[theme]
    assert faint == []
    assert len(lesson.evaluate(CONTRAST, 22)) >= 4


@pytest.fixture(scope="module")
def answers(context, lab, folder):
    """Return the page of a notebook with an answer of each kind."""
    plant(folder / "answers.ipynb", ANSWERS.split("---"))
    page = new_page(context)
    open_notebook(page, lab, "answers.ipynb")
    run_all(page)
    yield page
    page.close()


def test_the_answers_of_checks_stand_out_in_both_themes(answers):
    said = answers.locator(".jp-OutputArea-output strong").all_inner_texts()
    for heading in ("Correct", "Not right yet", "Error", "Not attempted yet", "Hint", "A solution"):
        assert any(heading in text for text in said), (heading, said)
    assert answers.locator(".jp-OutputArea-output a").count() >= 1
    for theme, (_, faint) in look(answers).items():
        assert faint == [], theme
