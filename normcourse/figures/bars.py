"""Vectors as bars: one bar a coordinate."""

import numpy as np

from normcourse.figures.style import INK, LOOK

__all__ = ["draw_vector", "say", "share_scale"]


def draw_vector(ax, y, idea, title):
    """Draw the vector `y` on `ax` in the look of `idea`, each bar with its value."""
    bars = ax.bar(range(y.size), y, 0.7, **LOOK[idea])
    ax.bar_label(bars, [f"{v:.3g}".replace("-", "−") for v in y], padding=2)
    ax.axhline(0, color=INK, linewidth=0.8)
    ax.set(title=title, xlabel="coordinate", xticks=range(y.size))
    ax.margins(y=0.2)


def share_scale(axes):
    """Give all `axes` the same y limits, wide enough for each."""
    limits = np.array([ax.get_ylim() for ax in axes])
    for ax in axes:
        ax.set_ylim(limits[:, 0].min(), limits[:, 1].max())


def say(name, y):
    """Say a vector in words, for a text equivalent."""
    return f"{name} = [{', '.join(f'{v:.4g}'.replace('-', '−') for v in y)}]."
