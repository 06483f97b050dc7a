"""Rotations: RoPE in both layouts, its matrices, and random rotations and directions.

Functions of x leave it as it is; an empty last axis or rows of unequal length raise
ValueError, complex or non-numeric entries TypeError. Matrices and samples are float64.
"""

import operator

import numpy as np

from normcourse._inputs import float_array

__all__ = [
    "pair_indices",
    "random_orthogonal",
    "random_rotation",
    "rope",
    "rope_frequencies",
    "rope_matrix",
    "rotate_pairs",
    "rotation_matrix",
    "sphere",
]


def pair_indices(rotary_dim, layout="interleaved"):
    """Return which coordinates form the pairs: the first of each, the second of each.

    Interleaved pairs are neighbors, (0, 1), (2, 3), …; half-split pairs are half a
    width apart, (0, r/2), (1, r/2 + 1), … with r = `rotary_dim`.

    Raises
    ------
    ValueError
        If `rotary_dim` is not an even number of at least 2, or the layout is neither
        "interleaved" nor "half".

    Examples
    --------
    >>> [i.tolist() for i in pair_indices(6)]
    [[0, 2, 4], [1, 3, 5]]
    >>> [i.tolist() for i in pair_indices(6, "half")]
    [[0, 1, 2], [3, 4, 5]]
    """
    rotary_dim = operator.index(rotary_dim)
    if rotary_dim < 2 or rotary_dim % 2:
        raise ValueError(f"rotary_dim is {rotary_dim}: give an even number of at least 2")
    order = np.arange(rotary_dim)
    if layout == "interleaved":
        return order[0::2], order[1::2]
    if layout == "half":
        return order[: rotary_dim // 2], order[rotary_dim // 2 :]
    raise ValueError(f'layout is {layout!r}: give "interleaved" or "half"')


def rotate_pairs(x, angles, layout="interleaved"):
    """Turn each pair of coordinates (a, b) into (a cos φ − b sin φ, a sin φ + b cos φ).

    Parameters
    ----------
    x : array_like, shape (..., d)
    angles : array_like, shape (..., p)
        Radians, one for each of the p ≤ d/2 pairs; leading axes broadcast against those
        of `x`. The first 2p coordinates turn, the rest stay as they are.
    layout : "interleaved" or "half"
        Which coordinates form a pair: see `pair_indices`.

    Returns
    -------
    array, shape (..., d), in the dtype of `x` (integers: float64)
        Computed in float64 and rounded once, with an error of at most 2⁻⁵⁰ of the pair's
        length before that. NaN and infinity stay in their pair.

    Raises
    ------
    ValueError
        If the pairs do not fit into d, an angle is not finite, or the layout is unknown.

    Examples
    --------
    The same vector and angles, in the two layouts (the cause of many wrong ports):

    >>> rotate_pairs([1, 2, 3, 4], [1, 1]).round(3)
    array([-1.143,  1.922, -1.745,  4.686])
    >>> rotate_pairs([1, 2, 3, 4], [1, 1], layout="half").round(3)
    array([-1.984, -2.285,  2.462,  3.844])
    """
    a = float_array(x)
    phi = _finite(angles, "angles")
    if phi.ndim == 0:
        raise ValueError("angles is a single number: give one for each pair, such as [0.5]")
    d, rotary_dim = a.shape[-1], 2 * phi.shape[-1]
    if rotary_dim > d:
        raise ValueError(
            f"{phi.shape[-1]} angles turn {rotary_dim} coordinates, x has d = {d}: "
            f"give at most {d // 2} angles"
        )
    first, second = pair_indices(rotary_dim, layout)
    shape = _common_shape(a.shape[:-1], phi.shape[:-1])
    y = np.broadcast_to(a, (*shape, d)).copy()
    left, right = y[..., first], y[..., second]
    with np.errstate(all="ignore"):
        y[..., first] = left * np.cos(phi) - right * np.sin(phi)
        y[..., second] = left * np.sin(phi) + right * np.cos(phi)
    return y


def rope_frequencies(rotary_dim, theta=10000.0):
    """Return the turn of each pair per position: θ^(−2i/r), i = 0 … r/2 − 1, r = `rotary_dim`.

    The exponent divides by the width that turns, not by the width of the vector. Float64,
    shape (r/2,), with a relative error of at most (4 + |log θ|)·2⁻⁵³.

    Raises
    ------
    ValueError
        If `rotary_dim` is not an even number of at least 2, or θ not a positive number.

    Examples
    --------
    >>> rope_frequencies(4)
    array([1.  , 0.01])
    """
    if not (np.isfinite(theta) and theta > 0):
        raise ValueError(f"theta is {theta}: give a positive number, such as 10000.0")
    first, _ = pair_indices(rotary_dim)
    return float(theta) ** (-first / rotary_dim)


def rope(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    """Rotary position embedding: turn pair i at position m by the angle m θ^(−2i/r).

    Parameters
    ----------
    x : array_like, shape (..., n, d) or (d,)
    positions : array_like, of a shape that broadcasts against `x.shape[:-1]`
        One for each vector: shape (n,) if all sequences share them, (batch, 1, n) for x
        of shape (batch, heads, n, d), a number for one vector or the same for all.
        A single x at n positions gives n vectors.
    theta : float
    layout : "interleaved" or "half"
        Interleaved in Meta's Llama, half-split in Hugging Face's: see `pair_indices`.
    rotary_dim : int, optional
        r: turn the first r coordinates only. The default is d.

    Returns
    -------
    array, shape (..., n, d), in the dtype of `x` (integers: float64)
        The angles are float64 whatever the dtype of `x` (in bfloat16, position 257 would
        turn into 256). Before the last rounding the error of a pair is at most
        (8 + (4 + |log θ|)·|angle|)·2⁻⁵³ of its length: a large angle has few digits left.

    Raises
    ------
    ValueError
        If `rotary_dim` is odd or larger than d, θ not positive, a position not finite,
        the layout unknown, or there is not one position for each vector.

    Notes
    -----
    Su et al. 2021, arXiv 2104.09864.

    Examples
    --------
    The score of two rotated vectors depends on the distance of their positions only:

    >>> q, k = np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.5, -1.0, 2.0, 1.0])
    >>> near, far = rope(q, 7) @ rope(k, 3), rope(q, 1007) @ rope(k, 1003)
    >>> bool(np.isclose(near, far, rtol=1e-12))
    True
    """
    a = float_array(x)
    frequencies = _checked_frequencies(a.shape[-1], theta, rotary_dim)
    return rotate_pairs(a, _finite(positions, "positions")[..., None] * frequencies, layout)


def rotation_matrix(angle):
    """Return the 2 × 2 matrix that turns the plane by `angle` radians, counterclockwise.

    Examples
    --------
    >>> (rotation_matrix(np.pi / 2) @ [1.0, 0.0]).round(15)
    array([0., 1.])
    """
    c, s = np.cos(float(angle)), np.sin(float(angle))
    return np.array([[c, -s], [s, c]])


def rope_matrix(position, d, theta=10000.0, layout="interleaved", rotary_dim=None):
    """Return the d × d matrix R with rope(x, position) = R x: a 2 × 2 turn for each pair.

    Raises the errors of `rope`.

    Examples
    --------
    >>> R = rope_matrix(5, 4)
    >>> bool(np.allclose(R @ R.T, np.eye(4)))
    True
    >>> bool(np.allclose(R @ [1, 2, 3, 4], rope([1, 2, 3, 4], 5)))
    True
    """
    frequencies = _checked_frequencies(d, theta, rotary_dim)
    matrix = np.eye(d)
    pairs = zip(*pair_indices(2 * len(frequencies), layout), strict=True)
    for frequency, pair in zip(frequencies, pairs, strict=True):
        matrix[np.ix_(pair, pair)] = rotation_matrix(position * frequency)
    return matrix


def random_orthogonal(d, rng):
    """Draw a d × d orthogonal matrix, uniformly (Haar): rotations and reflections alike.

    Notes
    -----
    Mezzadri 2007, arXiv math-ph/0609050: QR of a Gaussian matrix is uniform only with
    the signs of R's diagonal moved into Q.

    Examples
    --------
    >>> Q = random_orthogonal(5, np.random.default_rng(0))
    >>> bool(np.allclose(Q.T @ Q, np.eye(5)))
    True
    """
    q, r = np.linalg.qr(rng.standard_normal((d, d)))
    return q * np.where(np.diag(r) < 0, -1.0, 1.0)


def random_rotation(d, rng):
    """Draw a d × d rotation, uniformly (Haar): orthogonal, with determinant 1.

    It is `random_orthogonal` with the first column reversed where the determinant is −1.

    Examples
    --------
    >>> bool(np.isclose(np.linalg.det(random_rotation(5, np.random.default_rng(0))), 1))
    True
    """
    q = random_orthogonal(d, rng)
    q[:, 0] *= np.sign(np.linalg.det(q))
    return q


def sphere(n, d, radius, rng):
    """Draw n vectors, uniform on the sphere of that radius in d dimensions: shape (n, d).

    Notes
    -----
    Muller 1959, Communications of the ACM 2(4): Gaussian vectors, divided by their lengths.

    Examples
    --------
    >>> x = sphere(3, 16, 4.0, np.random.default_rng(0))
    >>> bool(np.allclose(np.linalg.norm(x, axis=1), 4.0))
    True
    """
    x = rng.standard_normal((n, d))  # no direction is preferred: the density sees ‖x‖ only
    return radius * x / np.linalg.norm(x, axis=1, keepdims=True)


def _common_shape(x_shape, angles_shape):
    try:
        return np.broadcast_shapes(x_shape, angles_shape)
    except ValueError as error:
        raise ValueError(
            f"x holds vectors in shape {x_shape}, positions or angles have {angles_shape}: "
            "give one for each vector, or length 1 where they share it"
        ) from error


def _finite(values, name):
    """Return angles or positions as finite float64, or raise."""
    a = np.asarray(values)
    if a.dtype.kind not in "iuf" and a.dtype.name != "bfloat16":
        raise TypeError(f"{name} has dtype {a.dtype}: give real numbers")
    a = a.astype(np.float64)
    if not np.isfinite(a).all():
        raise ValueError(f"{name} has NaN or infinity: give finite numbers")
    return a


def _checked_frequencies(d, theta, rotary_dim):
    width = d if rotary_dim is None else rotary_dim
    if width > d:
        raise ValueError(f"rotary_dim is {width}, x has d = {d}: give at most d")
    return rope_frequencies(width, theta)
