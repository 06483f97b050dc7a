"""Read the numbers in a text: Markdown with TeX, or what a code cell printed.

`plain` writes TeX, HTML, superscripts and the signs of typography in plain characters; `numbers`
then finds each number with its value, the unit of its last digit, and its kind:

    integer   4, 4,096
    decimal   1.091, 1e-6, 3 × 10⁻⁴
    percent   12.5 %, 7–64 %
    factor    3×, 1.08×
    power     10⁻⁶, 2¹⁰
    version   2.1.3

A minus right before the digits, with no operand before it, is a sign: in −1.5 and in [1, −1.5],
but not in x − 1.5, x−1.5 or 7–64. A decimal to a power, as 1.94², is two numbers: 1.94, and its
square as far as two decimals tell it. Digits inside a name (float16, Qwen2.5, GPT-3.5) are none.
"""

import html
import re
from decimal import Decimal
from typing import NamedTuple

_TAG = re.compile(
    r"</?[A-Za-z][\w-]*(?:\s+[\w-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[\w.%]+))?)*\s*/?>"
)
_HIDDEN = re.compile(r"<!--.*?-->|<(style|script)\b.*?</\1>", re.S)
_ADDRESS = re.compile(
    r"(?<=\])\(\s*<?(?:[^()\s]|\([^()\s]*\))+>?(?:\s+\"[^\"]*\")?\s*\)|https?://\S+"
)
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_THIN = "\u2009\u202f"
_SIGNS = {
    "times": "×",
    "cdot": "·",
    "dots": "…",
    "ldots": "…",
    "cdots": "…",
    "%": "%",
    ",": "\u2009",
}
_BETWEEN = {
    *"approx le ge leq geq lt gt in to sim simeq equiv ne neq ll gg pm mp quad qquad".split()
}
_GROUPED = re.compile(rf"(?<![\w.,])\d{{1,3}}(?:[,{_THIN}]\d{{3}})+(?![\d])")

_POWER = r"(?:\^|\*\*)\s*[{(]?\s*(?P<%s>[-+]?\d+)(?![\d.])\s*[)}]?"
_NUMBER = re.compile(
    r"(?P<sign>(?<![\w)\]}'′.])-)?(?<![A-Za-z\d.])"
    r"(?P<digits>\d+(?:\.\d+|\.(?=[eE][-+]?\d))?|\.\d+)"
    rf"(?:[eE](?P<e>[-+]?\d+)|\s*[×·]\s*10{_POWER % 'ten'}|{_POWER % 'power'})?"
)
_FACTOR = re.compile(r"×(?!\s*[\d√(\[{′]|\s*[^\W\d_](?![^\W\d_]))")
LARGEST_POWER = 5000
_NAME = re.compile(r"[A-Za-z]{2,}\d*-$")
_RANGE = re.compile(r"\s*(?:[–-]|\bto\b)\s*")


class Number(NamedTuple):
    """A number as it stands in a text."""

    text: str
    start: int
    end: int
    value: Decimal
    unit: Decimal
    kind: str
    signed: bool


def plain(text):
    """Return `text` with TeX, HTML and typography written in plain characters."""
    text = _HIDDEN.sub(" ", text)
    text = re.sub(r"<sup>(.*?)</sup>", r"^{\1}", text)
    text = html.unescape(_TAG.sub(" ", text))
    text = _ADDRESS.sub(" ", text).replace("−", "-").replace("{,}", ",")
    text = re.sub(r"\\([A-Za-z]+|.)", lambda m: _command(m.group(1)), text)
    text = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+", lambda m: f"^{{{m.group().translate(_SUPERSCRIPT)}}}", text)
    text = _GROUPED.sub(lambda m: re.sub(rf"[,{_THIN}]", "", m.group()), text)
    return re.sub(rf"[{_THIN}\u00a0]", " ", text)


def _command(name):
    """Return what a TeX command becomes: a sign, a space, or the mark ′ of an operand."""
    if name in _SIGNS:
        return _SIGNS[name]
    return "′" if name.isalpha() and name not in _BETWEEN else " "


def numbers(text):
    """Return the numbers in `text`, which `plain` has written."""
    found = []
    for match in _NUMBER.finditer(text):
        if _NAME.search(text[: match.start()]):
            continue
        found += _read(match, text[match.end() :])
    for i, (first, second) in enumerate(zip(found, found[1:], strict=False)):
        between = text[first.end : second.start]
        if second.kind in ("percent", "factor") and _RANGE.fullmatch(between):
            found[i] = first._replace(kind=second.kind)
    return found


def _read(match, rest):
    """Return the number of a match, or two of them: a decimal and its power."""
    start, end, digits, ten = (
        match.start(),
        match.end(),
        match["digits"],
        match["e"] or match["ten"],
    )
    sign = match["sign"] or ""
    value, unit = Decimal(digits), Decimal(1).scaleb(-len(digits.partition(".")[2]))
    kind = "decimal" if "." in digits.rstrip(".") or ten else "integer"
    if ten:
        # A bare power of ten, as 1e-6, is meant exactly.
        value, unit = value.scaleb(int(ten)), unit.scaleb(int(ten)) if digits != "1" else Decimal(0)
    elif match["power"]:
        raised = _raise(value, unit, int(match["power"]), kind)
        raised = Number(match.group(), start, end, *raised, "power", False)
        if kind == "integer":
            return [raised]
        base = Number(sign + digits, start, match.end("digits"), value, unit, kind, bool(sign))
        return [base._replace(value=-value) if sign else base, raised]
    else:
        kind = _kind(kind, rest)
    if re.match(r"\s?(?:…|\.\.\.)", rest):
        unit *= 2  # cut off, not rounded
    value = -value if sign else value
    return [Number(match.group(), start, end, value, unit, kind, bool(sign))]


def _kind(kind, rest):
    """Return the kind of a number from what follows it."""
    if re.match(r"\s?(?:%|percent\b)", rest):
        return "percent"
    if _FACTOR.match(rest):
        return "factor"
    return "version" if re.match(r"\.\d", rest) else kind


def _raise(value, unit, power, kind):
    """Return a power and the width in which it lies; an integer is exact, a decimal is rounded."""
    if abs(power) > LARGEST_POWER or (power < 0 and value <= (unit if kind == "decimal" else 0)):
        return Decimal("Infinity"), Decimal(0)  # a misprint: too large, or divided by zero
    if kind == "integer":
        return value**power, Decimal(0)
    low, high = sorted([(value - unit / 2) ** power, (value + unit / 2) ** power])
    return (low + high) / 2, high - low
