"""No orphan numbers: every number in the prose is one that the notebook computes.

Checked is each number in a Markdown cell (prose, tables, formulas, code spans) that has a decimal
point, a percent sign, a factor (3×) or an exponent (1e-6, 10⁻⁶, 2¹⁰). It has to be found among the
numbers that the code cells of the same notebook vouch for (`prose.computed` says which they are).
A number of at most four digits (0.5, 1.369, 10⁻⁶) is easily found by chance, so it has to be found
nearby (`prose.nearby`): in the code cells right before or after, or those that its claim names.

- rounded to as many digits as the prose gives: 0.365 is found in 0.3651483; with an ellipsis
  (0.666…) it may be cut off instead; a decimal of a single digit (0.5, 0.001, 3e-4) has to be
  equal, since half of all numbers round to one; a power is meant exactly, but may be printed
  rounded to three digits or more (2⁻²⁴ in 5.96e-08);
- a number with a minus sign only in a negative one; without one, in either (prose says
  "falls by 0.3"); 0.00 only in a printed 0.00, since every small number rounds to it;
- a percentage in a percentage, or in 100 times a ratio; a percentage or factor without a decimal
  point rounds only what is printed with % or ×, anything else has to be equal (3× in 2.96×,
  not in 2.96).

Not computed, and known by the form, never by the value:

- an arXiv id, where the sentence says arXiv or the year stands before it: "Jiang et al. 2023,
  2305.14858"; years and other integers are not looked at anyway;
- a version after the name: "Python 3.11", "numpy ≥ 2.1", "Llama 3.1", "CC BY 4.0", or 2.1.3;
- "section 3.2", "figure 2.1", "equation (3.2)", and the number that opens a heading;
- a duration: "1.5 hours", "35 min";
- a quotation: the number stands in quotation marks, and the same sentence or table row links to
  its source (arXiv, DOI, GitHub, Hugging Face): “7.5 %” ([Zhang & Sennrich 2019](https://…)).
"""

import re
from decimal import Decimal

from book import FENCE

from prose.computed import computed, digits
from prose.nearby import nearby
from prose.reading import numbers, plain

CHECKED = ("decimal", "percent", "factor", "power")
SHORT = 4

_NAMES = (
    "Python|numpy|matplotlib|ipywidgets|(?:Jupyter ?)?Lab|JupyterLab|Notebook|IPython|ipykernel|"
    "nbval|pytest|PyTorch|torch|transformers|onnx|opset|CUDA|Chromium|CC BY(?:-SA)?|version|"
    "Llama|Qwen|Gemma|Mistral|Phi|GPT|OLMo|DeepSeek"
)
_PLACES = (
    r"sections?|sec\.|§|chapters?|figures?|fig\.|tables?|equations?|eqs?\.|lessons?|appendix|"
    r"algorithms?|theorems?|lemmas?"
)
_BEFORE = re.compile(
    rf"(?:\b(?:{_NAMES})\s*(?:[≥>=~]+|from)?|(?:\b|(?<=§))(?:{_PLACES})|§)\s*\(?"
    r"(?:\d[\d.]*\s*(?:[–,-]|and|or|to)\s*)*$|^\s*#+\s*$",
    re.I,
)
_DURATION = re.compile(r"\s*(?:[–-]\s*[\d.]+\s*)?(?:min|minutes?|hours?|h)\b")
_ARXIV_ID = re.compile(r"\d\d(?:0[1-9]|1[0-2])\.\d{4,5}")
_YEAR = re.compile(r"\b(?:19|20)\d\d\)?[,;:]\s*\[?$")
_CITATION = re.compile(r"arxiv\.org/|arXiv:|doi\.org/|github\.com/|huggingface\.co/", re.I)
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"")
_BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+>|#]|\d+\.)\s?)")
_SENTENCE_END = re.compile(r"(?<=[.?!])(?<!al\.)(?<!e\.g\.)(?<!i\.e\.)(?<!cf\.)(?<!vs\.)\s+")


def sentences(markdown):
    """Return the sentences of a Markdown text; a table row or a code block is one too."""
    found = [match.group() for match in FENCE.finditer(markdown)]
    for block in _BLOCK.split(FENCE.sub("\n\n", markdown)):
        found += [block] if block.lstrip().startswith("|") else _SENTENCE_END.split(block)
    return found


