"""Drag a slider by the mouse, fast, and keep what is seen in each frame."""

from dataclasses import dataclass
from pathlib import Path

from driving import label, press, settled

WATCH = Path(__file__).with_name("watch.js").read_text("utf-8")
STEPS = 100
# Where a drag ends. Not at an end, where a value has one neighbor only; and beyond the half some
# sliders ask for more than the vector or the model in hand has.
NEAR = 0.42


@dataclass(frozen=True)
class Drag:
    """What was seen of one drag, out to the far end and back, and what the keyboard says to it."""

    label: str
    start: list
    out: list[dict]
    back: list[dict]
    end: list
    beside: list
    again: list


def drag(page, live, slider):
    """Drag a slider from its low end to the other in 100 steps, and half of it back.

    Then go one step aside and return, by keyboard.
    """
    slider.focus()
    start = press(page, "Home")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    width = slider.evaluate("e => e.closest('.noUi-base').getBoundingClientRect().width")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    out, _ = watched(page, live, lambda: move(page, x, x + width, y, STEPS))
    back, end = watched(page, live, lambda: move(page, x + width, x + NEAR * width, y, 40))
    page.mouse.up()
    slider.focus()
    beside, again = press(page, "ArrowLeft"), press(page, "ArrowRight")
    return Drag(label(slider), start, out, back, end, beside, again)


def move(page, start, end, y, steps):
    """Move the mouse step by step, as fast as the browser takes them."""
    for step in range(1, steps + 1):
        page.mouse.move(start + (end - start) * step / steps, y)


def watched(page, live, act):
    """Return the frames that were seen of an act, and what is shown at its end."""
    live.evaluate(WATCH)
    act()
    end = settled(page)
    return page.evaluate("watched()"), end
