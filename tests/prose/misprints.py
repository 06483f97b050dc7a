"""Every misprint of one digit in the checked numbers of a Markdown text.

They are made in the text itself, as an author would make them, and not in the numbers that were
read from it: a misprint may also change what kind of number is read, or whether one is.
"""

from typing import NamedTuple

from prose.form import checked_in, sentences

DIGITS = ("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Misprint(NamedTuple):
    """A text with one digit changed, and the number and its sentence before and after."""

    text: str
    right: str
    wrong: str
    sentence: str


def misprints(markdown):
    """Yield each misprint of a digit that belongs to a checked number."""
    for sentence in dict.fromkeys(sentences(markdown)):
        before = _read(sentence)
        for place in range(len(sentence) if before else 0):
            wrong = list(_with_other_digits(sentence, place))
            # In a year or a version there is a misprint that changes no checked number.
            if wrong and all(_read(text) != before for text in wrong):
                for text in wrong:
                    words = _difference(before, _read(text))
                    yield Misprint(markdown.replace(sentence, text, 1), *words, sentence)


def _with_other_digits(text, place):
    for digits in DIGITS:
        if text[place] in digits:
            for other in digits.replace(text[place], ""):
                yield text[:place] + other + text[place + 1 :]


def _read(sentence):
    return [(number.text, number.kind) for number in checked_in(sentence)[1]]


def _difference(before, after):
    """Return the first number that differs, before and after; one that is not read is "…"."""
    pairs = zip([*before, ("…", "")], [*after, ("…", "")], strict=False)
    right, wrong = next(pair for pair in pairs if pair[0] != pair[1])
    return right[0], wrong[0]
