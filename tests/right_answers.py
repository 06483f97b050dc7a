"""Right answers in the ways in which people write them: none of them is the course's own."""

import math

import numpy as np
from wrong_attention import attend
from wrong_layer_norms import by_rows as layer_rows
from wrong_layer_norms import right as centered_and_divided
from wrong_norms import by_rows, ms, over, per_row, root, total
from wrong_rotations import mixed, sized, spun, turned, usual, with_angles


def nested(x, row):
    """Apply `row` to the rows of nested lists: a plain Python loop."""
    return [nested(part, row) for part in x] if isinstance(x[0], list) else row(x)


def rms_norm_lists(x, gain=None, eps=1e-6):
    def row(values):
        scale = math.sqrt(sum(v * v for v in values) / len(values) + eps)
        gains = [1.0] * len(values) if gain is None else gain
        return [g * v / scale for g, v in zip(gains, values, strict=True)]

    return nested(x.tolist(), row)


def rms_norm_torch_like(x, weight=None, eps=1e-6):
    variance = np.power(x, 2.0).mean(-1, keepdims=True)
    x = x * (1.0 / np.sqrt(variance + eps))
    return x if weight is None else weight * x


def rms_norm_einsum(x, gain=None, eps=1e-6):
    gain = np.ones(x.shape[-1]) if gain is None else gain
    inverse = (np.einsum("...i,...i->...", x, x) / x.shape[-1] + eps) ** -0.5
    return np.einsum("...i,...,i->...i", x, inverse, gain)


def rms_norm_float32(x, gain=None, eps=1e-6):
    low = x.astype(np.float32)
    y = low / np.sqrt(np.mean(low * low, axis=-1)[..., None] + np.float32(eps))
    return y if gain is None else y * gain.astype(np.float32)


def by_keyword(function):
    """Return the function with its second argument called `gain`, as the exercises ask."""
    return lambda x, gain=None, eps=1e-6: function(x, gain, eps)


def layer_norm_two_step(x, gain=None, bias=None, eps=1e-6):
    mean, var = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    y = (x - mean) * np.reciprocal(np.sqrt(var + eps))
    if gain is not None:
        y = y * gain
    return y + bias if bias is not None else y


def layer_norm_einsum(x, gain=None, bias=None, eps=1e-6):
    d = x.shape[-1]
    c = np.einsum("...i,ij->...j", x, np.eye(d) - 1 / d)
    y = c / np.sqrt(np.einsum("...i,...i->...", c, c) / d + eps)[..., None]
    return y * (1 if gain is None else gain) + (0 if bias is None else bias)


def layer_norm_lists(x, gain=None, bias=None, eps=1e-6):
    y = layer_rows(lambda row, g, b, e: centered_and_divided(row, e) * g + b)(x, gain, bias, eps)
    return y.tolist()


def layer_norm_rounded_to_float32(x, gain=None, bias=None, eps=1e-6):
    return layer_norm_two_step(x, gain, bias, eps).astype(np.float32)


def softmax_lists(x):
    def row(values):
        e = [math.exp(v - max(values)) for v in values]
        return [v / sum(e) for v in e]

    return nested(x.tolist(), row)


def softmax_by_logarithm(x):
    top = x.max(axis=-1, keepdims=True)
    return np.exp(x - top - np.log(np.exp(x - top).sum(axis=-1, keepdims=True)))


def softmax_float32(x):
    e = np.exp((x - x.max(axis=-1)[..., None]).astype(np.float32))
    return e / np.einsum("...i->...", e)[..., None]


def attention_matrix(q, k, v, scale=None, mask=None, causal=False):
    scores = q @ np.swapaxes(k, -1, -2) * (q.shape[-1] ** -0.5 if scale is None else scale)
    n, m = scores.shape[-2:]
    if mask is not None:
        scores = np.where(mask, scores, -1e9)
    if causal:
        scores = scores + np.triu(np.full((n, m), -np.inf), m - n + 1)
    return np.array(softmax_lists(scores)) @ v


