"""The colors of a picture that moves, chosen once.

A picture of the course has few colors, and mixes of two of them where one shape ends on
another. With all of these in one palette a frame takes a byte a pixel instead of three: it is
encoded in a fifth of the time and has half the bytes. Choosing colors anew for each frame
would take longer, and a color might change from frame to frame.
"""

import numpy as np
from matplotlib.colors import to_rgb
from PIL import Image

from normcourse.figures.style import BLUE, GRAY, GREEN, INK, LOOK, ORANGE, PURPLE, RED, SIGNS, SKY

__all__ = ["indexed", "palette"]

WHITE = "#FFFFFF"
COLORS = (GRAY, BLUE, RED, GREEN, PURPLE, ORANGE, SKY)


def mixes():
    """Return the pairs of colors that meet in a picture, and how many mixes each needs."""
    yield INK, WHITE, 32
    for color in COLORS:
        yield color, WHITE, 14
        yield color, INK, 6
    for look in LOOK.values():
        yield look["facecolor"], look["edgecolor"], 7
    # A map of colors is filled with mixes, while others only have them along an edge.
    for one, other in zip(SIGNS, SIGNS[1:], strict=False):
        yield one, other, 12


def palette():
    """Return an image whose palette holds those mixes, for `indexed`."""
    colors = {}
    for one, other, count in mixes():
        share = np.linspace(0, 1, count)[:, None]
        mixed = (1 - share) * to_rgb(one) + share * to_rgb(other)
        colors.update(dict.fromkeys(map(tuple, np.rint(255 * mixed).astype(int).tolist())))
    image = Image.new("P", (1, 1))
    image.putpalette([value for color in colors for value in color])
    return image


def indexed(image, palette):
    """Return an image with each pixel as the nearest color of the palette."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)
