"""Every control of every explorer by keyboard alone: it moves, it answers, it has a name."""

import re

import pytest
from driving import label, press, settled, shown, write
from lessons import each_explorer, each_that_rescales, each_with_a_number
from playwright.sync_api import expect

# Whatever can have the focus, in the order of the page.
REACHED = (
    "button, input, select, textarea, summary, a[href], [contenteditable=true], [tabindex='0'],"
    " [role=slider]"
)
# What the tests below move: a control of a new kind needs a test of its own.
DRIVEN = "button, select, input[type=text], [role=slider], .widget-readout[role=textbox]"


@each_explorer
def test_there_is_no_control_of_another_kind(live):
    there = live.locator(REACHED)
    assert there.count() == live.locator(DRIVEN).count() >= 8
    kinds = there.evaluate_all("(all, driven) => all.every(e => e.matches(driven))", DRIVEN)
    assert kinds is True


@each_explorer
def test_every_control_has_a_name(live):
    for control in live.locator("[role=slider], [role=textbox]").all():
        expect(control).to_have_attribute("aria-label", re.compile("[A-Za-z]"))
    nameless = live.locator("select, input").evaluate_all(
        "all => all.filter(e => ![...e.labels].some(l => l.innerText.trim())).map(e => e.outerHTML)"
    )
    nameless += live.locator("button").evaluate_all(
        "all => all.filter(e => !e.innerText.trim()).map(e => e.outerHTML)"
    )
    assert nameless == []


def readout(slider):
    """Return what stands beside a slider."""
    return slider.evaluate(
        "e => e.closest('.widget-slider').querySelector('.widget-readout').innerText"
    )


@each_explorer
def test_each_slider_moves_by_its_keys(lesson, live):
    for slider in live.locator("[role=slider]").all():
        before = shown(lesson)
        now, most = (slider.get_attribute(f"aria-value{which}") for which in ("now", "max"))
        slider.focus()
        far = press(lesson, "Home" if now == most else "End")
        assert far != before, label(slider)
        key = "ArrowRight" if now == most else "ArrowLeft"
        # What a screen reader says of it is what stands beside it.
        said = [readout(slider), slider.get_attribute("aria-valuetext")]
        press(lesson, key)
        said += [readout(slider), slider.get_attribute("aria-valuetext")]
        assert said[0] == said[1] != said[2] == said[3], label(slider)
        live.locator("button").first.click()
        settled(lesson)


@each_explorer
def test_each_entry_of_a_menu_by_the_arrow_keys(lesson, live):
    for menu in live.locator("select").all():
        entries = menu.locator("option").count()
        assert entries >= 2
        # Not every menu has an effect in every experiment: squares of float64 need no wider type.
        for button in live.locator("button").filter(has_text=". ").all():
            button.click()
            settled(lesson)
            menu.focus()
            seen = [press(lesson, "Home")]
            seen += [press(lesson, "ArrowDown") for _ in range(entries - 1)]
            assert menu.evaluate("e => e.selectedIndex") == entries - 1
            if len({str(each) for each in seen}) == entries:
                break
        else:
            raise AssertionError(f"in no experiment each entry shows another state: {entries}")


@each_with_a_number
def test_a_number_can_be_typed_beside_a_slider(lesson, live):
    fields = live.locator(".widget-readout[role=textbox]")
    assert fields.count() >= 1
    for field in fields.all():
        name = label(field).removesuffix(", as a number")
        slider = live.get_by_role("slider", name=name, exact=True)
        now, low, most = (slider.get_attribute(f"aria-value{w}") for w in ("now", "min", "max"))
        before, wanted = shown(lesson), low if now == most else most
        field.focus()
        after = write(lesson, wanted)
        assert after != before, name
        assert float(slider.get_attribute("aria-valuenow")) == float(wanted), name
        field.focus()
        assert write(lesson, "no number") == after, name
        assert field.inner_text() == slider.get_attribute("aria-valuetext"), name


@each_explorer
def test_each_experiment_by_enter_and_by_space(lesson, live):
    buttons = live.locator("button").filter(has_text=". ")
    assert buttons.count() >= 4
    pictures = {}
    for key in ("Enter", "Space"):
        for button in buttons.all():
            button.focus()
            picture = press(lesson, key)
            name = button.inner_text()
            assert live.locator(".nc-words").first.inner_text().startswith(f"{name}. ")
            assert pictures.setdefault(name, picture) == picture
            assert picture[0].startswith("data:image/png")


@each_that_rescales
@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_last_button_fits_the_axes(lesson, live, key):
    before = shown(lesson)
    live.get_by_role("button", name="Rescale").focus()
    after = press(lesson, key)
    assert after[1:] == before[1:] and after[0].startswith("data:image/png")
    # Still the same state: what moves there and back is drawn on the new axes.
    assert live.locator("[role=alert]").count() == 0
