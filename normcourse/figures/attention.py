"""Pictures of attention scores: how they spread, how that grows with d, what softmax does."""

from math import erf, sqrt

import numpy as np

from normcourse.figures.style import BLUE, GRAY, INK, LOOK, ORANGE, PURPLE

__all__ = [
    "EDGES",
    "draw_densities",
    "draw_entropies",
    "draw_same_number",
    "draw_variances",
    "draw_weights",
    "draw_widths",
    "normal_shares",
    "score_shares",
]

# Bins of half a unit; the first and the last also hold all that lies beyond.
EDGES = np.linspace(-4.5, 4.5, 19)
# A pair's color is its norm's, its line and marker are its scale's.
PAIRS = {
    ("rms", "1/sqrt d"): ("RMSNorm, 1/√d", BLUE, "-", "o"),
    ("rms", "sqrt d"): ("RMSNorm, √d", BLUE, ":", "s"),
    ("unit", "1/sqrt d"): ("UnitNorm, 1/√d", PURPLE, "-", "o"),
    ("unit", "sqrt d"): ("UnitNorm, √d", PURPLE, ":", "s"),
}


def score_shares(scores):
    """Return the part of the scores in each bin of `EDGES`."""
    inside = np.clip(scores, EDGES[0], np.nextafter(EDGES[-1], 0))
    return np.histogram(inside, EDGES)[0] / np.size(scores)


def normal_shares(deviation):
    """Return the same for a normal distribution with mean 0 and this standard deviation."""
    below = [0.5 * (1 + erf(edge / deviation / sqrt(2))) for edge in EDGES[1:-1]]
    return np.diff(below, prepend=0, append=1)


def draw_weights(ax, weights, idea, title):
    """Draw a row of softmax weights as bars, and a dashed line where all would be equal."""
    ax.bar(range(weights.size), weights, 0.75, **LOOK[idea])
    ax.axhline(1 / weights.size, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    ax.set(title=title, xlabel="key", ylim=(0, 1.05), xlim=(-0.7, weights.size - 0.3))
    ax.xaxis.get_major_locator().set_params(integer=True)


def draw_same_number(ax, scores):
    """Draw each pair's scores against those of RMSNorm with 1/√d: ``scores[norm, scale]``."""
    base = scores["rms", "1/sqrt d"]
    order = np.argsort(base)
    for pair in (("rms", "sqrt d"), ("unit", "sqrt d"), ("unit", "1/sqrt d")):
        label, color, _, marker = PAIRS[pair]
        x, y = base[order], scores[pair][order]
        ax.plot(x, y, marker, color=color, markersize=5, fillstyle="none", label=label)
        ax.annotate(label, (x[-1], y[-1]), (10, -4), textcoords="offset points", color=color)
    limit = 1.05 * np.abs(base).max()
    ax.plot([-limit, limit], [-limit, limit], color=GRAY, linewidth=0.8, zorder=0)
    ax.set(xlabel="score with RMSNorm and 1/√d", ylabel="score, same q and k")
    ax.margins(x=0.02)


def draw_densities(ax, curves):
    """Draw the density of the score for several widths, ``{d: (score, density)}``."""
    looks = ((BLUE, "-"), (GRAY, "--"), (ORANGE, "-."), (BLUE, ":"))
    for (d, (score, density)), (color, style) in zip(curves.items(), looks, strict=False):
        ax.plot(score, density, style, color=color, linewidth=2, label=f"d = {d}")
    x = np.linspace(-3.5, 3.5, 281)
    normal = np.exp(-(x**2) / 2) / sqrt(2 * np.pi)
    ax.plot(x, normal, color=INK, linewidth=1, label="normal")
    ax.set(xlabel="score", ylabel="density", xlim=(-3.5, 3.5), ylim=(0, 0.72))
    ax.legend(loc="upper right", frameon=False)


def doubling_axis(ax, widths):
    """Give `ax` an x axis on which each width has the same distance from the last."""
    ax.set_xscale("log", base=2)
    ax.set_xticks(widths, [str(d) for d in widths])
    ax.set(xlabel="d", xlim=(widths[0] / 1.2, widths[-1] * 1.2))


def draw_variances(ax, lines):
    """Draw the variance against d: ``lines[label] = (widths, predicted, measured, error)``."""
    for (label, line), marker in zip(lines.items(), "osD", strict=False):
        widths, predicted, measured, error = line
        color = PURPLE if label.startswith("UnitNorm") else BLUE
        ax.plot(widths, predicted, color=color, linewidth=1)
        ax.errorbar(widths, measured, 4 * error, fmt=marker, color=color, fillstyle="none")
        end = (widths[-1], predicted[-1])
        ax.annotate(label, end, (10, -4), textcoords="offset points", color=color)
    ax.set(yscale="log", ylabel="variance of the score")
    doubling_axis(ax, widths)


def draw_entropies(ax, widths, entropies, top):
    """Draw the entropy of softmax rows against d for each pair, and the greatest as a line."""
    for pair, values in entropies.items():
        label, color, style, marker = PAIRS[pair]
        size = 9 if pair == ("rms", "1/sqrt d") else 5  # it has a twin, seen inside
        ax.plot(widths, values, style, color=color, marker=marker, ms=size, fillstyle="none")
        below = -16 if pair == ("unit", "sqrt d") else -4
        end = (widths[-1], values[-1])
        ax.annotate(label, end, (14, below), textcoords="offset points", color=color)
    ax.axhline(top, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    ax.text(widths[0], 1.02 * top, f"all weights equal: {top:.2f}", va="bottom")
    ax.set(ylabel="entropy", ylim=(-0.1, 1.17 * top))
    doubling_axis(ax, widths)


def draw_widths(ax, names, variances):
    """Draw score variances as horizontal bars with a line at 1."""
    bars = ax.barh(names, variances, 0.6, **LOOK["rms_norm"])
    ax.bar_label(bars, [f"{v:.2f}" for v in variances], padding=4)
    ax.axvline(1, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    ax.invert_yaxis()
