"""Other norms in place of the trained ones, and what a model loses by them."""

import numpy as np

from normcourse.attention import softmax
from normcourse.geometry import project
from normcourse.norms import layer_norm, rms_norm, unit_norm

__all__ = ["DRAWS", "mean_surprise", "rms_for_layer_norm", "rms_swaps"]

DRAWS = 8


def rms_swaps(d, largest):
    """Return ``{name: norm}``, each called as ``norm(x, gain, eps=eps)``.

    Parameters
    ----------
    d : int
    largest : int
        The coordinate that holds the massive activation.
    """
    root = np.float32(np.sqrt(d))
    rng = np.random.default_rng(0)
    signs = rng.choice([-1.0, 1.0], size=(DRAWS, d)).astype(np.float32)
    return {
        "as it is": rms_norm,
        "UnitNorm × √d": lambda x, gain, eps: root * unit_norm(x, gain, eps=d * eps),
        "UnitNorm": lambda x, gain, eps: unit_norm(x, gain, eps=d * eps),
        "ε = 0": lambda x, gain, eps: rms_norm(x, gain, eps=0),
        "ε × 1000": lambda x, gain, eps: rms_norm(x, gain, eps=1000 * eps),
        "LayerNorm": layer_norm_without_bias,
        "LayerNorm, but not at position 0": layer_norm_after_the_first,
        "no gain": lambda x, gain, eps: rms_norm(x, eps=eps),
        "largest coordinate set to 0": without_coordinate(largest, slice(None)),
        "the same at position 0 only": without_coordinate(largest, slice(0, 1)),
        "the same elsewhere only": without_coordinate(largest, slice(1, None)),
    } | {f"random direction {i}": without_direction(u) for i, u in enumerate(signs)}


def layer_norm_without_bias(x, gain, eps):
    """LayerNorm for RMSNorm: the direction 1 is removed first."""
    return layer_norm(x, gain, eps=eps)


def layer_norm_after_the_first(x, gain, eps):
    """LayerNorm for all tokens of a prompt but its first."""
    return np.concatenate([rms_norm(x[:1], gain, eps=eps), layer_norm(x[1:], gain, eps=eps)])


def without_direction(u):
    """Return RMSNorm with the direction `u` removed first."""
    return lambda x, gain, eps: rms_norm(x - project(x, u), gain, eps=eps)


def without_coordinate(i, rows):
    """Return RMSNorm with one coordinate set to 0 first, in some rows."""

    def norm(x, gain, eps):
        changed = x.copy()
        changed[rows, i] = 0
        return rms_norm(changed, gain, eps=eps)

    return norm


def rms_for_layer_norm(x, gain, bias, eps):
    """RMSNorm with LayerNorm's gain and bias."""
    return rms_norm(x, gain, eps=eps) + bias


def mean_surprise(logits, following):
    """Return the mean of −log p of the tokens that followed, in nats.

    Examples
    --------
    With equal logits each of n tokens is a surprise of log n:

    >>> bool(np.isclose(mean_surprise(np.zeros((3, 8)), [1, 7, 0]), np.log(8)))
    True
    """
    p = softmax(np.asarray(logits, np.float64))
    return float(-np.log(p[np.arange(len(following)), following]).mean())
