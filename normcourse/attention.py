"""Attention: softmax, scores, entropy, and the score variances that theory predicts.

Arrays are left as they are; an empty last axis or rows of unequal length raise ValueError,
complex or non-numeric entries TypeError.
"""

import numpy as np

from normcourse._inputs import float_array

__all__ = [
    "attention_scores",
    "entropy",
    "predicted_score_variance",
    "projection_variance",
    "scaled_dot_product_attention",
    "score_scale",
    "softmax",
]

SCALE_EXPONENTS = {"1/d": -1.0, "1/sqrt d": -0.5, "1": 0.0, "sqrt d": 0.5}


def softmax(x):
    """Return exp(xᵢ) / Σ exp(xⱼ) over the last axis.

    Parameters
    ----------
    x : array_like, shape (..., d)
        −inf is an entry that is masked out; its probability is 0.

    Returns
    -------
    array, shape (..., d), in the dtype of `x` (integers: float64)
        A row in which all is −inf gives zeros; one with NaN or +inf gives NaN. Computed in
        float64; before the last rounding the relative error is at most
        4 (d + max x − xᵢ)·2⁻⁵³.

    Notes
    -----
    Why subtracting the maximum is safe: Blanchard, Higham & Higham 2021, arXiv 1909.03469.

    Examples
    --------
    Adding a constant changes nothing, and no finite input overflows:

    >>> softmax([0.0, 0.0])
    array([0.5, 0.5])
    >>> softmax([1e300, 1e300])
    array([0.5, 0.5])
    """
    a = float_array(x)
    with np.errstate(all="ignore"):
        return _softmax(a.astype(np.result_type(a.dtype, np.float64))).astype(a.dtype)


def _softmax(a):
    top = np.max(a, axis=-1, keepdims=True, initial=-np.inf)
    weights = np.exp(a - np.where(top == -np.inf, 0.0, top))
    total = np.sum(weights, axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1.0, total)


def entropy(p):
    """Return −Σ pᵢ log pᵢ over the last axis, in nats, with 0 log 0 = 0.

    Between 0 (one-hot) and log d (uniform) for probabilities, which must not be negative.
    A row of zeros, from a query that may attend to nothing, gives 0.

    Parameters
    ----------
    p : array_like, shape (..., d)

    Returns
    -------
    array, shape (...), in the dtype of `p` (integers: float64)
        Computed in float64 and rounded once.

    Raises
    ------
    ValueError
        If an entry is negative.

    Notes
    -----
    Shannon 1948, Bell System Technical Journal 27.

    Examples
    --------
    >>> bool(np.isclose(entropy(np.full(8, 1 / 8)), np.log(8)))
    True
    >>> float(entropy([0.0, 1.0, 0.0]))
    0.0
    """
    a = float_array(p, "p")
    with np.errstate(all="ignore"):
        wide = a.astype(np.result_type(a.dtype, np.float64))
        if (wide < 0).any():
            raise ValueError("p has a negative entry: give probabilities, such as softmax(x)")
        return np.sum(-wide * np.log(np.where(wide == 0, 1.0, wide)), axis=-1).astype(a.dtype)


def attention_scores(q, k, scale=None):
    """Return the scores scale · q kᵀ; the default scale is 1/√d with d the width of q and k.

    Parameters
    ----------
    q : array_like, shape (..., n, d)
    k : array_like, shape (..., m, d)
    scale : float, optional

    Returns
    -------
    array, shape (..., n, m), in the common dtype of `q` and `k`
        Computed in float64; NaN where q·k leaves its range. Heads match as in
        `scaled_dot_product_attention`.

    Raises
    ------
    ValueError
        If the widths of `q` and `k` differ or the scale is not finite.

    Examples
    --------
    >>> attention_scores([[1.0, 2.0, 3.0, 4.0]], [[1.0, 1.0, 1.0, 1.0], [2.0, 0.0, 0.0, 0.0]])
    array([[5., 1.]])
    """
    q, k = _rows(q, "q"), _rows(k, "k")
    with np.errstate(all="ignore"):
        return _scores(q, k, scale).astype(np.result_type(q, k))


