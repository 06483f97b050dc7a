"""Which numbers of a Markdown text have to be computed, told by their form, never by their value.

Not computed, and known by the form:

- an arXiv id, where the sentence says arXiv or the year stands before it: "Jiang et al. 2023,
  2305.14858"; years and other integers are not looked at anyway;
- a version after the name: "Python 3.11", "numpy ≥ 2.1", "Llama 3.1", "CC BY 4.0", or 2.1.3;
- "section 3.2", "figure 2.1", "equation (3.2)", and the number that opens a heading;
- a duration: "1.5 hours", "35 min";
- a quotation: the number stands in quotation marks, and the same sentence or table row links to
  its source (arXiv, DOI, GitHub, Hugging Face): “7.5 %” ([Zhang & Sennrich 2019](https://…)).
"""

import re

from book import FENCE

from prose.reading import numbers, plain

CHECKED = ("decimal", "percent", "factor", "power")

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


def checked_in(sentence):
    """Return a sentence in plain characters, and its numbers that have to be computed."""
    text = plain(sentence)
    needed = [n for n in numbers(text) if n.kind in CHECKED and not _known(n, text, sentence)]
    return text, needed


def checked(markdown):
    """Return the numbers of a Markdown text that have to be computed.

    They come as (sentence, the same in plain characters, number).
    """
    found = []
    for sentence in sentences(markdown):
        text, needed = checked_in(sentence)
        found += [(sentence, text, number) for number in needed]
    return found


def _known(number, text, sentence):
    """Whether the form tells that a number is not computed."""
    before, after = text[: number.start], text[number.end :]
    if _BEFORE.search(before) or _DURATION.match(after):
        return True
    if _ARXIV_ID.fullmatch(number.text):
        return "arxiv" in sentence.lower() or _YEAR.search(before) is not None
    quoted = any(m.start() < number.start < m.end() for m in _QUOTED.finditer(text))
    return quoted and _CITATION.search(sentence) is not None
