"""Pictures of what was recorded in real models."""

import numpy as np

from normcourse.figures.style import BLUE, GRAY, GREEN, INK, LOOK, PURPLE, RED

__all__ = ["draw_gains", "draw_ratio", "draw_sink", "draw_stream", "draw_swaps"]

LINES = (
    {"color": BLUE, "linestyle": "-", "marker": "o"},
    {"color": GREEN, "linestyle": "--", "marker": "s"},
    {"color": RED, "linestyle": "-.", "marker": "^"},
    {"color": PURPLE, "linestyle": ":", "marker": "D"},
)


def draw_ratio(ax, curves, chance):
    """Draw the median of |μ|/σ before each norm, a line a model, over the level of chance.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    curves : dict
        ``{label: medians}``, at most four.
    chance : tuple of float
        The lowest and the highest chance level of these models, drawn as a band.
    """
    ax.axhspan(*chance, color="#D9D9D9", zorder=0)
    where = (1.04, np.sqrt(np.prod(chance)))
    ax.text(*where, "chance", color=GRAY, va="center", clip_on=False)
    for (label, medians), look in zip(curves.items(), LINES, strict=False):
        depth = np.linspace(0, 1, len(medians))
        ax.plot(depth, medians, label=label, markersize=3.5, linewidth=1.5, **look)
    ax.set(yscale="log", xlabel="depth: first norm 0, last norm 1", ylabel="median of |μ|/σ")
    ax.set_xlim(-0.02, 1.02)
    ax.legend(loc="upper left", bbox_to_anchor=(1.02, 1), frameon=False)


def draw_swaps(ax, values, level):
    """Draw how far each swap moves the perplexity, as bars from where it was.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    values : dict
        ``{label: perplexity}``, the first at the top.
    level : float
        The perplexity without a swap.
    """
    places = np.arange(len(values))[::-1]
    moved = np.array(list(values.values())) - level
    bars = ax.barh(places, moved, 0.7, left=level, **LOOK["x"])
    for bar, label in zip(bars, values, strict=True):
        look = LOOK["layer_norm" if label.startswith("LayerNorm") else "x"]
        bar.set(**look)
    ax.set_yticks(places, list(values))
    ax.axvline(level, color=INK, linewidth=1.2)
    ax.set(xlabel=f"perplexity, {level:.2f} as it is")


def draw_gains(ax, gains):
    """Draw the gains of each norm: the middle half, the middle 98 %, and the ends.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    gains : array, shape (norms, d)
    """
    where = np.arange(len(gains))
    low, quarter, middle, three, high = np.percentile(gains, [1, 25, 50, 75, 99], axis=1)
    ax.fill_between(where, low, high, color="#DCEBF5", step="mid", label="98 % of the gains")
    ax.fill_between(where, quarter, three, color="#8FBFDE", step="mid", label="half of them")
    ax.plot(where, middle, color=BLUE, linewidth=2, label="median")
    ends = np.concatenate([gains.min(axis=1), gains.max(axis=1)])
    ax.plot(np.tile(where, 2), ends, ".", color=GRAY, markersize=3, label="smallest, largest")
    ax.axhline(1, color=INK, linewidth=1, linestyle=":")
    ax.axhline(0, color=INK, linewidth=0.8)
    ax.set(xlabel="norm, in the order of the pass", ylabel="gain")
    ax.legend(loc="upper left", bbox_to_anchor=(1.02, 1), frameon=False)


def draw_stream(ax, most, first):
    """Draw the RMS of the residual stream before each norm.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    most, first : arrays, shape (norms,)
        Of tokens at later positions, and of position 0.
    """
    ax.plot(most, color=BLUE, linewidth=2, label="later positions")
    ax.plot(first, color=RED, linewidth=2, linestyle="--", label="position 0")
    ax.set(yscale="log", xlabel="norm, in the order of the pass", ylabel="RMS of its input")
    ax.legend(loc="upper left", bbox_to_anchor=(1.02, 1), frameon=False)


def draw_sink(ax, share, even):
    """Draw the share of attention that position 0 gets in each block, and an even share.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    share : array, shape (blocks,)
    even : float
    """
    ax.bar(np.arange(len(share)), share, 0.7, **LOOK["x"])
    ax.axhline(even, color=INK, linewidth=1.2, linestyle=":")
    ax.set(xlabel="block (dotted: an even share)", ylabel="attention to position 0", ylim=(0, 1))
