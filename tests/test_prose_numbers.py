"""No orphan numbers in the notebooks and the README, and tests of the check itself."""

import re
from decimal import Decimal

import pytest
from book import NOTEBOOKS, ROOT, Book
from cells import code, markdown
from prose import checked, is_computed, misprints, no_orphans, orphans
from prose.computed import computed
from prose.nearby import nearby

SEEN_SHARE = 0.9
# A setting, as ε = 1e-6, is one of a few that stand side by side: 1e-5 for 1e-6 goes unseen, often.
SETTING = re.compile(r"-?(?:1[eE]|10\^)")


# The course's notebooks and README


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_no_orphan_numbers(path):
    problems = [str(problem) for problem in no_orphans(Book(path))]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_misprint_in_a_notebook_is_seen(path):
    book = Book(path)
    pool = computed(book)
    tried = []
    for cell in book.markdown:
        tried += misprints(cell.source, pool, nearby(book, cell, pool))
    missed = [(right, wrong) for right, wrong, seen in tried if not seen]
    words = ", ".join(f"{right} as {wrong}" for right, wrong in missed)
    print(f"{book.name}: {len(tried)} misprints, {len(missed)} not seen: {words}")
    results = [right for right, *_ in tried if not SETTING.match(right)]
    missed_results = [right for right, _ in missed if not SETTING.match(right)]
    assert len(missed_results) <= (1 - SEEN_SHARE) * len(results), words


def test_the_readme_has_no_orphan_numbers():
    pool = [number for path in NOTEBOOKS for number in computed(Book(path))]
    problems = orphans((ROOT / "README.md").read_text(encoding="utf-8"), pool)
    assert not problems, "\n".join(problems)


# Finding


@pytest.mark.parametrize(
    ("prose", "printed"),
    [
        ("0.365", "0.3651483"),
        ("−0.218", "-0.21822"),
        ("0.218", "-0.21822"),
        ("2.50", "2.5"),
        ("0.666…", "0.6666667"),
        ("0.667", "0.6666667"),
        ("12.5 %", "0.125"),
        ("12.5 %", "12.5%"),
        ("13 %", "0.1301"),
        ("0.125", "12.5 %"),
        ("3×", "2.96×"),
        ("3×", "3"),
        ("2.9×", "2.92"),
        ("1.94² = 3.76", "1.9375 3.7539 3.76"),
        ("10⁻⁶", "1e-06"),
        ("2¹⁰", "1024"),
        ("2⁻²⁴", "5.96e-08"),
        ("3.0e-4", "0.000296"),
        ("0.5", "0.50"),
        ("0.00", "0.000"),
        ("0.6 %", "0.006"),
    ],
)
def test_a_number_is_found(make_book, prose, printed):
    assert not list(no_orphans(make_book(markdown(prose, "a"), code("show()", "b", printed))))


@pytest.mark.parametrize(
    ("prose", "printed"),
    [
        ("0.366", "0.3651483"),
        ("0.3651483", "0.365"),
        ("−0.218", "0.21822"),
        ("0.667…", "0.6656"),
        ("12 %", "0.126"),
        ("3×", "2.96"),
        ("3×", "3.6×"),
        ("1.94³", "1.9375 3.7539"),
        ("10⁻⁶", "1.1e-06"),
        ("1e-6", "1.1e-06"),
        ("2⁻²³", "5.96e-08"),
        ("2⁻⁷", "0.008"),
        ("0.5", "0.52"),
        ("0.6 %", "0.58 %"),
        ("3e-4", "0.000296"),
        ("10⁰", "1"),
        ("0.00", "0.001"),
        ("0.00", "0"),
        ("2¹⁰", "1025"),
        ("0.5", ""),
    ],
)
def test_an_orphan_is_named_with_its_place(make_book, prose, printed):
    book = make_book(markdown(prose, "here"), code("show()", "b", printed))
    problem = next(no_orphans(book))
    assert (problem.notebook, problem.cell) == ("glossary", "here")
    assert "is not computed" in problem.words


def test_the_nearest_computed_number_is_named(make_book):
    book = make_book(markdown("0.366", "a"), code("show()", "b", "0.3651483 and 7.25"))
    assert "the nearest that is: 0.3651483 in cell b" in next(no_orphans(book)).words


def test_tables_and_words_beside_pictures_count(make_book):
    data = {"text/html": "<table><td>1.25</td></table>", "text/plain": "RMS 2.5"}
    assert not list(no_orphans(make_book(markdown("1.25, 2.5", "a"), code("s", "b", data=data))))


# Looking nearby

