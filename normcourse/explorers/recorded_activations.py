"""The explorer of lesson 08: what the norms of four real models are given."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from normcourse import recordings
from normcourse.explorers.model import Choice, Description, Experiment, Explorer, Slider
from normcourse.explorers.model import number as n
from normcourse.figures.style import BLUE, GRAY, GREEN, INK, LOOK, canvas
from normcourse.figures.triangle import draw_triangle
from normcourse.norms import layer_norm, rms, rms_norm

__all__ = ["explorer"]

MODELS = {
    "smollm2": "SmolLM2, RMSNorm",
    "minilm": "MiniLM, post-LayerNorm",
    "whisper_encoder": "Whisper encoder, LayerNorm",
    "whisper_decoder": "Whisper decoder, LayerNorm",
}
MOST_NORMS, MOST_TOKENS = 14, 14
REACH = 6.0
EDGES = np.linspace(-REACH, REACH, 49)


@dataclass(frozen=True)
class State:
    """One recorded vector, in units of its RMS, and what both norms make of it."""

    model: str
    norm: str
    token: str
    place: int
    mean: float
    std: float
    rms: float
    unit: np.ndarray
    layer_norm: np.ndarray
    rms_norm: np.ndarray
    gain: np.ndarray
    largest: int

    @property
    def ratio(self):
        """Return |μ|/σ."""
        return abs(self.mean) / self.std

    @property
    def chance(self):
        """Return the level that half of all random vectors are below, and 95 % of them."""
        return 0.674 / np.sqrt(self.unit.size), 1.96 / np.sqrt(self.unit.size)

    @property
    def difference(self):
        """Return the RMS of the difference of the two outputs, without and with the gain."""
        gap = self.rms_norm - self.layer_norm
        return float(rms(gap)), float(rms(gap * self.gain) / rms(self.rms_norm * self.gain))


@cache
def recorded(name):
    """Return a recording, with its kept norms in order, and its kept tokens."""
    recording = recordings.load(name)
    norms = list(dict.fromkeys(norm for norm, _ in recording.vectors))
    return recording, norms, sorted({token for _, token in recording.vectors})


def compute(model, norm, token):
    """Take a vector from the recording and normalize it both ways, without gain and bias."""
    recording, norms, tokens = recorded(model)
    name, place = norms[min(norm, len(norms) - 1)], tokens[min(token, len(tokens) - 1)]
    x, row = recording.vectors[name, place].astype(float), recording.norms.index(name)
    return State(
        model=model,
        norm=name,
        token=recording.tokens[place],
        place=int(recording.position[place]),
        mean=float(x.mean()),
        std=float(x.std()),
        rms=float(rms(x)),
        unit=x / rms(x),
        layer_norm=layer_norm(x, eps=recording.eps),
        rms_norm=rms_norm(x, eps=recording.eps),
        gain=recording.gains[row].astype(float),
        largest=int(np.argmax(np.abs(x))),
    )


def describe(state):
    """Say the vector, its triangle and its gain."""
    s, (half, most) = state, state.chance
    top, plain, gained = s.unit[s.largest], *s.difference
    words = (
        f"{MODELS[s.model]}, the input of norm {s.norm} at position {s.place}, "
        f"“{s.token.strip()}”. "
        f"|μ|/σ = {n(s.ratio, 3)}; by chance half of all vectors with d = {s.unit.size} are below "
        f"{n(half, 3)}, and 95 % below {n(most, 3)}. Without gain the outputs of RMSNorm and "
        f"LayerNorm differ by {n(plain, 3)}, as an RMS."
    )
    low, middle, high = (n(v, 3) for v in (s.gain.min(), np.median(s.gain), s.gain.max()))
    rows = (
        ("μ", n(s.mean, 4)),
        ("σ", n(s.std, 4)),
        ("RMS", n(s.rms, 4)),
        ("angle φ", f"{n(np.degrees(np.arctan2(s.mean, s.std)), 3)}°"),
        ("largest entry", f"{n(top, 4)} RMS, at coordinate {s.largest}"),
        ("gain there", n(s.gain[s.largest], 3)),
        (
            "gains",
            f"{n(s.gain.min(), 3)} to {n(s.gain.max(), 3)}, median {n(np.median(s.gain), 3)}",
        ),
        ("difference with gain", f"{n(100 * gained, 3)} % of the output"),
    )
    return Description(words, ("quantity", "value"), rows)


def new_canvas(dpi=100):
    """Return the axes of the histogram, the triangle and the comparison."""
    return canvas(7.6, 3.4, columns=3, dpi=dpi, width_ratios=[0.95, 1.62, 0.9])


def draw(axes):
    """Draw the histogram, the triangle and the outputs; return what moves them."""
    entries, triangle, outputs = axes
    entries.set(
        xlim=(-REACH, REACH), ylim=(0.7, 2e4), yscale="log", xlabel="entry / RMS (dotted: μ)"
    )
    entries.set(ylabel="entries", yticks=[1, 10, 100], title="The vector")
    bars = entries.stairs(
        np.ones(EDGES.size - 1), EDGES, baseline=0.5, fill=True, animated=True, **LOOK["x"]
    )
    mark = entries.axvline(0, color=GREEN, linewidth=2.5, linestyle=":", ymax=0.66, animated=True)
    move_triangle = draw_triangle(triangle, reach=1.0, animated=True)
    triangle.set(xlabel="σ / RMS", ylabel="|μ| / RMS", title="Its triangle")
    limits = (-REACH, REACH)
    ticks = (-5, 0, 5)
    outputs.set(xlim=limits, ylim=limits, aspect="equal", xticks=ticks, yticks=ticks)
    outputs.set(xlabel="LayerNorm(x)", title="Both outputs")
    outputs.set_ylabel("RMSNorm(x)", labelpad=-2)
    # On the right, where the triangle's labels do not reach.
    outputs.yaxis.tick_right()
    outputs.yaxis.set_label_position("right")
    outputs.spines[["left", "right"]].set_visible(False)
    outputs.axline((0, 0), slope=1, color=GRAY, linewidth=1, linestyle=":")
    (dots,) = outputs.plot([], [], ".", color=BLUE, markersize=3, animated=True)
    triangle.text(0.03, 0.98, "|μ|/σ =", transform=triangle.transAxes, va="top")
    outputs.text(0.03, 0.98, "differ by", transform=outputs.transAxes, va="top")
    places = ((0.03, 0.98), (0.245, 0.98), (0.03, 0.88))
    heads = [
        ax.text(*place, "", transform=ax.transAxes, va="top", color=INK, animated=True)
        for ax, place in zip(axes, places, strict=True)
    ]
    for ax in axes:
        ax.set_anchor("N")  # titles at one height
        for text in ax.texts:
            text.set_in_layout(False)  # the axes keep still, whatever the words

    def move(state, rescale=False):
        counts, _ = np.histogram(state.unit, EDGES)
        bars.set_data(values=np.maximum(counts, 0.5))
        mark.set_xdata([state.mean / state.rms] * 2)
        # Four places: a longer label would run into the next picture.
        move_triangle(*np.round([state.std / state.rms, state.mean / state.rms], 4))
        dots.set_data(state.layer_norm, state.rms_norm)
        name = state.norm.replace("self_attention", "self-att.")
        heads[0].set_text(f"{name}\n“{state.token.strip()}”{beyond(state.unit)}")
        heads[1].set_text(n(state.ratio, 3))
        heads[2].set_text(n(state.difference[0], 3))

    return move


def beyond(unit):
    """Say which entries the picture cannot hold."""
    count = int(np.sum(np.abs(unit) > REACH))
    if not count:
        return ""
    return f", {count} beyond,\nup to {n(unit[np.argmax(np.abs(unit))], 3)}"


explorer = Explorer(
    title="Recorded activations",
    controls=(
        Choice("model", "Model", tuple((label, name) for name, label in MODELS.items()), "smollm2"),
        Slider("norm", "Norm", 0, MOST_NORMS - 1, 1, 4),
        Slider("token", "Token", 0, MOST_TOKENS - 1, 1, 3),
    ),
    compute=compute,
    canvas=new_canvas,
    draw=draw,
    describe=describe,
    experiments=(
        Experiment(
            "A token like most",
            {"model": "smollm2", "norm": 4, "token": 3},
            "The triangle is flat: |μ| is far below the 95 % level of chance. The dots lie on the "
            "diagonal, so LayerNorm would have given nearly the same.",
            lambda s: s.ratio < s.chance[1] / 2 and s.difference[0] < 0.05,
        ),
        Experiment(
            "The first token",
            {"model": "smollm2", "norm": 8, "token": 0},
            "One entry is nearly all of the vector: almost 24 times the RMS, and √576 = 24. All "
            "others are near 0. The gain at its coordinate is near 0 as well: it closes the gate.",
            lambda s: (
                abs(s.unit[s.largest]) > 23.5
                and abs(s.gain[s.largest]) < 0.002
                and s.unit.size == 576
            ),
        ),
        Experiment(
            "The gate opens",
            {"model": "smollm2", "norm": 12, "token": 0},
            "The last block. The same coordinate is the largest, and its gain is now the largest "
            "of all 576.",
            lambda s: s.gain[s.largest] == s.gain.max() and abs(s.unit[s.largest]) > 20,
        ),
        Experiment(
            "After each sum",
            {"model": "minilm", "norm": 6, "token": 3},
            "MiniLM, whose LayerNorm stands behind each addition. The mean is no larger than "
            "chance allows, so the norm that could remove it finds little to remove.",
            lambda s: s.model == "minilm" and s.ratio < s.chance[1],
        ),
        Experiment(
            "A mean nobody sees",
            {"model": "whisper_encoder", "norm": 2, "token": 2},
            "Whisper's encoder. The triangle stands up: |μ| is larger than σ. The dots lie beside "
            "the diagonal, so RMSNorm would have given something else.",
            lambda s: s.ratio > 1 and s.difference[0] > 0.5,
        ),
        Experiment(
            "Less of it",
            {"model": "whisper_decoder", "norm": 4, "token": 5},
            "Whisper's decoder. The mean is smaller than in the encoder, and above the 95 % level "
            "of chance.",
            lambda s: s.model == "whisper_decoder" and s.chance[1] < s.ratio < 1,
        ),
    ),
)
