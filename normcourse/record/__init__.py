"""The recorder: real models in NumPy, and what their norms see, measured.

``python -m normcourse.record NAME`` makes ``normcourse/data/NAME.npz`` anew. It needs the
weights (`--help` says how to install them); the lessons need the recordings only.
"""
