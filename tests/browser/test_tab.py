"""The Tab key: it reaches every control of an explorer, in reading order, and leaves it."""

from lessons import each_explorer
from test_keyboard import DRIVEN

# The control that has the focus, as its place among those of the explorer.
WHERE = """
(box, driven) => [...box.querySelectorAll(driven)].indexOf(document.activeElement)
"""
PLACES = """
(all) => all.map(e => e.closest('.widget-inline-hbox, button').getBoundingClientRect())
    .map(({left, top, bottom}) => ({left, top, bottom}))
"""


def walk(page, live, key, most):
    """Press Tab until the focus leaves the explorer; return the controls that had it."""
    found = []
    for _ in range(most + 1):
        at = live.evaluate(WHERE, DRIVEN)
        if at == -1:
            return found
        found.append(at)
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not leave the explorer: {found}")


@each_explorer
def test_tab_reaches_every_control_once_and_leaves(lesson, live):
    controls = live.locator(DRIVEN)
    count = controls.count()
    controls.first.focus()
    assert walk(lesson, live, "Tab", count) == list(range(count))
    controls.last.focus()
    assert walk(lesson, live, "Shift+Tab", count) == list(range(count))[::-1]


@each_explorer
def test_the_order_is_that_of_reading(live):
    places = live.locator(DRIVEN).evaluate_all(PLACES)
    for before, after in zip(places, places[1:], strict=False):
        below = after["top"] >= before["bottom"] - 1
        beside = after["left"] >= before["left"] and after["bottom"] > before["top"]
        assert below or beside, (before, after)
