"""Pictures of blocks: where the norm stands, what depth does, how training goes."""

import numpy as np

from normcourse.figures.style import BLUE, GRAY, GREEN, INK, ORANGE, PURPLE, RED, SKY

__all__ = ["draw_attention", "draw_depth", "draw_placements", "draw_training"]

PLACES = {"no norm": None, "pre-norm": "before", "post-norm": "after"}
DEPTH_LOOKS = {
    "no norm": {"color": INK, "linestyle": "-.", "marker": "^"},
    "pre-norm": {"color": BLUE, "linestyle": "-", "marker": "o"},
    "post-norm": {"color": RED, "linestyle": "--", "marker": "s"},
}
RUN_LOOKS = {
    "RMSNorm": {"color": BLUE, "linestyle": "-"},
    "LayerNorm": {"color": RED, "linestyle": "--"},
    "no norm": {"color": INK, "linestyle": "-."},
    "unit, wrong scale": {"color": PURPLE, "linestyle": ":"},
    "no norm, 2 layers": {"color": ORANGE, "linestyle": (0, (6, 2, 1, 2, 1, 2))},
    "no norm, small start": {"color": GREEN, "linestyle": (0, (3, 1.5))},
}


def draw_placements(axes):
    """Draw one layer with no norm, with pre-norm and with post-norm, the stream going up."""
    for ax, (title, place) in zip(axes, PLACES.items(), strict=True):
        ax.set(xlim=(0, 4), ylim=(0, 6), title=title, aspect="equal")
        ax.axis("off")
        _arrow(ax, (1, 0.3), (1, 5.9))
        ax.plot([1, 3], [0.9, 0.9], color=INK, linewidth=1.4)
        _arrow(ax, (3, 0.9), (3, 2.53))
        ax.plot([3, 3], [2.8, 4.1], color=INK, linewidth=1.4, solid_capstyle="projecting")
        _arrow(ax, (3, 4.1), (1.2, 4.1))
        _box(ax, 3, 2.8, "branch", "#E8E8E8")
        if place == "before":
            _box(ax, 3, 1.55, "norm", SKY)
        if place == "after":
            _box(ax, 1, 5.1, "norm", SKY)
        ax.plot([1], [4.1], "o", color="white", markeredgecolor=INK, markersize=15, zorder=4)
        ax.text(1, 4.08, "+", ha="center", va="center", zorder=5)
        ax.text(0.7, 2.3, "stream", rotation=90, ha="center", va="center", color=GRAY)


def _arrow(ax, start, end):
    look = {"arrowstyle": "-|>", "color": INK, "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", end, start, arrowprops=look)


def _box(ax, x, y, text, color):
    style = {"boxstyle": "round,pad=0.35", "facecolor": color, "edgecolor": INK}
    ax.text(x, y, text, ha="center", va="center", bbox=style, zorder=5)


def draw_depth(axes, runs):
    """Draw the RMS of the stream and of the gradient against the layer.

    Parameters
    ----------
    axes : two matplotlib.axes.Axes
    runs : dict
        "no norm", "pre-norm", "post-norm" to a pair of arrays, sizes and slopes.
    """
    for ax, which in zip(axes, (0, 1), strict=True):
        for name, run in runs.items():
            values = np.where(np.isfinite(run[which]), run[which], np.nan)
            look = DEPTH_LOOKS[name] | {"markersize": 4, "markevery": 8 if len(values) > 20 else 1}
            ax.semilogy(values, label=name, linewidth=1.8, clip_on=True, **look)
        ax.axhline(1, color=GRAY, linewidth=0.8, zorder=0)
        ax.set(xlabel="layer", xlim=(-1, 65), ylim=(0.3, 1e4))
        ax.set_xticks(range(0, 65, 16))
    axes[0].set_title("RMS of the stream")
    axes[1].set_title("RMS of the gradient")
    axes[0].text(5.5, 3e3, "no norm:\noff the scale", va="center", fontsize=10)
    axes[1].legend(loc="upper right", frameon=False)


def draw_training(axes, runs, window=5):
    """Draw loss and share of right letters against the step, with their spread and a legend.

    Parameters
    ----------
    axes : two matplotlib.axes.Axes
    runs : dict
        Name, one of `RUN_LOOKS`, to a pair of arrays, losses and hits, shape (steps, seeds).
        A line is the mean over the seeds, the band goes from the lowest to the highest seed,
        both smoothed over `window` steps.
    """
    for ax, which in zip(axes, (0, 1), strict=True):
        for name, run in runs.items():
            look = RUN_LOOKS[name]
            curves = smooth(run[which], window)
            steps = window + np.arange(len(curves))
            low, high = curves.min(axis=1), curves.max(axis=1)
            # Beyond the axis the size of a number does not matter, and 1e90 upsets the renderer.
            low, high, middle = (np.minimum(a, 1e3) for a in (low, high, curves.mean(axis=1)))
            ax.fill_between(steps, low, high, color=look["color"], alpha=0.15, linewidth=0)
            ax.plot(steps, middle, linewidth=2, label=name, **look)
        ax.set(xlabel="step", xlim=(0, len(run[which]) + 1))
    axes[0].set(yscale="log", ylim=(0.008, 20), title="loss")
    missing = [name for name, (losses, _) in runs.items() if not losses.min() < 20]
    if missing:
        axes[0].text(3, 11, f"{', '.join(missing)}: off the scale", va="center")
    axes[1].set(ylim=(0, 1.04), title="share of letters right")
    handles = axes[1].get_legend_handles_labels()
    axes[0].figure.legend(*handles, loc="outside lower center", ncols=len(runs), frameon=False)


def smooth(values, window):
    """Return the means of `window` neighbors along the first axis."""
    return np.stack([values[i : i + window].mean(axis=0) for i in range(len(values) - window + 1)])


def draw_attention(ax, weights, letters, title):
    """Draw the weights of one head as a map: a row for each query, a column for each key."""
    ax.imshow(weights, cmap="Blues", vmin=0, vmax=1)
    ax.set_xticks(range(len(letters)), letters)
    ax.set_yticks(range(len(letters)), letters)
    ax.set(xlabel="key", ylabel="query", title=title)
    ax.tick_params(length=0)
    for i, j in zip(*np.nonzero(weights > 0.1), strict=True):
        dark = weights[i, j] > 0.71  # below, black stands out more
        text = f"{weights[i, j]:.1f}".lstrip("0") if weights[i, j] < 0.95 else "1"
        ax.text(j, i, text, ha="center", va="center", color="white" if dark else INK, fontsize=8)
