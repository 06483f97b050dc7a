"""The explorer of lesson 02: the right triangle of σ, μ and RMS, and the two outputs."""

from dataclasses import dataclass

import numpy as np

from normcourse.explorers.model import Description, Experiment, Explorer, Slider
from normcourse.explorers.model import number as n
from normcourse.figures.bars import one_patch
from normcourse.figures.style import INK, LOOK, ORANGE, canvas
from normcourse.figures.triangle import draw_triangle, set_reach
from normcourse.geometry import angle_to_ones, mean, std
from normcourse.norms import layer_norm, rms, rms_norm

__all__ = ["explorer"]

SEED = np.array([2.0, -1.0, 0.5, 1.5])
D = 4
# Without a hatch: its bars stand alone, in axes of their own.
DIFFERENCE = {"facecolor": ORANGE, "edgecolor": INK}


@dataclass(frozen=True)
class State:
    """All that the picture and the table show; ε = 0."""

    x: np.ndarray
    mu: float
    sigma: float
    rms: float
    phi: float
    layer_norm: np.ndarray
    rms_norm: np.ndarray

    @property
    def difference(self):
        """What RMSNorm gives more than LayerNorm."""
        return self.rms_norm - self.layer_norm


def compute(x0, x1, x2, x3, shift, spread):
    """Move the mean of the entries by `shift`, and stretch what is left by `spread`."""
    entries = np.array([x0, x1, x2, x3], dtype=float)
    middle = entries.mean()
    x = (middle + shift) + spread * (entries - middle)
    if not np.any(x):
        raise ValueError("x is the zero vector: it has no direction, and both norms divide by 0.")
    return State(
        x=x,
        mu=tidy(mean(x)),
        sigma=tidy(std(x)),
        rms=float(rms(x)),
        phi=tidy(angle_to_ones(x)),
        layer_norm=layer_norm(x, eps=0),
        rms_norm=rms_norm(x, eps=0),
    )


def tidy(value):
    """Return a number as a float, and 0 for what is only a rounding error away from it."""
    return 0.0 if abs(value) < 1e-14 else float(value)


def describe(state):
    """Say the triangle, and what its angle does to the outputs."""
    s = state
    columns = np.stack([s.x, s.layer_norm, s.rms_norm, s.difference])
    sizes = rms(columns)
    gap = float(sizes[3])
    words = (
        f"x = [{', '.join(short(v) for v in s.x)}], ε = 0. "
        f"σ = {short(s.sigma)}, μ = {short(s.mu)}, RMS = {short(s.rms, 6)}: "
        f"σ² + μ² = {short(s.sigma**2, 5)} + {short(s.mu**2, 5)} = {short(s.rms**2, 5)} = RMS². "
        f"φ = {short(np.degrees(s.phi))}°. "
    )
    if np.isnan(gap):
        words += "σ = 0, so LayerNorm divides 0 by 0 and is undefined."
    else:
        words += f"The RMS of the difference of the outputs is {short(gap)} = 2 sin(|φ|/2)."
    table = [*columns.T, mean(columns), sizes]
    names = [*map(str, range(D)), "mean", "RMS"]
    rows = [(name, *map(short, row)) for name, row in zip(names, table, strict=True)]
    header = ("coordinate", "x", "LayerNorm", "RMSNorm", "difference")
    return Description(words, header, tuple(rows))


def short(value, digits=4):
    """Write a few digits of a number."""
    return n(tidy(value), digits)


def new_canvas(dpi=100):
    """Return the axes of the triangle, the outputs and their difference."""
    fig, axes = canvas(7.6, 3.3, columns=3, dpi=dpi, width_ratios=[1.7, 1.05, 0.75])
    axes[2].sharey(axes[1])
    return fig, axes


def draw(axes):
    """Draw the triangle and the bars; return what moves them."""
    triangle, outputs, rest = axes
    move_triangle, bars = draw_triangle(triangle, animated=True), draw_bars(outputs, rest)
    triangle.text(0, 1.03, "φ =", transform=triangle.transAxes)
    head = triangle.text(0.12, 1.03, "", transform=triangle.transAxes, animated=True)
    notes = [
        ax.text(x, 0.9, "", transform=ax.transAxes, ha="center", va="top", animated=True)
        for ax, x in zip(axes, (0.7, 0.5, 0.5), strict=True)
    ]

    def move(state, rescale=False):
        size = max(state.sigma, abs(state.mu))
        if rescale:
            set_reach(triangle, size)
        move_triangle(state.sigma, state.mu)
        sign = " (μ < 0)" if state.mu < 0 else ""
        head.set_text(f"{short(np.degrees(state.phi))}°{sign}")
        for name, place in bars.items():
            place(getattr(state, name))
        undefined = bool(np.isnan(state.layer_norm).any())
        notes[0].set_text("off the scale:\npress Rescale" if size > triangle.get_ylim()[1] else "")
        notes[1].set_text("LayerNorm is\nundefined: 0/0" if undefined else "")
        notes[2].set_text("undefined" if undefined else "")

    return move


