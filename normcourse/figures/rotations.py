"""Pictures of rotations: a vector before and after a norm, two routes, scores, pairs.

The functions that serve both a lesson and an explorer make their artists once and return
``place``, which moves them; an explorer asks for animated artists.
"""

import numpy as np
from matplotlib.colors import LinearSegmentedColormap

from normcourse.figures.style import BLUE, GRAY, GREEN, INK, ORANGE, PURPLE, SIGNS
from normcourse.norms import rms_norm, unit_norm
from normcourse.rotations import pair_indices

__all__ = ["draw_arrow", "draw_before_after", "draw_pairs", "draw_routes"]
__all__ += ["draw_routes_key", "draw_score_map"]


def circle(radius, points=121):
    """Return x and y of a circle round the origin."""
    turn = np.linspace(0, 2 * np.pi, points)
    return radius * np.cos(turn), radius * np.sin(turn)


def square_axes(ax, limit):
    """Give both axes the same scale and range, and a cross at the origin."""
    ticks = range(-int(limit), int(limit) + 1, max(1, int(limit)))
    ax.set(xlim=(-limit, limit), ylim=(-limit, limit), aspect="equal", xticks=ticks, yticks=ticks)
    ax.axhline(0, color=GRAY, linewidth=0.6, zorder=0)
    ax.axvline(0, color=GRAY, linewidth=0.6, zorder=0)


def draw_arrow(ax, v, color):
    """Draw an arrow from the origin to `v`."""
    look = {"arrowstyle": "-|>", "color": color, "linewidth": 2, "mutation_scale": 14}
    look |= {"shrinkA": 0, "shrinkB": 0}
    ax.annotate("", xy=tuple(v), xytext=(0, 0), arrowprops=look)


def draw_before_after(axes, h):
    """Draw a plane vector on the first axes, what the two norms make of it on the second.

    Both panels have the same scale. The second has the circle of radius √2, on which
    RMSNorm puts every vector with two entries, and the unit circle.
    """
    h = np.asarray(h, dtype=float)
    limit = 1.12 * np.abs(h).max()
    for ax, title in zip(axes, ("before", "after"), strict=True):
        ax.set(xlim=(-1.7, limit), ylim=(-1.7, limit), aspect="equal", title=title)
        ax.set(xlabel="entry 0", ylabel="entry 1")
        ax.axhline(0, color=GRAY, linewidth=0.6)
        ax.axvline(0, color=GRAY, linewidth=0.6)
    draw_arrow(axes[0], h, GRAY)
    axes[0].text(*(h + [-0.15, 0.1]), f"h = ({h[0]:g}, {h[1]:g})", ha="right", color=GRAY)
    y, u = rms_norm(h, eps=0), unit_norm(h)
    label_tip(axes[1], y, BLUE, "-", "RMSNorm", (1.75, 2.2))
    label_tip(axes[1], u, PURPLE, "--", "UnitNorm", (1.75, 0.35))
    return axes


def label_tip(ax, y, color, style, name, where):
    """Draw an arrow to `y`, the circle that it ends on, and its numbers at `where`."""
    ax.plot(*circle(np.hypot(*y)), color=color, linewidth=1, linestyle=style)
    draw_arrow(ax, y, color)
    words = f"{name}\n({y[0]:.4f}, {y[1]:.4f})"
    line = {"arrowstyle": "-", "color": color, "linewidth": 0.6}
    ax.annotate(words, tuple(y), xytext=where, color=color, arrowprops=line)


