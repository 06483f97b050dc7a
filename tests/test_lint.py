"""Each rule of the lint goes red on one planted fault at least, and passes a sound notebook."""

import base64
import io
import json

import numpy as np
import pytest
from book import Book
from cells import code, markdown
from lint import RULES
from lint import code as code_rules
from lint import outputs as output_rules
from lint import words as word_rules
from matplotlib.image import imsave
from test_notebooks import run_each_cell_twice

from normcourse.tools.normalize import WIDGET_VIEW

TITLE = "# 07 · What it costs\n\n**Is it faster?** 30 min"
SECTIONS = ["Predict", "By hand", *word_rules.LAST_SECTIONS[:-1], "Next: lesson 08"]
ALT = "Two bars: 1 for RMSNorm, and 2 for LayerNorm."


def png(alpha=1.0):
    buffer = io.BytesIO()
    imsave(buffer, np.full((4, 4, 4), [0.5, 0.5, 0.5, alpha]), format="png")
    return base64.b64encode(buffer.getvalue()).decode()


def lesson():
    return [
        markdown(TITLE, "title"),
        code("%pip install -q normcourse", "set-up"),
        code("import numpy as np\nfrom normcourse import norms\nx = np.ones(2)", "imports"),
        *[markdown(f"## {title}", f"section-{i}") for i, title in enumerate(SECTIONS)],
        markdown("### Step 1\n\n$x_1$ and ($y$), `$a|b$`, \\$5:\n\n$$\\frac{1}{2}$$", "math"),
        markdown("| $x$ | $\\lVert x \\rVert$ |\n|---|---|\n| ε = 0.1 | ε&nbsp;=&nbsp;0 |", "rows"),
        markdown("[this](07_cost.ipynb#next) ![badge](https://a.b/c.svg) [a](#next)", "links"),
        code("norms.rms(x)", "number", "RMS 1.41421 0x3f800000 </td></tr> a/b, https://a.b/c/d/e"),
        code("show()", "picture", data={"image/png": png(), "text/plain": ALT}),
        code("timed()", "timed", "0.123 s", tags=["nbval-ignore-output"]),
        code("all()", "long", "0.3651483473268884 of 4096409640964", tags=["digits"]),
    ]


@pytest.fixture
def sound(make_book):
    return make_book(*lesson(), name="07_cost")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_sound_lesson_passes(rule, sound):
    assert [str(problem) for problem in rule(sound)] == []


def words(text):
    return lambda cells: cells.append(markdown(text, "planted"))


def source(text):
    return lambda cells: cells.append(code(text, "planted"))


def output(text):
    return lambda cells: cells.append(code("x", "planted", text))


def shown(**data):
    data = {key.replace("_", "/"): value for key, value in data.items()}
    return lambda cells: cells.append(code("x", "planted", data=data))


def tagged(*names):
    return lambda cells: cells.append(code("x", "planted", tags=list(names)))


def without(name):
    def remove(cells):
        cells[:] = [cell for cell in cells if name not in cell.source]

    return remove


def titled(text):
    def retitle(cells):
        cells[0].source = text

    return retitle


