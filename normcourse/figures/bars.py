"""Vectors as bars: one bar a coordinate."""

import numpy as np
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from normcourse.figures.style import INK, LOOK

__all__ = ["draw_vector", "one_patch", "say", "share_scale"]


def draw_vector(ax, y, idea, title):
    """Draw the vector `y` on `ax` in the look of `idea`, each bar with its value."""
    bars = ax.bar(range(y.size), y, 0.7, **LOOK[idea])
    digits = ".0f" if np.array_equal(y, np.round(y)) else ".3f"
    ax.bar_label(bars, [f"{v:{digits}}".replace("-", "−") for v in y], padding=2, fontsize=10)
    ax.axhline(0, color=INK, linewidth=0.8)
    ax.set(title=title, xlabel="coordinate", xticks=range(y.size))
    ax.margins(y=0.2)


def one_patch(ax, x, width, **look):
    """Draw bars of height 0 at the places `x` as one animated patch, for an explorer.

    Its hatch is then drawn once in a frame, and not once a bar.

    Returns
    -------
    patch : matplotlib.patches.PathPatch
    place : callable
        ``place(heights)`` sets all heights. A bar whose height is NaN gets none.
    """
    x = np.asarray(x, dtype=float)
    codes = np.tile([Path.MOVETO, *3 * [Path.LINETO], Path.CLOSEPOLY], x.size)
    corners = np.zeros((x.size, 5, 2))
    corners[..., 0] = x[:, None] + np.array([-0.5, -0.5, 0.5, 0.5, -0.5]) * width
    patch = ax.add_patch(PathPatch(Path(corners.reshape(-1, 2), codes), animated=True, **look))

    def place(heights):
        corners[:, 1:3, 1] = np.nan_to_num(heights)[:, None]
        patch.set_path(Path(corners.reshape(-1, 2), codes))

    return patch, place


def share_scale(axes):
    """Give all `axes` the same y limits, wide enough for each."""
    limits = np.array([ax.get_ylim() for ax in axes])
    for ax in axes:
        ax.set_ylim(limits[:, 0].min(), limits[:, 1].max())


def say(name, y):
    """Say a vector in words, for a text equivalent."""
    return f"{name} = [{', '.join(f'{v:.4g}'.replace('-', '−') for v in y)}]."
