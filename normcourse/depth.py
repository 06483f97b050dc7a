"""A stack of residual layers with random weights: how sizes and gradients go with depth.

Each layer adds one branch to the stream, the gated feed-forward layer SwiGLU, and a norm
stands nowhere, before the branch (pre-norm), or after the addition (post-norm).
"""

import numpy as np

from normcourse.norms import rms

__all__ = ["PLACES", "residual_stack"]

PLACES = ("nowhere", "before", "after")


def residual_stack(place, layers, scale=1.0, d=16, rows=8, seed=0, eps=1e-6):
    """Return the RMS of the stream, and of the gradient, between the layers of a stack.

    A layer is ``x + f(x)``, ``x + f(norm(x))`` or ``norm(x + f(x))``, with RMSNorm and
    ``f(y) = scale * (silu(y @ G) * (y @ U)) @ D``. The weights are independent and normal, with
    variance 1 / (number of inputs); so are the entries of the stream below and of the
    gradient above, with variance 1.

    Parameters
    ----------
    place : "nowhere", "before" or "after"
    layers : int
    scale : float
        A factor for every branch.
    d, rows : int
        Width of the stream, and how many vectors run through it.
    seed : int
    eps : float

    Returns
    -------
    sizes, slopes : arrays, shape (layers + 1,)
        Root mean square of the stream and of the gradient, float64; entry 0 is below the
        first layer, the last above the last. Where a number was too large for float64,
        entries are infinite or NaN, without a warning.

    Raises
    ------
    ValueError
        If the place is unknown.

    Notes
    -----
    Xiong et al. (2020), On Layer Normalization in the Transformer Architecture,
    arXiv:2002.04745. SwiGLU: Shazeer (2020), arXiv:2002.05202.

    Examples
    --------
    With a norm after each addition the stream keeps its size; with none it is lost:

    >>> sizes, slopes = residual_stack("after", 64)
    >>> np.allclose(sizes[1:], 1)
    True
    >>> sizes, slopes = residual_stack("nowhere", 64)
    >>> bool(np.isfinite(sizes[-1]))
    False
    """
    if place not in PLACES:
        raise ValueError(f"place is {place!r}: give one of {', '.join(PLACES)}")
    rng = np.random.default_rng(seed)
    x, dx = rng.standard_normal((2, rows, d))
    weights = rng.standard_normal((layers, 3, d, 2 * d)) / np.sqrt(d)
    with np.errstate(all="ignore"):
        sizes, backs = [_size(x)], []
        for G, U, D in weights:
            x, back = _layer(x, G, U, scale * D.T / np.sqrt(2), place, eps)
            sizes.append(_size(x))
            backs.append(back)
        slopes = [_size(dx)]
        for back in reversed(backs):
            dx = back(dx)
            slopes.append(_size(dx))
    return np.array(sizes), np.array(slopes[::-1])


def _size(x):
    return rms(x.ravel())


def _layer(x, G, U, D, place, eps):
    y, before = _norm(x, eps) if place == "before" else (x, _same)
    g, u = y @ G, y @ U
    s = 1 / (1 + np.exp(-g))
    z, after = x + (g * s * u) @ D, _same
    if place == "after":
        z, after = _norm(z, eps)

    def back(dz):
        dz = after(dz)
        dh = dz @ D.T
        dg = dh * u * s * (1 + g * (1 - s))
        return dz + before(dg @ G.T + dh * g * s @ U.T)

    return z, back


def _norm(x, eps):
    r = np.sqrt((x * x).mean(axis=-1, keepdims=True) + eps)
    y = x / r
    return y, lambda dy: (dy - y * (dy * y).mean(axis=-1, keepdims=True)) / r


def _same(dy):
    return dy
