"""The explorer of lesson 03: a rotation and a norm, in either order."""

import numpy as np

from normcourse.explorers.model import Choice, Description, Experiment, Explorer, Slider
from normcourse.explorers.model import number as n
from normcourse.explorers.two_routes import CLOSE, SIZE, Q, compute, is_relative, spread
from normcourse.figures.rotations import draw_routes, draw_routes_key, draw_score_map
from normcourse.figures.style import canvas
from normcourse.rotations import pair_indices

__all__ = ["explorer"]

NAMES = {"rms": "RMSNorm", "unit": "UnitNorm", "layer": "LayerNorm", "none": "No norm"}
LAYOUTS = {"interleaved": "neighbors are paired", "half": "halves are paired"}
LIMIT = 2.4


def describe(state):
    """Say where both routes end, and what the scores depend on."""
    tied = "tied" if state.tied else "not tied"
    words = f"{NAMES[state.norm]}, gain {vector(state.gain)}: {tied} within the pairs, "
    words += f"where {LAYOUTS[state.layout]}. "
    words += f"Gap of the two routes of q: {small(state.gap)}. "
    words += outcome("Normalized first", state.scores_first, state.m, state.n) + " "
    words += outcome("Rotated first", state.scores_second, state.m, state.n)
    first, second = state.first[state.m], state.second[state.m]
    rows = (
        ("q", Q),
        (f"normalize, then rotate to {state.m}", first),
        (f"rotate to {state.m}, then normalize", second),
        ("difference", second - first),
    )
    header = ("vector", "entry 0", "entry 1", "entry 2", "entry 3")
    return Description(words, header, tuple((name, *map(small, row)) for name, row in rows))


def outcome(route, scores, m, k_at):
    """Say the score at two positions, and whether their distance is all that it depends on."""
    words, distance = f"{route}, the score q·k is {small(scores[m, k_at])}", n(m - k_at)
    if is_relative(scores):
        return f"{words}, the same wherever m − n = {distance}."
    low, high = spread(scores, m - k_at)
    if high - low < CLOSE:
        return f"{words}, and depends on more than m − n."
    return f"{words}; wherever m − n = {distance} it runs from {small(low)} to {small(high)}."


def small(value):
    """Write a number with four digits; what is only rounding is 0."""
    return n(0.0 if abs(value) < CLOSE else float(value), 4)


def vector(x):
    """Write a vector with commas."""
    return ", ".join(n(v, 4) for v in x)


def new_canvas(dpi=100):
    """Return two rows of four axes: the pairs and the score maps, and room for words below."""
    return canvas(7.6, 3.0, rows=2, columns=4, dpi=dpi, height_ratios=(5, 1))


def draw(axes):
    """Draw q's two routes in the planes of its pairs, and both score maps."""
    routes = [draw_routes(ax, LIMIT, animated=True) for ax in axes[0, :2]]
    maps = [draw_score_map(ax, SIZE, animated=True) for ax in axes[0, 2:]]
    titles = ("fast pair of q", "slow pair of q", "normalized first", "rotated first")
    for ax, title in zip(axes[0], titles, strict=True):
        ax.set_title(title)
    axes[0, 3].set_ylabel("")
    entries = [axes[1, i].text(0.5, 1.0, "", **below(axes[1, i]), ha="center") for i in (0, 1)]
    scores = [draw_score(ax) for ax in axes[1, 2:]]
    draw_routes_key(axes[1], axes[0, 0])

    def move(state, rescale=False):
        pairs = list(zip(*pair_indices(4, state.layout), strict=True))
        for place, note, pair in zip(routes, entries, pairs, strict=True):
            index = list(pair)
            first, second = state.first[state.m, index], state.second[state.m, index]
            place(Q[index], state.normed[index], first, second)
            # It stands still: another text makes a new background, and the layout seldom changes.
            if note.get_text() != f"entries {pair[0]} and {pair[1]}":
                note.set_text(f"entries {pair[0]} and {pair[1]}")
        grids = (state.scores_first, state.scores_second)
        top = max(np.abs(grid).max() for grid in grids)
        for place, note, grid in zip(maps, scores, grids, strict=True):
            place(grid, state.m, state.n, top)
            note.set_text(small(grid[state.m, state.n]))

    return move


