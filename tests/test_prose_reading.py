"""Numbers are read from prose, TeX and outputs, and told apart from ids, versions and places."""

from decimal import Decimal

import pytest
from prose import checked
from prose.reading import numbers, plain


def read(text):
    return [(number.kind, number.value) for number in numbers(plain(text))]


def needed(text):
    return [number.text for *_, number in checked(text)]


def of(*pairs):
    return [(kind, Decimal(value)) for kind, value in pairs]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("is 1.091.", of(("decimal", "1.091"))),
        ("[1.091, −1.528, -0.218]", of(*(("decimal", v) for v in ("1.091", "-1.528", "-0.218")))),
        (
            "[ 1.091 -1.528  2.   ]",
            of(("decimal", "1.091"), ("decimal", "-1.528"), ("integer", "2")),
        ),
        ("x − 1.5, x−1.5, (x)-1.5", of(*[("decimal", "1.5")] * 3)),
        (r"$\mu-0.75$ and $\approx-0.75$", of(("decimal", "0.75"), ("decimal", "-0.75"))),
        (r"$e^{-0.5}$", of(("decimal", "-0.5"))),
        (r"$\frac{2.0}{1.369}$", of(("decimal", "2.0"), ("decimal", "1.369"))),
        (r"$\sqrt{1.0025} \approx 1.00125$", of(("decimal", "1.0025"), ("decimal", "1.00125"))),
        ("1e-6 and 2.5E+3 and 1.e-06", of(*(("decimal", v) for v in ("1e-6", "2500", "1e-6")))),
        (r"3 × 10⁻⁴, $3\times10^{-4}$, $3 \cdot 10^{-4}$", of(*[("decimal", "3e-4")] * 3)),
        (r"10⁻⁶, $10^{-6}$, `10**-6`, 10<sup>-6</sup>", of(*[("power", "1e-6")] * 4)),
        ("2¹⁰ and 3^2", of(("power", "1024"), ("power", "9"))),
        ("1.5²", of(("decimal", "1.5"), ("power", "2.2525"))),
        (
            "$1{,}024.5$, 4,096, 4\\,096, 4\u202f096",
            of(("decimal", "1024.5"), *[("integer", "4096")] * 3),
        ),
        (r"12.5 %, 12.5%, $12.5\,\%$, 12.5 percent", of(*[("percent", "12.5")] * 4)),
        ("7–64 % or 7 to 64 %", of(*[("percent", "7"), ("percent", "64")] * 2)),
        (r"3×, 1.08×, $3\times$, 3× larger", of(*(("factor", v) for v in ("3", "1.08", "3", "3")))),
        (r"3 × 4, 3×4, $3\times 4$, $3\times d$", of(*[("integer", v) for v in "3434343"])),
        (".5 and 0.5σ and **0.5** and _0.5_", of(*[("decimal", "0.5")] * 4)),
        ("float16, Qwen2.5, GPT-3.5, Llama-3.2-1B", of(("integer", "1"))),
        ("`eps=1e-6`", of(("decimal", "1e-6"))),
        ("a < 0.5 and b > 0.25", of(("decimal", "0.5"), ("decimal", "0.25"))),
        ('<td style="margin: 0.3em">0.5</td>', of(("decimal", "0.5"))),
        ("<style>p { margin: 0.3em }</style> 0.5 <!-- 0.7 -->", of(("decimal", "0.5"))),
        ("[0.5](https://a.b/0.7) and https://a.b/0.9", of(("decimal", "0.5"))),
        ("RMS([1.5, 2.5])", of(("decimal", "1.5"), ("decimal", "2.5"))),
        ("numpy 2.1.3", of(("version", "2.1"))),
    ],
)
def test_numbers_are_read(text, expected):
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4 of 4,096 in 2023", []),
        ("1.5, 7 %, 3×, 10⁻⁶, 1e-6", ["1.5", "7", "3", "10^{-6}", "1e-6"]),
        ("Python 3.11, numpy ≥ 2.1, Python 3.11 to 3.13, CC BY 4.0, Llama 3.1", []),
        ("Section 3.2, §3.2, figures 2.1 and 2.2, equation (3.2)", []),
        ("## 3.2 The mean is 0.5", ["0.5"]),
        ("1.5 hours, 0.5–1.5 h, 35 min", []),
        ("1.5 s", ["1.5"]),
        ("Jiang et al. 2023, 2305.14858", []),
        ("(arXiv:2305.14858)", []),
        ("[2305.14858](https://arxiv.org/abs/2305.14858)", []),
        ("the value 2305.14858", ["2305.14858"]),
        ("the paper in arXiv says 2399.14858", ["2399.14858"]),
        ("“7–64 %” ([Zhang et al. 2019](https://arxiv.org/abs/1910.07467)).", []),
        ("7–64 % ([Zhang et al. 2019](https://arxiv.org/abs/1910.07467)).", ["7", "64"]),
        ("“7–64 %”. [Zhang et al. 2019](https://arxiv.org/abs/1910.07467).", ["7", "64"]),
        ("| “7 %” | [a](https://doi.org/1) |\n| “8 %” | none |", ["8"]),
    ],
)
def test_what_is_not_computed_is_known_by_its_form(text, expected):
    assert needed(text) == expected
