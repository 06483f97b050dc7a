"""Pictures of cost: numbers moved, measured ratios, what a model gains, and RMS from a part."""

import numpy as np

from normcourse.figures.style import BLUE, GRAY, INK, LOOK

__all__ = ["draw_estimates", "draw_ratios", "draw_saving", "draw_traffic", "say_ratios"]

IDEA = {"copy": "x", "RMSNorm": "rms_norm", "LayerNorm": "layer_norm"}


def draw_traffic(ax, traffic):
    """Draw ``traffic[program][norm]``, numbers moved an entry, as bars beside each other."""
    width = 0.26
    for place, (norm, idea) in enumerate(IDEA.items()):
        moved = [of[norm] for of in traffic.values()]
        bars = ax.bar(np.arange(len(moved)) + (place - 1) * width, moved, width, **LOOK[idea])
        ax.bar_label(bars, [f"{m:.3g}" for m in moved], padding=2)
        bars.set_label(norm)
    ax.set_xticks(range(len(traffic)), traffic)
    ax.set(ylabel="numbers moved\nfor each entry", ylim=(0, 14))
    ax.legend(loc="upper right", frameon=False)


def draw_ratios(axes, measured):
    """Draw ``measured[size][name]``, times as multiples of the copy's: medians and quartiles."""
    for ax, (size, ratios) in zip(axes, measured.items(), strict=True):
        for place, (name, ratio) in enumerate(reversed(ratios.items())):
            low, middle, high = np.percentile(ratio, [25, 50, 75])
            look = LOOK[IDEA[name.split()[0]]]
            color = look["edgecolor"] if name == "copy" else look["facecolor"]
            marker = "D" if "blocks" in name else "o"
            ax.plot([low, high], [place, place], color=color, linewidth=2)
            ax.plot(middle, place, marker, color=color, markersize=7)
            if name != "copy":
                above = {"xytext": (0, 6), "textcoords": "offset points", "ha": "center"}
                ax.annotate(f"{middle:.2g}", (middle, place), **above)
        ax.axvline(1, color=GRAY, linewidth=0.8)
        ax.set(title=size, xscale="log", xlabel="time / time of a copy")
        ax.set(ylim=(-0.5, len(ratios) - 0.3))
    axes[0].set_yticks(range(len(ratios)), reversed(ratios))
    _share_ticks(axes)


def _share_ticks(axes):
    """Give logarithmic `axes` the same limits, and plain numbers as ticks."""
    highest = max(ax.get_xlim()[1] for ax in axes)
    ticks = [tick for tick in (1, 3, 10, 30, 100, 300, 1000) if tick <= highest]
    for ax in axes:
        ax.set_xticks(ticks, [str(tick) for tick in ticks])
        ax.minorticks_off()
        ax.set_xlim(0.7, highest)


def say_ratios(measured):
    """Say the medians of measured ratios in words, for a text equivalent."""
    return " ".join(
        f"{size}: " + ", ".join(f"{name} {np.median(r):.2g}" for name, r in ratios.items()) + "."
        for size, ratios in measured.items()
    )


def draw_saving(ax, papers, ratios):
    """Draw the time saved against the norm's share, for faster norms, with published points.

    ``papers[name]`` is a share and a saving, both from 0 to 1. ``ratios[name]`` says how many
    times as fast the norm becomes, for two lines.
    """
    share = np.linspace(0, 1, 101)
    for (name, ratio), (color, line) in zip(
        ratios.items(), ((BLUE, "-"), (GRAY, ":")), strict=True
    ):
        ax.plot(100 * share, 100 * share * (1 - 1 / ratio), color=color, linestyle=line, label=name)
    for number, (of_time, saved) in enumerate(papers.values(), 1):
        ax.plot(100 * of_time, 100 * saved, "o", color=INK, markersize=5)
        near = min(abs(of_time * (1 - 1 / ratio) - saved) for ratio in ratios.values()) < 0.03
        # A number goes beside its point, unless a line runs through there.
        offset = (5, -12) if near else (7, -4)
        place = (100 * of_time, 100 * saved)
        ax.annotate(str(number), place, offset, textcoords="offset points")
    ax.set(xlabel="the norms' share of the time, %", ylabel="time saved, %")
    ax.set(xlim=(0, 100), ylim=(0, 100))
    ax.legend(loc="upper left", frameon=False)


def draw_estimates(ax, counts, errors, predicted):
    """Draw the error of the RMS from k entries against k, measured and predicted."""
    ax.loglog(counts, predicted, color=BLUE, linewidth=2, label="1/√(2k)")
    ax.loglog(counts, errors, "o", color=INK, label="measured")
    ax.set_xticks(counts, [str(k) for k in counts])
    ax.set_yticks([0.05, 0.1, 0.2, 0.4], ["5 %", "10 %", "20 %", "40 %"])
    ax.minorticks_off()
    ax.set(xlabel="entries used, k", ylabel="error of the RMS")
    ax.legend(loc="upper right", frameon=False)