def below(ax):
    """Return the look of a text at the top of axes that hold only words."""
    return {"transform": ax.transAxes, "va": "top"}


def draw_score(ax):
    """Write the word that stays; return the text after it, which moves."""
    ax.text(0.47, 1.0, "score", ha="right", **below(ax))
    return ax.text(0.53, 1.0, "", ha="left", animated=True, **below(ax))


GAINS = (
    (1, 1, 1, 1),
    (1, 1, 0.25, 0.25),
    (1, 0.25, 1, 0.25),
    (1, 0.25, 0.25, 1),
    (1, -1, 1, -1),
)
START = {"m": 5, "n": 2, "norm": "rms", "gain": GAINS[0], "layout": "interleaved"}

explorer = Explorer(
    title="Rotate and normalize",
    controls=(
        Slider("m", "q at m", 0, SIZE - 1, 1, START["m"]),
        Slider("n", "k at n", 0, SIZE - 1, 1, START["n"]),
        Choice("norm", "Norm", tuple((name, key) for key, name in NAMES.items()), START["norm"]),
        Choice("gain", "Gain", tuple((vector(g), g) for g in GAINS), START["gain"]),
        Choice(
            "layout",
            "Pairs",
            (("interleaved: 0–1, 2–3", "interleaved"), ("half-split: 0–2, 1–3", "half")),
            START["layout"],
        ),
    ),
    compute=compute,
    canvas=new_canvas,
    draw=draw,
    describe=describe,
    experiments=(
        Experiment(
            "RMSNorm",
            START,
            "Both routes end at the same point, and both maps are the same stripes. Move m and n "
            "up by the same number: the scores stay. Move only m: both change.",
            lambda s: (
                s.gap < CLOSE
                and is_relative(s.scores_first)
                and np.allclose(s.scores_first, s.scores_second, rtol=0, atol=CLOSE)
                and not np.isclose(s.scores_first[5, 2], s.scores_first[6, 2])
            ),
        ),
        Experiment(
            "UnitNorm",
            START | {"norm": "unit"},
            "The same picture at another size: with d = 4 each vector is half as long as under "
            "RMSNorm, and each score a quarter. The routes still agree.",
            lambda s: (
                s.gap < CLOSE
                and np.allclose(2 * s.first, compute(**START).first, rtol=0, atol=CLOSE)
                and np.allclose(4 * s.scores_second, compute(**START).scores_second)
            ),
        ),
        Experiment(
            "Untied gain",
            START | {"gain": GAINS[2]},
            "The gain differs within each pair, and the routes part. Normalized first, the map "
            "keeps its stripes. Rotated first, it loses them: the score along the dotted line "
            "changes.",
            lambda s: (
                s.gap > 0.1
                and not s.tied
                and is_relative(s.scores_first)
                and not is_relative(s.scores_second)
            ),
        ),
        Experiment(
            "Half-split",
            START | {"gain": GAINS[2], "layout": "half"},
            "The same gain, but now entries 0 and 2 turn together, and 1 and 3. Within these "
            "pairs it is tied: no gap, stripes in both maps. The gain is not constant, and need "
            "not be.",
            lambda s: (
                s.tied
                and s.gap < CLOSE
                and len(set(s.gain)) > 1
                and is_relative(s.scores_first)
                and is_relative(s.scores_second)
            ),
        ),
        Experiment(
            "LayerNorm",
            START | {"norm": "layer"},
            "With every gain 1 the routes part all the same, for a rotation changes the mean. "
            "Normalized first, the score still depends on m − n only.",
            lambda s: (
                s.gap > 0.1
                and np.all(s.gain == 1)
                and is_relative(s.scores_first)
                and not is_relative(s.scores_second)
            ),
        ),
        Experiment(
            "Signs",
            START | {"gain": GAINS[4]},
            "There is a gap, and yet both maps have stripes. Rotated first, the gains of q and k "
            "meet in the score as products, and (−1)·(−1) = 1 is tied.",
            lambda s: (
                s.gap > 0.1
                and not s.tied
                and is_relative(s.scores_first)
                and is_relative(s.scores_second)
            ),
        ),
    ),
)
