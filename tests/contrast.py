"""How well the text in a figure stands out from the ground that it is drawn on."""

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.text import Text

from normcourse.explorers.painter import Painter

#: What WCAG asks of text of normal size.
ENOUGH = 4.5


def luminance(rgb):
    """Return the relative luminance of sRGB colors in 0 … 1, as WCAG defines it."""
    rgb = np.asarray(rgb, float)
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def contrast(a, b):
    """Return the contrast of two colors, from 1 to 21."""
    low, high = sorted((float(luminance(a)), float(luminance(b))))
    return (high + 0.05) / (low + 0.05)


def ground(fig, texts):
    """Return what is drawn below the texts, as pixels in 0 … 1."""
    alphas = [text.get_alpha() for text in texts]
    for text in texts:
        text.set_alpha(0)
    image = Painter(fig).image()
    for text, alpha in zip(texts, alphas, strict=True):
        text.set_alpha(alpha)
    return np.asarray(image, float) / 255


def faint(fig):
    """Return ``[(text, contrast)]`` of the texts in a figure that do not stand out enough."""
    texts = [t for t in fig.findobj(Text) if t.get_visible() and t.get_text().strip()]
    pixels = ground(fig, texts)
    height, width, _ = pixels.shape
    found = []
    for text in texts:
        box = text.get_window_extent()
        x0, x1 = (int(np.clip(x, 0, width)) for x in (box.x0, box.x1))
        y0, y1 = (int(np.clip(height - y, 0, height)) for y in (box.y1, box.y0))
        below = pixels[y0:y1, x0:x1].reshape(-1, 3)
        if len(below):
            # The ground that most of it stands on; a line that crosses it is not a ground.
            color = below[np.argsort(luminance(below))[len(below) // 2]]
            alpha = 1 if text.get_alpha() is None else text.get_alpha()
            seen = alpha * np.array(to_rgb(text.get_color())) + (1 - alpha) * color
            if contrast(seen, color) < ENOUGH:
                found.append((text.get_text(), round(contrast(seen, color), 2)))
    return found
