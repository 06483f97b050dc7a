"""An error in a callback: the learner sees it, in every explorer, and moves back from it."""

import pytest
from conftest import new_page, plant
from driving import explorer, press, settled
from lessons import MODULES, explorer_of

from normcourse.explorers.model import Numbers
from normcourse.tools.browser import open_notebook, run_all

#: The lesson of each explorer: of two that show the same one, the last.
LESSONS = {module: name for name, module in MODULES.items()}
CELL = """
from dataclasses import replace
from normcourse.explorers import show
from {module} import explorer

def fail_at_the_end(explorer, name, end):
    def compute(**settings):
        if settings[name] == end:
            raise KeyError("planted")
        return explorer.compute(**settings)
    return replace(explorer, compute=compute)

show(fail_at_the_end(explorer, {control!r}, {end!r}))
"""


def far_end(explorer):
    """Return a slider's control, an end of it that no experiment sets, and the key to go there."""
    for control in explorer.controls:
        if isinstance(control, Numbers) or not getattr(control, "ordered", True):
            continue
        used = {control.value, *(e.settings.get(control.name) for e in explorer.experiments)}
        samples = control.samples()
        for end, key, back in ((samples[-1], "End", "Home"), (samples[0], "Home", "End")):
            if end not in used:
                return control, end, key, back
    raise AssertionError(f"{explorer.title}: each end is set by an experiment")


@pytest.fixture(scope="module")
def planted(context, lab, folder):
    """Return the page of a notebook in which every explorer has a fault."""
    sources = []
    for module, name in LESSONS.items():
        control, end, *_ = far_end(explorer_of(name))
        sources.append(CELL.format(module=module, control=control.name, end=end))
    plant(folder / "planted.ipynb", sources)
    page = new_page(context)
    open_notebook(page, lab, "planted.ipynb")
    run_all(page)
    yield page
    page.close()


@pytest.mark.parametrize("module", LESSONS, ids=lambda module: module.rpartition(".")[2])
def test_an_error_in_a_callback_is_seen_and_one_can_move_back(planted, module):
    which = list(LESSONS).index(module)
    live = explorer(planted, which)
    control, _, key, back = far_end(explorer_of(LESSONS[module]))
    slider = live.get_by_role("slider", name=control.label, exact=True)
    slider.focus()
    failed = press(planted, key, which=which)
    alert = live.locator("[role=alert]")
    assert alert.is_visible() and live.locator("img").count() == 0
    assert "This is a fault of the explorer: KeyError('planted')" in failed[0]
    assert len(failed) == 1  # neither a table nor words of another state
    press(planted, back, which=which)
    assert alert.count() == 0 and live.locator("img").is_visible()
    assert settled(planted, which)[0].startswith("data:image/png")
    assert planted.locator(".nc-live").count() == len(LESSONS)


def test_an_error_in_one_explorer_is_no_error_of_the_page(planted):
    assert planted.complaints == []
