"""Pictures of the right triangle with legs σ and |μ| and the hypotenuse RMS."""

import numpy as np

from normcourse.figures.style import BLUE, GRAY, GREEN, INK, ORANGE, RED

__all__ = ["draw_chance", "draw_mixing", "draw_routes", "draw_small_mean", "draw_split"]
__all__ += ["draw_triangle", "set_reach"]

SIDES = {
    "sigma": {"color": RED, "linestyle": (0, (4, 1.5)), "linewidth": 3},
    "mean": {"color": GREEN, "linestyle": (0, (1.5, 1)), "linewidth": 3},
    "rms": {"color": BLUE, "linestyle": "-", "linewidth": 3},
}
STEPS = {"rms": "divide by the RMS", "mean": "subtract the mean", "sigma": "divide by σ"}
SMALL = "the denominators: about (μ/σ)²/2"
WIDE = 1.64
DOT = {"marker": "o", "markersize": 8, "linestyle": "none"}


def draw_triangle(ax, reach=2.0, animated=False):
    """Draw an empty right triangle to scale; return what sets its sides.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    reach : float
        How long a leg fits, with its label.
    animated : bool
        True where an explorer moves it.

    Returns
    -------
    callable
        ``move(sigma, mu)``. The leg of the mean is |μ| long; the picture has no sign.
    """
    ax.set(aspect="equal", xlabel="σ", ylabel="|μ|")
    ax.locator_params(nbins=4)
    set_reach(ax, reach)
    still = {"animated": animated}
    (arc,) = ax.plot([], [], color=GRAY, linewidth=1, linestyle=":", **still)
    # The right angle and φ, as one line: two would take longer.
    (angles,) = ax.plot([], [], color=INK, linewidth=1.2, **still)
    lines = {name: ax.plot([], [], **side, **still)[0] for name, side in SIDES.items()}
    texts = {
        name: ax.text(0, 0, "", color=side["color"], rotation_mode="anchor", **still)
        for name, side in SIDES.items()
    }
    texts["sigma"].set(ha="center", va="top")
    texts["mean"].set(va="center")
    turn = np.linspace(0, 1, 40)

    def move(sigma, mu):
        leg, reach = abs(mu), get_reach(ax)
        rms, phi = np.hypot(sigma, leg), np.arctan2(leg, sigma)
        lines["sigma"].set_data([0, sigma], [0, 0])
        lines["mean"].set_data([sigma, sigma], [0, leg])
        lines["rms"].set_data([0, sigma], [0, leg])
        height = rms * np.sin(turn * np.pi / 2)
        # The arc starts above the labels, which would lie on it.
        height[height < leg / 2 + 0.17 * reach] = np.nan
        arc.set_data(rms * np.cos(turn * np.pi / 2), height)
        side = 0.07 * reach * (min(sigma, leg) > 0.1 * reach)
        right = [sigma - side, sigma - side, sigma, np.nan], [0, side, side, np.nan]
        bow = 0.3 * rms * np.cos(turn * phi), 0.3 * rms * np.sin(turn * phi)
        angles.set_data(np.hstack([right, bow]))
        _label(texts, sigma, leg, reach)

    return move


def set_reach(ax, reach):
    """Set the limits so that legs of length `reach` fit, with their labels."""
    ax.set(xlim=(-0.24 * reach, WIDE * reach), ylim=(-0.24 * reach, 1.43 * reach))


def get_reach(ax):
    """Return the length of a leg that fits."""
    return ax.get_xlim()[1] / WIDE


def _label(texts, sigma, leg, reach):
    """Write the length beside each side, outside the triangle."""
    rms, phi = np.hypot(sigma, leg), np.arctan2(leg, sigma)
    # A hypotenuse shorter than its label: the label starts at the origin, clear of σ's.
    along, ha = (rms / 2, "center") if rms > 0.7 * reach else (0, "left")
    gap = 0.07 * reach
    x, y = along * np.cos(phi) - gap * np.sin(phi), along * np.sin(phi) + gap * np.cos(phi)
    texts["rms"].set(text=f"RMS = {rms:.4g}", x=x, y=y, ha=ha, rotation=np.degrees(phi))
    texts["sigma"].set(text=f"σ = {sigma:.4g}", x=max(sigma / 2, 0.18 * reach), y=-gap)
    texts["mean"].set(text=f"|μ| = {leg:.4g}", x=sigma + gap, y=leg / 2)


def draw_split(ax, x):
    """Draw a vector of two entries as the sum of its mean part and its centered part.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x : array_like, shape (2,)
    """
    x = np.asarray(x, dtype=float)
    mean_part = np.full(2, x.mean())
    reach = 1.25 * np.abs(x).max()
    ax.axline((0, 0), slope=1, color=GRAY, linewidth=1, linestyle=":")
    _arrow(ax, (0, 0), mean_part, "mean")
    _arrow(ax, mean_part, x, "sigma")
    _arrow(ax, (0, 0), x, "rms")
    _name(ax, mean_part / 2, "μ·1", "mean", (-8, 4), ha="right")
    _name(ax, (mean_part + x) / 2, "x − μ·1", "sigma", (8, 4), ha="left")
    _name(ax, x / 2, "x", "rms", (4, -14), ha="left")
    _name(ax, (0.9 * reach, 0.9 * reach), "direction of 1", None, (-6, 0), ha="right")
    back, on = -0.1 * mean_part, 0.1 * mean_part[0] * np.sign(x - mean_part)
    ax.plot(*np.transpose([mean_part + back, mean_part + back + on, mean_part + on]), color=INK)
    low = min(0.0, x.min()) - 0.1 * reach
    ax.set(aspect="equal", xlim=(low, reach), ylim=(low, reach))
    ax.locator_params(integer=True)
    ax.set(xlabel="coordinate 0", ylabel="coordinate 1")


