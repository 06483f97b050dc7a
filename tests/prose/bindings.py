"""Numbers of the prose that the cell's metadata ties to the one place where they are computed.

Where the cells beside a sentence compute two numbers that differ by one digit (ε = 1e-5 and 1e-6
side by side), a misprint of the one is the other, and looking nearby cannot tell. Such a number is
bound. The metadata of its Markdown cell says which words stand right before it in which code cell:

    "numbers": {"ε = 1e-6": "claim-eps: eps="}

The key is a piece of the prose, written as there, that ends with the number: the number alone, or
with as many words before it as tell it from others. The value names the code cell, and the words
that stand right before the number in its source or one of its text outputs; without words it is
the number that opens one of them. A bound number has to be that number, in a cell beside it, and a
key that ends no number of the prose is an error. So a misprint, in the prose or in the key, leaves
a key unused.
"""

import re
from typing import NamedTuple

from book import texts

from prose.matching import is_computed, is_same
from prose.reading import numbers, plain

KEY = "numbers"
MOST_WORDS = 6


class Binding(NamedTuple):
    """A piece of prose that ends with a number, and the computed ones that the number may be."""

    key: str
    source: str
    pool: list
    fault: str

    def covers(self, number, text):
        """Whether the piece of prose ends with `number` where it stands in the plain `text`."""
        piece = plain(self.key)
        ends = numbers(piece)[-1:]
        return any(
            (match.start() + end.start, match.start() + end.end) == (number.start, number.end)
            for end in ends
            for match in re.finditer(re.escape(piece), text)
        )

    def among(self, beside):
        """Return which of the computed numbers beside a sentence are the bound one."""
        return [one for one in beside if one in self.pool]


def bindings(book, cell, pool):
    """Return the bindings in the metadata of a Markdown cell; `pool` has all computed numbers."""
    return [
        Binding(key, source, *_look_up(book, source, pool))
        for key, source in cell.metadata.get(KEY, {}).items()
    ]


def _look_up(book, source, pool):
    """Return the computed numbers that `source` names, and what is wrong if there is none."""
    name, _, words = source.partition(":")
    words = _line(words)
    cell = next((cell for cell in book.code if cell.id == name), None)
    if cell is None:
        return [], f"there is no code cell {name}"
    values = {number.value for number in _right_after(words, cell)}
    if len(values) != 1:
        return [], f"{len(values) or 'no'} numbers stand right after “{words}” in cell {name}"
    found = [one for one in pool if one.cell == name and one.value in values]
    return found, "" if found else f"cell {name} does not compute what stands after “{words}”"


def _right_after(words, cell):
    before = rf"(?<!\w){re.escape(words)}" if words else r"\A"
    for text in _lines(cell):
        places = {match.end() for match in re.finditer(rf"{before}\s*", text)}
        yield from (number for number in numbers(text) if number.start in places)


def _lines(cell):
    return [_line(text) for text in (cell.source, *(text for _, text in texts(cell)))]


def _line(text):
    return " ".join(plain(text).split())


def candidates(book, number, pool):
    """Return the ways to bind `number` to one in `pool`: for each cell the one of fewest words."""
    found = []
    for cell in book.code:
        beside = [one for one in pool if one.cell == cell.id and is_same(number, one)]
        for words in _words_before(cell, {one.value for one in beside}) if beside else ():
            source = f"{cell.id}: {words}".removesuffix(": ")
            if is_computed(number, _look_up(book, source, pool)[0]):
                found.append(source)
                break
    return found


def _words_before(cell, values):
    """Yield the words before the numbers in a cell that have one of `values`, the fewest first."""
    for count in range(MOST_WORDS):
        for text in _lines(cell):
            for number in numbers(text):
                words = " ".join(text[: number.start].split()[-count - 1 :])
                if number.value in values and (not words or re.search(r"[^\W\d_]", words)):
                    yield words
