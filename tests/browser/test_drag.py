"""A slider dragged fast, in every explorer: what is seen on the way, and at the end."""

import pytest
from dragging import drag
from driving import explorer, settled
from lessons import each_explorer

PARTS = ("picture", "words", "table", "refusal")


@pytest.fixture(scope="session")
def drags(lesson):
    """Drag each slider of the lesson's explorer once, from where its first experiment sets all."""
    live, found = explorer(lesson), []
    for slider in live.locator("[role=slider]").all():
        live.locator("button").first.click()
        settled(lesson)
        found.append(drag(lesson, live, slider))
    assert len(found) >= 2
    return found


def frames(drags):
    """Yield each slider's name with each frame that was seen."""
    for each in drags:
        for frame in each.out + each.back:
            yield each.label, frame


@each_explorer
def test_a_fast_drag_ends_on_the_picture_of_the_last_value(drags):
    for each in drags:
        assert each.end != each.start, f"{each.label}: the drag changes nothing"
        assert each.beside != each.end, f"{each.label}: a step changes nothing"
        assert each.end == each.again, f"{each.label}: the drag ended elsewhere"


@each_explorer
def test_words_and_picture_belong_together_in_every_frame(drags):
    for name, frame in frames(drags):
        assert frame["alt"] == frame["words"], name
        assert (frame["refusal"] is None) == (frame["words"] is not None), name


@each_explorer
def test_no_picture_comes_back_after_a_newer_one(drags):
    for each in drags:
        for way in (each.out, each.back):
            seen = [tuple(frame[part] for part in PARTS) for frame in way]
            order = [now for before, now in zip([None, *seen], seen, strict=False) if now != before]
            # All the way round a circle the last state is the first one again.
            once = order[:-1] if order[0] == order[-1] else order
            assert len(once) == len(set(once)), f"{each.label}: {once}"


@each_explorer
def test_no_frame_of_a_drag_is_without_its_picture(drags):
    assert not [name for name, frame in frames(drags) if frame["blank"]]


@each_explorer
def test_the_height_never_changes_during_a_drag(drags):
    for each in drags:
        heights = {frame["height"] for frame in each.out + each.back}
        assert len(heights) == 1, f"{each.label}: {heights}"


@each_explorer
def test_no_experiment_changes_the_height(lesson, live):
    heights = set()
    for button in live.locator("button").filter(has_text=". ").all():
        button.click()
        settled(lesson)
        heights.add(live.bounding_box()["height"])
    assert len(heights) == 1
