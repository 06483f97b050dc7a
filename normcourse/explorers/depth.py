"""The explorer of lesson 09: what becomes of sizes and gradients in a deep stack."""

from dataclasses import dataclass

import numpy as np

from normcourse.depth import residual_stack
from normcourse.explorers.model import Choice, Description, Experiment, Explorer, Slider
from normcourse.explorers.model import number as n
from normcourse.figures.style import BLUE, GRAY, INK, RED, canvas

__all__ = ["explorer"]

LIMITS = (0.4, 3e4)
LOOKS = (
    {"color": BLUE, "marker": "o", "markersize": 3.5},
    {"color": RED, "marker": "s", "markersize": 3.5},
)
TITLES = ("RMS of the stream", "RMS of the gradient")
STANDS = {
    "nowhere": "no norm",
    "before": "the norm before the branch",
    "after": "the norm after the addition",
}


@dataclass(frozen=True)
class State:
    """All that the picture and the table show."""

    place: str
    scale: float
    layers: int
    sizes: np.ndarray
    slopes: np.ndarray


def compute(place, scale, layers, seed):
    """Run a stack forward and backward."""
    return State(place, scale, layers, *residual_stack(place, layers, scale, seed=seed))


def lost(values):
    """Return the first layer whose number is no float64 any more, or None."""
    bad = ~np.isfinite(values)
    return int(np.argmax(bad)) if bad.any() else None


def describe(state):
    """Say how both numbers go from end to end."""
    layers = "1 layer" if state.layers == 1 else f"{state.layers} layers"
    words = f"{layers}, {STANDS[state.place]}, branches times {n(state.scale)}. "
    layer = lost(state.sizes)
    if layer is None:
        words += (
            f"From bottom to top the stream goes from {n(state.sizes[0], 3)} to "
            f"{n(state.sizes[-1], 3)}; from top to bottom the gradient goes from "
            f"{n(state.slopes[-1], 3)} to {n(state.slopes[0], 3)}."
        )
    else:
        words += f"The stream is beyond the largest float64 at layer {layer}, and no gradient left."
    middle = state.layers // 2
    rows = tuple(
        (name, *(n(values[i], 3) if np.isfinite(values[i]) else "lost" for i in (0, 1, middle, -1)))
        for name, values in zip(TITLES, (state.sizes, state.slopes), strict=True)
    )
    return Description(words, ("quantity", "below", "after 1", "half-way", "on top"), rows)


def new_canvas(dpi=100):
    """Return two axes side by side, for the stream and for the gradient."""
    fig, axes = canvas(7.6, 3.0, columns=2, dpi=dpi)
    # Room for the longer powers of ten that Rescale may bring.
    fig.get_layout_engine().set(rect=(0.02, 0, 0.98, 1), wspace=0.08)
    return fig, axes


def draw(axes):
    """Draw both against the layer; return what moves them."""
    lines, notes = [], []
    for ax, look, title in zip(axes, LOOKS, TITLES, strict=True):
        ax.set(yscale="log", xlim=(-1, 65), ylim=LIMITS, xlabel="layer", title=title)
        ax.set_xticks(range(0, 65, 16))
        ax.axhline(1, color=GRAY, linewidth=0.8, linestyle=(0, (4, 3)))
        lines.append(ax.plot([], [], animated=True, linewidth=1.5, **look)[0])
        note = ax.text(0.5, 0.93, "", ha="center", va="top", transform=ax.transAxes, color=INK)
        note.set(animated=True, bbox={"facecolor": "white", "edgecolor": "none", "pad": 2})
        notes.append(note)

    def move(state, rescale=False):
        for ax, line, note, values in zip(
            axes, lines, notes, (state.sizes, state.slopes), strict=True
        ):
            if rescale:
                ax.set_ylim(limits(values))
            line.set_data(range(len(values)), np.where(np.isfinite(values), values, np.nan))
            note.set_text(remark(values, ax.get_ylim()[1]))

    return move


def remark(values, top):
    """Say in the axes what the line cannot show."""
    if not np.isfinite(values).all():
        kept = values[np.isfinite(values)]
        if kept.size < 3:
            return "lost: the stream overflowed"
        return f"lost at layer {lost(values)}: too large for float64"
    return "off the scale: press Rescale" if values.max() > top else ""


def limits(values):
    """Return y limits that hold all that can be shown, and the 1."""
    kept = values[np.isfinite(values)]
    return min(0.8, kept.min() / 1.5), max(4.0, min(kept.max(), 1e150) ** 1.15)


SCALES = (
    *((f"1/{k}", 1 / k) for k in (16, 8, 4, 2)),
    *((str(k), float(k)) for k in (1, 2, 4)),
)

explorer = Explorer(
    title="Depth",
    controls=(
        Choice(
            "place",
            "Norm",
            (("nowhere", "nowhere"), ("before the branch", "before"), ("after adding", "after")),
            "before",
        ),
        Choice("scale", "Branches ×", SCALES, 1.0, ordered=True),
        Slider("layers", "Layers", 1, 64, 1, 64),
        Slider("seed", "Seed", 0, 9, 1, 0),
    ),
    compute=compute,
    canvas=new_canvas,
    draw=draw,
    describe=describe,
    rescales=True,
    experiments=(
        Experiment(
            "No norm",
            {"place": "nowhere", "scale": 1.0, "layers": 64, "seed": 0},
            "The stream leaves float64 long before the top. Move Layers down to 8: eight layers "
            "are finite, and the gradient is beyond a million.",
            lambda s: (
                lost(s.sizes) is not None
                and lost(s.sizes) < 20
                and residual_stack("nowhere", 8)[1][0] > 1e6
            ),
        ),
        Experiment(
            "Before the branch",
            {"place": "before", "scale": 1.0, "layers": 64, "seed": 0},
            "The stream grows, more and more slowly: to less than 6 after 64 layers. The gradient "
            "grows toward the bottom and stays below 100.",
            lambda s: 2 < s.sizes[-1] < 6 and s.slopes[0] < 100,
        ),
        Experiment(
            "After adding",
            {"place": "after", "scale": 1.0, "layers": 64, "seed": 0},
            "The stream has RMS 1 after every layer. The gradient is more than a hundred times as "
            "large below as on top, on a nearly straight line: it multiplies at each layer.",
            lambda s: np.allclose(s.sizes[1:], 1) and s.slopes[0] > 100 * s.slopes[-1],
        ),
        Experiment(
            "Branches × 4",
            {"place": "before", "scale": 4.0, "layers": 64, "seed": 0},
            "Branches four times as large, and the stream stays below 20. Now set Norm to "
            "after adding: the gradient goes beyond ten million.",
            lambda s: (
                s.scale == 4 and s.sizes[-1] < 20 and residual_stack("after", 64, 4.0)[1][0] > 1e7
            ),
        ),
        Experiment(
            "No norm, × 1/8",
            {"place": "nowhere", "scale": 0.125, "layers": 64, "seed": 0},
            "Without any norm, and nothing is lost: small branches keep a fresh stack in order, "
            "too. Move Branches up to 1/4: it is lost again.",
            lambda s: (
                s.place == "nowhere"
                and s.sizes.max() < 2
                and lost(residual_stack("nowhere", 64, 0.25)[0]) is not None
            ),
        ),
    ),
)
