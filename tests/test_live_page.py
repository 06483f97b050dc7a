"""What a live explorer sends: what belongs together comes together, and keeps its place."""

import re
from dataclasses import replace

from explorer_list import EXPLORERS, each_explorer

from normcourse.explorers.live import Live, close_all
from normcourse.explorers.model import Choice


def room(html):
    """Return the text that a paragraph has room for, unseen."""
    return re.search(r'visibility:hidden">([^<]+)</p>', html).group(1)


@each_explorer
def test_picture_table_and_words_come_in_one_message(explorer, live):
    state = explorer.compute(**explorer.settings())
    description = explorer.describe(state)
    assert description.table_html() in live.picture.value
    assert live.words.value[3:-4] in live.picture.value.split("<table>")[1]


@each_explorer
def test_there_is_room_for_each_text(explorer, live):
    for button in live.box.children[1].children:
        button.click()
        observed = re.sub("<[^>]+>", "", live.observe.value.partition("</p>")[0])
        assert len(room(live.observe.value)) >= len(observed)
        assert len(room(live.picture.value)) >= len(live.words.value) - len("<p></p>")
    for control in explorer.controls:
        before = room(live.picture.value)
        for value in control.samples()[::7]:
            live.controls[control.name].value = value
            # Room once made is kept: nothing moves to and fro.
            assert len(room(live.picture.value)) >= len(before)
        live.controls[control.name].value = control.value


@each_explorer
def test_a_refusal_takes_the_place_of_the_picture_and_keeps_that_of_the_table(explorer, live):
    tags = r"<(?:table|tr|th|td)\b"
    before = live.picture.value
    place = before.partition(">")[0]
    live._refuse("Planted.")
    after = live.picture.value
    assert after.partition(">")[0] == place and "aspect-ratio" in place
    assert re.findall(tags, after) == re.findall(tags, before) != []
    hidden = after.split("</div></div>")[1]
    assert hidden.startswith('<div style="visibility:hidden">') and "<table>" in hidden


def test_an_explorer_that_fails_at_once_has_no_table_to_keep():
    explorer = EXPLORERS["rms_norm_scaling"]

    def describe(state):
        if state.gain == 1 and state.eps == 1e-5:
            raise ValueError("Planted.")
        return explorer.describe(state)

    controls = tuple(
        replace(control, value=1e-5) if control.name == "eps" else control
        for control in explorer.controls
    )
    live = Live(replace(explorer, describe=describe, controls=controls))
    assert "Planted" in live.picture.value and "<table" not in live.picture.value
    live.controls["gain"].value = 2.0
    assert "<img" in live.picture.value and "<table" in live.picture.value
    close_all(live.box)


@each_explorer
def test_only_numbers_can_be_typed_beside_a_slider(explorer, live):
    for control in explorer.controls:
        steps = isinstance(control, Choice) and control.ordered
        assert ("nc-steps" in live.controls[control.name]._dom_classes) is steps
    assert re.search(r"nc-steps.*?contenteditable.*?false", live.picture.value)