def scaled_dot_product_attention(q, k, v, scale=None, mask=None, causal=False, align="last"):
    """Return softmax(scale · q kᵀ + mask) v; the default scale is 1/√d, d the width of q and k.

    Parameters
    ----------
    q : array_like, shape (..., n, d)
    k : array_like, shape (..., m, d)
    v : array_like, shape (..., m, d_v)
        Leading axes broadcast. With h query heads and fewer key heads g that divide h, in
        the third axis from the end, each key head serves h/g neighboring query heads.
    scale : float, optional
    mask : array_like, shape (n, m), or any that broadcasts to the scores
        Boolean: True where a query may attend to a key. Numbers: added to the scores,
        −inf where it may not.
    causal : bool
        Let no query see a later key.
    align : "last" or "first"
        Which corner of a causal mask with n ≠ m is fixed. "last" is the lower right: the
        last query sees all keys, query i the keys j ≤ i + m − n, as decoding with a cache
        needs. "first" is the upper left: query i sees j ≤ i, as in PyTorch's `is_causal`.

    Returns
    -------
    array, shape (..., n, d_v), in the common dtype of `q`, `k` and `v`
        A query that may attend to nothing gives zeros. A key that a query may not attend
        to has no influence on it, even if it or its value holds NaN. Computed in float64,
        rounded once; a score beyond the range of float64 makes its row NaN.

    Raises
    ------
    ValueError
        If widths, lengths or heads do not match, or the scale is not finite.
    TypeError
        If the mask holds integers, which could mean either kind.

    Notes
    -----
    Vaswani et al. 2017, arXiv 1706.03762.

    Examples
    --------
    With equal scores each query averages the values that it may see:

    >>> q, k, v = np.zeros((3, 2)), np.zeros((3, 2)), np.array([[6.0], [0.0], [3.0]])
    >>> scaled_dot_product_attention(q, k, v, causal=True).ravel()
    array([6., 3., 3.])
    """
    q, k, v = _rows(q, "q"), _rows(k, "k"), _rows(v, "v")
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(f"k has {k.shape[-2]} rows, v has {v.shape[-2]}: give one value a key")
    with np.errstate(all="ignore"):
        scores = _scores(q, k, scale)
        bias, allowed = _read_mask(mask, scores.shape)
        allowed = allowed & _causal_mask(*scores.shape[-2:], causal, align)
        scores, allowed = np.broadcast_arrays(scores + bias, allowed)
        scores = np.where(allowed, scores, -np.inf)
        mixed = _average(_softmax(scores), _match_heads(q, v, "v"), allowed)
        return mixed.astype(np.result_type(q, k, v))


def score_scale(name, d):
    """Return the number that a scale's name stands for: "1/d", "1/sqrt d", "1" or "sqrt d".

    Other names raise ValueError.

    Examples
    --------
    >>> [score_scale(name, 64) for name in ("1/d", "1/sqrt d", "1", "sqrt d")]
    [0.015625, 0.125, 1.0, 8.0]
    """
    if name not in SCALE_EXPONENTS:
        raise ValueError(f"scale is {name!r}: give one of {', '.join(SCALE_EXPONENTS)}")
    return float(d) ** SCALE_EXPONENTS[name]


def predicted_score_variance(d, norm, scale, variance=1.0):
    """Return the exact variance of scale · q·k for independent random q and k.

    "rms": q and k uniform on the sphere of radius √d, so q·k has variance d.
    "unit": uniform on the sphere of radius 1, so q·k has variance 1/d.
    "none": independent entries of mean 0 and the given variance v, so q·k has variance d v².

    Parameters
    ----------
    d : int
        Width of q and k.
    norm : "rms", "unit" or "none"
    scale : str or float
        A number, or a name that `score_scale` knows.
    variance : float
        Of each entry of q and of k before the norm; "rms" and "unit" remove it.

    Raises
    ------
    ValueError
        If the norm or the scale has an unknown name.

    Notes
    -----
    The case "none" is the reason for 1/√d in Vaswani et al. 2017, arXiv 1706.03762.

    Examples
    --------
    The two consistent pairs, and the two that are off by d² in either direction:

    >>> [predicted_score_variance(64, *pair) for pair in (("rms", "1/sqrt d"), ("unit", "sqrt d"))]
    [1.0, 1.0]
    >>> [predicted_score_variance(64, *pair) for pair in (("unit", "1/sqrt d"), ("rms", "sqrt d"))]
    [0.000244140625, 4096.0]
    """
    factor = score_scale(scale, d) if isinstance(scale, str) else float(scale)
    return _pick({"rms": d, "unit": 1 / d, "none": d * variance**2}, norm, "norm") * factor**2


