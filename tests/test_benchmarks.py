"""The benchmarks' pure parts: statistics, tables, the README's section; nothing is timed here."""

import ast
import importlib
from itertools import pairwise

import numpy as np
import pytest
import run_benchmarks
from benchmarks import explorers, growth, norms, plain, readme, tables
from benchmarks.moved import moved
from benchmarks.tables import Figure, Goal, Part, Table
from benchmarks.turns import at_most, in_turns
from book import ROOT
from explorer_list import EXPLORERS
from hypothesis import example, given
from hypothesis import strategies as st

from normcourse.explorers.painter import Painter
from normcourse.gradients import layer_norm_vjp, rms_norm_vjp
from normcourse.norms import layer_norm, rms_norm

# Turns and slopes


def test_jobs_take_turns():
    log = []
    results = in_turns({"a": 1, "b": 2}, 3, lambda job: log.append(job) or len(log))
    assert log == [1, 2, 1, 2, 1, 2]
    assert {name: list(values) for name, values in results.items()} == {
        "a": [1, 3, 5],
        "b": [2, 4, 6],
    }


@pytest.mark.parametrize(("most", "rounds"), [(None, 7), (3, 3), (9, 7)])
def test_rounds_can_only_be_fewer(most, rounds):
    assert at_most(7, most) == rounds


@given(st.floats(-3, 3), st.floats(-5, 5))
def test_a_power_law_has_its_exponent_as_slope(exponent, log_factor):
    sizes = np.round(100 * growth.STEPS)
    slope, error = growth.fit(sizes, np.exp(log_factor) * sizes**exponent)
    assert abs(slope - exponent) < 1e-9 and error < 1e-9


def test_the_error_of_a_slope_is_that_of_numpy():
    sizes = 100 * growth.STEPS
    times = sizes * np.exp(np.random.default_rng(0).normal(size=sizes.size))
    (slope, _), covariance = np.polyfit(np.log(sizes), np.log(times), 1, cov=True)
    assert np.allclose(growth.fit(sizes, times), (slope, np.sqrt(covariance[0, 0])))


def test_a_fixed_cost_bends_the_line_less_in_the_last_decade():
    sizes = 10 * growth.STEPS
    slope, error, last, _ = growth.cells(sizes, np.stack([sizes + 100.0] * 2), 1)
    assert slope.median < last.median < 1 and error.median > 0.01


# Figures, goals and tables


@given(st.floats(-1e6, 1e6))
@example(0.0123)
def test_a_number_is_written_with_two_or_three_digits(value):
    read = float(tables.number(value).replace("−", "-").replace(",", ""))
    assert abs(read - value) <= (0.0051 if abs(value) >= 1 else 0.051) * abs(value)


@pytest.mark.parametrize(
    ("value", "goal", "verdict"),
    [
        (0.5, Goal(0.5), "met"),
        (0.6, Goal(0.5), "missed by 20 %"),
        (0.51, Goal(0.5), "missed by 2.0 %"),
        (1.5, Goal(0.5), "missed by a factor of 3.00"),
        (4, Goal(4, least=True), "met"),
        (3, Goal(4, least=True), "missed by 25 %"),
        (1, Goal(4, least=True), "missed by a factor of 4.00"),
        (0, Goal(4, least=True), "missed by 100 %"),
        (0, Goal(0), "met"),
        (14, Goal(0), "missed by 14"),
        (9, None, ""),
    ],
)
def test_a_goal_is_met_or_missed_by_so_much(value, goal, verdict):
    assert Figure(np.array([value]), goal).verdict() == verdict


def test_a_figure_is_judged_by_its_median():
    assert str(Figure(np.array([1.5, 2.25, 3.5, 9.5, 1.25]))) == "2.25 (1.50–3.50)"
    assert Figure(np.array([0.0, 0.0, 9.0]), Goal(1)).verdict() == "met"


def test_a_goal_that_a_column_shares_stands_above_it():
    shared = [("a", [Figure(np.array([1]), Goal(2))]), ("b", [Figure(np.array([3]), Goal(2))])]
    goal, first, second = Table(("x",), shared).lines()[2:]
    assert "≤ 2" in goal and "≤" not in first + second
    assert "1 met" in first and "3 missed by 50 %" in second


def test_a_goal_of_one_row_stands_in_its_cell():
    rows = [("a", [Figure(np.array([1]), Goal(2))]), ("b", [Figure(np.array([3]))])]
    first, second = Table(("x",), rows).lines()[2:]
    assert "1 ≤ 2: met" in first and "3 " in second


def test_a_table_has_as_many_cells_in_every_line():
    rows = [("a", ["–", Figure(np.array([1, 2]), Goal(2))]), ("long", ["text", "1"])]
    lines = Table(("x", "y"), rows, "title").lines()
    assert {line.count("|") for line in lines} == {4} and len({len(line) for line in lines}) == 1


# What is compared computes the same


