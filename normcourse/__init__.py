"""The helper package of the normcourse, a Jupyter course on RMS normalization.

Its floors, each of which imports only from the floors below it:

1. numbers: ``norms``, ``geometry``, ``rotations``, ``attention`` (NumPy alone);
2. pictures: ``figures`` (floor 1 and matplotlib);
3. teaching: ``explorers`` and ``checks`` (floors 1 and 2 and ipywidgets).

``tools`` keeps the notebooks and the images in order; no lesson imports it.
"""

__version__ = "0.1.0"
