"""The command that executes notebooks and writes them back in one form."""

import base64
import io
import json
import subprocess
import sys

import numpy as np
import pytest
from book import Book
from cells import code, markdown
from matplotlib.image import imsave

from normcourse.tools import notebooks
from normcourse.tools.compare import (
    LINE_LENGTH,
    LINES_SHOWN,
    PIXEL_SHARE,
    PIXEL_STEP,
    diff,
    picture_difference,
)
from normcourse.tools.normalize import MACHINE_TAG
from normcourse.tools.notebooks import main

EXPLORER = """\
import ipywidgets
from IPython.display import publish_display_data

view = ipywidgets.IntSlider()._repr_mimebundle_()["application/vnd.jupyter.widget-view+json"]
publish_display_data({"application/vnd.jupyter.widget-view+json": view})
publish_display_data({"text/html": "<b>1.25</b>", "text/plain": "RMS 1.25"})"""
PRINTS = "import sys\nprint(1)\nsys.stdout.flush()\nprint(2)\nsys.stdout.write('3')"
WHERE = "import os\nos.path.basename(os.getcwd())"


@pytest.fixture
def book(make_book):
    """Return a notebook as an editor leaves it: not executed, noisy, ids missing and double."""
    book = make_book(
        markdown("# Title", "same"),
        code(PRINTS, "same", scrolled=True, tags=["digits"]),
        code(EXPLORER, "explorer", execution={"iopub.status.busy": "2020"}),
        code(WHERE, "where", tags=[MACHINE_TAG]),
        name="01_a",
    )
    data = json.loads(book.path.read_text(encoding="utf-8"))
    del data["cells"][3]["id"]
    data["cells"][0]["metadata"] = {"numbers": {"1.25": "explorer: RMS"}, "editable": True}
    data["cells"][1]["metadata"]["numbers"] = {"1": "prints"}
    data["metadata"]["widgets"] = {}
    data["metadata"]["language_info"]["version"] = "3.0"
    book.path.write_text(json.dumps(data), encoding="utf-8")
    return book


def run(book, *arguments):
    return main(arguments, folder=book.path.parent)


def text(book):
    return book.path.read_bytes().decode("utf-8")


def replace(book, old, new):
    assert old in text(book)
    book.path.write_text(text(book).replace(old, new, 1), encoding="utf-8", newline="\n")


def nbval(folder):
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--nbval"]
    done = subprocess.run([*command, "--nbval-current-env"], cwd=folder, capture_output=True)
    return done.returncode


def test_a_notebook_is_executed_and_written_in_one_form(book):
    assert run(book) == 0
    nb = Book(book.path).nb
    _, prints, explorer, where = nb.cells
    assert [cell.execution_count for cell in nb.cells[1:]] == [1, 2, 3]
    assert len({cell.id for cell in nb.cells}) == 4
    assert (nb.cells[0].id, explorer.id) == ("same", "explorer")
    assert [out.get("text") for out in prints.outputs] == ["1\n2\n3", None]
    assert [list(out.data) for out in explorer.outputs] == [["text/html", "text/plain"]]
    assert where.outputs[0].data["text/plain"] == repr(book.path.parent.name)
    assert [dict(cell.metadata) for cell in (prints, explorer)] == [{"tags": ["digits"]}, {}]
    assert dict(nb.cells[0].metadata) == {"numbers": {"1.25": "explorer: RMS"}}
    assert "widgets" not in nb.metadata and "version" not in nb.metadata.language_info
    assert text(book).endswith("}\n") and not text(book).endswith("\n\n")


def test_writing_twice_changes_nothing_and_the_checks_agree(book):
    run(book)
    first = text(book)
    assert run(book) == 0 and text(book) == first
    assert run(book, "--check", "01_a") == 0 and text(book) == first
    assert nbval(book.path.parent) == 0
    replace(book, '"RMS 1.25"\n', '"RMS 1.26"\n')
    assert run(book, "--check") == 1
    assert nbval(book.path.parent) == 1


