"""The glossary: every word has lessons that link back, and every link lands."""

import re

from book import NOTEBOOKS, Book

LINK = re.compile(r"\]\((?:(\w+\.ipynb))?#([^)\s]+)\)")
LESSON = re.compile(r"\]\((\d\d_\w+\.ipynb)\)")


def anchors(book):
    """Return the anchors of a notebook's headings and cells, as Jupyter writes them.

    JupyterLab finds a cell also in a notebook that a link has just opened, a heading only in one
    that is open already.
    """
    found = re.findall(r"(?m)^#+ (.+)$", text_of(book))
    titles = {heading.strip().replace(" ", "-") for heading in found}
    return titles | {f"cell-id={cell.id}" for cell in book.nb.cells}


def text_of(book):
    return "\n".join(cell.source for cell in book.nb.cells if cell.cell_type == "markdown")


BOOKS = {path.name: Book(path) for path in NOTEBOOKS}
GLOSSARY = text_of(BOOKS["glossary.ipynb"])
ENTRIES = dict(re.findall(r"(?ms)^## (.+?)\n(.*?)(?=^## |\Z)", GLOSSARY))
CELLS = {
    word: cell.id
    for cell in BOOKS["glossary.ipynb"].markdown
    for word in re.findall(r"(?m)^## (.+)$", cell.source)
}


def test_there_are_enough_entries():
    assert len(ENTRIES) >= 15
    words = {
        "Hidden vector",
        "Residual stream",
        "Unembedding",
        "Logits",
        "Gain",
        "LayerNorm",
        "RoPE",
    }
    assert words | {"QK-norm", "Attention scale", "Pre-norm", "Epsilon"} <= set(ENTRIES)


def test_entries_stand_in_order():
    first, *rest = ENTRIES
    assert first == "RMS normalization" and rest == sorted(rest, key=str.lower)


def test_every_link_lands_on_a_heading_or_a_cell():
    missing = [
        (name, file, anchor)
        for name, book in BOOKS.items()
        for file, anchor in LINK.findall(text_of(book))
        if anchor not in anchors(BOOKS[file or name])
    ]
    assert missing == []


def test_each_entry_names_its_lessons_and_each_links_back():
    for word, text in ENTRIES.items():
        lessons = LESSON.findall(text)
        assert lessons, word
        for lesson in lessons:
            links = LINK.findall(text_of(BOOKS[lesson]))
            back = {word.replace(" ", "-"), f"cell-id={CELLS[word]}"}
            assert any(("glossary.ipynb", anchor) in links for anchor in back), (word, lesson)
