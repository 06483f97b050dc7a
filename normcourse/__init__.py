"""The helper package of the normcourse, a Jupyter course on RMS normalization.

Its floors, each of which imports only from the floors below it:

1. numbers: ``norms``, ``geometry``, ``rotations``, ``attention``, ``gradients``,
   ``attention_gradients``, ``derivatives``, ``precision``, ``depth`` (NumPy alone);
2. pictures and data: ``figures`` (floor 1 and matplotlib), ``recordings``;
3. teaching: ``explorers`` and ``checks`` (floors 1 and 2 and ipywidgets), ``live_lab``.

``record`` makes the recordings of lesson 08 from real weights. ``tools`` keeps the
notebooks and the images in order; no lesson imports it.
"""

__version__ = "0.1.0"
