"""Pictures of rounding: ranges of number types, casts, and variances that cancel."""

import numpy as np

from normcourse.figures.style import BLUE, GRAY, INK, ORANGE, RED

__all__ = ["draw_cast_errors", "draw_ranges", "draw_variances"]

ENDS = (-46, 42)  # powers of ten shown
VARIANCES = {
    "one pass, float32": {"color": RED, "marker": "o", "linewidth": 1.5},
    "one pass, float64": {"color": ORANGE, "marker": "s", "linewidth": 1.5},
    "two passes, float32": {"color": BLUE, "marker": "^", "linewidth": 1.5},
}


def draw_ranges(ax, types):
    """Draw ``types[name] = (smallest, largest)`` as bars, and in each what may be squared."""
    for row, (smallest, largest) in enumerate(types.values()):
        low, high = np.log10(smallest), np.log10(largest)
        draw_bar(ax, row, low, high, {"height": 0.7, "facecolor": "#C9DDEC"})
        draw_bar(ax, row, low / 2, high / 2, {"height": 0.36, "facecolor": BLUE})
        if high > ENDS[1]:
            ax.annotate("…", (ENDS[1], row), (3, -3), textcoords="offset points")
            ax.annotate("…", (ENDS[0], row), (-14, -3), textcoords="offset points")
    ax.set_yticks(range(len(types)), types)
    ax.invert_yaxis()
    ticks = range(-40, 41, 20)
    ax.set_xticks(ticks, [f"$10^{{{t}}}$" if t else "1" for t in ticks])
    ax.set(xlim=(ENDS[0] - 4, ENDS[1] + 4), xlabel="size of a number")
    ax.tick_params(left=False)
    ax.spines["left"].set_visible(False)


def draw_bar(ax, row, low, high, look):
    """Draw a bar from one power of ten to another, as far as the picture goes."""
    low, high = np.clip((low, high), *ENDS)
    ax.barh(row, high - low, left=low, edgecolor=BLUE, **look)


def draw_cast_errors(axes, errors):
    """Draw the rounding errors of each cast order as a histogram, in steps of the last place."""
    edges = np.linspace(-1.5, 1.5, 61)
    looks = ({"facecolor": RED, "hatch": ".."}, {"facecolor": BLUE, "hatch": "//"})
    # One outline, not a bar each: the edges of narrow bars would be a second pattern.
    for ax, (name, error), look in zip(axes, errors.items(), looks, strict=True):
        share = np.histogram(error, edges)[0] / error.size
        ax.stairs(share, edges, fill=True, edgecolor="white", **look)
        for half in (-0.5, 0.5):
            ax.axvline(half, color=INK, linewidth=1, linestyle=(0, (4, 3)))
        ax.set(title=name, xlabel="error, in steps of the last place", xticks=(-1, -0.5, 0, 0.5, 1))
        ax.set(xlim=(-1.5, 1.5), yticks=[])
        ax.spines["left"].set_visible(False)
    axes[0].set_ylabel("part of all entries")


def draw_variances(ax, ratio, errors):
    """Draw the relative errors of variances against μ/σ, and what one pass lets one expect."""
    for name, look in VARIANCES.items():
        ax.loglog(ratio, errors[name], label=name, **look)
    look = {"color": GRAY, "linewidth": 1, "linestyle": (0, (4, 2))}
    ax.loglog(ratio, ratio**2 / 2**24, label="(μ/σ)²/2²⁴", **look)
    ax.axhline(1, color=INK, linewidth=1, linestyle=":")
    ax.set(xlabel="μ/σ", ylabel="relative error of σ²", ylim=(1e-17, 1e9))
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
