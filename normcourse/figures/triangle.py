"""Pictures of the right triangle with legs σ and |μ| and the hypotenuse RMS."""

import numpy as np

from normcourse.figures.style import BLUE, GRAY, GREEN, INK, RED

__all__ = ["draw_routes", "draw_split", "draw_triangle"]

SIDES = {
    "sigma": {"color": RED, "linestyle": (0, (4, 1.5)), "linewidth": 3},
    "mean": {"color": GREEN, "linestyle": (0, (1.5, 1)), "linewidth": 3},
    "rms": {"color": BLUE, "linestyle": "-", "linewidth": 3},
}
DOT = {"marker": "o", "markersize": 8, "linestyle": "none"}


def draw_triangle(ax, reach=2.0, animated=False):
    """Draw an empty right triangle to scale; return what sets its sides.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    reach : float
        The longest leg that has to fit.
    animated : bool
        True where an explorer moves it.

    Returns
    -------
    callable
        ``move(sigma, mu)``. The leg of the mean is |μ| long; the picture has no sign.
    """
    ax.set(aspect="equal", xlim=(-0.24 * reach, 1.64 * reach), ylim=(-0.24 * reach, 1.43 * reach))
    ax.set(xlabel="σ", ylabel="|μ|", xticks=range(4), yticks=range(3))
    still = {"animated": animated}
    (arc,) = ax.plot([], [], color=GRAY, linewidth=1, linestyle=":", **still)
    (corner,) = ax.plot([], [], color=INK, linewidth=1, **still)
    (angle,) = ax.plot([], [], color=INK, linewidth=1.2, **still)
    lines = {name: ax.plot([], [], **side, **still)[0] for name, side in SIDES.items()}
    texts = {
        name: ax.text(0, 0, "", color=side["color"], rotation_mode="anchor", **still)
        for name, side in SIDES.items()
    }
    turn = np.linspace(0, 1, 60)

    def move(sigma, mu):
        leg = abs(mu)
        rms, phi = np.hypot(sigma, leg), np.arctan2(leg, sigma)
        lines["sigma"].set_data([0, sigma], [0, 0])
        lines["mean"].set_data([sigma, sigma], [0, leg])
        lines["rms"].set_data([0, sigma], [0, leg])
        arc.set_data(rms * np.cos(turn * np.pi / 2), rms * np.sin(turn * np.pi / 2))
        angle.set_data(0.3 * rms * np.cos(turn * phi), 0.3 * rms * np.sin(turn * phi))
        side = 0.07 * reach * (min(sigma, leg) > 0.1 * reach)
        corner.set_data([sigma - side, sigma - side, sigma], [0, side, side])
        _label(texts, sigma, leg, reach)

    return move


def _label(texts, sigma, leg, reach):
    """Write the length beside each side, outside the triangle."""
    rms, phi = np.hypot(sigma, leg), np.arctan2(leg, sigma)
    # A hypotenuse shorter than its label: the label starts at the origin, clear of σ's.
    along, ha = (rms / 2, "center") if rms > 0.7 * reach else (0, "left")
    gap = 0.06 * reach
    x, y = along * np.cos(phi) - gap * np.sin(phi), along * np.sin(phi) + gap * np.cos(phi)
    texts["rms"].set(text=f"RMS = {rms:.4g}", x=x, y=y, ha=ha, rotation=np.degrees(phi))
    texts["sigma"].set(text=f"σ = {sigma:.4g}", x=max(sigma / 2, 0.18 * reach), y=-gap)
    texts["sigma"].set(ha="center", va="top")
    texts["mean"].set(text=f"|μ| = {leg:.4g}", x=sigma + gap, y=leg / 2, va="center")


def draw_split(ax, x):
    """Draw a vector of two entries as the sum of its mean part and its centered part.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x : array_like, shape (2,)
    """
    x = np.asarray(x, dtype=float)
    mean_part = np.full(2, x.mean())
    reach = 1.2 * np.abs(x).max()
    ax.axline((0, 0), slope=1, color=GREEN, linewidth=1, linestyle=":")
    ax.axline((0, 0), slope=-1, color=RED, linewidth=1, linestyle=":")
    for start, end, name in (
        ((0, 0), mean_part, "mean"),
        (mean_part, x, "sigma"),
        ((0, 0), x, "rms"),
    ):
        _arrow(ax, start, end, SIDES[name]["color"])
    ax.set(aspect="equal", xlim=(-0.4 * reach, reach), ylim=(-0.4 * reach, reach))
    ax.set(xlabel="x₀", ylabel="x₁")


def _arrow(ax, start, end, color):
    style = {"arrowstyle": "-|>", "color": color, "linewidth": 2.5, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", xy=end, xytext=start, arrowprops=style)


def draw_routes(ax, sigma, mu):
    """Draw the two routes from x to LayerNorm(x) in the plane of LayerNorm(x) and 1.

    A point (a, b) of the picture is the vector a·LayerNorm(x) + b·1, so x is (σ, μ),
    and every vector of RMS 1 lies on the circle. Centering drops a point to the axis.
    """
    rms = np.hypot(sigma, mu)
    turn = np.linspace(-0.1, np.pi / 2, 100)
    ax.plot(np.cos(turn), np.sin(turn), color=GRAY, linewidth=1, linestyle=":")
    ax.axhline(0, color=GRAY, linewidth=0.8)
    on_circle = np.array([sigma, mu]) / rms
    _arrow(ax, (sigma, mu), on_circle, BLUE)
    _arrow(ax, (sigma, mu), (sigma, 0), RED)
    _arrow(ax, (sigma, 0), (1, 0), RED)
    _arrow(ax, on_circle, (on_circle[0], 0), BLUE)
    _arrow(ax, (on_circle[0], 0), (1, 0), BLUE)
    ax.plot([sigma], [mu], color=INK, **DOT)
    ax.plot([1], [0], color=RED, **DOT)
    ax.set(aspect="equal", xlabel="along LayerNorm(x)", ylabel="along 1")