def draw_mixing(ax, layer_normed, phi):
    """Draw cos φ · LayerNorm(x) + sin φ · 1 for every φ, a curve a coordinate.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    layer_normed : array_like, shape (d,), d < 10
    phi : float
        The angle of the example in radians; its RMSNorm is marked.
    """
    y, angles = np.asarray(layer_normed), np.linspace(-np.pi / 2, np.pi / 2, 181)
    curves = np.cos(angles)[:, None] * y + np.sin(angles)[:, None]
    ax.plot(np.degrees(angles), curves, color=GRAY, linewidth=1.5)
    ax.plot(0 * y, y, color=RED, label="LayerNorm(x)", **(DOT | {"marker": "s"}))
    here = np.full(y.shape, np.degrees(phi))
    ax.plot(here, np.cos(phi) * y + np.sin(phi), color=BLUE, label="RMSNorm(x)", **DOT)
    for i, entry in enumerate(y):
        _name(ax, (0, entry), f"x{'₀₁₂₃₄₅₆₇₈₉'[i]}", None, (9, -10), ha="left")
    ax.axvline(0, color=GRAY, linewidth=0.8, linestyle=":")
    ax.axvline(np.degrees(phi), color=GRAY, linewidth=0.8, linestyle=":")
    ax.legend(loc="lower right", frameon=False)
    ax.set(xlim=(-94, 94), ylim=(-1.95, 1.95), xticks=range(-90, 91, 30))
    ax.set(xlabel="φ in degrees", ylabel="entry of the output")


def draw_routes(ax, sigma, mu):
    """Draw two routes from x to LayerNorm(x) in the plane of LayerNorm(x) and 1.

    A point (a, b) of the picture is the vector a·LayerNorm(x) + b·1, so x is (σ, μ),
    and every vector of RMS 1 lies on the circle. Centering drops a point to the axis.
    """
    rms = np.hypot(sigma, mu)
    on_circle = np.array([sigma, mu]) / rms
    turn = np.linspace(0, np.pi / 2, 100)
    ax.plot(np.cos(turn), np.sin(turn), color=GRAY, linewidth=1, linestyle=":")
    ax.axhline(0, color=GRAY, linewidth=0.8)
    ax.plot([0, on_circle[0]], [0, on_circle[1]], color=GRAY, linewidth=0.8)
    for side, words in STEPS.items():
        ax.plot([], [], label=words, **SIDES[side])
    for start in ((sigma, mu), on_circle):
        _arrow(ax, start, (start[0], 0), "mean")
        _arrow(ax, (start[0], 0), (1, 0), "sigma")
    _arrow(ax, (sigma, mu), on_circle, "rms")
    ax.legend(loc="upper right", handlelength=3, frameon=False)
    for point, words, shift, ha in (
        ((sigma, mu), "x", (6, 4), "left"),
        (on_circle, "RMSNorm(x)", (-14, -2), "right"),
        ((sigma, 0), "x − μ·1", (8, -16), "left"),
        ((1, 0), "LayerNorm(x)", (4, -18), "right"),
    ):
        ax.plot(*point, color=INK, **DOT)
        _name(ax, point, words, None, shift, ha=ha)
    ax.set(aspect="equal", xlim=(0, 1.75), ylim=(-0.25, 1.25))
    ax.set(xlabel="along LayerNorm(x)", ylabel="along 1")


def draw_small_mean(ax, ratios, denominators, outputs):
    """Draw how far apart the denominators and the outputs are, against |μ|/σ."""
    ax.loglog(ratios, outputs, color=ORANGE, marker="s", linewidth=2, markeredgecolor=INK)
    ax.loglog(ratios, denominators, color=INK, marker="o", linewidth=2)
    middle = len(ratios) // 2
    _name(
        ax, (ratios[middle], outputs[middle]), "the outputs: about |μ|/σ", None, (-8, 6), ha="right"
    )
    _name(ax, (ratios[middle], denominators[middle]), SMALL, None, (8, -12), ha="left")
    ax.set(xlabel="|μ|/σ", ylabel="how far apart")


def draw_chance(ax, widths, measured, exact, limits):
    """Draw quantiles of |μ|/σ over random directions against d.

    `measured` and `exact` map a name to one number for each width; `limits` maps it to
    the constant c of the limit c/√d.
    """
    for name, marker in zip(measured, "os", strict=True):
        ax.loglog(widths, measured[name], color=GREEN, **(DOT | {"marker": marker}))
        ax.loglog(widths, exact[name], color=GREEN, linewidth=2)
        ax.loglog(widths, limits[name] / np.sqrt(widths), color=INK, linestyle=":")
        _name(ax, (widths[2], exact[name][2]), name, None, (8, 4), ha="left")
    ax.legend(ax.lines[:3], ["drawn", "exact", "z/√d"], loc="lower left", frameon=False)
    ax.set(xlabel="d", ylabel="|μ|/σ", xticks=widths, xticklabels=[str(d) for d in widths])
    ax.minorticks_off()


def _arrow(ax, start, end, side):
    look = {**SIDES[side], "arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0, "linewidth": 2.2}
    ax.annotate("", xy=end, xytext=start, arrowprops=look)


def _name(ax, point, words, side, shift, ha):
    color = SIDES[side]["color"] if side else INK
    ax.annotate(words, point, shift, textcoords="offset points", ha=ha, color=color)
