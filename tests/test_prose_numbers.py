"""No orphan numbers in the notebooks and the README, and no misprint that goes unseen."""

import json
import random

import pytest
from book import NOTEBOOKS, ROOT, Book
from prose import checked, no_orphans, prose_check
from prose.bindings import candidates
from prose.computed import computed
from prose.misprints import misprints
from prose.nearby import nearby
from prose.readme import readme_misprints, readme_orphans

README = (ROOT / "README.md").read_text(encoding="utf-8")
EDITS = 40


@pytest.fixture(scope="module")
def pools():
    return {path.stem: computed(Book(path)) for path in NOTEBOOKS}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_no_orphan_numbers(path):
    problems = [str(problem) for problem in no_orphans(Book(path))]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_misprint_in_a_notebook_is_seen(path):
    book = Book(path)
    check, tried, unseen = prose_check(book), 0, {}
    for cell in book.markdown:
        for misprint in misprints(cell.source):
            tried += 1
            if not check(cell, misprint.text):
                unseen.setdefault((cell.id, misprint.right, misprint.sentence), []).append(misprint)
    print(f"{book.name}: {tried} misprints, {sum(map(len, unseen.values()))} not seen")
    assert not unseen, "\n".join(_how_to_bind(book, *key, unseen[key]) for key in unseen)


def _how_to_bind(book, cell_id, right, sentence, missed):
    """Return in words a misprint that goes unseen, and the bindings that would show it."""
    pool = computed(book)
    cell = next(cell for cell in book.markdown if cell.id == cell_id)
    beside = nearby(book, pool)(cell, sentence)
    number = next(number for *_, number in checked(sentence) if number.text == right)
    pairs = [f'"numbers": {{"{right}": "{one}"}}' for one in candidates(book, number, beside)]
    wrong = ", ".join(misprint.wrong for misprint in missed)
    return (
        f"{book.name}, cell {cell_id}: {right} may be misprinted as {wrong}. Give it more digits, "
        f"or bind it in the cell's metadata, as tests/prose/bindings.py says: {' or '.join(pairs)}"
    )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_digit_changed_in_the_file_turns_the_check_red(path, tmp_path):
    text = path.read_text(encoding="utf-8")
    wrong = [
        (place, misprint.text)
        for place, cell in enumerate(Book(path).cells)
        if cell.cell_type == "markdown"
        for misprint in misprints(cell.source)
    ]
    for place, source in random.Random(5).sample(wrong, min(EDITS, len(wrong))):
        data = json.loads(text)
        data["cells"][place]["source"] = source
        copy = tmp_path / path.name
        copy.write_text(json.dumps(data), encoding="utf-8")
        assert list(no_orphans(Book(copy))), source


def test_the_readme_has_no_orphan_numbers(pools):
    problems = readme_orphans(README, pools)
    assert not problems, "\n".join(problems)


def test_every_misprint_in_the_readme_is_seen(pools):
    for misprint in readme_misprints(README):
        assert readme_orphans(misprint.text, pools), f"{misprint.right} as {misprint.wrong}"