PLACES = [
    markdown("## First\n\n{}", "before"),
    code("a", "first", "0.5"),
    code("b", "second", "0.25"),
    markdown("{}", "between"),
    markdown("{}", "next"),
    code("c", "third", "0.75"),
    markdown("## Claims\n\n| {} | exact | `first`, `third` |", "claims"),
    markdown("### After\n\n{}", "after"),
]


@pytest.mark.parametrize(
    ("place", "seen"),
    [
        ("before", "0.5 0.25"),
        ("between", "0.5 0.25 0.75"),
        ("next", "0.5 0.25 0.75"),
        ("claims", "0.5 0.75"),
        ("after", "0.5 0.25 0.75"),
    ],
)
def test_a_short_number_is_looked_for_nearby(make_book, place, seen):
    found = []
    for value in ("0.5", "0.25", "0.75"):
        cells = [cell.copy() for cell in PLACES]
        for cell in cells:
            cell.source = cell.source.replace("{}", value if cell.id == place else "…")
        if not list(no_orphans(make_book(*cells))):
            found.append(value)
    assert " ".join(found) == seen


def test_a_long_number_is_looked_for_everywhere(make_book):
    cells = [markdown("0.36515", "a"), code("x", "b", "1"), markdown("# c", "c")]
    assert not list(no_orphans(make_book(*cells, code("y", "d", "0.3651483"))))
    cells[0].source = "0.3651"
    assert list(no_orphans(make_book(*cells, code("y", "d", "0.3651483"))))


# What code vouches for


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = [2.0, -1.0, 0.5]", {"2.0", "-1.0", "0.5"}),
        ("f(x, eps=1e-6)", {"1E-6"}),
        ("n = 4096", {"4096"}),
        ("y = 1.369 + 0.3651483", set()),
        ("assert abs(y - 0.3651483) < 5e-8", {"0.3651483", "5E-8"}),
        ("np.testing.assert_allclose(y, -1.3416, atol=1e-4)", {"-1.3416"}),
        ("assert abs(y - 0.3651483) < 1e-7 and share < 0.004", {"0.3651483", "0.004"}),
        ("tolerance = 1e-12", {"1E-12"}),
        ("%pip install numpy", set()),
        ("x = True, float('nan'), 1e999", set()),
    ],
)
def test_literals_that_count(make_book, source, expected):
    found = {number.value for number in computed(make_book(code(source, "a")))}
    assert found == {Decimal(value) for value in expected}


def test_a_number_typed_in_a_string_is_not_computed(make_book):
    book = make_book(
        code('print(f"ε = 1e-5, about 0.37: {y:.2f}")', "a", "ε = 1e-5, about 0.37: 0.42")
    )
    assert {number.value for number in computed(book)} == {Decimal("0.42")}


def test_outputs_of_one_machine_are_not_computed(make_book):
    cell = code("time()", "a", "1.25 s", tags=["nbval-ignore-output"])
    assert not computed(make_book(cell))


# Misprints

LESSON = r"""
The mean is 0.75 and the mean square 1.875, so $\text{RMS} = \sqrt{1.875} \approx 1.369$.

| | first | second |
|---|---|---|
| LayerNorm | 1.091 | −1.528 |
| share | 12.53 % | 2.78× |

With $\epsilon = 10^{-6}$ nothing changes to four digits.
"""
PRINTED = "0.75 1.875 1.3693064 [ 1.0910895 -1.5275252] 0.12534 1.08× 2.78×"


def test_every_misprint_in_a_small_lesson_is_seen(make_book):
    pool = computed(make_book(code("eps = 1e-6", "a", PRINTED)))
    assert not orphans(LESSON, pool)
    found = misprints(LESSON, pool)
    assert len(found) == 9 * 9
    assert [one for one in found if not one[2]] == []


def test_a_misprint_that_is_computed_too_is_reported(make_book):
    pool = computed(make_book(code("x", "a", "0.5 0.7")))
    missed = [(right, wrong) for right, wrong, seen in misprints("It is 0.5.", pool) if not seen]
    assert missed == [("0.5", "0.7")]


def test_a_changed_digit_in_the_source_goes_red(make_book):
    cell = code("eps = 1e-6", "a", PRINTED)
    for right, wrong in (
        ("1.369", "1.368"),
        ("−1.528", "−1.527"),
        ("{-6}", "{-5}"),
        ("78×", "79×"),
    ):
        book = make_book(markdown(LESSON.replace(right, wrong), "b"), cell)
        assert len(list(no_orphans(book))) == 1, wrong


def test_rounding_half_is_accepted_either_way(make_book):
    pool = computed(make_book(code("x", "a", "0.125")))
    assert [is_computed(number, pool) for *_, number in checked("0.12, 0.13, 0.11")] == [1, 1, 0]
