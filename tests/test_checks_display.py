"""How answers look: in a terminal, in a notebook, and where styles are stripped."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest

from normcourse.checks import Lesson, lesson
from normcourse.checks.lesson01 import EXERCISES, my_rms_norm
from normcourse.checks.panel import Panel
from normcourse.checks.result import CORRECT, ERROR, NOT_ATTEMPTED, WRONG, Result
from normcourse.checks.wording import listed, number, value


class Text(HTMLParser):
    """Collects the text of a page, and whether its tags are closed in order."""

    def __init__(self, html):
        super().__init__()
        self.open, self.parts = [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.parts.append(data)

    @property
    def words(self):
        assert self.open == []
        return "".join(self.parts)


def double_gain(x, gain=None, eps=1e-6):
    return my_rms_norm(x, None if gain is None else gain * gain, eps)


def answers():
    todo = lesson("01")
    return {
        CORRECT: todo.check("rms_norm", my_rms_norm),
        WRONG: todo.check("rms_norm", double_gain),
        ERROR: todo.check("rms_norm", lambda x, gain=None, eps=1e-6: x / "<b>"),
        NOT_ATTEMPTED: todo.check("rms_norm", None),
        "hint": todo.hint("rms_norm"),
        "solution": todo.solution("rms_norm"),
        "summary": todo.summary(),
    }


@pytest.mark.parametrize("kind", answers())
def test_text_and_html_say_the_same(kind):
    shown = answers()[kind]
    plain = Text(shown._repr_html_()).words
    for word in re.findall(r"[\w.]+", repr(shown).replace("`", "")):
        assert word in plain


@pytest.mark.parametrize("kind", answers())
def test_nothing_is_said_by_color_alone_and_nothing_breaks_a_dark_page(kind):
    html = answers()[kind]._repr_html_()
    for style in re.findall(r'style="([^"]*)"', html):
        names = {part.split(":")[0].strip() for part in style.split(";")} - {"color"}
        assert names <= {"border-left", "padding-left", "margin", "text-align", "vertical-align"}
    assert set(re.findall(r"(?<!-)color: *(\w+)", html)) <= {"inherit"}
    assert html.count("<table") == html.count("color: inherit")
    assert "<script" not in html and "class=" not in html


@pytest.mark.parametrize("kind", answers())
def test_an_answer_is_the_same_each_time_and_shows_no_numpy_name(kind):
    first, second = answers()[kind], answers()[kind]
    assert (repr(first), first._repr_html_()) == (repr(second), second._repr_html_())
    for text in (repr(first), first._repr_html_()):
        assert not re.search(r"np\.float|array\(|float64\(|0x[0-9a-f]|\d\.\d{7}", text)
        assert "!" not in text


@pytest.mark.parametrize("kind", answers())
def test_lines_fit_a_terminal(kind):
    assert max(len(line) for line in repr(answers()[kind]).splitlines()) <= 90


def test_each_status_has_a_symbol_and_a_word():
    headings = [repr(Result(s, "t")).split(":")[0] for s in (CORRECT, WRONG, ERROR, NOT_ATTEMPTED)]
    assert headings == ["✓ Correct", "✗ Not right yet", "△ Error", "○ Not attempted yet"]


def test_a_wrong_answer_as_text():
    assert repr(answers()[WRONG]) == (
        "✗ Not right yet: Write RMSNorm for the last axis\n"
        "  This is what one gets by applying the gain twice.\n"
        "  input  x = [3, 4], gain = [2, -0.5]\n"
        "  yours  [3.39411, 0.282843]\n"
        "  right  [1.69706, -0.565685]"
    )


def test_what_a_learner_wrote_is_escaped():
    html = answers()[ERROR]._repr_html_()
    assert "<b>" not in html and "&lt;b&gt;" in html


def test_a_table_names_its_rows_and_a_solution_is_code():
    assert answers()[WRONG]._repr_html_().count('<th scope="row"') == 3
    html = answers()["solution"]._repr_html_()
    assert "<pre><code>def my_rms_norm(" in html
    assert answers()["summary"]._repr_html_().count('<th scope="col"') == 4


def test_backticks_become_code():
    html = Panel("h", "t", ("Use `a < b` here.",))._repr_html_()
    assert "<p>Use <code>a &lt; b</code> here.</p>" in html
    assert "<table" not in html and "<pre>" not in html


def test_addresses_become_links():
    html = Panel("h", "t", ("See https://a.org/b-c/d#1, https://a.org/2.",))._repr_html_()
    assert (
        '<p>See <a href="https://a.org/b-c/d#1">https://a.org/b-c/d#1</a>, '
        '<a href="https://a.org/2">https://a.org/2</a>.</p>' in html
    )


def test_long_rows_go_on_below_their_text():
    text = repr(Panel("h", "t", rows=(("input", "[" + "1.5, " * 30 + "2]"), ("a", "-1"))))
    lines = text.splitlines()
    assert lines[1].startswith("  input  [1.5") and lines[2].startswith("         1.5")
    assert lines[-1] == "  a      -1"


def test_the_summary_as_text():
    lines = repr(Lesson(EXERCISES[:1]).summary()).splitlines()
    assert lines == [
        "0 of 1 exercises done.",
        "",
        "exercise                         minutes  difficulty  state",
        "Write RMSNorm for the last axis  8        1 of 3      ○ not tried",
    ]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (np.float64(1) / 3, "0.333333"),
        (np.float32(0.1), "0.1"),
        (-0.0, "0"),
        (-1e-300, "-1e-300"),
        (1e-6, "1e-6"),
        (1.5e20, "1.5e20"),
        (-2.5e-10, "-2.5e-10"),
        (np.int64(4096), "4096"),
        (12345678, "1.23457e7"),
        (np.bool_(True), "True"),
        (float("nan"), "nan"),
        (-np.inf, "-inf"),
        (1 + 2j, "1+2j"),
    ],
)
def test_a_number_has_at_most_six_digits(given, text):
    assert number(given) == value(given) == text


def test_any_value_can_be_shown():
    assert value([np.float64(1.0), (2, None)]) == "[1, [2, None]]"
    assert value(np.array([[True, False]])) == "[[True, False]]"
    assert value(np.zeros((5, 5))) == "an array of shape (5, 5)"
    assert value(np.array(3.0)) == "3"
    assert value("a") == "'a'"
    assert (value(...), value(None)) == ("...", "None")
    assert value(object()) == "an object of type object"


def test_words_are_listed():
    assert [listed(["a", "b", "c"][:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed("ab", last="or") == "a or b"
