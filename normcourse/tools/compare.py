"""Compare a notebook that was just executed with the one that is stored.

Text has to be equal. Pictures are compared as pixels, since the bytes of a PNG and the smoothing of
its edges move with the version of matplotlib and of its libraries.
"""

import base64
import difflib
import io
from os.path import commonprefix

import numpy as np
from matplotlib.image import imread

from normcourse.tools.normalize import to_text

#: Two pictures are the same when at most this share of their pixels …
PIXEL_SHARE = 0.01
#: … differs by more than this, of 255, in any channel.
PIXEL_STEP = 32

LINES_SHOWN = 12
LINE_LENGTH = 160


def differences(stored, fresh, stored_text):
    """Return what differs, a list of lines; empty when the stored file is what was just made.

    `stored` and `fresh` are notebooks, `stored_text` is the file's own text. `fresh` is changed in
    place: it takes over the stored pictures that are the same in pixels.
    """
    found = []
    for old, new in zip(stored.cells, fresh.cells, strict=False):
        found += picture_differences(old, new)
        if "outputs" not in old or "outputs" not in new:
            continue
        if old.outputs != new.outputs:
            lines = diff(outputs_text(old), outputs_text(new)) or ["in metadata only"]
            found += [f"cell {new.id}: outputs differ", *lines]
        if old.execution_count != new.execution_count:
            counts = f"{old.execution_count}, executed as {new.execution_count}"
            found.append(f"cell {new.id}: execution count {counts}")
    text = to_text(fresh)
    if not found and text != stored_text:
        found = ["not written as the command writes it", *diff(stored_text, text)]
    return found


def picture_differences(old, new):
    """Return the pictures of cell `new` that differ from those of `old`; copy those that do not."""
    found = []
    pairs = zip(old.get("outputs", []), new.get("outputs", []), strict=False)
    for place, (before, after) in enumerate(pairs):
        png = before.get("data", {}).get("image/png")
        fresh_png = after.get("data", {}).get("image/png")
        if png is None or fresh_png is None or png == fresh_png:
            continue
        words = picture_difference(png, fresh_png)
        if words:
            found.append(f"cell {new.id}: the picture in output {place} differs: {words}")
        after.data["image/png"] = png
    return found


def picture_difference(png, other):
    """Return in words how two PNGs in base64 differ; empty if they are the same picture."""
    first, second = pixels(png), pixels(other)
    if first.shape != second.shape:
        return f"size {first.shape[1::-1]} against {second.shape[1::-1]}"
    share = np.mean(np.any(np.abs(first - second) > PIXEL_STEP, axis=-1))
    return f"{share:.1%} of the pixels" if share > PIXEL_SHARE else ""


def pixels(png):
    """Return the pixels of a PNG in base64, shape (height, width, 4), from 0 to 255."""
    image = 255 * imread(io.BytesIO(base64.b64decode(png)), format="png")
    if image.ndim == 2:
        image = np.repeat(image[..., None], 3, axis=-1)
    if image.shape[-1] == 3:
        image = np.concatenate([image, np.full_like(image[..., :1], 255)], axis=-1)
    return image


def outputs_text(cell, mimes=None):
    """Return the outputs of `cell` as text, those of the kinds in `mimes` if it is given."""
    parts = []
    for output in cell.outputs:
        if "data" not in output:
            parts.append(f"[{output.get('name', output.output_type)}]\n{output.get('text', '')}")
        for mime, value in sorted(output.get("data", {}).items()):
            if mimes is None or mime in mimes:
                parts.append(f"[{mime}]\n{'(picture)' if mime.startswith('image/') else value}")
    return "\n".join(parts)


def diff(before, after):
    """Return the first lines that differ between two texts: stored with -, just made with +."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    changed = [line for line in lines if not line.startswith(("---", "+++", "@@"))]
    more = len(changed) - LINES_SHOWN
    shown = [_clip(line, changed) for line in changed[:LINES_SHOWN]]
    return shown + ([f"… and {more} lines more"] if more > 0 else [])


def _clip(line, changed):
    """Return `line` short enough to read, from near where it leaves the line it is like most."""
    others = [other[1:] for other in changed if other[0] != line[0]]
    same = max((len(commonprefix([line[1:], other])) for other in others), default=0)
    start = max(0, same - LINE_LENGTH // 2) if len(line) > LINE_LENGTH else 0
    return line[0] + ("…" if start else "") + line[1 + start :][:LINE_LENGTH]
