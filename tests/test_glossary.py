"""The glossary: every word has lessons that link back, and every link lands."""

import re

from book import NOTEBOOKS, Book

LINK = re.compile(r"\]\((?:(\w+\.ipynb))?#([^)\s]+)\)")
LESSON = re.compile(r"\]\((\d\d_\w+\.ipynb)\)")


def anchors(book, file=""):
    """Return what a link of `book` may lead to, in itself or in another `file`, as Jupyter writes.

    In a notebook that a link has just opened JupyterLab finds cells only, in one that is open
    already also headings.
    """
    cells = {f"cell-id={cell.id}" for cell in BOOKS[file or f"{book.name}.ipynb"].cells}
    found = [] if file else re.findall(r"(?m)^#+ (.+)$", text_of(book))
    return cells | {heading.strip().replace(" ", "-") for heading in found}


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


def test_every_link_lands_on_a_cell_or_on_a_heading_of_its_own_notebook():
    missing = [
        (name, file, anchor)
        for name, book in BOOKS.items()
        for file, anchor in LINK.findall(text_of(book))
        if anchor not in anchors(book, file)
    ]
    assert missing == []


def test_each_entry_names_its_lessons_and_each_links_back():
    for word, text in ENTRIES.items():
        lessons = LESSON.findall(text)
        assert lessons, word
        for lesson in lessons:
            back = ("glossary.ipynb", f"cell-id={CELLS[word]}")
            assert back in LINK.findall(text_of(BOOKS[lesson])), (word, lesson)
