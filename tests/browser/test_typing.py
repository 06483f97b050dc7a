"""Words typed into a vector's field: a wrong one is refused in words, a right one is taken."""

import pytest
from driving import press, settled, shown, write
from lessons import each_explorer, each_with_a_field

WRONG = {
    "1, b, 3": "is not a vector. Write numbers, such as 1, 2, 3.",
    "": "is not a vector|Write 1 to 8 numbers. There are 0 now.",
    "1 2 3 4 5 6 7 8 9": "Write 1 to 8 numbers. There are 9 now.",
    "1, inf": "Each number must be finite.",
}


@pytest.fixture
def field(lesson, live):
    """Return the field for one's own vector, which the menu has chosen."""
    live.locator("select").first.focus()
    press(lesson, "End")
    return live.locator("input[type=text]")


@each_with_a_field
@pytest.mark.parametrize("typed", WRONG)
def test_a_wrong_vector_is_refused_in_words_and_a_right_one_recovers(lesson, live, field, typed):
    field.focus()
    write(lesson, typed)
    refusal = live.locator("[role=alert]").inner_text()
    assert any(words in refusal for words in WRONG[typed].split("|"))
    field.focus()
    after = write(lesson, "5, 6.5; -7")
    assert after[0].startswith("data:image/png") and "x = [5, 6.5, −7]" in after[2]
    assert live.locator("[role=alert]").count() == 0


@each_with_a_field
def test_a_refusal_keeps_the_height(lesson, live, field):
    before = live.bounding_box()["height"]
    field.focus()
    write(lesson, "one")
    assert live.bounding_box()["height"] == before
    field.focus()
    write(lesson, "1")
    assert live.bounding_box()["height"] == before


@each_explorer
def test_letters_typed_are_not_commands_to_the_notebook(lesson, live):
    # As commands these would add, cut, merge, and turn cells, or run them.
    cells = "() => [...document.querySelectorAll('.jp-Cell')].map(e => e.className.split(' ')[1])"
    before, text = lesson.evaluate(cells), "abxczymr123 h0 dd"
    for field in live.locator("input[type=text], .widget-readout[role=textbox]").all():
        field.focus()
        write(lesson, text)
        assert lesson.evaluate(cells) == before
        live.locator("button").first.click()
        settled(lesson)
    assert shown(lesson)[0].startswith("data:image/png")
