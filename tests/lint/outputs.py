"""Rules about stored outputs."""

import re

import numpy as np
from book import tags, texts

from normcourse.tools.compare import pixels
from normcourse.tools.normalize import WIDGET_VIEW

SHORTEST_TEXT = 40
MOST_DIGITS = 10
DIGITS_TAG = "digits"

TRAPS = {
    "an absolute path": r"(?<![\w:/.<~])(?:/[\w.-]+){3,}"
    r"|(?<![\w:/.<])/(?:home|Users|root|tmp|usr|opt|var|mnt|content|private)/\w"
    r"|\b[A-Za-z]:\\\w",
    "a process id": r"ipykernel_\d+|\bpid\b\W{0,3}\d+",
    "a memory address": r"\bat 0x[0-9a-fA-F]+|\b0x[0-9a-f]{9,}",
    "the repr of a NumPy scalar": r"\bnp\.(?:float|int|uint|complex|bool|str|bytes|longdouble)\w*\("
    r"|\bnp\.(?:True|False)_",
}
_LONG = re.compile(r"(?<![\w.])\d+\.\d*(?:[eE][-+]?\d+)?")


def no_errors(book):
    """No stored error, and nothing on stderr, where warnings print paths and process ids."""
    for cell in book.code:
        for output in cell.outputs:
            if output.output_type == "error":
                yield book.problem(cell, f"a stored error: {output.ename}")
            elif output.get("name") == "stderr":
                yield book.problem(cell, f"text on stderr: {output.text[:60]!r}")


def no_traps(book):
    """No absolute path, process id, memory address or repr of a NumPy scalar."""
    for cell in book.code:
        for where, text in texts(cell):
            for name, pattern in TRAPS.items():
                match = re.search(pattern, text)
                if match:
                    yield book.problem(cell, f"{name} in {where}: {match.group()!r}")


def few_digits(book):
    """No number of more than ten significant digits, unless the cell is tagged `digits`."""
    for cell in book.code:
        if DIGITS_TAG in tags(cell):
            continue
        for where, text in texts(cell):
            for number in _LONG.findall(text):
                digits = re.sub(r"[eE].*|\.", "", number).lstrip("0")
                if len(digits) > MOST_DIGITS:
                    words = f"{number} in {where} has {len(digits)} digits, at most {MOST_DIGITS}"
                    yield book.problem(cell, words)


def no_widgets(book):
    """No widget view and no widget state is stored: they hide the static picture."""
    if "widgets" in book.nb.metadata:
        yield book.problem(None, "metadata.widgets is stored")
    for cell in book.code:
        if any(WIDGET_VIEW in output.get("data", {}) for output in cell.outputs):
            yield book.problem(cell, "a widget view is stored")


def pictures(book):
    """A picture is a PNG, opaque, with at least 40 characters of text/plain beside it."""
    for cell in book.code:
        for output in cell.outputs:
            data = output.get("data", {})
            kinds = [mime for mime in data if mime.startswith("image/")]
            for mime in kinds:
                if mime != "image/png":
                    yield book.problem(cell, f"a picture in {mime}, not in image/png")
                elif np.any(pixels(data[mime])[..., 3] < 255):
                    yield book.problem(cell, "a picture that is not opaque")
            text = data.get("text/plain", "")
            if kinds and (len(text) < SHORTEST_TEXT or text.startswith("<")):
                yield book.problem(cell, f"a picture without a text equivalent: {text!r}")


RULES = [no_errors, no_traps, few_digits, no_widgets, pictures]
