"""Wrong ways from a query to its score: RMSNorm of each head, times gain, then RoPE is right."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case
from normcourse.norms import layer_norm, rms_norm, unit_norm
from normcourse.rotations import rope

__all__ = ["BUGS"]


def gain_after_rope(q, gain, positions, eps=1e-6):
    return rope(rms_norm(q, eps=eps), positions) * gain


def heads_normalized_together(q, gain, positions, eps=1e-6):
    mean_square = np.mean(q**2, axis=(-3, -1), keepdims=True)
    return rope(q / np.sqrt(mean_square + eps) * gain, positions)


def tokens_normalized_together(q, gain, positions, eps=1e-6):
    mean_square = np.mean(q**2, axis=(-2, -1), keepdims=True)
    return rope(q / np.sqrt(mean_square + eps) * gain, positions)


def norm_missing(q, gain, positions, eps=1e-6):
    return rope(q * gain, positions)


def gain_missing(q, gain, positions, eps=1e-6):
    return rope(rms_norm(q, eps=eps), positions)


def gain_before_the_norm(q, gain, positions, eps=1e-6):
    return rope(rms_norm(q * gain, eps=eps), positions)


def rope_missing(q, gain, positions, eps=1e-6):
    return rms_norm(q, gain, eps)


def unit_norm_instead(q, gain, positions, eps=1e-6):
    return rope(unit_norm(q, gain, eps), positions)


def layer_norm_instead(q, gain, positions, eps=1e-6):
    return rope(layer_norm(q, gain, eps=eps), positions)


def heads_as_positions(q, gain, positions, eps=1e-6):
    heads = np.arange(q.shape[-3])[:, None]
    return rope(rms_norm(q, gain, eps), heads)


TURNED = Case({"q": [[[1.0, 0.0]]], "gain": [2.0, 1.0], "positions": np.array([1])})
HEADS = Case({"q": [[[3.0, 4.0]], [[0.3, 0.4]]], "gain": [1.0, 1.0], "positions": np.array([0])})
TOKENS = Case({"q": [[[3.0, 4.0], [0.3, 0.4]]], "gain": [1.0, 1.0], "positions": np.array([0, 0])})

BUGS = (
    Bug(
        gain_after_rope,
        "This is what one gets with the gain applied after RoPE, or with the whole norm after "
        "it. Unless the two gains of a pair are equal, scores then depend on the positions "
        "themselves and not on their distance.",
        TURNED,
        ("allenai/OLMo#806", "karpathy/nanochat#743"),
    ),
    Bug(
        heads_normalized_together,
        "This is what one gets by normalizing all heads of a token together, as OLMo 2 does. "
        "Here each head has its own RMS: the last axis alone.",
        HEADS,
        ("ml-explore/mlx-lm#898", "vllm-project/vllm-metal#691", "vllm-project/vllm#16311"),
    ),
    Bug(
        tokens_normalized_together,
        "This is what one gets by normalizing all tokens of a head together: what a token gets "
        "then depends on the others. Normalize the last axis alone.",
        TOKENS,
    ),
    Bug(norm_missing, "This is what one gets without the norm.", TURNED),
    Bug(gain_missing, "This is what one gets without the gain.", TURNED),
    Bug(
        gain_before_the_norm,
        "This is what one gets by multiplying by the gain before the norm, which takes its size "
        "out again.",
        TURNED,
    ),
    Bug(rope_missing, "This is what one gets without RoPE: nothing turns.", TURNED),
    Bug(
        unit_norm_instead,
        "This is what one gets with the unit norm in place of RMSNorm: the length is 1 and not "
        "√d, and 1/√d is then the wrong score scale.",
        TURNED,
    ),
    Bug(
        layer_norm_instead,
        "This is LayerNorm in place of RMSNorm: the mean of each head is subtracted, and "
        "rotations do not respect the mean.",
        TURNED,
    ),
    Bug(
        heads_as_positions,
        "This is what one gets by turning each head by its own number: the positions run along "
        "the axis of the tokens, the last but one.",
        TURNED,
    ),
)
