"""The course can be solved: with each exercise filled in, all checks say so."""

import pytest
from book import NOTEBOOKS, Book
from cells import code, markdown
from solve import DONE, OPEN, answers, exercises_of_book, places, solved

from normcourse.checks import exercises_of
from normcourse.checks.lesson01 import EXERCISES
from normcourse.tools.notebooks import execute

BOOKS = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)

SETUP = "import numpy as np\n\nfrom normcourse import checks\n\nlesson = checks.lesson('01')"
WRITE = """def their_norm(x, gain=None, eps=1e-6):
    ...


lesson.check("rms_norm", their_norm)"""
FIND = 'vector = ...\n\nlesson.check("alike", vector)'


@BOOKS
def test_each_exercise_of_the_lesson_is_in_its_notebook_once_and_in_order(path):
    book = Book(path)
    assert [key for _, key, _ in places(book.nb)] == [e.key for e in exercises_of_book(book)]


@BOOKS
def test_as_stored_no_exercise_is_attempted(path):
    # Strict nbval runs the stored notebooks and compares; what is stored is what comes out.
    assert not [pair for pair in answers(Book(path).nb) if not pair[1].startswith(OPEN)]


@BOOKS
def test_with_the_solutions_every_check_says_correct(path):
    book = Book(path)
    exercises = exercises_of_book(book)
    if not exercises:
        assert not places(book.nb)
        return
    nb = execute(solved(book.nb, exercises), path.parent)
    assert not [pair for pair in answers(nb) if not pair[1].startswith(DONE)]
    total = len(exercises)
    for cell in nb.cells:
        if cell.source.endswith(".summary()"):
            assert f"{total} of {total} exercises done." in cell.outputs[-1].data["text/plain"]


def test_a_notebook_is_solved_and_as_it_stands_it_runs_to_the_end(make_book):
    book = make_book(
        markdown("# Title", "title"),
        code(SETUP, "setup"),
        code(WRITE, "write", tags=["exercise"]),
        code(FIND, "find", tags=["exercise"]),
        code("lesson.summary()", "summary"),
        code("their_norm, vector", "after"),
        name="01_small",
    )
    folder = book.path.parent
    stored = execute(book.nb, folder)
    assert [line.split(":")[0] for _, line in answers(stored)] == [OPEN.rstrip(": ")] * 2
    exercises = [e for e in EXERCISES if e.key in ("rms_norm", "alike")]
    done = execute(solved(book.nb, exercises), folder)
    assert [(key, line.split(":")[0]) for key, line in answers(done)] == [
        ("rms_norm", "✓ Correct"),
        ("alike", "✓ Correct"),
    ]
    assert done.cells[2].source.startswith("def their_norm(x, gain=None, eps=1e-6):\n    mean_sq")
    assert done.cells[2].source.endswith('\n\n\nlesson.check("rms_norm", their_norm)')
    assert done.cells[4].outputs[0].data["text/plain"].startswith("2 of ")
    assert book.nb.cells[2].source == WRITE


@pytest.mark.parametrize(
    ("source", "labels"),
    [
        (FIND, []),
        ("vector = ...", ["exercise"]),
        ('vector = ...\nlesson.check("alike", [1, 2])', ["exercise"]),
        (FIND + ";", ["exercise"]),
        ("", ["exercise"]),
    ],
)
def test_an_exercise_in_another_form_is_refused(make_book, source, labels):
    book = make_book(code(source, "odd", tags=labels))
    with pytest.raises(ValueError, match="cell odd: its last line is"):
        places(book.nb)


def test_an_answer_without_output_is_not_taken_for_an_open_one(make_book):
    nb = make_book(code(FIND, "find", tags=["exercise"])).nb
    assert answers(nb) == [("alike", "no output")]


def test_the_exercises_of_a_notebook_are_found_by_its_number(make_book):
    assert exercises_of_book(make_book(name="01_anything")) == exercises_of("01")
    assert exercises_of_book(make_book(name="99_anything")) == ()
    assert exercises_of_book(make_book(name="glossary")) == ()
