"""The explorer of lesson 01: how RMSNorm and LayerNorm scale a vector."""

import re
from dataclasses import dataclass

import numpy as np

from normcourse.explorers.model import Choice, Description, Experiment, Explorer, Numbers, Slider
from normcourse.explorers.model import number as n
from normcourse.figures.style import INK, LOOK, canvas
from normcourse.norms import layer_norm, rms_norm

__all__ = ["explorer"]

MIXED = np.array([1.0, 2.0, 3.0, 4.0])
VECTORS = {"mixed": MIXED, "offset": MIXED + 10, "zero": np.zeros(4), "constant": np.ones(4)}
MOST = 8
NAMES = ("x", "rms_norm", "layer_norm")
LIMITS = {"x": (-1.0, 15.0), "rms_norm": (-5.4, 5.4), "layer_norm": (-5.4, 5.4)}


@dataclass(frozen=True)
class State:
    """All that the picture and the table show."""

    x: np.ndarray
    eps: float
    gain: float
    coordinate: int
    rms_norm: np.ndarray
    layer_norm: np.ndarray


def parse(text):
    """Return the vector that a learner typed, or say what is wrong with it."""
    words = [word for word in re.split(r"[,;\s]+", text.strip().strip("[]()")) if word]
    try:
        x = np.array([float(word.replace("−", "-")) for word in words])
    except ValueError:
        raise ValueError(f"“{text}” is not a vector. Write numbers, such as 1, 2, 3.") from None
    if not 1 <= x.size <= MOST:
        raise ValueError(f"Write 1 to {MOST} numbers. There are {x.size} now.")
    if not np.all(np.isfinite(x)):
        raise ValueError("Each number must be finite.")
    return x


def compute(vector, own, eps, gain, coordinate):
    """Normalize the chosen vector both ways."""
    x = parse(own) if vector == "own" else VECTORS[vector]
    gains = np.full(x.size, gain)
    return State(
        x=x,
        eps=eps,
        gain=gain,
        coordinate=min(coordinate, x.size - 1),
        rms_norm=rms_norm(x, gains, eps=eps),
        layer_norm=layer_norm(x, gains, eps=eps),
    )


def describe(state):
    """Say what both norms give, step by step."""
    x, i, mean = state.x, state.coordinate, state.x.mean()
    mean_square, variance = np.mean(x**2), np.mean((x - mean) ** 2)
    root = "√(mean square + ε)"
    rows = (
        ("subtract", "nothing", f"the mean, {n(mean, 10)}"),
        ("mean square of the rest", n(mean_square, 10), f"{n(variance, 10)}, the variance"),
        (root, n(np.sqrt(mean_square + state.eps), 10), n(np.sqrt(variance + state.eps), 10)),
        (f"output {i}", n(state.rms_norm[i], 10), n(state.layer_norm[i], 10)),
    )
    vector = ", ".join(n(v, 4) for v in x)
    words = f"x = [{vector}], ε = {n(state.eps)}, gain {n(state.gain)}. "
    words += outcome("RMSNorm", state.rms_norm, "every entry is 0") + " "
    words += outcome("LayerNorm", state.layer_norm, "every entry is the same, so σ = 0")
    return Description(words, ("step", "RMSNorm", "LayerNorm"), rows)


def outcome(name, y, cause):
    """Say an output in words, and why where it is undefined."""
    if np.isnan(y).any():
        return f"{name} is undefined: {cause} and ε = 0, so it divides 0 by 0."
    return f"{name} gives [{', '.join(n(v, 4) for v in y)}]."


def new_canvas(dpi=100):
    """Return three axes side by side, one for each of `NAMES`."""
    return canvas(7.6, 2.8, columns=3, dpi=dpi)


def draw(axes):
    """Draw x, RMSNorm(x) and LayerNorm(x) as bars; return what moves them."""
    titles = {"x": "x", "rms_norm": "RMSNorm(x)", "layer_norm": "LayerNorm(x)"}
    bars, notes, values = {}, {}, {}
    for ax, name in zip(axes, NAMES, strict=True):
        ax.set(title=titles[name], ylim=LIMITS[name], xlim=room(4), xlabel="coordinate")
        ax.xaxis.get_major_locator().set_params(integer=True, nbins=MOST + 1)
        ax.yaxis.get_major_locator().set_params(nbins=7, steps=[1, 2, 5, 10])
        ax.axhline(0, color=INK, linewidth=0.8)
        bars[name] = ax.bar(range(MOST), np.zeros(MOST), 0.7, animated=True, **LOOK[name])
        notes[name] = ax.text(0.5, 0.7, "", transform=ax.transAxes, ha="center", animated=True)
        values[name] = ax.text(0, 0, "", ha="center", animated=True, weight="bold")

    def move(state, rescale=False):
        if axes[0].get_xlim() != room(state.x.size):
            for ax in axes:
                ax.set_xlim(room(state.x.size))
        for ax, name in zip(axes, NAMES, strict=True):
            y = getattr(state, name)
            undefined = bool(np.isnan(y).any())
            if rescale and not undefined:
                ax.set_ylim(limits(y))
            place(bars[name], LOOK[name]["edgecolor"], y, state.coordinate)
            label(ax, values[name], y, state.coordinate)
            notes[name].set_text(note(ax, y, undefined))

    return move


