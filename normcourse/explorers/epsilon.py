"""The explorer of lesson 05: ε, the size of the input, and the type of its numbers.

Every entry of the row has the same size, so one number stands for all: the input RMS.
"""

from dataclasses import dataclass
from math import isfinite, isinf, sqrt

import numpy as np

from normcourse.explorers.model import Choice, Description, Experiment, Explorer
from normcourse.explorers.model import number as n
from normcourse.explorers.number_types import (
    DIGITS,
    LARGEST,
    SMALLEST,
    STEPS,
    TYPES,
    norm_steps,
    say,
)
from normcourse.figures.style import BLUE, GRAY, INK, ORANGE, RED, canvas

__all__ = ["explorer"]

GRID = np.logspace(-8, 5, 13 * 24 + 1)
LOST = 1.42  # where a result that is not finite is drawn


@dataclass(frozen=True)
class State:
    """All that the picture and the table show; `exact` and `computed` map steps to numbers."""

    scale: float
    eps: float
    kind: str
    d: int
    squares: str
    curve: np.ndarray
    right: np.ndarray
    exact: dict[str, float]
    computed: dict[str, float]


def compute(scale, eps, kind, d, squares):
    """Norm rows of `d` entries ±`scale` in the type `kind`, step by step."""
    points = np.append(GRID, scale)
    wide = kind if squares == "own" or kind == "float64" else "float32"
    steps = norm_steps(points, eps, d, kind, wide)
    exact = norm_steps(points, eps, d, "float64", "float64")
    return State(
        scale=scale,
        eps=eps,
        kind=kind,
        d=d,
        squares=wide,
        curve=steps["output"][:-1],
        right=exact["output"][:-1],
        exact={name: float(exact[name][-1]) for name in STEPS},
        computed={name: float(steps[name][-1]) for name in STEPS},
    )


def describe(state):
    """Say what comes out, and why where it is not what should."""
    d = f"{state.d:,}"
    names = {
        "x": "input RMS",
        "square": "its square",
        "sum": f"sum of {d} squares",
        "mean": "mean square",
        "eps": "ε",
        "root": "√(mean square + ε)",
        "output": "output RMS",
    }
    rows = tuple(
        (name, say(state.exact[step]), say(state.computed[step])) for step, name in names.items()
    )
    how = "" if state.squares == state.kind else f", squares in {state.squares}"
    words = (
        f"{state.kind}{how}, {d} entries, input RMS {n(state.scale)}, ε = {n(state.eps)}. "
        f"{verdict(state)}"
    )
    return Description(words, ("step", "exact", "as computed"), rows)


def verdict(state):
    """Say the output RMS, and what breaks."""
    y, right = state.computed["output"], state.exact["output"]
    told = f"The output RMS is {say(y, 4)}"
    cause = broken(state)
    if cause:
        return f"{told}, and should be {n(right, 4)}: {cause}"
    if abs(y / right - 1) <= 5e-5:
        return f"{told}, as it should be. {effect(state)}"
    # Twice what the last rounding alone can do.
    if abs(y / right - 1) <= 2.0 ** (1 - DIGITS[state.kind]):
        rounding = f"{n(right, 4)} up to the rounding of {state.kind}"
        return f"{told}, which is {rounding}. {effect(state)}"
    return f"{told}, and should be {n(right, 4)}: {worn(state)}"


def broken(state):
    """Say which step has made the output 0, infinite or undefined, if one has."""
    c, kind, wide, x = state.computed, state.kind, state.squares, n(state.scale)
    if isinf(c["x"]):
        return f"{x} itself is beyond the largest {kind}, {LARGEST[kind]}. Then ∞/∞ is undefined."
    if c["x"] == 0:
        end = "Then 0/0 is undefined." if c["root"] == 0 else "The row counts as zeros."
        return f"{x} itself rounds to 0 in {kind}. {end}"
    if isinf(c["square"]):
        return f"the square of {x} is beyond the largest {wide}, {LARGEST[wide]}. Then x/∞ = 0."
    if isinf(c["sum"]):
        sum_ = f"{state.exact['sum']:,.0f}"
        return (
            f"each square fits, but their sum, {sum_}, is beyond the largest {wide}, "
            f"{LARGEST[wide]}. Then x/∞ = 0."
        )
    if c["root"] == 0:
        both = ", and ε too" if state.eps > 0 else ""
        return f"the square of {x} rounds to 0 in {wide}{both}. Then x/0 = ∞."
    return ""


