"""An explorer without a kernel: its experiments as a filmstrip and as text.

GitHub, nbviewer and a saved notebook show this where no widget can live. It is two
outputs, since GitHub shows a picture only as a PNG of its own: the filmstrip, and the
words with their tables.
"""

from html import escape

from PIL import Image

from normcourse.explorers.painter import Painter
from normcourse.figures.style import Picture, few_colors, png_bytes

__all__ = ["filmstrip", "longest_words", "pages", "words_html", "words_text"]


def pages(explorer):
    """Compute each experiment; return ``[(heading, experiment, state)]``."""
    return [
        (f"{i}. {e.title}", e, explorer.compute(**explorer.settings(**e.settings)))
        for i, e in enumerate(explorer.experiments, 1)
    ]


def longest_words(explorer):
    """Return more words than most states need: an experiment's longest, and a quarter more."""
    words = max((explorer.describe(state).words for _, _, state in pages(explorer)), key=len)
    return words + words[: len(words) // 4]


def filmstrip(explorer):
    """Return one picture of all experiments, one below the other."""
    fig, axes = explorer.canvas(dpi=100)
    title = fig.suptitle(" ", x=0.01, ha="left", fontsize=12, weight="bold")
    move, painter = explorer.draw(axes), Painter(fig)
    lines = [f"The explorer “{explorer.title}”, one picture an experiment."]
    shown = pages(explorer)
    width, height = fig.canvas.get_width_height()
    strip = Image.new("RGB", (width, height * len(shown)), "white")
    for i, (heading, _, state) in enumerate(shown):
        title.set_text(heading)
        move(state, rescale=False)
        strip.paste(painter.image(), (0, i * height))
        lines.append(f"{heading}: {explorer.describe(state).words}")
    return Picture(png_bytes(few_colors(strip)), "\n".join(lines), strip.width)


def words_text(explorer):
    """Return what to observe in each experiment, with its table, as plain text."""
    parts = [
        f"{heading}. {experiment.observe}\n{explorer.describe(state).text()}"
        for heading, experiment, state in pages(explorer)
    ]
    return "\n\n".join([f"Explorer: {explorer.title}", *parts])


def words_html(explorer):
    """Return the same as HTML."""
    parts = [
        f"<p><strong>{escape(heading)}.</strong> {escape(experiment.observe)}</p>"
        + description.words_html()
        + description.table_html()
        for heading, experiment, state in pages(explorer)
        for description in [explorer.describe(state)]
    ]
    return f"<p><strong>Explorer: {escape(explorer.title)}</strong></p>" + "".join(parts)
