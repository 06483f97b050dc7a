"""The bug museum: each exhibit hides from plain inputs, shows on its own, and is what it says."""

import inspect
import textwrap

import pytest
from book import NOTEBOOKS, Book

from normcourse import checks
from normcourse.checks.museum import link

ROOMS = checks.exercises_of("10")
each_exhibit = pytest.mark.parametrize("exhibit", ROOMS, ids=lambda room: room.bug.key)
BOOK = next(Book(path) for path in NOTEBOOKS if path.stem == "10_bug_museum")


def answer(exhibit, given):
    return checks.lesson("10").check(exhibit.key, given)


@each_exhibit
def test_its_smallest_input_exposes_it(exhibit):
    result = answer(exhibit, exhibit.bug.witness.make())
    assert result.status == "correct"
    assert exhibit.bug.diagnosis in result.words
    assert link(exhibit.bug.reports[0]) in result.words[-1]
    assert dict(result.evidence)["exhibit"] != dict(result.evidence)["right"]


@each_exhibit
def test_its_solution_is_code_that_exposes_it(exhibit):
    given = eval(exhibit.solution_code())
    assert answer(exhibit, given).status == "correct"


@each_exhibit
def test_the_notebook_shows_the_function_of_the_catalogue(exhibit):
    number = exhibit.key.removeprefix("exhibit_")
    cell = next(cell for cell in BOOK.code if cell.id == f"exhibit-{number}")
    source = textwrap.dedent(inspect.getsource(exhibit.bug.function))
    shown = cell.source.replace(exhibit.key, exhibit.bug.key)
    assert "".join(shown.split()) == "".join(source.split())
    label = next(cell for cell in BOOK.markdown if cell.id == f"exhibit-{number}-label")
    assert exhibit.bug.diagnosis in label.source
    assert all(link(report) in label.source for report in exhibit.bug.reports)


def test_an_input_that_hides_the_bug_is_not_accepted():
    exhibit = ROOMS[3]
    result = answer(exhibit, {"x": [3.0, 4.0]})
    assert result.status == "wrong" and "stays hidden" in result.words[0]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([1.0, 2.0], "by name"),
        ({"y": [1.0]}, "It takes `x`, `gain` and `eps`, and needs `x`."),
        ({"x": [1.0, 2.0], "gain": [1.0]}, "cannot take that input"),
        ({"x": []}, "cannot take that input"),
    ],
)
def test_an_input_that_does_not_fit_is_answered_in_words(given, words):
    result = answer(ROOMS[3], given)
    assert result.status == "error" and words in result.words[0]


def test_dots_count_as_not_attempted():
    assert answer(ROOMS[0], ...).status == "not attempted"
