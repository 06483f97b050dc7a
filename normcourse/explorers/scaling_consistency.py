"""The explorer of lesson 04: which norm goes with which score scale."""

from math import exp, log, sqrt

import numpy as np

from normcourse.attention import SCALE_EXPONENTS, entropy, score_scale
from normcourse.explorers.model import Choice, Description, Experiment, Explorer, Slider
from normcourse.explorers.model import number as n
from normcourse.explorers.random_scores import KEYS, NORMS, compute
from normcourse.figures.attention import EDGES, normal_shares, score_shares
from normcourse.figures.bars import one_patch
from normcourse.figures.style import INK, LOOK, canvas

__all__ = ["explorer"]

LOOKS = {"rms": LOOK["rms_norm"], "unit": LOOK["unit_norm"], "none": LOOK["x"]}
SCALES = {"1/d": "1/d", "1/sqrt d": "1/√d", "1": "1", "sqrt d": "√d"}
WHY = {
    "consistent": "whatever d is.",
    "too flat": "less than 1, so the weights come close to each other.",
    "too sharp": "more than 1, so few keys take most of the weight.",
}
POWERS = {-3: "1/d³", -2: "1/d²", -1: "1/d", 0: "1", 1: "d", 2: "d²"}


def describe(state):
    """Say the verdict, and the numbers that it rests on."""
    row = float(entropy(state.weights[0]))
    rows = float(entropy(state.weights).mean())
    range_ = f"0 to ln 16 = {log(KEYS):.3f}"
    sample = f"{n(state.measured, 4)} ± {n(state.error, 2)}"
    table = (
        ("variance of the scores", formula(state), sample),
        ("largest |score|", bound(state), n(np.max(np.abs(state.scores)), 4)),
        ("entropy of the row shown", range_, f"{row:.3f}, as of {exp(row):.1f} equal keys"),
        ("mean entropy of 256 rows", range_, f"{rows:.3f}"),
    )
    words = (
        f"d = {state.d}, {NORMS[state.norm][0]}, score scale {SCALES[state.scale]}. "
        f"{state.verdict.capitalize()}: the variance of the scores is {formula(state)}, "
        f"{WHY[state.verdict]} In this sample it is {sample}. The largest of the 16 weights is "
        f"{state.weights[0].max():.3f}, the entropy {row:.3f}."
    )
    return Description(words, ("quantity", "theory", "this sample"), table)


def formula(state):
    """Write the predicted variance as a power of d and as a number."""
    _, kind, spread = NORMS[state.norm]
    exponent = round(2 * SCALE_EXPONENTS[state.scale]) + (-1 if kind == "unit" else 1)
    power = POWERS[exponent] if spread == 1 else f"{n(spread**4)} · {POWERS[exponent]}"
    return n(state.predicted, 4) if exponent == 0 else f"{power} = {n(state.predicted, 4)}"


def bound(state):
    """Write the largest score that the lengths of q and k allow."""
    factor = score_scale(state.scale, state.d)
    lengths = {"rms": state.d, "unit": 1}.get(state.norm)
    return "no bound" if lengths is None else f"at most {n(lengths * factor, 4)}"


def new_canvas(dpi=100):
    """Return the axes of the histogram and of the softmax row."""
    return canvas(7.6, 3.1, columns=2, dpi=dpi, width_ratios=(1.15, 1))