CELL, OUT, WORD = code_rules, output_rules, word_rules
FAULTS = [
    (CELL.parses, source("x = = 1")),
    (CELL.short_cells, source("x = 1\n" * 21)),
    (CELL.short_cells, lambda cells: cells.extend(code("x = 1\n" * 9, f"p{i}") for i in range(7))),
    (CELL.imports, source("from numpy import *")),
    (CELL.imports, source("import numpy, scipy.stats")),
    (CELL.imports, source("from torch import nn")),
    (CELL.imports, source("from . import helper")),
    (CELL.imports, source("def f():\n    import pandas")),
    (CELL.shell_lines, source("%pip install x")),
    (CELL.shell_lines, source("!ls")),
    (CELL.shell_lines, source("%%bash\nls")),
    (CELL.shell_lines, source("np.mean?")),
    (CELL.compared, source("# NBVAL_IGNORE_OUTPUT\nx")),
    (CELL.compared, source("#NBVAL_SKIP\nx")),
    (CELL.compared, tagged("nbval-skip")),
    (CELL.compared, tagged("raises-exception")),
    (CELL.compared, lambda cells: [tagged("nbval-ignore-output")(cells) for _ in range(2)]),
    (OUT.no_traps, output("saved /home/me/x")),
    (OUT.no_traps, output("'/srv/data/x.npy'")),
    (OUT.no_traps, output(r"C:\Users")),
    (OUT.no_traps, output("ipykernel_1234/1.py")),
    (OUT.no_traps, output("PID = 123".lower())),
    (OUT.no_traps, output("<f at 0x7f0a>")),
    (OUT.no_traps, output("0x7f0a12345678")),
    (OUT.no_traps, output("np.float64(1.5)")),
    (OUT.no_traps, output("[np.True_]")),
    (OUT.no_traps, shown(text_html="<p>np.int64(1)</p>")),
    (OUT.few_digits, output("0.36514834732")),
    (OUT.few_digits, output("1.23456789012e-05")),
    (OUT.few_digits, shown(text_plain="[12345678.9012]")),
    (OUT.pictures, shown(image_png=png(alpha=0.5), text_plain=ALT)),
    (OUT.pictures, shown(image_png=png())),
    (OUT.pictures, shown(image_png=png(), text_plain="<Figure size 640x480 with 1 Axes and more>")),
    (OUT.pictures, shown(image_png=png(), text_plain="two bars")),
    (OUT.pictures, shown(**{"image_svg+xml": "<svg/>", "text_plain": ALT})),
    (OUT.no_widgets, shown(**{WIDGET_VIEW: {"model_id": "1"}, "text_plain": "x"})),
    (WORD.ids, lambda cells: cells.append(markdown("x", "title"))),
    (WORD.tex, words(r"\begin{equation}x\end{equation}")),
    (WORD.tex, words(r"$$\begin{align*}x\end{align*}$$")),
    (WORD.tex, words(r"see $\eqref{a}$")),
    (WORD.tex, words(r"\(x\)")),
    (WORD.tex, words(r"$\operatorname{RMS}$")),
    (WORD.tex, words("$ x $")),
    (WORD.tex, words("$x$th")),
    (WORD.tex, words("a $ alone")),
    (WORD.tex, words("| $|x|$ | 1 |")),
    (WORD.tex, words(r"| $\|x\|$ | 1 |")),
    (WORD.tables, words("| exact at ε = 0 | x |")),
    (WORD.tables, words("| a |\n|---|\n| for ε = 0, 1e-6 |")),
    (WORD.images, words("![map](images/map.png)")),
    (WORD.images, words("![map](attachment:map.png)")),
    (WORD.images, words('<img alt="map" src="map.png">')),
    (WORD.heading_order, words("# Again")),
    (WORD.heading_order, words("##### Too deep")),
    (WORD.heading_order, titled("What it costs? 30 min")),
    (WORD.title_cell, titled("# What it costs\n\n30 min")),
    (WORD.title_cell, titled("# What it costs?")),
    (WORD.skeleton, without("Predict")),
    (WORD.skeleton, without("Limitations")),
    (WORD.skeleton, words("## One more")),
    (WORD.links, words("[next](08_real_models.ipynb)")),
    (WORD.links, words('<a href="08_real_models.ipynb">next</a>')),
    (WORD.links, words("[x](https://github.com/o/r/blob/main/notebooks/08_real_models.ipynb)")),
    (WORD.links, titled(TITLE + "[b](https://colab.research.google.com/notebooks/08_x.ipynb)")),
]


@pytest.mark.parametrize(("rule", "plant"), FAULTS, ids=lambda part: getattr(part, "__name__", ""))
def test_a_planted_fault_is_seen(make_book, rule, plant):
    cells = lesson()
    plant(cells)
    assert list(rule(make_book(*cells, name="07_cost")))


def in_the_file(book, change):
    """Return the notebook with its JSON changed, as an editor might store it."""
    data = json.loads(book.path.read_text(encoding="utf-8"))
    change(data)
    book.path.write_text(json.dumps(data), encoding="utf-8")
    return Book(book.path)


def stored_error(data):
    error = {"output_type": "error", "ename": "E", "evalue": "", "traceback": []}
    data["cells"][1]["outputs"] = [error]


def stored_warning(data):
    data["cells"][1]["outputs"] = [{"output_type": "stream", "name": "stderr", "text": "careful"}]


STORED = [
    (CELL.executed, lambda data: data["cells"][1].update(execution_count=None)),
    (CELL.executed, lambda data: data["cells"][2].update(execution_count=3)),
    (OUT.no_errors, stored_error),
    (OUT.no_errors, stored_warning),
    (OUT.no_widgets, lambda data: data["metadata"].update(widgets={})),
    (WORD.ids, lambda data: data["cells"][0].pop("id")),
    (WORD.kernel, lambda data: data["metadata"]["kernelspec"].update(name="python")),
    (WORD.kernel, lambda data: data["metadata"]["language_info"].update(version="3.11")),
    (WORD.kernel, lambda data: data["metadata"].update(colab={})),
    (WORD.images, lambda data: data["cells"][0].update(attachments={"a.png": {}})),
]


@pytest.mark.parametrize(("rule", "change"), STORED, ids=lambda p: getattr(p, "__name__", ""))
def test_a_fault_in_the_file_is_seen(sound, rule, change):
    assert list(rule(in_the_file(sound, change)))


def test_every_rule_has_a_planted_fault():
    assert {rule for rule, _ in FAULTS + STORED} == set(RULES)


def test_a_lesson_with_a_badge_of_its_own_passes(make_book):
    badge = "[b](https://colab.research.google.com/github/o/r/blob/main/notebooks/07_cost.ipynb)"
    assert not list(WORD.links(make_book(markdown(TITLE + badge, "title"), name="07_cost")))


def test_a_cell_that_changes_when_run_twice_is_seen(make_book):
    once = code("x = 1", "once")
    same = code("print(x, 2 * x)", "same", "1 2\n")
    grows = code("x += 1\nprint(x)", "grows", "2\n")
    assert run_each_cell_twice(make_book(once, same)) == []
    assert run_each_cell_twice(make_book(once, grows)) == ["cell grows, run twice:", "-2", "+3"]