@pytest.mark.parametrize("shape", [(5, 7), (1, 64)])
def test_the_plain_formulas_are_the_norms_and_their_gradients(shape):
    rng = np.random.default_rng(0)
    x, dy = rng.normal(size=(2, *shape))
    gain, bias = rng.normal(size=(2, shape[-1]))
    pairs = [
        ([plain.rms_norm(x, gain)], [rms_norm(x, gain)]),
        ([plain.layer_norm(x, gain, bias)], [layer_norm(x, gain, bias)]),
        (plain.rms_norm_vjp(x, dy, gain), rms_norm_vjp(x, dy, gain)),
        (plain.layer_norm_vjp(x, dy, gain), layer_norm_vjp(x, dy, gain)),
    ]
    for ours, theirs in pairs:
        for a, b in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(a, b, rtol=0, atol=1e-12)


def test_every_norm_has_a_job_of_ours_and_a_plain_one():
    row = np.ones((1, 4), np.float32)
    jobs = norms.numpy_jobs(row, row, row[0], row[0])
    assert {(whose, name) for whose in ("ours", "plain") for name in norms.NAMES} < set(jobs)
    times = {key: np.array([2.0, 4.0]) for key in jobs} | {("NumPy", "copy"): np.array([1.0, 2.0])}
    copies, out, of_plain, torch, onnx = norms.cells("RMSNorm", times, small=True)
    assert copies.median == out.median == 2 and of_plain.median == 1 and torch == onnx == "–"


# Explorers


@pytest.mark.parametrize("name", EXPLORERS)
def test_every_step_of_the_slider_that_is_moved_changes_the_picture(name):
    explorer = EXPLORERS[name]
    control = moved(explorer)
    fig, axes = explorer.canvas(dpi=100)
    move, painter = explorer.draw(axes), Painter(fig)
    pictures = []
    for value in control.samples()[:6]:
        move(explorer.compute(**explorer.settings(**{control.name: value})))
        pictures.append(painter.png())
    assert len(pictures) >= 6 and all(a != b for a, b in pairwise(pictures))


def test_the_notebook_has_a_cell_for_each_way_to_move_a_figure():
    rivals = ast.parse((ROOT / "tests" / "benchmarks" / "rivals.py").read_text(encoding="utf-8"))
    functions = {node.name for node in rivals.body if isinstance(node, ast.FunctionDef)}
    assert set(explorers.WAYS) < functions
    cells = explorers.notebook("triangle", moved(EXPLORERS["triangle"])).cells
    assert all(way in cells[at].source for way, at in explorers.CELLS.items())
    assert len(cells) == 1 + len(explorers.WAYS)


def test_key_presses_and_drags_become_rows():
    times = {"ours": 30, "interact": 120, "ipympl": 60, "floor": 20}
    pressed = {way: [{"ms": ms, "kB": 25}] * 3 for way, ms in times.items()}
    cells = explorers.key_cells(pressed)
    assert [cell.median for cell in cells] == [30, 20, 0.25, 0.5, 1.5, 25]
    seen = {"pictures": 60, "late": 50, "sway": 0, "blank": 0, "right": True}
    dragged = {way: [seen] * 3 for way in times}
    dragged["interact"] = [seen | {"pictures": 20}] * 3
    dragged["floor"] = [seen | {"pictures": 80}] * 3
    dragged["ours"] = [seen, seen, seen | {"sway": 7, "blank": 5, "right": False}]
    cells = explorers.drag_cells(dragged, pressed)
    assert [cell.median for cell in cells] == [60, 3, 1, 0.75, 2.5, 1, 5, 7]


# The command and the README


@pytest.mark.parametrize("name", run_benchmarks.PARTS)
def test_every_part_says_what_it_measures(name):
    part = importlib.import_module(f"benchmarks.{name}")
    assert part.TITLE and part.HOW.endswith(".") and callable(part.measure)


def fake(title="A part"):
    rows = [("a", [Figure(np.array([1.0, 2.0]), Goal(2))])]
    return Part(title, "How.", [Table(("x",), rows)])


def test_the_readme_has_the_marks_once_and_the_command_beside_them():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.COMMAND in text.split(readme.BEGIN)[0]
    once = readme.replaced(text, readme.section([fake()], "a day", "none"))
    before, after = text.split(readme.BEGIN)[0], text.split(readme.END)[1]
    assert once.startswith(before) and once.endswith(after) and "### A part" in once
    assert readme.replaced(once, readme.section([fake()], "a day", "none")) == once


def test_without_marks_nothing_is_written():
    with pytest.raises(ValueError, match="once"):
        readme.replaced("no marks", "new")


@pytest.mark.parametrize(
    ("arguments", "written"), [([], True), (["norms"], False), (["--rounds", "2"], False)]
)
def test_only_a_whole_run_is_written(monkeypatch, capsys, arguments, written):
    calls = []
    monkeypatch.setattr(run_benchmarks, "run", lambda name, most: fake(name))
    monkeypatch.setattr(run_benchmarks, "missing", list)
    monkeypatch.setattr(readme, "write", lambda parts, minutes: calls.append(parts))
    run_benchmarks.main(arguments)
    expected = [[part.title for part in parts] for parts in calls]
    assert expected == ([list(run_benchmarks.PARTS)] if written else [])


def test_an_unknown_part_is_refused(capsys):
    with pytest.raises(SystemExit):
        run_benchmarks.main(["nothing"])
    assert "no such part: nothing" in capsys.readouterr().err
