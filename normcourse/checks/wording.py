"""Numbers and arrays in words: at most six significant digits, no NumPy names."""

import re
from numbers import Real

import numpy as np

__all__ = ["listed", "number", "value"]

MOST_ENTRIES = 24


def number(v):
    """Return a number as text.

    >>> number(np.float64(2) / 3), number(-0.0), number(1e-6), number(np.int64(4096))
    ('0.666667', '0', '1e-6', '4096')
    """
    if isinstance(v, (bool, np.bool_)):
        return str(bool(v))
    text = f"{v:.6g}"
    text = re.sub(r"e\+?(-?)0*(\d)", r"e\1\2", text)
    return "0" if text == "-0" else text


def value(v):
    """Return any value as text: arrays as nested lists, the rest in short.

    >>> value(np.array([[1.0, 0.5]]))
    '[[1, 0.5]]'
    """
    if isinstance(v, (Real, complex, np.bool_)):
        return number(v)
    if isinstance(v, (list, tuple)):
        return "[" + ", ".join(value(item) for item in v) + "]"
    if isinstance(v, np.ndarray):
        if v.size > MOST_ENTRIES:
            return f"an array of shape {v.shape}"
        return value(v.tolist())
    if v is None or v is Ellipsis or isinstance(v, str):
        return {None: "None", Ellipsis: "..."}.get(v, repr(v))
    return f"an object of type {type(v).__name__}"


def listed(items, last="and"):
    """Join words.

    >>> listed(["a gain", "float32", "rows"])
    'a gain, float32 and rows'
    """
    items = list(items)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