def draw(axes):
    """Draw the scores as a histogram and one softmax row as bars; return what moves them."""
    left, right = axes
    bins, place_bins = one_patch(left, (EDGES[:-1] + EDGES[1:]) / 2, 0.5)
    left.set(title="4,096 scores; line: predicted normal", xlabel="score", ylim=(0, 0.56))
    left.set(ylabel="part of all scores", xlim=(EDGES[0], EDGES[-1]), xticks=(-4, -2, 0, 2, 4))
    normal = left.stairs(0 * EDGES[1:], EDGES, color=INK, linewidth=1.8, animated=True)
    bars, place_bars = one_patch(right, range(KEYS), 0.75)
    right.set(title="softmax of one row, 16 keys", xlabel="key", ylabel="weight", ylim=(0, 1.25))
    right.set(xlim=(-0.7, KEYS - 0.3), xticks=(0, 5, 10, 15), yticks=(0, 0.25, 0.5, 0.75, 1))
    right.axhline(1 / KEYS, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    verdict, entropy_text = draw_words(right)
    unit = [None]

    def move(state, rescale=False):
        # A fitted axis lasts until the next move, for the experiments speak of the plain one.
        wanted = sqrt(state.predicted) if rescale else 1.0
        if wanted != unit[0]:
            unit[0] = wanted
            left.set_xticklabels(tick_labels(wanted))
        look = LOOKS[NORMS[state.norm][1]]
        for patch in (bins, bars):
            patch.set(**look)
        place_bins(score_shares(state.scores / wanted))
        normal.set_data(normal_shares(sqrt(state.predicted) / wanted))
        place_bars(state.weights[0])
        verdict.set_text(state.verdict)
        entropy_text.set_text(f"{entropy(state.weights[0]):.2f}")

    return move


def draw_words(ax):
    """Write what stands still of the words in the axes; return the verdict and the entropy."""
    look = {"transform": ax.transAxes, "va": "top", "weight": "bold"}
    ax.text(0.43, 0.88, "entropy", ha="right", **look)
    ax.text(0.57, 0.88, f"of {log(KEYS):.2f}", ha="left", **look)
    verdict = ax.text(0.5, 0.97, "", ha="center", animated=True, **look)
    return verdict, ax.text(0.5, 0.88, "", ha="center", animated=True, **look)


def tick_labels(unit):
    """Label the ticks, the outer ones as the ends of bins that hold all beyond."""
    half, end = n(2 * unit, 4), n(4 * unit, 4 if unit > 1 else 2)
    middle = (f"−{half}", "0", half) if len(half) < 5 else ("", "0", "")
    return [f"≤ −{end}", *middle, f"≥ {end}"]


explorer = Explorer(
    title="Scaling consistency",
    controls=(
        Choice("d", "Width d", tuple((str(2**k), 2**k) for k in range(1, 11)), 64, ordered=True),
        Choice(
            "norm",
            "Norm",
            (
                ("RMSNorm", "rms"),
                ("UnitNorm", "unit"),
                ("none, σ = 1", "none"),
                ("none, σ = 3", "none3"),
            ),
            "rms",
        ),
        Choice(
            "scale",
            "Score scale",
            tuple((words, name) for name, words in SCALES.items()),
            "1/sqrt d",
            ordered=True,
        ),
        Slider("seed", "Seed", 0, 19, 1, 0),
    ),
    compute=compute,
    canvas=new_canvas,
    draw=draw,
    describe=describe,
    rescales=True,
    experiments=(
        Experiment(
            "RMSNorm, 1/√d",
            {"d": 64, "norm": "rms", "scale": "1/sqrt d", "seed": 0},
            "Consistent. Move Width d from end to end: the variance stays at 1.",
            lambda s: s.verdict == "consistent" and abs(s.measured - 1) < 4 * s.error,
        ),
        Experiment(
            "UnitNorm, √d",
            {"d": 64, "norm": "unit", "scale": "sqrt d", "seed": 0},
            "The color changes and no bar moves: these scores are the same numbers as before.",
            lambda s: np.allclose(
                s.scores, compute(64, "rms", "1/sqrt d", 0).scores, rtol=1e-12, atol=1e-12
            ),
        ),
        Experiment(
            "UnitNorm, 1/√d",
            {"d": 64, "norm": "unit", "scale": "1/sqrt d", "seed": 0},
            "Too flat: the variance is 1/d². All scores fall into the two middle bins, and "
            "every weight is close to 1/16, the dashed line.",
            lambda s: (
                s.verdict == "too flat"
                and np.max(np.abs(s.scores)) < 0.5
                and np.max(np.abs(16 * s.weights - 1)) < 0.1
            ),
        ),
        Experiment(
            "RMSNorm, √d",
            {"d": 64, "norm": "rms", "scale": "sqrt d", "seed": 0},
            "Too sharp: the variance is d². Nearly all scores fall into the two outer bins, "
            "and one key takes all the weight. It is the key that led before.",
            lambda s: (
                s.verdict == "too sharp"
                and np.mean(np.abs(s.scores) > 4) > 0.9
                and s.weights[0].max() > 0.999
                and s.weights[0].argmax() == compute(64, "rms", "1/sqrt d", 0).weights[0].argmax()
            ),
        ),
        Experiment(
            "Two dimensions",
            {"d": 2, "norm": "rms", "scale": "1/sqrt d", "seed": 0},
            "The variance is 1 here, too, but the scores are far from normal: no score is "
            "beyond √2, and about half of them are beyond 1. Move Width d up.",
            lambda s: (
                abs(s.measured - 1) < 4 * s.error
                and np.max(np.abs(s.scores)) < sqrt(2) + 1e-12
                and abs(np.mean(np.abs(s.scores) > 1) - 0.5) < 4 * 0.5 / 64
            ),
        ),
        Experiment(
            "No norm, σ = 3",
            {"d": 64, "norm": "none3", "scale": "1/sqrt d", "seed": 0},
            "Too sharp: entries three times as large give 81 times the variance. "
            "Set Norm to RMSNorm: it removes the factor.",
            lambda s: s.verdict == "too sharp" and abs(s.measured - 81) < 4 * s.error,
        ),
    ),
)
