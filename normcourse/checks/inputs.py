"""The inputs on which the norms are tried: drawn so that the bugs differ, always the same."""

import numpy as np

from normcourse.checks.cases import Case

__all__ = ["norm_cases", "rows"]


def rows(rng, *shape, scale=1.0):
    """Return a nested list of numbers with one decimal, times `scale`."""
    return (rng.normal(0, 2, shape).round(1) * scale).tolist()


def norm_cases(parameters=("gain",)):
    """Return cases for a norm that takes x, these parameters (one a coordinate), and eps."""
    rng = np.random.default_rng(7)

    def given(d):
        return {name: rows(rng, d) for name in parameters}

    float32 = {"dtype": "float32", "rtol": 1e-4}
    return (
        Case({"x": [2.5]}),
        Case({"x": [3.0, 4.0], "eps": 0.5}),
        Case({"x": [1.0, 2.0, 3.0, 4.0]}),
        Case({"x": [2.0, -1.0, 0.5, 1.5], "eps": 0.01}),
        Case({"x": [1.0, 2.0, 3.0, 5.0]}, dtype="int64"),
        Case({"x": [11.0, 12.0, 13.0, 15.0]}),
        Case({"x": [1e-8, 2e-8, -3e-8], "eps": 1e-5}),
        Case({"x": [3e4, 5e4]}),
        Case({"x": [[0.0, 0.0], [1.0, -3.0]], "eps": 1e-4}),
        Case({"x": [1.0, -2.0, 4.0], **given(3)}),
        Case({"x": rows(rng, 2, 3), **given(3), "eps": 0.1}, **float32),
        Case({"x": rows(rng, 2, 2, 3, scale=0.01), **given(3), "eps": 1e-5}, strided=True),
        Case({"x": rows(rng, 3, 5)}),
    )
