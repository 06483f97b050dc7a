"""One look for every picture: colors, a canvas, and a picture that carries its text.

Colors are from the Okabe-Ito palette, one for each idea, and each idea has a hatch or a
marker as well, so that nothing is told by color alone. The ground is opaque white, since a
transparent one cannot be read in a dark theme. Nothing here touches pyplot or the global
settings of matplotlib.
"""

import io
from dataclasses import dataclass

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

__all__ = ["BLUE", "GRAY", "GREEN", "INK", "LOOK", "ORANGE", "PURPLE", "RED", "SIGNS", "SKY"]
__all__ += ["Picture", "canvas", "few_colors", "picture", "png_bytes", "snapshot"]

INK = "#000000"
GRAY = "#5F5F5F"
BLUE = "#0072B2"
RED = "#BF5400"
GREEN = "#007A59"
PURPLE = "#A8437E"
ORANGE = "#E69F00"
SKY = "#56B4E9"
# A map of colors for numbers with a sign. Negative ones are the darker end in gray, too.
SIGNS = ("#20638F", SKY, "#FFFFFF", ORANGE, "#9A6A00")

# What each idea looks like, as bar keywords: the same in every lesson.
LOOK = {
    "x": {"facecolor": "#BDBDBD", "edgecolor": GRAY, "hatch": ""},
    "rms_norm": {"facecolor": BLUE, "edgecolor": "#DCEBF5", "hatch": "//"},
    "layer_norm": {"facecolor": RED, "edgecolor": "#FBE3D2", "hatch": ".."},
    "unit_norm": {"facecolor": PURPLE, "edgecolor": "#F1DDE8", "hatch": "xx"},
    "mean": {"facecolor": GREEN, "edgecolor": "#D6EBE4", "hatch": "--"},
}

_SETTINGS = {
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.labelsize": 11,
    "xtick.labelsize": 10,
    "ytick.labelsize": 10,
    "legend.fontsize": 10,
    "legend.frameon": False,
    "font.size": 11,
    "hatch.linewidth": 0.8,
}


def canvas(width=7.6, height=3.0, rows=1, columns=1, dpi=100, **options):
    """Return a new figure and its axes in the look of the course.

    Parameters
    ----------
    width, height : float
        Size in inches; a notebook shows an inch as 100 pixels.
    rows, columns : int
        How many axes.
    dpi : int
        Pixels an inch in what is rendered.
    options
        Passed to `matplotlib.figure.Figure.subplots`.
    """
    with matplotlib.rc_context(_SETTINGS):
        fig = Figure(figsize=(width, height), dpi=dpi, layout="constrained", facecolor="white")
        FigureCanvasAgg(fig)
        axes = fig.subplots(rows, columns, **options)
    return fig, axes


def snapshot(fig):
    """Return what is drawn on `fig` as an opaque PIL image."""
    size = fig.canvas.get_width_height()
    return Image.frombuffer("RGBA", size, fig.canvas.buffer_rgba()).convert("RGB")


def png_bytes(image, level=9):
    """Encode a PIL image as PNG, without metadata, so that equal pixels are equal bytes."""
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=level)
    return out.getvalue()


@dataclass(frozen=True)
class Picture:
    """A PNG with the text that says the same; a notebook shows either."""

    png: bytes
    alt: str
    width: int

    def _repr_mimebundle_(self, include=None, exclude=None):
        extra = {"alt": self.alt, "width": self.width}
        return {"image/png": self.png, "text/plain": self.alt}, {"image/png": extra}


def picture(fig, alt):
    """Render `fig` at two pixels a point and return it with its text equivalent.

    Parameters
    ----------
    fig : matplotlib.figure.Figure
    alt : str
        What the picture shows, in words, with its numbers: it is all that a reader who
        does not see the picture gets.
    """
    width = round(fig.get_figwidth() * 100)
    fig.set_dpi(200)
    fig.canvas.draw()
    return Picture(png_bytes(few_colors(snapshot(fig))), alt, width)


def few_colors(image):
    """Return `image` with 48 colors: a third of the bytes, and no difference that an eye sees.

    Each color is then moved to the mean of its pixels, or a pale one would take another hue;
    the ground, in the first corner, keeps its own, whatever pale colors are counted to it.
    """
    reduced = image.quantize(48, Image.Quantize.MAXCOVERAGE)
    counts, sums = np.zeros((48, 1)), np.zeros((48, 3))
    # In strips, since a learner's kernel keeps the memory that it once needed.
    for top in range(0, image.height, 64):
        strip = (0, top, image.width, min(top + 64, image.height))
        index, pixels = np.asarray(reduced.crop(strip)).ravel(), np.asarray(image.crop(strip))
        counts[:, 0] += np.bincount(index, minlength=48)
        for i in range(3):
            sums[:, i] += np.bincount(index, pixels[..., i].ravel(), minlength=48)
    colors = np.rint(sums / np.maximum(1, counts)).astype(np.uint8)
    colors[reduced.getpixel((0, 0))] = image.getpixel((0, 0))
    reduced.putpalette(colors.tobytes())
    return reduced
