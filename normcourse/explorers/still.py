"""An explorer without a kernel: its experiments as a filmstrip and as text.

GitHub, nbviewer and a saved notebook show this where no widget can live. It is two
outputs, since GitHub shows a picture only as a PNG of its own: the filmstrip, and the
words with their tables.
"""

from html import escape

from PIL import Image

from normcourse.explorers.painter import Painter
from normcourse.figures.style import Picture, few_colors, png_bytes

__all__ = ["Still"]


class Still:
    """The experiments of an explorer, each computed once."""

    def __init__(self, explorer):
        self.explorer = explorer
        self._pages = [self._page(i, e) for i, e in enumerate(explorer.experiments, 1)]

    def _page(self, i, experiment):
        state = self.explorer.compute(**self.explorer.settings(**experiment.settings))
        heading = f"{i}. {experiment.title}"
        return heading, experiment.observe, state, self.explorer.describe(state)

    def longest_words(self):
        """Return more words than most states need: an experiment's longest, and a quarter more."""
        words = max((description.words for *_, description in self._pages), key=len)
        return words + words[: len(words) // 4]

    def filmstrip(self):
        """Return one picture of all experiments, one below the other."""
        fig, axes = self.explorer.canvas(dpi=100)
        # Animated, so that another title does not mean another background.
        title = fig.suptitle(" ", x=0.01, ha="left", fontsize=12, weight="bold", animated=True)
        move, painter = self.explorer.draw(axes), Painter(fig)
        lines = [f"The explorer “{self.explorer.title}”, one picture an experiment."]
        width, height = fig.canvas.get_width_height()
        strip = Image.new("RGB", (width, height * len(self._pages)), "white")
        for i, (heading, _, state, description) in enumerate(self._pages):
            title.set_text(heading)
            move(state, rescale=False)
            strip.paste(painter.image(), (0, i * height))
            lines.append(f"{heading}: {description.words}")
        return Picture(png_bytes(few_colors(strip)), "\n".join(lines), strip.width)

    def words_text(self):
        """Return what to observe in each experiment, with its table, as plain text."""
        parts = [
            f"{heading}. {observe}\n{description.text()}"
            for heading, observe, _, description in self._pages
        ]
        return "\n\n".join([f"Explorer: {self.explorer.title}", *parts])

    def words_html(self):
        """Return the same as HTML."""
        parts = [
            f"<p><strong>{escape(heading)}.</strong> {escape(observe)}</p>"
            + description.words_html()
            + description.table_html()
            for heading, observe, _, description in self._pages
        ]
        title = escape(self.explorer.title)
        return f"<p><strong>Explorer: {title}</strong></p>" + "".join(parts)
