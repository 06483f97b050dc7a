"""Pictures of rotations show the numbers that they are about."""

import numpy as np
import pytest

from normcourse.figures import rotations, style


def radii(ax):
    """Return the radii of the circles round the origin that are drawn as lines."""
    lines = [np.hypot(*line.get_data()) for line in ax.lines if len(line.get_xdata()) > 10]
    assert all(np.ptp(r) < 1e-12 for r in lines)
    return [float(r.mean()) for r in lines]


def test_before_and_after_have_one_scale_and_the_circles_of_both_norms():
    _, (before, after) = style.canvas(columns=2)
    rotations.draw_before_after((before, after), [3.0, 4.0])
    assert before.get_xlim() == after.get_xlim() and before.get_ylim() == after.get_ylim()
    assert before.get_aspect() == after.get_aspect() == 1
    np.testing.assert_allclose(radii(after), [np.sqrt(2), 1])
    said = " ".join(text.get_text() for text in after.texts)
    assert "(0.8485, 1.1314)" in said and "(0.6000, 0.8000)" in said


@pytest.mark.parametrize(
    ("layout", "r", "joined"),
    [
        ("interleaved", None, {(0, 1), (2, 3), (4, 5), (6, 7)}),
        ("half", None, {(0, 4), (1, 5), (2, 6), (3, 7)}),
        ("half", 4, {(0, 2), (1, 3)}),
    ],
)
def test_arcs_join_the_entries_that_turn_together(layout, r, joined):
    _, ax = style.canvas()
    rotations.draw_pairs(ax, 8, layout, r)
    arcs = [line.get_xdata() for line in ax.lines if len(line.get_xdata()) > 2]
    assert {(round(arc[0]), round(arc[-1])) for arc in arcs} == joined


def test_routes_end_where_they_are_put():
    _, ax = style.canvas()
    rotations.draw_routes(ax, 3)([2, 1], [1, 1], [-1, 1], [0, 2])
    tips = {
        line.get_label(): tuple(np.ravel([line.get_xdata()[-1], line.get_ydata()[-1]]))
        for line in ax.lines
        if not line.get_label().startswith("_")
    }
    assert tips == {
        "q": (2, 1),
        "q normalized": (1, 1),
        "normalize, then rotate": (-1, 1),
        "rotate, then normalize": (0, 2),
        "gap": (0, 2),
    }
    assert radii(ax) == pytest.approx([np.sqrt(2)])


def test_the_key_shows_every_line_even_where_the_routes_meet():
    _, axes = style.canvas(rows=2)
    rotations.draw_routes(axes[0], 3)([2, 1], [1, 1], [-1, 1], [-1, 1])
    rotations.draw_routes_key(axes[1:], axes[0])
    keys = axes[1].get_legend().get_lines()
    assert len(keys) == 5 and all(line.get_visible() for line in keys)


@pytest.mark.parametrize(("m", "n"), [(5, 2), (0, 4), (7, 0), (3, 3)])
def test_the_dotted_line_of_a_map_has_one_distance_and_ends_at_the_edges(m, n):
    _, ax = style.canvas()
    scores = np.arange(64.0).reshape(8, 8)
    rotations.draw_score_map(ax, 8)(scores, m, n, 63)
    (line,), (mesh,) = ax.lines, ax.collections
    columns, places = line.get_data()
    assert np.all(np.subtract(places, columns) == m - n)
    assert min(places[0], columns[0]) == 0 and max(places[-1], columns[-1]) == 7
    assert line.get_markevery() == [1] and (places[1], columns[1]) == (m, n)
    assert mesh.get_array()[m, n] == scores[m, n] and mesh.get_clim() == (-63, 63)