def draw_routes(ax, limit, animated=False):
    """Draw one pair of entries on two routes: normalize then rotate, rotate then normalize.

    Returns ``place(x, normed, first, second)``, each argument a point of the plane: the pair
    before, after the norm, and at the end of either route.
    """
    square_axes(ax, limit)
    common = {"animated": animated, "markevery": [1]}
    (ring,) = ax.plot([], [], color=GREEN, linewidth=0.8, animated=animated, zorder=1)
    (before,) = ax.plot([], [], color=GRAY, linewidth=2, marker="D", zorder=2, **common)
    (start,) = ax.plot([], [], ":", color=GREEN, linewidth=1.2, marker="o", zorder=3, **common)
    (one,) = ax.plot([], [], color=GREEN, linewidth=4, marker="o", markersize=9, zorder=5, **common)
    (two,) = ax.plot([], [], "--", color=INK, linewidth=1.6, marker="s", zorder=6, **common)
    (gap,) = ax.plot([], [], color=ORANGE, linewidth=4, animated=animated, zorder=4)
    start.set_markerfacecolor("white")
    two.set_markerfacecolor("white")
    names = {before: "q", start: "q normalized"}
    names |= {one: "normalize, then rotate", two: "rotate, then normalize", gap: "gap"}
    for line, label in names.items():
        line.set_label(label)

    def place(x, normed, first, second):
        for line, tip in ((before, x), (start, normed), (one, first), (two, second)):
            line.set_data([0, tip[0]], [0, tip[1]])
        ring.set_data(*circle(np.hypot(*normed)))
        gap.set_data([first[0], second[0]], [first[1], second[1]])
        gap.set_visible(not np.allclose(first, second))

    return place


def draw_routes_key(row, ax):
    """Write the key of the routes on `ax` along a row of axes that show nothing else."""
    for empty in row:
        empty.set_axis_off()
    lines, _ = ax.get_legend_handles_labels()
    look = {"ncols": len(lines), "columnspacing": 1.4, "handlelength": 2.2, "frameon": False}
    where = {"bbox_to_anchor": (0.5, 0), "bbox_transform": ax.figure.transFigure}
    key = row[0].legend(handles=lines, loc="lower center", **where, **look)
    key.set_in_layout(False)
    for line in key.get_lines():
        # The gap of `ax` may be zero, and its line hidden.
        line.set_visible(True)


def draw_score_map(ax, size, animated=False):
    """Draw scores for all pairs of positions below `size`, and the diagonal of one distance.

    Returns ``place(scores, m, n, top)``: scores of shape (size, size), row m for the query's
    position, column n for the key's; colors run from −`top` to `top`.
    """
    edges = np.arange(size + 1) - 0.5
    colors = LinearSegmentedColormap.from_list("signs", SIGNS)
    # A mesh of few cells is drawn in a third of the time of an image.
    mesh = ax.pcolormesh(edges, edges, np.zeros((size, size)), cmap=colors, animated=animated)
    ax.set_aspect("equal")
    ax.set(xlabel="n, position of k", ylabel="m, position of q")
    ax.set(xticks=range(0, size, 4), yticks=range(0, size, 4))
    look = {"markersize": 8, "markerfacecolor": "none", "markeredgewidth": 2, "markevery": [1]}
    (line,) = ax.plot([], [], "s:", color=INK, linewidth=1.2, animated=animated, **look)

    def place(scores, m, n, top):
        mesh.set_array(scores)
        mesh.set_clim(-top, top)
        low, high = max(0, m - n), min(size - 1, size - 1 + m - n)
        line.set_data([low - m + n, n, high - m + n], [low, m, high])

    return place


def draw_pairs(ax, d, layout, rotary_dim=None):
    """Draw d entries in a row and join those that turn together; the rest are hollow."""
    width = d if rotary_dim is None else rotary_dim
    first, second = pair_indices(width, layout)
    turn = np.linspace(0, np.pi, 40)
    for pair, (a, b) in enumerate(zip(first, second, strict=True)):
        center, radius = (a + b) / 2, (b - a) / 2
        height = 0.3 + 0.25 * radius
        ax.plot(center - radius * np.cos(turn), 0.2 + height * np.sin(turn), color=BLUE)
        ax.text(center, 0.22 + height, f"{pair}", ha="center", va="bottom", color=BLUE)
    for i in range(d):
        face = "#DCEBF5" if i < width else "white"
        ax.plot(i, 0, "s", markersize=18, markerfacecolor=face, markeredgecolor=INK)
        ax.text(i, 0, f"{i}", ha="center", va="center")
    ax.set(xlim=(-0.7, d - 0.3), ylim=(-0.4, 1.5))
    ax.set_axis_off()