def checked(markdown):
    """Return the numbers of a Markdown text that have to be computed.

    They come as (sentence, the same in plain characters, number).
    """
    found = []
    for sentence in sentences(markdown):
        text = plain(sentence)
        for number in numbers(text):
            if number.kind in CHECKED and not _known_by_form(number, text, sentence):
                found.append((sentence, text, number))
    return found


def _known_by_form(number, text, sentence):
    before, after = text[: number.start], text[number.end :]
    if _BEFORE.search(before) or _DURATION.match(after):
        return True
    if _ARXIV_ID.fullmatch(number.text):
        return "arxiv" in sentence.lower() or _YEAR.search(before) is not None
    quoted = any(m.start() < number.start < m.end() for m in _QUOTED.finditer(text))
    return quoted and _CITATION.search(sentence) is not None


def is_computed(number, pool):
    """Whether `number` is one of those in `pool`, to the digits that it gives."""
    return any(_is(number, one) for one in pool)


def _is(number, one):
    if not number.value:
        return not one.value and 0 < one.unit <= number.unit
    if number.signed and one.value >= 0:
        return False
    if number.unit == 0 and number.value == 1:
        return False  # 10⁰: a misprint
    unit = number.unit
    if number.kind == "power":
        unit = max(unit, one.unit if len(digits(one.value)) > 2 else 0)
    elif number.kind == "decimal" or unit < 1:
        unit = unit if len(_written(number)) > 1 else Decimal(0)
    values = [(one.value, unit)]
    if number.kind in ("percent", "factor") and one.kind != number.kind:
        values = [(one.value, Decimal(0) if number.unit == 1 else unit)]
    if number.kind == "percent" and one.kind != "percent":
        values.append((100 * one.value, unit))
    if number.kind == "decimal" and one.kind == "percent":
        values.append((one.value / 100, unit))
    return any(abs(abs(value) - abs(number.value)) <= unit / 2 for value, unit in values)


def _written(number):
    """Return the significant digits of a number, zeros at its end included."""
    return re.match(r"-?([\d.]*)", number.text).group(1).replace(".", "").lstrip("0")


def _is_short(number):
    exact = number.kind == "power" and digits(number.value) != (1,)
    return len(_written(number)) <= SHORT and not exact


def orphans(markdown, pool, near=None):
    """Return in words the numbers of a Markdown text that are not computed.

    `pool` has all computed numbers; `near`, a function of the sentence, those beside it.
    """
    found = []
    for sentence, text, number in checked(markdown):
        place = near(sentence) if near and _is_short(number) else pool
        if not is_computed(number, place):
            around = " ".join(text[max(0, number.start - 25) : number.end + 15].split())
            where = "nearby" if place is not pool else "in any cell"
            nearest = _nearest(number, place)
            found.append(f"{number.text} is not computed {where} (“…{around}…”); {nearest}")
    return found


def _nearest(number, pool):
    if not pool:
        return "nothing is"
    one = min(pool, key=lambda one: abs(abs(one.value) - abs(number.value)))
    return f"the nearest that is: {one.value} in cell {one.cell}"


def no_orphans(book):
    """Yield the orphan numbers of a notebook, as the rules of the lint do."""
    pool = computed(book)
    for cell in book.markdown:
        for words in orphans(cell.source, pool, nearby(book, cell, pool)):
            yield book.problem(cell, words)


def misprints(markdown, pool, near=None):
    """Return every misprint of a checked number's last digit: (number, misprint, seen) triples.

    `seen` tells whether the misprint would be an orphan: it is not where it is computed as well.
    """
    found = []
    for sentence, text, number in checked(markdown):
        place = near(sentence) if near and _is_short(number) else pool
        rank = numbers(text).index(number)
        last = max(i for i in range(number.start, number.end) if text[i].isdigit())
        for digit in set("0123456789") - {text[last]}:
            wrong = numbers(text[:last] + digit + text[last + 1 :])[rank]
            found.append((number.text, wrong.text, not is_computed(wrong, place)))
    return found
