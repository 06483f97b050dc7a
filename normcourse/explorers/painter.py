"""Render one figure again and again, fast.

Drawing text and ticks is what costs. They are drawn once and kept as a background; a
frame restores it and draws only the animated artists. Whatever sets ``fig.stale`` (a
limit, a title, a tick) makes a new background, so nobody has to manage the cache.

Text that moves is drawn letter by letter, and half of that time goes into hinting, which at
this size makes no difference that an eye sees: it is left out.
"""

import matplotlib

from normcourse.figures.palette import indexed, palette
from normcourse.figures.style import png_bytes, snapshot

__all__ = ["Painter"]


class Painter:
    """Holds a figure, its background and its moving artists."""

    def __init__(self, fig):
        self.fig = fig
        self._background = None
        self._moving = []
        self._palette = palette()

    def png(self):
        """Return the figure as it is now, as a PNG that is quick to make."""
        return png_bytes(indexed(self.image(), self._palette), level=4)

    def image(self):
        """Return the figure as it is now, as an opaque PIL image."""
        settings, name = matplotlib.rcParams, "text.hinting"
        # `rc_context` would copy all settings, which takes as long as a text does.
        before, settings[name] = settings[name], "no_hinting"
        try:
            self._draw()
        finally:
            settings[name] = before
        return snapshot(self.fig)

    def _draw(self):
        canvas = self.fig.canvas
        if self.fig.stale or self._background is None:
            canvas.draw()
            # The axes keep still from now on, whatever a label's width.
            self.fig.set_layout_engine("none")
            self._background = canvas.copy_from_bbox(self.fig.bbox)
            moving = self.fig.findobj(lambda artist: artist.get_animated())
            self._moving = sorted(moving, key=lambda artist: artist.get_zorder())
            self.fig.stale = False
        canvas.restore_region(self._background)
        for artist in self._moving:
            self.fig.draw_artist(artist)
