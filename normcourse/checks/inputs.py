"""The inputs on which functions are tried: drawn so that the bugs differ, always the same."""

import numpy as np

from normcourse.checks.cases import Case

__all__ = ["attention_cases", "norm_cases", "query_cases", "rope_cases", "softmax_cases"]

FLOAT32 = {"dtype": "float32", "rtol": 1e-4}


def _draw(rng, *shape, scale=1.0):
    """Return a nested list of numbers with one decimal, times `scale`."""
    return (rng.normal(0, 2, shape).round(1) * scale).tolist()


def norm_cases(parameters=("gain",), eps=True):
    """Return cases for a norm that takes x, these parameters (one a coordinate), and eps."""
    rng = np.random.default_rng(7)

    def case(x, given=0, eps_value=None, **how):
        arguments = {"x": x} | {name: _draw(rng, given) for name in parameters if given}
        return Case(arguments | ({"eps": eps_value} if eps and eps_value else {}), **how)

    return (
        case([2.5]),
        case([3.0, 4.0], eps_value=0.5),
        case([1.0, 2.0, 3.0, 4.0]),
        case([2.0, -1.0, 0.5, 1.5], eps_value=0.01),
        case([1.0, 2.0, 3.0, 5.0], dtype="int64"),
        case([11.0, 12.0, 13.0, 15.0]),
        case([1e-8, 2e-8, -3e-8], eps_value=1e-5),
        case([3e4, 5e4]),
        case([[0.0, 0.0], [1.0, -3.0]], eps_value=1e-4),
        case([1.0, -2.0, 4.0], given=3),
        case(_draw(rng, 2, 3), given=3, eps_value=0.1, **FLOAT32),
        case(_draw(rng, 2, 2, 3, scale=0.01), given=3, eps_value=1e-5, strided=True),
        case(_draw(rng, 3, 5)),
    )


def rope_cases():
    """Return cases for RoPE, each in both layouts."""
    rng = np.random.default_rng(8)
    cases = []
    for layout in ({}, {"layout": "half"}):

        def case(x, positions, layout=layout, how=None, **more):
            given = {"x": x, "positions": np.array(positions)}
            cases.append(Case(given | more | layout, **(how or {})))

        case([[1.0, 0.0]], [1])
        case([[1.0, 2.0]], [0])
        case([[1.0, 2.0, 3.0, 4.0]], [1])
        case([[1.0, 2.0, 3.0, 4.0]], [2], theta=100.0)
        case([[1.0, 2.0, 3.0, 4.0]], [1], rotary_dim=2)
        case([[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]], [1], rotary_dim=4)
        case(_draw(rng, 2, 6), [5, 1000])
        case(_draw(rng, 3, 4), [0, 3, 7], how=FLOAT32)
        case(_draw(rng, 2, 2, 4), [4, 5], how={"strided": True})
        case(_draw(rng, 2, 4), [2, 5], theta=50.0)
    return tuple(cases)


def query_cases():
    """Return cases for the way from a query to its score."""
    rng = np.random.default_rng(9)

    def case(heads, n, d, start, **how):
        given = {"q": _draw(rng, heads, n, d), "gain": _draw(rng, d)}
        return Case(given | {"positions": np.arange(start, start + n)}, **how)

    return (
        case(1, 1, 2, 3),
        case(2, 1, 4, 0),
        case(2, 2, 2, 5, strided=True),
        case(3, 2, 4, 1, **FLOAT32),
        Case({"q": [[[1e-3, -2e-3]]], "gain": [1.0, 2.0], "positions": np.array([1]), "eps": 1e-5}),
    )


def softmax_cases():
    """Return cases for the softmax."""
    rng = np.random.default_rng(10)
    return (
        Case({"x": [5.0]}),
        Case({"x": [0.0, 0.0]}),
        Case({"x": [-np.inf, 1.0, 2.0]}),
        Case({"x": [1.0, 2.0, 3.0]}, dtype="int64"),
        Case({"x": [-1000.0, -1001.0]}),
        Case({"x": _draw(rng, 2, 3)}, **FLOAT32),
        Case({"x": _draw(rng, 2, 2, 3)}, strided=True),
    )


def attention_cases():
    """Return cases for attention."""
    rng = np.random.default_rng(11)

    def case(n, m, d, d_v=1, heads=(), how=None, **more):
        given = {
            "q": _draw(rng, *heads, n, d, scale=0.5),
            "k": _draw(rng, *heads, m, d, scale=0.5),
            "v": _draw(rng, *heads, m, d_v),
        }
        return Case(given | more, **(how or {}))

    # Inverted, reversed or shifted, this mask still leaves a key to each query.
    some = np.array([[True, False, True], [False, True, True]])
    return (
        case(1, 2, 1),
        case(2, 3, 4, 2),
        case(2, 3, 2, mask=some),
        case(3, 3, 2, causal=True),
        case(1, 3, 2, causal=True),
        case(2, 3, 2, scale=0.25, causal=True, mask=some),
        case(2, 2, 2, 1, heads=(2,), how={"strided": True}),
        case(2, 2, 3, 1, heads=(2,), how=FLOAT32, scale=1.0),
    )
