"""Attention with a wrong mask: True lets a query attend, and causal fixes the last corner."""

import numpy as np

from normcourse.attention import attention_scores, scaled_dot_product_attention, softmax
from normcourse.checks.bugs.attention_scale import masked_scores
from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["BUGS"]


def mask_ignored(q, k, v, scale=None, mask=None, causal=False):
    return scaled_dot_product_attention(q, k, v, scale, None, causal)


def mask_inverted(q, k, v, scale=None, mask=None, causal=False):
    return scaled_dot_product_attention(q, k, v, scale, None if mask is None else ~mask, causal)


def mask_after_softmax(q, k, v, scale=None, mask=None, causal=False):
    weights = softmax(masked_scores(q, k, scale, None, causal))
    return (weights if mask is None else weights * mask) @ v


def mask_fills_with_zero(q, k, v, scale=None, mask=None, causal=False):
    scores = masked_scores(q, k, scale, None, causal)
    return softmax(scores if mask is None else np.where(mask, scores, 0.0)) @ v


def mask_fills_with_1e_minus_9(q, k, v, scale=None, mask=None, causal=False):
    scores = masked_scores(q, k, scale, None, causal)
    return softmax(scores if mask is None else np.where(mask, scores, -1e-9)) @ v


def mask_added_as_0_and_1(q, k, v, scale=None, mask=None, causal=False):
    scores = masked_scores(q, k, scale, None, causal)
    return softmax(scores if mask is None else scores + mask) @ v


def causal_ignored(q, k, v, scale=None, mask=None, causal=False):
    return scaled_dot_product_attention(q, k, v, scale, mask)


def causal_wrong_corner(q, k, v, scale=None, mask=None, causal=False):
    return scaled_dot_product_attention(q, k, v, scale, mask, causal, align="first")


def causal_sees_one_ahead(q, k, v, scale=None, mask=None, causal=False):
    scores = masked_scores(q, k, scale, mask, False)
    n, m = scores.shape[-2:]
    if causal:
        scores = np.where(np.tri(n, m, m - n + 1, dtype=bool), scores, -np.inf)
    return softmax(scores) @ v


def causal_hides_itself(q, k, v, scale=None, mask=None, causal=False):
    scores = masked_scores(q, k, scale, mask, False)
    n, m = scores.shape[-2:]
    if causal:
        scores = np.where(np.tri(n, m, m - n - 1, dtype=bool), scores, -np.inf)
    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True) @ v


def causal_hides_itself_by_1e9(q, k, v, scale=None, mask=None, causal=False):
    scores = masked_scores(q, k, scale, mask, False)
    n, m = scores.shape[-2:]
    if causal:
        scores = np.where(np.tri(n, m, m - n - 1, dtype=bool), scores, -1e9)
    return softmax(scores) @ v


def causal_reversed(q, k, v, scale=None, mask=None, causal=False):
    n, m = q.shape[-2], k.shape[-2]
    later = ~np.tri(n, m, m - n - 1, dtype=bool)
    scores = attention_scores(q, k, scale)
    if causal:
        scores = np.where(later, scores, -np.inf)
    return softmax(scores if mask is None else np.where(mask, scores, -np.inf)) @ v


ONE = {"q": [[1.0]], "k": [[1.0], [2.0]], "v": [[1.0], [0.0]]}
TWO = {"q": [[1.0], [1.0]], "k": [[1.0], [2.0]], "v": [[1.0], [0.0]]}
MASKED = Case({**TWO, "mask": np.array([[True, False], [False, True]])})
SQUARE = Case({**TWO, "causal": True})
CACHED = Case({**ONE, "causal": True})

HIDES = (
    "This is what one gets if a query does not see its own position. A causal mask hides the "
    "later keys only: the diagonal stays."
)

BUGS = (
    Bug(
        mask_ignored,
        "This is what one gets without the mask: the argument `mask` has no effect.",
        MASKED,
        ignores={"mask": None},
    ),
    Bug(
        mask_inverted,
        "This is what one gets with the mask inverted. Here True means that a query may attend "
        "to a key; `masked_fill` and some libraries mean the opposite.",
        MASKED,
        ("lucidrains/halonet-pytorch#4", "InseeFrLab/torchTextClassifiers#92"),
    ),
    Bug(
        mask_after_softmax,
        "This is what one gets by masking after the softmax: the weights that are left no longer "
        "sum to 1. Put −∞ into the scores, before the softmax.",
        MASKED,
        ("huggingface/pytorch-image-models#2236",),
    ),
    Bug(
        mask_fills_with_zero,
        "This is what one gets with 0 as the score of a hidden key: e⁰ is 1, so the key still "
        "counts. Its score has to be −∞.",
        MASKED,
        ("georg-wolflein/good-features#1",),
    ),
    Bug(
        mask_fills_with_1e_minus_9,
        "This is what one gets with −1e-9, a tiny number, as the score of a hidden key. "
        "−1e9, a huge one, was meant; −∞ says it best.",
        MASKED,
        ("Shujun-He/RibonanzaNet#5", "awslabs/gluonts#1401"),
    ),
    Bug(
        mask_added_as_0_and_1,
        "This is what one gets by adding True and False to the scores as 1 and 0. What is added "
        "has to be 0 where a query may attend and −∞ where it may not.",
        MASKED,
    ),
    Bug(
        causal_ignored,
        "This is what one gets without the causal mask: the argument `causal` has no effect.",
        SQUARE,
        ignores={"causal": False},
    ),
    Bug(
        causal_wrong_corner,
        "This is what one gets with the causal mask fixed at the upper left, as PyTorch's "
        "`is_causal` has it. With fewer queries than keys the last query is to see all keys: "
        "`np.tri(n, m, m - n)`.",
        CACHED,
        ("pytorch/pytorch#103082", "ml-explore/mlx#2835", "pytorch/executorch#22443"),
    ),
    Bug(
        causal_sees_one_ahead,
        "This is what one gets if each query sees one key too many, the next position. The causal "
        "mask ends at the query's own position.",
        SQUARE,
    ),
    Bug(causal_hides_itself, HIDES, CACHED),
    Bug(
        causal_hides_itself_by_1e9,
        HIDES + " (With −1e9 for −∞, a query that sees nothing averages all keys.)",
        CACHED,
    ),
    Bug(
        causal_reversed,
        "This is what one gets with the causal mask the wrong way round: each query sees the "
        "later keys and not the earlier ones. `np.triu` and `np.tril` are easily swapped.",
        CACHED,
    ),
)