CHANGES = {
    "a changed digit": ('"RMS 1.25"\n', '"RMS 1.26"\n', "cell explorer: outputs differ"),
    "a changed count": ('"execution_count": 2', '"execution_count": 4', "count 4, executed as 2"),
    "noise": ('"numbers": {', '"x": 1, "numbers": {', "not written as the command writes it"),
    "no line end": ("}\n", "}", "not written as the command writes it"),
}


def test_the_check_says_what_differs(book, capsys):
    run(book)
    stored = text(book)
    for name, (old, new, words) in CHANGES.items():
        replace(book, old, new) if name != "no line end" else book.path.write_text(stored[:-1])
        assert run(book, "--check") == 1, name
        assert words in capsys.readouterr().out, name
        book.path.write_text(stored, encoding="utf-8", newline="\n")


def test_a_missing_output_is_seen(book, capsys):
    run(book)
    data = json.loads(text(book))
    data["cells"][2]["outputs"] = []
    book.path.write_text(json.dumps(data), encoding="utf-8")
    assert run(book, "--check") == 1
    assert "cell explorer: outputs differ" in capsys.readouterr().out


def test_outputs_of_one_machine_are_kept(book):
    run(book)
    replace(book, repr(book.path.parent.name), "'elsewhere'")
    stored = text(book)
    assert run(book, "--check") == 0
    assert run(book) == 0 and text(book) == stored


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("import os\nos._exit(1)", "Kernel died"),
    ],
)
def test_an_error_names_the_notebook_and_the_cell(make_book, capsys, source, words):
    book = make_book(markdown("# A", "a"), code("x = 1", "b"), code(source, "c"), name="02_b")
    stored = text(book)
    assert run(book) == 1
    shown = capsys.readouterr().out
    assert "02_b" in shown and "cell c: " in shown and words in shown
    assert text(book) == stored


def test_a_cell_that_never_ends_is_named(make_book, capsys, monkeypatch):
    monkeypatch.setattr(notebooks, "CELL_TIMEOUT", 1)
    assert run(make_book(code("while True:\n    pass", "endless"))) == 1
    shown = capsys.readouterr().out
    assert "cell endless: CellTimeoutError" in shown and "after 1 seconds" in shown


def test_a_name_may_be_a_path_and_has_to_exist(book):
    assert run(book, f"notebooks/{book.path.name}") == 0
    with pytest.raises(SystemExit, match=r"99_z\.ipynb"):
        run(book, "99_z")


def test_no_notebooks_is_no_success(tmp_path):
    with pytest.raises(SystemExit, match="no notebooks"):
        main([], folder=tmp_path)


def picture(changed=0.0, step=1.0, size=100):
    """Return a gray PNG of which a share of the pixels is lighter by `step` of 255."""
    pixels = np.full((size, size, 3), 100, dtype=np.uint8)
    pixels.reshape(-1, 3)[: round(changed * size * size)] += np.uint8(step)
    buffer = io.BytesIO()
    imsave(buffer, pixels, format="png")
    return base64.b64encode(buffer.getvalue()).decode()


def test_pictures_are_compared_as_pixels():
    same = picture()
    assert not picture_difference(same, picture(changed=1, step=PIXEL_STEP))
    assert not picture_difference(same, picture(changed=PIXEL_SHARE, step=100))
    assert "1.1%" in picture_difference(same, picture(changed=PIXEL_SHARE + 0.001, step=100))
    assert "size" in picture_difference(same, picture(size=101))


def test_a_difference_late_in_a_long_line_is_shown():
    shown = diff("x" * 1000 + "old", "x" * 1000 + "new")
    assert [line[0] for line in shown] == ["-", "+"]
    assert [line[-3:] for line in shown] == ["old", "new"]
    assert max(len(line) for line in shown) < LINE_LENGTH + 3


def test_a_long_difference_is_cut_off():
    shown = diff("\n".join("abcdefghijklmnopq"), "")
    assert len(shown) == LINES_SHOWN + 1 and shown[-1] == "… and 5 lines more"
