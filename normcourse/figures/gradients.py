"""Pictures of the derivative of a norm."""

import numpy as np

from normcourse.figures.style import BLUE, GRAY, GREEN, INK, ORANGE, PURPLE, RED, SKY

__all__ = ["draw_derivative_errors", "draw_ellipse", "draw_factors", "draw_field", "draw_paths"]
__all__ += ["draw_step", "draw_worst_component"]

TURN = np.linspace(0, 2 * np.pi, 121)
CIRCLE = np.stack([np.cos(TURN), np.sin(TURN)])
ALONG = {"color": PURPLE, "linestyle": (0, (2, 0.8)), "linewidth": 4}
ACROSS = {"color": BLUE, "linestyle": "-", "linewidth": 2.5}
BOUND = {"color": INK, "linestyle": (0, (5, 3)), "linewidth": 1.2}
ARROW = {"angles": "xy", "scale_units": "xy", "scale": 1}


def draw_field(ax, grid, reach, animated=False):
    """Draw the plane of x with an arrow dx at each point of a grid; return what moves it.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    grid : array, shape (n, 2)
    reach : float
        The plane is shown from −reach to reach.
    animated : bool
        True where an explorer moves it.

    Returns
    -------
    callable
        ``move(x, dx, field)``; `field` holds dx for each point of the grid. All arrows have
        the scale of the axes.
    """
    still = {"animated": animated}
    ax.set(aspect="equal", xlim=(-reach, reach), ylim=(-reach, reach))
    ax.set(xlabel="x₀", ylabel="x₁", title="dx at every x")
    zero = np.zeros(len(grid))
    thin = {"color": GRAY, "width": 0.008, "headwidth": 4, **ARROW, **still}
    field = ax.quiver(*grid.T, zero, zero, **thin)
    (ray,) = ax.plot([], [], color=INK, linewidth=1.5, **still)
    (ring,) = ax.plot([], [], color=GRAY, linewidth=1, linestyle=":", **still)
    bold = {"color": BLUE, "width": 0.018, "zorder": 4, **ARROW, **still}
    arrow = ax.quiver([0], [0], [0], [0], **bold)
    (dot,) = ax.plot([], [], "o", color=ORANGE, markeredgecolor=INK, markersize=7, **still)
    name = ax.text(0, 0, "x", weight="bold", ha="center", va="center", zorder=6, **still)
    name.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 1, "alpha": 0.8})

    def move(x, dx, at_grid):
        field.set_UVC(*at_grid.T)
        arrow.set_offsets([x])
        arrow.set_UVC([dx[0]], [dx[1]])
        ray.set_data([0, x[0]], [0, x[1]])
        ring.set_data(np.linalg.norm(x) * CIRCLE)
        dot.set_data([x[0]], [x[1]])
        # Behind the dot as dx sees it, so that the arrow keeps clear of the letter.
        length = np.linalg.norm(dx)
        back = -dx / length if length > 1e-9 else np.array([0.0, -1.0])
        name.set_position(x + 0.36 * back)

    return move


def draw_ellipse(ax, reach, animated=False):
    """Draw all dx that a dy of length 1 can become; return what moves it.

    Returns
    -------
    callable
        ``move(jacobian, dy, dx, along, bound)``; `along` is the direction of x.
    """
    still = {"animated": animated}
    ax.set(aspect="equal", xlim=(-reach, reach), ylim=(-reach, reach))
    ax.set(xlabel="dx₀", ylabel="dx₁", title="all dx at this x")
    ax.locator_params(nbins=5)
    (circle,) = ax.plot([], [], label="bound 1/√ε", **BOUND, **still)
    (line,) = ax.plot([], [], color=GRAY, linewidth=1, linestyle=":", label="line of x", **still)
    (ellipse,) = ax.plot([], [], color=SKY, linewidth=3, label="all dx", **still)
    (along,) = ax.plot([], [], label="part along x", **ALONG, **still)
    (whole,) = ax.plot([], [], label="dx", marker="o", markevery=[1], **ACROSS, **still)
    (ghost,) = ax.plot([], [], color=GRAY, linewidth=1.2, marker="D", markevery=[1], **still)
    ghost.set_label("dy/√ε")
    order = (ellipse, whole, along, circle, ghost, line)
    where = {"loc": "center left", "bbox_to_anchor": (1.0, 0.5), "frameon": False}
    ax.legend(order, [a.get_label() for a in order], handlelength=1.8, **where)

    def move(jacobian, dy, dx, direction, bound):
        ellipse.set_data(jacobian.T @ CIRCLE)
        whole.set_data(*_from_origin(dx))
        along.set_data(*_from_origin((dx @ direction) * direction))
        far = 9 * ax.get_xlim()[1]
        line.set_data(*np.stack([-far * direction, far * direction], axis=-1))
        # Without ε the bound is infinite, and dy/√ε a line that leaves the picture.
        reached = min(bound, far)
        circle.set_data(reached * CIRCLE)
        ghost.set_data(*_from_origin(reached * dy))

    return move


def _from_origin(v):
    return [0, v[0]], [0, v[1]]


