"""No orphan numbers: every number in the prose is one that the notebook computes.

Checked is each number in a Markdown cell (prose, tables, formulas, code spans) that has a decimal
point, a percent sign, a factor (3×) or an exponent (1e-6, 10⁻⁶, 2¹⁰); `prose.form` says which of
them are not computed, and how one knows them. It has to be found (`prose.matching`) among the
numbers that code cells vouch for (`prose.computed`), in the cells beside it (`prose.nearby`): those
right before or after, or those that its claim names. Where two numbers beside it differ by one
digit, it is bound to the one that is meant (`prose.bindings`). The test changes each digit of each
checked number (`prose.misprints`) and asks this very check: none may go unseen.

The README has rules of its own (`prose.readme`).
"""

from prose.bindings import bindings
from prose.computed import computed
from prose.form import checked
from prose.matching import is_computed
from prose.nearby import nearby


def no_orphans(book):
    """Yield the orphan numbers of a notebook, as the rules of the lint do."""
    check = prose_check(book)
    for cell in book.markdown:
        for words in check(cell, cell.source):
            yield book.problem(cell, words)


def prose_check(book):
    """Return the check of a notebook's prose: a function of a cell, and of its text or another."""
    pool = computed(book)
    near = nearby(book, pool)

    def check(cell, markdown):
        bound = bindings(book, cell, pool)
        return orphans(markdown, lambda sentence: near(cell, sentence), bound)

    return check


def orphans(markdown, near, bound=(), where="nearby"):
    """Return in words the numbers of a Markdown text that are not computed.

    `near` is the function from a sentence to the computed numbers beside it, `where` says where
    they are; `bound` has the bindings of the text's cell.
    """
    found = [f"the number “{one.key}” is bound, but {one.fault}" for one in bound if one.fault]
    unused = [one for one in bound if not one.fault]
    for sentence, text, number in checked(markdown):
        ties = [one for one in bound if one.covers(number, text)]
        unused = [one for one in unused if one not in ties]
        beside = near(sentence)
        places = [(one.among(beside), f"at “{one.source}”") for one in ties] or [(beside, where)]
        for pool, place in places:
            if not is_computed(number, pool):
                around = " ".join(text[max(0, number.start - 25) : number.end + 15].split())
                words = f"{number.text} is not computed {place} (“…{around}…”)"
                found.append(f"{words}; {_nearest(number, pool)}")
    return found + [f"“{one.key}” is bound, and ends no number of the cell" for one in unused]


def _nearest(number, pool):
    if not pool:
        return "nothing is"
    one = min(pool, key=lambda one: abs(abs(one.value) - abs(number.value)))
    return f"the nearest that is: {one.value} in cell {one.cell}"
