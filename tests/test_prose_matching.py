"""What the prose may say of what code cells compute: how digits match, and where it is looked for.

Tests of the check that tests/test_prose_numbers.py makes over the course.
"""

from decimal import Decimal

import pytest
from cells import code, markdown
from prose import checked, is_computed, no_orphans
from prose.computed import computed

# Finding


@pytest.mark.parametrize(
    ("prose", "printed"),
    [
        ("0.365", "0.3651483"),
        ("0.36514", "0.3651443"),
        ("−0.218", "-0.21822"),
        ("0.218", "-0.21822"),
        ("2.50", "2.500"),
        ("0.666…", "0.6666667"),
        ("0.667", "0.6666667"),
        ("12.5 %", "0.125"),
        ("12.5 %", "12.5%"),
        ("13 %", "0.1301"),
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
        ("2.50", "2.5"),
        ("3.0", "3"),
        ("3.0×", "3"),
        ("0.125", "12.5 %"),
        ("2.5×", "2.5 %"),
        ("5 %", "5"),
        ("5 %", "5×"),
        ("0 %", "0"),
        ("05 %", "5 %"),
        ("00⁻⁶", "0"),
        ("0⁻⁶", "0⁻⁶"),
        ("256¹", "256"),
        ("1²⁴", "1"),
        ("2⁰⁴", "16"),
        ("3e-0", "3.0"),
        ("9⁹⁹⁹⁹⁹⁹⁹", "1"),
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


@pytest.mark.parametrize(("literal", "found"), [("3.0", True), ("3", False)])
def test_an_integer_in_code_is_no_decimal(make_book, literal, found):
    book = make_book(markdown("3.0", "a"), code(f"x = {literal}", "b"))
    assert found == (not list(no_orphans(book)))


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
    markdown("## Claims\n\n| {} | [first](#cell-id=first), [third](#cell-id=third) |", "claims"),
    markdown("| {} | exact | [third](#cell-id=third) |", "linked"),
    markdown("| {} | exact | `third` |", "quoted"),
    markdown("### After\n\n{}", "after"),
]


@pytest.mark.parametrize(
    ("place", "seen"),
    [
        ("before", "0.5 0.25"),
        ("between", "0.5 0.25 0.75"),
        ("next", "0.5 0.25 0.75"),
        ("claims", "0.5 0.75"),
        ("linked", "0.75"),
        ("quoted", "0.5 0.25 0.75"),
        ("after", "0.5 0.25 0.75"),
    ],
)
def test_a_number_is_looked_for_nearby(make_book, place, seen):
    found = []
    for value in ("0.5", "0.25", "0.75"):
        cells = [cell.copy() for cell in PLACES]
        for cell in cells:
            cell.source = cell.source.replace("{}", value if cell.id == place else "…")
        if not list(no_orphans(make_book(*cells))):
            found.append(value)
    assert " ".join(found) == seen


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


def test_rounding_half_is_accepted_either_way(make_book):
    pool = computed(make_book(code("x", "a", "0.125")))
    assert [is_computed(number, pool) for *_, number in checked("0.12, 0.13, 0.11")] == [1, 1, 0]