def attention_einsum(q, k, v, scale=None, mask=None, causal=False):
    scale = 1 / math.sqrt(q.shape[-1]) if scale is None else scale
    scores = np.einsum("...id,...jd->...ij", q * scale, k)
    may = np.ones(scores.shape, bool) if mask is None else np.broadcast_to(mask, scores.shape)
    if causal:
        i, j = np.indices(scores.shape[-2:])
        may = may & (j - i <= scores.shape[-1] - scores.shape[-2])
    return np.einsum("...ij,...jd->...id", softmax_by_logarithm(np.where(may, scores, -np.inf)), v)


def rope_matrices(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    return mixed(lambda c, s: [[c, -s], [s, c]])(x, positions, theta, layout, rotary_dim)


def rope_rotate_half(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    r = rotary_dim or x.shape[-1]
    rotary, rest = x[..., :r], x[..., r:]
    if layout == "interleaved":
        angles = np.repeat(usual(positions, r, theta), 2, axis=-1)
        partner = np.stack([-rotary[..., 1::2], rotary[..., 0::2]], axis=-1).reshape(rotary.shape)
    else:
        angles = np.tile(usual(positions, r, theta), 2)
        partner = np.concatenate([-rotary[..., r // 2 :], rotary[..., : r // 2]], axis=-1)
    return np.concatenate([rotary * np.cos(angles) + partner * np.sin(angles), rest], axis=-1)


RIGHT = {
    "rms": {
        "loop": per_row(lambda row: math.sqrt(math.fsum(v * v for v in row) / len(row))),
        "einsum": lambda x: np.sqrt(np.einsum("...i,...i->...", x, x) / x.shape[-1]),
        "length": lambda x: np.linalg.norm(x, axis=-1) / math.sqrt(x.shape[-1]),
        "list": lambda x: np.sqrt(np.mean(np.square(x), axis=-1)).tolist(),
        "float32": lambda x: np.sqrt(np.mean(x.astype("f4") ** 2, axis=-1)),
    },
    "rms_norm": {
        "lists": rms_norm_lists,
        "torch-like": by_keyword(rms_norm_torch_like),
        "einsum": rms_norm_einsum,
        "row by row": over(root),
        "float32": rms_norm_float32,
    },
    "layer_norm": {
        "two steps": layer_norm_two_step,
        "einsum": layer_norm_einsum,
        "lists": layer_norm_lists,
        "float32": layer_norm_rounded_to_float32,
    },
    "unit_norm": {
        "norm": lambda x, gain=None, eps=0.0: (
            x
            / np.sqrt(np.linalg.norm(x, axis=-1, keepdims=True) ** 2 + eps)
            * (1 if gain is None else gain)
        ),
        "row by row": over(lambda row, e: np.sqrt(total(row) + e), 0.0),
        "lists": lambda x, gain=None, eps=0.0: by_rows(
            lambda row, g, e: row / np.sqrt(ms(row) * len(row) + e) * (1 if g is None else g)
        )(x, gain, eps).tolist(),
        "float32": lambda x, gain=None, eps=0.0: (
            np.float32(1 if gain is None else gain)
            * x.astype("f4")
            / np.sqrt(np.sum(x.astype("f4") ** 2, axis=-1, keepdims=True) + np.float32(eps))
        ),
    },
    "rope": {
        "complex": with_angles(lambda m, r, d, t: usual(m, r, t)),
        "matrices": rope_matrices,
        "rotate half": rope_rotate_half,
        "lists": lambda *args, **named: rope_rotate_half(*args, **named).tolist(),
        "float32": lambda *args, **named: rope_matrices(*args, **named).astype("f4"),
    },
    "query_path": {
        "complex": lambda q, gain, positions, eps=1e-6: spun(gain * sized(q, eps), positions),
        "head by head": lambda q, gain, positions, eps=1e-6: [
            rope_matrices(np.array(rms_norm_lists(head, gain, eps)), positions) for head in q
        ],
        "float32": lambda q, gain, positions, eps=1e-6: turned(
            rms_norm_float32(q, gain, eps), usual(positions, q.shape[-1], 1e4)
        ).astype("f4"),
    },
    "softmax": {
        "lists": softmax_lists,
        "logarithm": softmax_by_logarithm,
        "float32": softmax_float32,
    },
    "attention": {
        "matrix": attention_matrix,
        "einsum": attention_einsum,
        "query by query": attend(),
        "lists": lambda *args, **named: attend()(*args, **named).tolist(),
        "float32": lambda *args, **named: attention_matrix(*args, **named).astype("f4"),
    },
}
