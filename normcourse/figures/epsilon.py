"""Pictures of ε: where it stands, at which scale it acts, and what it does at the origin."""

from math import log10

import numpy as np

from normcourse.figures.style import BLUE, GRAY, GREEN, INK, PURPLE, RED

__all__ = ["draw_collapse", "draw_origin", "draw_placements"]

PLACES = {
    "inside the root": {"color": BLUE, "linewidth": 2.5},
    "outside": {"color": RED, "linewidth": 2, "linestyle": (0, (5, 2))},
    "after the reciprocal": {"color": GREEN, "linewidth": 2, "linestyle": (0, (1, 1.5))},
}
EPSILONS = ((BLUE, "-"), (RED, (0, (5, 2))), (PURPLE, (0, (1, 1.5))))


def label_of(eps):
    """Write ε, a power of ten."""
    return f"ε = 1e{round(log10(eps))}"


def draw_placements(ax, size, curves, at):
    """Draw the output RMS against the input RMS for each place of ε, with a mark at one size."""
    for name, look in PLACES.items():
        ax.semilogx(size, curves[name], label=name, **look)
    ax.axvline(at, color=GRAY, linewidth=1, linestyle=":")
    ax.text(at * 1.15, 0.06, "the worked example", color=GRAY)
    ax.set(xlabel="RMS of the input", ylabel="RMS of the output", ylim=(0, 1.1))
    ax.legend(loc="center right", frameon=False)


def draw_collapse(axes, size, curves):
    """Draw ``curves[eps]`` against the input RMS, and once more against it divided by √ε."""
    for (eps, y), (color, style) in zip(curves.items(), EPSILONS, strict=True):
        look = {"color": color, "linestyle": style, "linewidth": 2.5, "label": label_of(eps)}
        axes[0].semilogx(size, y, **look)
        axes[1].semilogx(size / eps**0.5, y, **look)
    for level in (0.5, 1):
        for ax in axes:
            ax.axhline(level, color=GRAY, linewidth=0.6)
    axes[1].plot([3**-0.5, 1], [0.5, 0.5**0.5], "o", color=INK, zorder=3)
    axes[1].annotate("1/√3, half", (3**-0.5, 0.5), (8, -12), textcoords="offset points")
    axes[1].annotate("1, 0.7071", (1, 0.5**0.5), (8, -12), textcoords="offset points")
    axes[0].set(xlabel="RMS of the input", ylabel="RMS of the output", ylim=(0, 1.05))
    axes[1].set(xlabel="RMS of the input / √ε", ylim=(0, 1.05), xlim=(2e-3, 3e2))
    axes[0].legend(loc="lower right", frameon=False)


def draw_origin(ax, x, curves):
    """Draw RMSNorm of a single number near 0: ``curves[eps]``."""
    for (eps, y), (color, style) in zip(curves.items(), EPSILONS, strict=True):
        ax.plot(x, y, color=color, linestyle=style, linewidth=2.5, label=label_of(eps))
    ticks = np.linspace(x[0], x[-1], 5)
    ax.set_xticks(ticks, [f"{tick:g}".replace("-", "−") for tick in ticks])
    ax.set(xlabel="x", ylabel="RMSNorm(x), d = 1", ylim=(-1.1, 1.1))
    ax.axhline(0, color=GRAY, linewidth=0.6)
    ax.legend(loc="lower right", frameon=False)