def worn(state):
    """Say which number has lost its digits."""
    c, wide = state.computed, state.squares
    if c["eps"] == 0 and state.eps > 0:
        return f"ε rounds to 0 in {wide}."
    if c["x"] < SMALLEST[state.kind]:
        return f"{state.kind} has few digits left for so small an x."
    if c["square"] == 0:
        return f"the square rounds to 0 in {wide}, and ε alone is left."
    if c["inside"] < SMALLEST[wide]:
        return f"{wide} has few digits left for so small a number under the root."
    return f"{state.kind} has few digits, and each step was rounded."


def effect(state):
    """Say how much of scale invariance ε leaves."""
    if state.eps == 0:
        return "With ε = 0 it is 1 at every scale."
    root = sqrt(state.eps)
    where = f"the input RMS is {n(state.scale / root, 3)} times √ε = {n(root, 3)}."
    if state.exact["output"] > 0.9995:
        return f"ε does not show: {where}"
    return f"ε holds it below 1: {where}"


def new_canvas(dpi=100):
    """Return the axes of the curve."""
    return canvas(7.6, 3.2, dpi=dpi)


def draw(ax):
    """Draw the output RMS against the input RMS; return what moves it."""
    ax.set(xscale="log", xlim=(GRID[0] / 1.6, GRID[-1] * 1.6), ylim=(-0.08, 1.58))
    ax.set(xlabel="RMS of the input", ylabel="RMS of the output")
    ax.set_yticks([0, 0.5, 1, LOST], ["0", "0.5", "1", "∞, or\nundefined"])
    for level in (0, 1):
        ax.axhline(level, color=GRAY, linewidth=0.6)
    moving = {"animated": True}
    (curve,) = ax.plot(GRID, 0 * GRID, color=BLUE, linewidth=3, **moving)
    (right,) = ax.plot(GRID, 0 * GRID, color=INK, linewidth=1.2, linestyle=(0, (4, 2)), **moving)
    (lost,) = ax.plot([], [], "x", color=RED, markersize=5, **moving)
    root = ax.axvline(1, color=GRAY, linewidth=1.2, linestyle=":", **moving)
    name = ax.text(1, 0.05, " √ε", color=GRAY, **moving)
    (dot,) = ax.plot([], [], "o", color=ORANGE, markeredgecolor=INK, markersize=10, **moving)
    text = ax.text(1, 1, "", weight="bold", **moving)
    text.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 1, "alpha": 0.8})
    labels = {"as computed": curve, "exact": right, "not finite": lost, "this input": dot}
    where = {"loc": "lower right", "bbox_to_anchor": (1, 1), "frameon": False}
    ax.legend(labels.values(), labels, ncols=4, **where)

    def move(state, rescale=False):
        finite = np.isfinite(state.curve)
        curve.set_ydata(np.where(finite, state.curve, np.nan))
        right.set_ydata(state.right)
        lost.set_data(GRID[~finite][::4], np.full(GRID.size, LOST)[~finite][::4])
        for artist in (root, name):
            artist.set_visible(state.eps > 0)
        if state.eps > 0:
            root.set_xdata([sqrt(state.eps)] * 2)
            name.set_x(sqrt(state.eps))
        place(dot, text, state)

    return move


def place(dot, text, state):
    """Put the dot at this input, and its value beside it, inside the axes."""
    y = state.computed["output"]
    height, raised = (y, 0.08) if isfinite(y) else (LOST, 0)
    dot.set_data([state.scale], [height])
    left = state.scale > 3000
    text.set_position((state.scale * (0.6 if left else 1.7), height + raised))
    text.set(text=say(y, 4), ha="right" if left else "left", va="bottom" if raised else "center")


def decades(low, high, digits):
    """Return the options of a log slider: ``digits`` times each power of ten."""
    values = [float(f"{k}e{p}") for p in range(low, high) for k in digits]
    return tuple((n(v), v) for v in [*values, 10.0**high])