def draw_bars(outputs, rest):
    """Draw bars of height 0 for both outputs and their difference; return what moves each."""
    where = np.arange(D)
    left, move_left = one_patch(outputs, where - 0.2, 0.36, **LOOK["layer_norm"])
    right, move_right = one_patch(outputs, where + 0.2, 0.36, **LOOK["rms_norm"])
    third, move_third = one_patch(rest, where, 0.5, **DIFFERENCE)
    for ax in (outputs, rest):
        ax.set(ylim=(-2.9, 2.9), xlim=(-0.6, D - 0.4), xticks=where, xlabel="coordinate")
        ax.axhline(0, color=INK, linewidth=0.8)
    place = {"loc": "lower center", "bbox_to_anchor": (0.45, 0.97), "frameon": False}
    outputs.legend([left, right], ["LayerNorm(x)", "RMSNorm(x)"], **place)
    rest.legend([third], ["difference"], handlelength=1.2, **place)
    return {"layer_norm": move_left, "rms_norm": move_right, "difference": move_third}


WORKED = {"x0": 2.0, "x1": -1.0, "x2": 0.5, "x3": 1.5, "shift": 0.0, "spread": 1.0}


def near(a, b, within=1e-12):
    """Return whether two arrays agree but for rounding."""
    return bool(np.allclose(a, b, rtol=0, atol=within))


explorer = Explorer(
    title="The triangle",
    controls=(
        *(
            Slider(f"x{i}", f"x{'₀₁₂₃'[i]}", -2.0, 2.0, 0.25, float(value))
            for i, value in enumerate(SEED)
        ),
        Slider("shift", "Shift", -2.0, 2.0, 0.05, 0.0),
        Slider("spread", "Spread", 0.0, 1.5, 0.05, 1.0),
    ),
    compute=compute,
    canvas=new_canvas,
    draw=draw,
    describe=describe,
    rescales=True,
    experiments=(
        Experiment(
            "Worked example",
            WORKED,
            "The legs are σ = 1.146 and μ = 0.75, the hypotenuse is RMS = 1.369, for "
            "1.3125 + 0.5625 = 1.875. The angle is 33.21°, and the outputs differ in every entry.",
            lambda s: (
                near([s.sigma**2, s.mu**2, s.rms**2], [1.3125, 0.5625, 1.875])
                and near(np.degrees(s.phi), 33.21, 0.005)
                and np.all(abs(s.difference) > 0.1)
            ),
        ),
        Experiment(
            "Mean zero",
            WORKED | {"shift": -0.75},
            "The leg μ is gone, so RMS = σ, and the two norms agree: the difference is 0. Now move "
            "Shift: only RMSNorm changes.",
            lambda s: s.mu == 0 and s.rms == s.sigma and near(s.difference, 0),
        ),
        Experiment(
            "μ = 0.05, σ = 1",
            WORKED | {"x0": 1.0, "x1": -1.0, "x2": 1.0, "x3": -1.0, "shift": 0.05},
            "The triangle looks flat: RMS = 1.00125, an eighth of a percent more than σ. But the "
            "outputs differ by about 0.05 in every entry (see the table), forty times as much.",
            lambda s: (
                near(s.rms, 1.00125, 5e-6)
                and near(s.difference, 0.05, 0.002)
                and 39 < rms(s.difference) / (s.rms / s.sigma - 1) < 41
            ),
        ),
        Experiment(
            "μ ≫ σ",
            WORKED | {"shift": 0.5, "spread": 0.05},
            "The triangle stands upright, and every entry of RMSNorm is within 0.08 of 1. "
            "LayerNorm still tells the entries apart, just as in experiment 1.",
            lambda s: (
                np.all(abs(s.rms_norm - 1) < 0.08) and near(s.layer_norm, layer_norm(SEED, eps=0))
            ),
        ),
        Experiment(
            "Negative mean",
            WORKED | {"shift": -2.0, "spread": 0.05},
            "The triangle of experiment 4, with φ < 0. LayerNorm does not see the change. Every "
            "entry of RMSNorm is within 0.08 of −1.",
            lambda s: (
                s.phi < 0
                and np.all(abs(s.rms_norm + 1) < 0.08)
                and near(s.layer_norm, layer_norm(SEED, eps=0))
            ),
        ),
        Experiment(
            "Constant",
            WORKED | {"spread": 0.0},
            "No leg σ is left, so φ = 90°. RMSNorm gives 1 in every entry. LayerNorm is "
            "undefined: it divides 0 by 0. Now move Spread up by one step: LayerNorm is whole.",
            lambda s: (
                s.sigma == 0
                and s.phi == np.pi / 2
                and np.array_equal(s.rms_norm, np.ones(D))
                and np.isnan(s.layer_norm).all()
            ),
        ),
    ),
)
