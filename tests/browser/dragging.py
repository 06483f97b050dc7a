"""Drag a slider by the mouse, fast, and keep what is seen in each frame."""

from dataclasses import dataclass
from pathlib import Path

from driving import label, press, settled

WATCH = Path(__file__).with_name("watch.js").read_text("utf-8")
STEPS = 100
# Not to an end: there a value has one neighbor only. Beyond the half, some sliders ask for
# more than the vector or the model in hand has.
FAR = 0.42


@dataclass(frozen=True)
class Drag:
    """What was seen of one drag, and what the keyboard says to it."""

    label: str
    start: list
    frames: list[dict]
    end: list
    beside: list
    again: list


def drag(page, live, slider):
    """Drag a slider from its low end, 100 steps; then go one step back and return, by keyboard."""
    slider.focus()
    start = press(page, "Home")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    width = slider.evaluate("e => e.closest('.noUi-base').getBoundingClientRect().width")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    live.evaluate(WATCH)
    for step in range(1, STEPS + 1):
        page.mouse.move(x + FAR * width * step / STEPS, y)
    page.mouse.up()
    end = settled(page)
    frames = page.evaluate("watched()")
    slider.focus()
    beside, again = press(page, "ArrowLeft"), press(page, "ArrowRight")
    return Drag(label(slider), start, frames, end, beside, again)
