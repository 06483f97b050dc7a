"""A number of the prose can be bound to the one place where it is computed.

Tests of the check that tests/test_prose_numbers.py makes over the course.
"""

import pytest
from cells import code, markdown
from prose import no_orphans, prose_check
from prose.bindings import candidates
from prose.computed import computed
from prose.form import checked_in
from prose.misprints import misprints

SOURCE = 'for eps in (1e-5, 1e-6):\n    print("at 0.7:", ratio(eps))'
PRINTED = "at 0.7: 0.953\nat 0.7: 0.995\nlast 0.993"
TABLE = "<table><tr><th>ε</th><td>1e-05</td></tr><tr><th>gap</th><td>−12.5 %</td></tr></table>"


@pytest.fixture
def lesson(make_book):
    """Return a function that writes a lesson of one bound cell and the code beside it."""

    def make(prose, numbers):
        cell = markdown(prose, "words")
        cell.metadata["numbers"] = numbers
        return make_book(cell, code(SOURCE, "cell", PRINTED, data={"text/html": TABLE}))

    return make


def problems(book):
    return [problem.words for problem in no_orphans(book)]


@pytest.mark.parametrize(
    ("prose", "key", "source"),
    [
        ("With 1e-6 it is small.", "1e-6", "cell: 1e-5,"),
        ("With 1e-5 it is large.", "1e-5", "cell: for eps in ("),
        (r"With $\epsilon = 10^{-6}$.", "10^{-6}", "cell: 1e-5,"),
        (r"With $\epsilon = 10^{-6}$.", r"$\epsilon = 10^{-6}", "cell: 1e-5,"),
        ("With 10⁻⁶.", "With 10⁻⁶", "cell: (1e-5,"),
        ("It is 0.993.", "0.993", "cell: last"),
        ("Twice 0.993 and 0.993.", "0.993", "cell: last"),
        ("It is 12.5 % less.", "12.5", "cell: gap"),
        ("It is 12.5 % less.", "12.5 %", "cell: gap"),
        ("It is −12.5 %.", "−12.5 %", "cell: ε 1e-05 gap"),
        ("1e-6 or 1e-5", "1e-6 or 1e-5", "cell: eps in ("),
        ("| 1e-6 | `cell` |", "1e-6", "cell: 1e-5,"),
    ],
)
def test_a_bound_number_is_the_one_after_the_words(lesson, prose, key, source):
    assert not problems(lesson(prose, {key: source}))


@pytest.mark.parametrize(
    ("prose", "key", "source", "words"),
    [
        ("It is 0.993.", "0.993", "cell: 0.7: 0.953 at 0.7:", "0.993 is not computed at “cell: 0"),
        ("It is 1e-5.", "1e-5", "cell: 1e-5,", "1e-5 is not computed at “cell: 1e-5,”"),
        ("It is 0.995.", "0.993", "cell: last", "“0.993” is bound, and ends no number"),
        ("It is 10⁻⁶.", "1e-6", "cell: 1e-5,", "“1e-6” is bound, and ends no number"),
        ("It is 10.993.", "0.993", "cell: last", "“0.993” is bound, and ends no number"),
        ("It is 0.9932.", "0.993", "cell: last", "“0.993” is bound, and ends no number"),
        ("0.993 is it.", "0.993 is", "cell: lost", "no numbers stand right after “lost”"),
        ("It is 4.", "4", "cell: last", "“4” is bound, and ends no number"),
        ("It is.", "It is", "cell: last", "“It is” is bound, and ends no number"),
        ("It is 0.993.", "0.993", "none: last", "there is no code cell none"),
        ("It is 0.993.", "0.993", "words: last", "there is no code cell words"),
        ("It is 0.993.", "0.993", "cell: ast", "no numbers stand right after “ast”"),
        ("It is 0.995.", "0.995", "cell: at 0.7:", "2 numbers stand right after “at 0.7:”"),
        ("It is 0.7.", "0.7", "cell: at", "cell cell does not compute what stands after “at”"),
    ],
)
def test_a_wrong_binding_is_named(lesson, prose, key, source, words):
    found = problems(lesson(prose, {key: source}))
    assert any(words in one for one in found), found


def test_every_binding_that_covers_a_number_holds(lesson):
    both = {"1e-6": "cell: 1e-5,", "and 1e-6": "cell: in ("}
    assert not problems(lesson("With 1e-6.", {"1e-6": "cell: 1e-5,"}))
    assert "1e-6 is not computed at “cell: in (”" in problems(lesson("a and 1e-6", both))[0]


def test_without_words_it_is_the_number_that_opens_an_output(make_book):
    cell = markdown("0.993", "words")
    cell.metadata["numbers"] = {"0.993": "b"}
    assert not problems(make_book(cell, code("x", "b", "0.993 at 0.953")))
    assert problems(make_book(cell, code("x", "b", "at 0.993")))


def test_a_number_is_bound_to_a_cell_beside_it(make_book):
    """Else a key would excuse the number wherever else in its cell a misprint makes it."""
    cell = markdown("## One\n\n0.993", "words")
    cell.metadata["numbers"] = {"0.993": "b: last"}
    between = [code("y", "a", "1"), markdown("## Two", "two")]
    assert problems(make_book(cell, *between, code("x", "b", "last 0.993")))
    assert not problems(make_book(cell, code("x", "b", "last 0.993")))


@pytest.mark.parametrize(
    ("prose", "numbers"),
    [
        ("With 1e-6 it is small.", {"1e-6": "cell: 1e-5,"}),
        ("1e-5, then 1e-6", {"1e-5": "cell: in (", "1e-6": "cell: 1e-5,"}),
        ("It is 0.995, last 0.993.", {"0.995": "cell: 0.953 at 0.7:", "last 0.993": "cell: last"}),
        ("It is 1e-6; again 1e-6.", {"is 1e-6": "cell: 1e-5,", "again 1e-6": "cell: 1e-5,"}),
    ],
)
def test_every_misprint_of_bound_numbers_is_seen(lesson, prose, numbers):
    bound, free = lesson(prose, numbers), lesson(prose, {})
    assert not problems(bound) and not problems(free)
    texts = [misprint.text for misprint in misprints(prose)]
    unseen = {
        book: [text for text in texts if not prose_check(book)(book.markdown[0], text)]
        for book in (bound, free)
    }
    assert unseen[free] and not unseen[bound]


def test_a_key_that_stands_twice_hides_a_misprint_of_one(lesson):
    """Then the key takes words along: that is why it may be more than the number."""
    book = lesson("It is 1e-6; again 1e-6.", {"1e-6": "cell: 1e-5,"})
    check = prose_check(book)
    assert not check(book.markdown[0], "It is 1e-6; again 1e-5.")


def test_bindings_are_proposed_with_the_fewest_words(lesson):
    book = lesson("With 1e-6, 1e-5, 0.993 and 12.5 %.", {})
    _, found = checked_in(book.markdown[0].source)
    pool = computed(book)
    proposed = [candidates(book, number, pool) for number in found]
    assert proposed == [["cell: (1e-5,"], ["cell: ε"], ["cell: last"], ["cell: gap"]]
    for number, (source,) in zip(("1e-6", "1e-5", "0.993", "12.5 %"), proposed, strict=True):
        assert not problems(lesson(f"It is {number}.", {number: source}))