def draw_step(axes, x, outputs):
    """Draw a disk of small steps round x, and what a norm makes of it for several ε.

    Parameters
    ----------
    axes : sequence of matplotlib.axes.Axes
        One for x, and one for each output.
    x : array_like, shape (2,)
    outputs : dict
        Title to a pair y, jacobian.
    """
    x = np.asarray(x, dtype=float)
    along = x / np.linalg.norm(x)
    across = np.array([-along[1], along[0]])
    _disk(axes[0], x, np.eye(2), along, across)
    axes[0].plot(*(np.linalg.norm(x) * CIRCLE), color=GRAY, linewidth=1, linestyle=":")
    axes[0].set(title="x and steps of length 1", xlim=(-0.5, 6), ylim=(-0.5, 6))
    for ax, (title, (y, jacobian)) in zip(axes[1:], outputs.items(), strict=True):
        ax.plot(*(np.sqrt(2) * CIRCLE), color=GRAY, linewidth=1, linestyle=":")
        _disk(ax, y, jacobian, along, across)
        ax.set(title=title, xlim=(-0.15, 1.8), ylim=(-0.15, 1.8))
    for ax in axes:
        ax.set(aspect="equal", xlabel="coordinate 0")
    axes[0].set_ylabel("coordinate 1")
    # In one row above the disk, clear of the circle and of the way to x.
    tight = {"ncols": 2, "columnspacing": 1, "handlelength": 1.5, "borderaxespad": 0}
    axes[0].legend(loc="upper right", frameon=False, **tight)


def _disk(ax, center, jacobian, along, across):
    ax.plot([0, center[0]], [0, center[1]], color=INK, linewidth=1)
    ax.fill(*(center[:, np.newaxis] + jacobian @ CIRCLE), color=SKY, alpha=0.35, linewidth=0)
    for step, look, name in ((across, ACROSS, "across"), (along, ALONG, "along")):
        end = jacobian @ step
        ax.plot(*np.transpose([center - end, center + end]), label=name, **look)
    ax.plot(*center, "o", color=ORANGE, markeredgecolor=INK, zorder=4)


def draw_factors(ax, ratio, across, along):
    """Draw by what J multiplies a step across x and along x, in units of 1/√ε."""
    ax.axhline(1, **BOUND)
    ax.loglog(ratio, across, label="across x: 1/r", **ACROSS)
    ax.loglog(ratio, along, label="along x: ε/r³", **ALONG)
    ax.text(ratio[-1], 1.15, "the bound 1/√ε", ha="right", va="bottom")
    ax.set(xlabel="RMS of x, in units of √ε", ylabel="factor, in units of 1/√ε")
    ax.set(ylim=(min(along) / 2, 4))
    ax.legend(loc="lower left", frameon=False)


def draw_derivative_errors(ax, steps, errors, laws):
    """Draw the error of numerical derivatives against the step.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    steps : array_like
    errors : dict
        Name to the error at each step; exact zeros are drawn at 1e-17.
    laws : dict
        Name to a predicted error at each step, drawn dotted.
    """
    looks = ((RED, "s"), (BLUE, "o"), (GREEN, "^"))
    for (name, error), (color, marker) in zip(errors.items(), looks, strict=False):
        seen = np.maximum(error, 1e-17)
        ax.loglog(steps, seen, marker, color=color, markersize=4, label=name)
    for (name, law), style in zip(laws.items(), (":", "--"), strict=False):
        ax.loglog(steps, law, color=INK, linewidth=1, linestyle=style, label=name)
    ax.set(xlabel="step h", ylabel="error", ylim=(3e-18, 10))
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)


def draw_worst_component(axes, u, curves, gradient):
    """Draw how large a component can be, and the gradient of the sum that attains it.

    Parameters
    ----------
    axes : two matplotlib.axes.Axes
    u : array_like
    curves : dict
        d to the largest component at each u, in units of 1/√ε.
    gradient : array_like
        The components of one gradient, in the same units.
    """
    left, right = axes
    looks = ((GRAY, ":"), (GREEN, "-."), (PURPLE, "--"), (BLUE, "-"))
    for (d, curve), (color, style) in zip(curves.items(), looks, strict=True):
        left.plot(u, curve, color=color, linestyle=style, linewidth=2, label=f"d = {d}")
        top = int(np.argmax(curve))
        left.plot(u[top], curve[top], "o", color=color, markeredgecolor=INK)
    right.bar(range(len(gradient)), gradient, 0.8, color=BLUE)
    for ax in axes:
        ax.axhline(1, **BOUND)
    left.set(xlabel="u = mean square of y", ylabel="in units of 1/√ε", ylim=(0, 2.3))
    left.legend(loc="lower left", ncols=2, columnspacing=1, frameon=False)
    left.set_title("largest component")
    right.set(xlabel="component", ylim=(0, 2.3), title="the gradient at the worst x, d = 64")
    right.text(len(gradient) - 1, 1.05, "1/√ε", ha="right")


def draw_paths(ax, paths, target):
    """Draw the paths of x in the plane under gradient descent, and the direction sought."""
    looks = ({"color": BLUE, "marker": "o"}, {"color": RED, "marker": "s"})
    reach = 1.1 * max(np.max(np.abs(path)) for path in paths.values())
    unit = np.asarray(target) / np.linalg.norm(target)
    ax.plot(*_from_origin(2 * reach * unit), color=GRAY, linestyle=":", label="direction sought")
    for (name, path), look in zip(paths.items(), looks, strict=True):
        ax.plot(*path.T, linewidth=1.2, markersize=3, label=name, **look)
    start = next(iter(paths.values()))[0]
    ax.plot(*(np.linalg.norm(start) * CIRCLE), color=GRAY, linewidth=0.8)
    ax.plot(*start, "o", color=ORANGE, markeredgecolor=INK, markersize=9, zorder=4)
    ax.set(aspect="equal", xlim=(-0.2, reach), ylim=(-0.2, reach))
    ax.set(xlabel="x₀", ylabel="x₁")
    ax.legend(loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False)
