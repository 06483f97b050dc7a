"""The palette of moving pictures: no color of the course gets lost in it."""

import matplotlib
import numpy as np
import pytest
from explorer_list import each_explorer
from matplotlib.colors import to_hex
from PIL import Image, ImageColor

from normcourse.explorers.painter import Painter
from normcourse.figures import style
from normcourse.figures.palette import COLORS, indexed, palette

NAMED = [*COLORS, style.INK, "#FFFFFF", *style.SIGNS]
NAMED += [look[edge] for look in style.LOOK.values() for edge in ("facecolor", "edgecolor")]


def off(image):
    """Return how far each pixel's color is from the one in the palette, in levels of 255."""
    after = indexed(image, palette()).convert("RGB")
    return np.abs(np.asarray(image, dtype=int) - np.asarray(after, dtype=int)).max(axis=-1)


@pytest.mark.parametrize("color", NAMED)
def test_each_color_stays_what_it_is(color):
    image = Image.new("RGB", (1, 1), color)
    # Pillow looks up not the color but a cell around it.
    assert off(image) <= 8, to_hex(np.divide(ImageColor.getrgb(color), 255))


@each_explorer
def test_pictures_look_the_same_in_the_palette(explorer):
    fig, axes = explorer.canvas(dpi=100)
    painter, move = Painter(fig), explorer.draw(axes)
    for experiment in explorer.experiments:
        move(explorer.compute(**explorer.settings(**experiment.settings)))
        error = off(painter.image())
        # Pixels on an edge where three colors meet are the worst.
        assert np.mean(error > 16) < 0.002 and error.max() < 90, experiment.title


def test_a_color_that_is_not_in_the_palette_is_seen_by_this_measure():
    assert off(Image.new("RGB", (1, 1), "#FF00FF")) > 90


def test_drawing_leaves_the_settings_of_matplotlib_alone():
    with matplotlib.rc_context({"text.hinting": "default"}):
        before = dict(matplotlib.rcParams)
        fig, _ = style.canvas()
        Painter(fig).png()
        assert dict(matplotlib.rcParams) == before
