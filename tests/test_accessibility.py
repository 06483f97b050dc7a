"""Whoever does not see, or not well: text equivalents, labels, contrast, nothing by color alone.

The browser tests ask the rest of the page itself; axe-core looks at the site.
"""

import re

import numpy as np
import pytest
from book import NOTEBOOKS, Book, is_plain_python
from contrast import contrast, faint
from explorer_list import each_explorer
from IPython.core.inputtransformer2 import TransformerManager

from normcourse.explorers.live import Live, close_all
from normcourse.explorers.still import Still
from normcourse.figures import style

each_book = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def test_contrast_is_that_of_wcag():
    assert contrast((0, 0, 0), (1, 1, 1)) == pytest.approx(21)
    gray = np.array((0x76, 0x76, 0x76)) / 255
    assert 4.5 < contrast(gray, (1, 1, 1)) < 4.55  # the lightest gray that passes on white


@pytest.mark.parametrize(
    ("color", "ground", "passes"),
    [("black", "white", True), ("#E69F00", "white", False), ("white", style.BLUE, True)],
)
def test_faint_text_is_found_on_its_own_ground(color, ground, passes):
    fig, ax = style.canvas(3, 2)
    ax.set_facecolor(ground)
    ax.text(0.5, 0.5, "planted", color=color, animated=True)
    assert ([text for text, _ in faint(fig)] == []) is passes


@each_explorer
def test_text_in_an_explorer_stands_out(explorer):
    found = set()
    for settings in ({}, *(experiment.settings for experiment in explorer.experiments)):
        fig, axes = explorer.canvas(dpi=100)
        explorer.draw(axes)(explorer.compute(**explorer.settings(**settings)))
        found |= set(faint(fig))
    assert not found


def figures_of(book, monkeypatch):
    """Run the cells of a notebook here; return the figures that it makes pictures of."""
    figures = []
    plain = style.snapshot

    def keep(fig):
        figures.append(fig)
        return plain(fig)

    monkeypatch.setattr(style, "snapshot", keep)
    names = {"__name__": "__main__"}
    with np.errstate():
        for cell in book.code:
            source = cell.source if is_plain_python(cell) else plain_python(cell)
            exec(compile(source, cell.id, "exec"), names)
    return figures


def plain_python(cell):
    return TransformerManager().transform_cell(cell.source)


@each_book
def test_text_in_the_pictures_of_a_lesson_stands_out(path, monkeypatch, capsys):
    found = [pair for fig in figures_of(Book(path), monkeypatch) for pair in faint(fig)]
    assert not found


def test_pictures_of_lessons_are_looked_at(monkeypatch, capsys):
    assert len(figures_of(Book(NOTEBOOKS[1]), monkeypatch)) >= 1


@each_book
def test_every_stored_picture_has_its_words_as_alternative_text(path):
    for cell in Book(path).code:
        for output in cell.outputs:
            if "image/png" in output.get("data", {}):
                alt = output.metadata["image/png"]["alt"]
                assert alt == output.data["text/plain"] and len(alt) >= 40, cell.id


@each_explorer
def test_every_control_has_a_label_and_every_button_a_name(explorer):
    live = Live(explorer)
    assert all(control.description for control in live.controls.values())
    buttons = [w for box in live.box.children for w in getattr(box, "children", ())]
    assert all(button.description for button in buttons)
    close_all(live.box)


@each_explorer
def test_the_words_change_with_the_picture_and_are_announced(explorer):
    live = Live(explorer)
    assert "nc-words" in live.words._dom_classes and "nc-words" in live.observe._dom_classes
    assert re.search(r"nc-words.*?aria-live.*?polite", live.picture.value)
    for control in explorer.controls:
        seen = {}
        samples = control.samples()
        for value in samples[:: 1 + len(samples) // 12]:
            live.controls[control.name].value = value
            png, text = re.fullmatch(r".*base64,(.+?)\">(.*)", live.picture.value).groups()
            assert live.words.value[3:-4] in text
            seen.setdefault(png, set()).add(text)
        # As many texts as pictures, or more: no picture changes without its words.
        texts = set().union(*seen.values())
        assert len(texts) >= len(seen), control.label
        live.controls[control.name].value = control.value
    close_all(live.box)


@each_explorer
def test_tables_have_headings_in_both_directions(explorer):
    html = Still(explorer).words_html()
    for table in re.findall(r"<table>.*?</table>", html):
        head, body = table.split("</thead>")
        assert head.count('scope="col"') >= 2
        assert body.count('scope="row"') == body.count("<tr>") > 0


def test_no_idea_is_told_by_color_alone():
    hatches = [look["hatch"] for look in style.LOOK.values()]
    assert len(set(hatches)) == len(hatches)
    colors = [look["facecolor"] for look in style.LOOK.values()]
    assert len(set(colors)) == len(colors)