def room(size):
    """Return x limits that leave room for a number above the first bar and the last."""
    return -0.8, size - 0.2


def place(bars, edge, y, chosen):
    """Set the bars' heights, hide those that have none, and frame the chosen coordinate."""
    for i, bar in enumerate(bars):
        bar.set_visible(i < y.size and not np.isnan(y[i]))
        bar.set_height(y[i] if bar.get_visible() else 0)
        bar.set_linewidth(2.5 if i == chosen else 1)
        bar.set_edgecolor(INK if i == chosen else edge)


def label(ax, text, y, i):
    """Write the chosen coordinate's value above or below its bar, inside the axes."""
    low, high = ax.get_ylim()
    if np.isnan(y[i]):
        text.set_text("")
        return
    gap = 0.02 * (high - low)
    at = np.clip(y[i], low + 4 * gap, high - 4 * gap)
    text.set_text(n(y[i], 4))
    text.set_position((i, at + gap if y[i] >= 0 else at - gap))
    text.set_verticalalignment("bottom" if y[i] >= 0 else "top")


def note(ax, y, undefined):
    """Say in the axes what the bars cannot show."""
    low, high = ax.get_ylim()
    if undefined:
        return "undefined: 0/0"
    return "off the scale:\npress Rescale" if np.max(y) > high or np.min(y) < low else ""


def limits(y):
    """Return y limits that hold zero and every bar, with room for a label."""
    low, high = min(0.0, y.min()), max(0.0, y.max())
    room = 0.15 * (high - low) or 1.0
    return low - room, high + room


EPS = (("0", 0.0), *((f"1e{k}", float(f"1e{k}")) for k in range(-8, -1)))

explorer = Explorer(
    title="RMSNorm scaling",
    controls=(
        Choice(
            "vector",
            "Vector",
            (
                ("Mixed: 1, 2, 3, 4", "mixed"),
                ("Offset: Mixed + 10", "offset"),
                ("Zero", "zero"),
                ("Constant: all 1", "constant"),
                ("My own", "own"),
            ),
            "mixed",
        ),
        Numbers("own", "My own", "2, -1, 0.5, 1.5"),
        Choice("eps", "Epsilon", EPS, 1e-6, ordered=True),
        Slider("gain", "Gain", -3.0, 3.0, 0.1, 1.0),
        Slider("coordinate", "Coordinate", 0, MOST - 1, 1, 0),
    ),
    compute=compute,
    canvas=new_canvas,
    draw=draw,
    describe=describe,
    rescales=True,
    experiments=(
        Experiment(
            "Mixed",
            {"vector": "mixed", "eps": 1e-6, "gain": 1.0, "coordinate": 0},
            "The last row of the table is the worked example: "
            "RMSNorm 0.3651483473, LayerNorm −1.34164025.",
            lambda s: (
                abs(s.rms_norm[0] - 0.3651483473268884) < 1e-15
                and abs(s.layer_norm[0] + 1.3416402498438813) < 1e-15
            ),
        ),
        Experiment(
            "Offset",
            {"vector": "offset", "eps": 1e-6, "gain": 1.0, "coordinate": 0},
            "LayerNorm is what it was for Mixed, for it subtracts the mean. "
            "RMSNorm is not: its four outputs move close to 1.",
            lambda s: (
                np.allclose(s.layer_norm, layer_norm(MIXED, eps=1e-6), rtol=0, atol=1e-14)
                and np.all(abs(s.rms_norm - 1) < 0.13)
            ),
        ),
        Experiment(
            "Gain 2",
            {"vector": "mixed", "eps": 1e-6, "gain": 2.0, "coordinate": 0},
            "Every output is twice what it was for Mixed. Now move Gain below 0: every sign flips.",
            lambda s: (
                np.array_equal(s.rms_norm, 2 * rms_norm(MIXED, eps=1e-6))
                and np.array_equal(s.layer_norm, 2 * layer_norm(MIXED, eps=1e-6))
            ),
        ),
        Experiment(
            "Zero, ε = 0",
            {"vector": "zero", "eps": 0.0, "gain": 1.0, "coordinate": 0},
            "Both norms are undefined: each divides 0 by 0. Move Epsilon up: both give 0.",
            lambda s: np.isnan(s.rms_norm).all() and np.isnan(s.layer_norm).all(),
        ),
        Experiment(
            "Constant, ε = 0",
            {"vector": "constant", "eps": 0.0, "gain": 1.0, "coordinate": 0},
            "RMSNorm is defined and gives 1. LayerNorm stays undefined, for the variance is 0.",
            lambda s: np.array_equal(s.rms_norm, np.ones(4)) and np.isnan(s.layer_norm).all(),
        ),
    ),
)