explorer = Explorer(
    title="Epsilon",
    controls=(
        Choice("scale", "Input RMS", decades(-8, 5, (1, 3)), 0.01, ordered=True),
        Choice("eps", "Epsilon", (("0", 0.0), *decades(-12, -2, (1,))), 1e-5, ordered=True),
        Choice("kind", "Type", tuple((k, k) for k in TYPES), "float16"),
        Choice("squares", "Squares in", (("the same type", "own"), ("float32", "wide")), "own"),
        Choice("d", "Entries", tuple((f"{d:,}", d) for d in (4, 64, 1024, 4096)), 4, ordered=True),
    ),
    compute=compute,
    canvas=new_canvas,
    draw=draw,
    describe=describe,
    experiments=(
        Experiment(
            "ε = 0",
            {"scale": 1e-8, "eps": 0.0, "kind": "float64", "squares": "own", "d": 4},
            "The output RMS is 1 at every scale. Move Epsilon up step by step: the left end of the "
            "curve falls to 0, and the bend follows √ε.",
            lambda s: s.eps == 0 and np.allclose(s.curve, 1) and s.computed["output"] == 1,
        ),
        Experiment(
            "RMS 0.01",
            {"scale": 0.01, "eps": 1e-5, "kind": "float64", "squares": "own", "d": 4},
            "0.9535: ε takes about 5 % off. Move Input RMS to the left. At the dotted line, where "
            "the input RMS is √ε, the curve is at 0.7071.",
            lambda s: (
                abs(s.computed["output"] - 0.9535) < 5e-5
                and abs(np.interp(sqrt(s.eps), GRID, s.curve) - sqrt(0.5)) < 1e-3
            ),
        ),
        Experiment(
            "300 in float16",
            {"scale": 300.0, "eps": 1e-5, "kind": "float16", "squares": "own", "d": 4},
            "The output is 0, and nothing warns: the square of 300 is more than 65,504. Set Type "
            "to bfloat16, which has the range of float32: the output is 1.",
            lambda s: (
                s.computed["output"] == 0
                and isinf(s.computed["square"])
                and compute(300.0, 1e-5, "bfloat16", 4, "own").computed["output"] == 1
            ),
        ),
        Experiment(
            "Squares in float32",
            {"scale": 300.0, "eps": 1e-5, "kind": "float16", "squares": "wide", "d": 4},
            "The cure: the same float16 row, with its squares, their mean and ε in float32. The "
            "output is 1. Move Input RMS from end to end: lost is only what float16 cannot hold.",
            lambda s: (
                s.kind == "float16"
                and s.computed["output"] == 1
                and np.allclose(s.curve[GRID > 1e-5][:-8], s.right[GRID > 1e-5][:-8], rtol=5e-3)
                and not isfinite(s.curve[-1])
            ),
        ),
        Experiment(
            "A row of 4,096",
            {"scale": 10.0, "eps": 1e-5, "kind": "float16", "squares": "own", "d": 4096},
            "0 again, and now every square fits: it is 100. Their sum is 409,600, and does not. "
            "Move Entries down: the edge moves right, from 256/√d = 4 to 128.",
            lambda s: (
                s.computed["output"] == 0
                and isfinite(s.computed["square"])
                and np.all(s.curve[(GRID > 1) & (GRID < 4)] > 0.99)
                and compute(120.0, 1e-5, "float16", 4, "own").computed["output"] > 0.99
            ),
        ),
        Experiment(
            "ε = 1e-8",
            {"scale": 1e-4, "eps": 1e-8, "kind": "float16", "squares": "own", "d": 4},
            "Infinite: in float16 the square rounds to 0, and so does ε. The teeth to the right "
            "are squares with few digits. Move Epsilon to 1e-6: the teeth are gone.",
            lambda s: (
                isinf(s.computed["output"])
                and s.computed["eps"] == 0
                and np.nanmax(s.curve[GRID > 2e-4]) > 1.1
                and np.max(compute(1e-4, 1e-6, "float16", 4, "own").curve[GRID < 100]) < 1.01
            ),
        ),
    ),
)