def projection_variance(d_in, d_out, init="xavier", norm="rms"):
    """Return the variance of each entry of W x over random W, for a normalized x.

    It is Var(W) · ‖x‖², exact for independent weights of mean 0, whatever x is. Var(W) is
    2/(d_in + d_out) for "xavier" (Glorot & Bengio 2010), 1/d_in for "1/d", 1 for "1".
    ‖x‖² is d_in for "rms" and 1 for "unit". Other names raise ValueError.

    Examples
    --------
    Xavier keeps the size only if the widths are equal:

    >>> projection_variance(4096, 4096)
    1.0
    >>> round(projection_variance(4096, 128), 2)
    1.94
    """
    weight = _pick({"xavier": 2 / (d_in + d_out), "1/d": 1 / d_in, "1": 1.0}, init, "init")
    return weight * _pick({"rms": d_in, "unit": 1}, norm, "norm")


def _pick(table, key, name):
    if key not in table:
        raise ValueError(f"{name} is {key!r}: give one of {', '.join(table)}")
    return table[key]


def _rows(x, name):
    a = float_array(x, name)
    if a.ndim < 2:
        raise ValueError(
            f"{name} is a single vector: give rows, shape (n, d), such as {name}[None]"
        )
    return a


def _scores(q, k, scale):
    d = q.shape[-1]
    if k.shape[-1] != d:
        raise ValueError(f"q has d = {d}, k has {k.shape[-1]}: give vectors of equal length")
    factor = score_scale("1/sqrt d", d) if scale is None else float(scale)
    if not np.isfinite(factor):
        raise ValueError(f"scale is {factor}: give a finite number")
    wide = np.result_type(q, k, np.float64)
    scores = q.astype(wide) @ np.swapaxes(_match_heads(q, k, "k").astype(wide), -1, -2) * factor
    # An infinite score is out of range; −inf must not pass for a key that is masked out.
    return np.where(np.isinf(scores), np.nan, scores)


def _match_heads(q, kv, name):
    """Repeat each key or value head for the neighboring query heads that share it."""
    if min(q.ndim, kv.ndim) < 3:
        return kv
    heads, groups = q.shape[-3], kv.shape[-3]
    if heads in (1, groups):
        return kv
    if heads % groups:
        raise ValueError(f"q has {heads} heads, {name} has {groups}: give a divisor of {heads}")
    return np.repeat(kv, heads // groups, axis=-3)


def _causal_mask(n, m, causal, align):
    if align not in ("last", "first"):
        raise ValueError(f'align is {align!r}: give "last" or "first"')
    if causal not in (True, False):
        raise ValueError(f"causal is {causal!r}: give True or False, and the corner as align")
    if not causal:
        return True
    return np.tri(n, m, m - n if align == "last" else 0, dtype=bool)


def _read_mask(mask, shape):
    """Return what the mask adds to the scores, and where it lets a query attend."""
    if mask is None:
        return 0.0, np.ones(shape[-2:], bool)
    a = np.asarray(mask)
    if not (a.dtype.kind in "bf" or a.dtype.name == "bfloat16"):
        raise TypeError(
            f"mask has dtype {a.dtype}: give booleans, True where a query may attend to a key, "
            "or floats to add to the scores"
        )
    queries_and_keys = zip(a.shape[::-1][:2], shape[::-1][:2], strict=False)
    if any(size not in (1, wanted) for size, wanted in queries_and_keys):
        raise ValueError(
            f"mask has shape {a.shape}, the scores have {shape}: give a mask of shape {shape[-2:]}"
        )
    return (0.0, a) if a.dtype == bool else (a, a != -np.inf)


def _average(weights, v, allowed):
    """Return weights @ v, in which a key without permission counts for nothing, NaN or not."""
    wide = v.astype(weights.dtype)
    finite = np.isfinite(wide)
    mixed = weights @ np.where(finite, wide, 0.0)
    if finite.all():
        return mixed
    return np.where(allowed.astype(float) @ ~finite > 0, np.nan, mixed)
