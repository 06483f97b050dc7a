"""Attention with a wrong scale or softmax: ``softmax(q kᵀ / √d + mask) v`` is right."""

import numpy as np

from normcourse.attention import attention_scores, scaled_dot_product_attention, softmax
from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["BUGS", "masked_scores"]


def masked_scores(q, k, scale, mask, causal):
    """Return the right scores, −inf where a query may not attend."""
    scores = attention_scores(q, k, scale)
    if causal:
        n, m = scores.shape[-2:]
        scores = np.where(np.tri(n, m, m - n, dtype=bool), scores, -np.inf)
    return scores if mask is None else np.where(mask, scores, -np.inf)


def scale_missing(q, k, v, scale=None, mask=None, causal=False):
    scale = 1.0 if scale is None else scale
    return scaled_dot_product_attention(q, k, v, scale, mask, causal)


def scaled_by_d(q, k, v, scale=None, mask=None, causal=False):
    scale = 1 / q.shape[-1] if scale is None else scale
    return scaled_dot_product_attention(q, k, v, scale, mask, causal)


def multiplied_by_root_d(q, k, v, scale=None, mask=None, causal=False):
    scale = np.sqrt(q.shape[-1]) if scale is None else scale
    return scaled_dot_product_attention(q, k, v, scale, mask, causal)


def scaled_by_model_width(q, k, v, scale=None, mask=None, causal=False):
    heads = q.shape[-3] if q.ndim > 2 else 1
    scale = 1 / np.sqrt(heads * q.shape[-1]) if scale is None else scale
    return scaled_dot_product_attention(q, k, v, scale, mask, causal)


def scaled_by_number_of_keys(q, k, v, scale=None, mask=None, causal=False):
    scale = 1 / np.sqrt(k.shape[-2]) if scale is None else scale
    return scaled_dot_product_attention(q, k, v, scale, mask, causal)


def scale_argument_ignored(q, k, v, scale=None, mask=None, causal=False):
    return scaled_dot_product_attention(q, k, v, None, mask, causal)


def softmax_over_queries(q, k, v, scale=None, mask=None, causal=False):
    scores = masked_scores(q, k, scale, mask, causal)
    return np.swapaxes(softmax(np.swapaxes(scores, -1, -2)), -1, -2) @ v


def maximum_not_subtracted(q, k, v, scale=None, mask=None, causal=False):
    e = np.exp(masked_scores(q, k, scale, mask, causal))
    return e / np.sum(e, axis=-1, keepdims=True) @ v


def softmax_missing(q, k, v, scale=None, mask=None, causal=False):
    scores = masked_scores(q, k, scale, mask, causal)
    return np.where(scores == -np.inf, 0.0, scores) @ v


def values_missing(q, k, v, scale=None, mask=None, causal=False):
    return softmax(masked_scores(q, k, scale, mask, causal))


WIDE = Case({"q": [[2.0, 0.0]], "k": [[2.0, 0.0], [0.0, 2.0]], "v": [[1.0], [0.0]]})
SCALED = Case({"q": [[2.0]], "k": [[1.0], [0.0]], "v": [[1.0], [0.0]], "scale": 0.5})
HEADS = Case({"q": [[[2.0]], [[1.0]]], "k": [[[1.0], [0.0]]] * 2, "v": [[[1.0], [0.0]]] * 2})
KEYS = SCALED.without("scale")

BUGS = (
    Bug(
        scale_missing,
        "This is what one gets without the scale: q·k grows with √d and the softmax gets too "
        "sharp. Divide the scores by √d.",
        WIDE,
        ("mlc-ai/mlc-llm#3426", "PAIR-code/tiny-transformers#71"),
    ),
    Bug(
        scaled_by_d,
        "This is what one gets by dividing by d: the scores have variance 1/d and the softmax is "
        "too flat. Divide by √d. (Scaling both q and k by 1/√d divides by d as well.)",
        WIDE,
    ),
    Bug(
        multiplied_by_root_d,
        "This is what one gets by multiplying by √d. That is right for unit vectors; here the "
        "scores are divided by √d.",
        WIDE,
    ),
    Bug(
        scaled_by_model_width,
        "This is what one gets with the width of the whole model, heads · d, under the root. The "
        "scores of a head are scaled by the width of the head.",
        HEADS,
        ("Graylab/DL4Proteins-notebooks#12", "karpathy/ng-video-lecture#6"),
    ),
    Bug(
        scaled_by_number_of_keys,
        "This is what one gets with the number of keys under the root. It is the width d of q "
        "and k that belongs there: `q.shape[-1]`.",
        KEYS,
    ),
    Bug(
        scale_argument_ignored,
        "This is what one gets with 1/√d whatever `scale` says. Where `scale` is given, it takes "
        "the place of 1/√d.",
        SCALED,
        ignores={"scale": None},
    ),
    Bug(
        softmax_over_queries,
        "This is what one gets with the softmax over the queries. Each query spreads a weight of "
        "1 over the keys: the last axis of the scores.",
        KEYS,
        ("PetrochukM/PyTorch-NLP#2", "nerminnuraydogan/vision-transformer#1"),
    ),
    Bug(
        maximum_not_subtracted,
        "This is what one gets from exp(score) as it stands: large scores overflow, and ∞/∞ is "
        "NaN. Subtract the maximum of each row of scores first: it cancels.",
        Case({"q": [[60.0]], "k": [[60.0], [50.0]], "v": [[1.0], [2.0]]}),
        ("pytorch/executorch#18407",),
    ),
    Bug(
        softmax_missing,
        "This is what one gets without the softmax: the scores themselves weigh the values.",
        KEYS,
    ),
    Bug(
        values_missing,
        "These are the attention weights. They still have to weigh the values: weights @ v.",
        KEYS,
    ),
)
