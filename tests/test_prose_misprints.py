"""Misprints are made in every digit, and what may be written in the README is told from the rest.

Tests of the check that tests/test_prose_numbers.py makes over the course.
"""

import pytest
from cells import code, markdown
from prose import no_orphans, orphans, prose_check
from prose.computed import computed
from prose.misprints import misprints
from prose.readme import readme_misprints, readme_orphans

LESSON = r"""
The mean is 0.75 and the mean square 1.875, so $\text{RMS} = \sqrt{1.875} \approx 1.369$.

| | first | second |
|---|---|---|
| LayerNorm | 1.091 | −1.528 |
| share | 12.53 % | 2.78× |

With $\epsilon = 10^{-6}$ nothing changes to four digits. One part in 2²⁴ is lost.
"""
PRINTED = "0.75 1.875 1.3693064 [ 1.0910895 -1.5275252] 0.12534 1.08× 2.78× 16777216"
DIGITS = sum(map(len, ("075", "1875", "1875", "1369", "1091", "1528", "1253", "278", "106", "224")))


def unseen(markdown, pool):
    found = misprints(markdown)
    return [(one.right, one.wrong) for one in found if not orphans(one.text, lambda _: pool)]


def test_every_misprint_in_a_small_lesson_is_seen(make_book):
    pool = computed(make_book(code("eps = 1e-6", "a", PRINTED)))
    assert not orphans(LESSON, lambda _: pool)
    assert len(list(misprints(LESSON))) == 9 * DIGITS
    assert not unseen(LESSON, pool)


def test_a_misprint_that_is_computed_too_is_not_seen(make_book):
    pool = computed(make_book(code("x", "a", "0.5 0.7 10.5")))
    assert unseen("It is 0.5.", pool) == [("0.5", "0.7")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In 2023, 4 of 4,096; Python 3.11; [0.5](https://a.b/7)", 2 * 9),
        ("arXiv:2411.14858 says 7 %.", 9),
        ("1.94² of 0.25", 7 * 9),
        ("| 10⁻⁶ | 1e-6 |\n\nand `1e-6`", 7 * 9),
        ("```\neps = 1e-6\n```", 2 * 9),
        ("Again 0.5. Again 0.5.", 2 * 9),
    ],
)
def test_only_digits_of_checked_numbers_are_changed(text, expected):
    found = list(misprints(text))
    assert len({one.text for one in found} - {text}) == len(found) == expected


def test_each_digit_is_changed_where_it_stands():
    found = {one.text for one in misprints("0.5 in 2⁻⁴")}
    assert {"1.5 in 2⁻⁴", "0.4 in 2⁻⁴", "0.5 in 9⁻⁴", "0.5 in 2⁻⁹"} <= found
    assert len(found) == 4 * 9


def test_a_changed_digit_in_the_source_goes_red(make_book):
    cell = code("eps = 1e-6", "a", PRINTED)
    assert not list(no_orphans(make_book(markdown(LESSON, "b"), cell)))
    for right, wrong in (
        ("1.369", "1.368"),
        ("−1.528", "−1.527"),
        ("{-6}", "{-5}"),
        ("10^", "00^"),
        ("78×", "79×"),
    ):
        book = make_book(markdown(LESSON.replace(right, wrong), "b"), cell)
        assert len(list(no_orphans(book))) == 1, wrong


def test_the_check_of_a_cell_takes_another_text(make_book):
    book = make_book(markdown("0.5", "a"), code("x", "b", "0.5"))
    check = prose_check(book)
    assert [len(check(book.markdown[0], text)) for text in ("0.5", "0.6", "0.6 and 0.7")] == [
        0,
        1,
        2,
    ]


# The README


ROW = "| [00](notebooks/00_a.ipynb) | 0.25 |"
MEASURED = "<!-- measured: python -m tool -->\n| 0.75 ms |\n<!-- /measured -->"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("[00](notebooks/00_a.ipynb): 0.25.", 0),
        (f"| | |\n|---|---|\n{ROW}", 0),
        ("[00](notebooks/00_a.ipynb). 0.25.", 1),
        ("[01](notebooks/01_b.ipynb): 0.25.", 1),
        ("[09](notebooks/09_none.ipynb): 0.25.", 1),
        ("[00](notebooks/00_a.ipynb): 0.35.", 1),
        (MEASURED, 0),
        (f"{MEASURED}\n\n0.75\n\n{MEASURED}", 1),
        (MEASURED.replace("/", ""), 1),
        (MEASURED.replace(" python -m tool", ""), 1),
    ],
)
def test_a_number_in_the_readme_is_in_the_notebook_that_is_linked(make_book, text, count):
    pools = {
        "00_a": computed(make_book(code("x", "a", "0.25"))),
        "01_b": computed(make_book(code("x", "a", "0.75"))),
    }
    assert len(readme_orphans(text, pools)) == count


def test_what_a_command_wrote_into_the_readme_has_no_misprints():
    assert len(list(readme_misprints(f"{MEASURED}\n\n{ROW}"))) == 3 * 9
