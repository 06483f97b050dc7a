"""Watch the inputs of the norms, and put what was seen into arrays."""

import numpy as np

from normcourse import geometry

__all__ = ["Watcher", "keep", "places_of", "tokens_of"]


class Watcher:
    """Keeps every norm's input: give the object itself to a forward pass as `watch`."""

    def __init__(self, names):
        self.names = tuple(names)
        self.seen = {name: [] for name in self.names}

    def __call__(self, name, array):
        """Keep `array` if `name` is a norm's."""
        if name in self.seen:
            self.seen[name].append(array)

    def stacked(self):
        """Return all inputs in one array (norms, tokens, d)."""
        return np.stack([np.concatenate(self.seen[name]) for name in self.names])


def keep(x, norms, tokens):
    """Return the arrays of a recording that tell about the norms' inputs.

    Parameters
    ----------
    x : array, shape (norms, tokens, d)
    norms, tokens : sequences of int
        Whose vectors are kept whole, in float16. Of the others there are four numbers.
    """
    top = np.argmax(np.abs(x), axis=-1)
    return {
        "mean": geometry.mean(x).astype(np.float32),
        "std": geometry.std(x).astype(np.float32),
        "top": np.take_along_axis(x, top[..., None], axis=-1)[..., 0].astype(np.float16),
        "top_index": top.astype(np.uint16),
        "kept_norms": np.array(norms, np.uint16),
        "kept_tokens": np.array(tokens, np.uint16),
        "vectors": x[np.ix_(norms, tokens)].astype(np.float16),
    }


def places_of(positions):
    """Return, a token, which prompt it is in, and its place there, given the places a prompt."""
    parts = [np.array(p) for p in positions]
    return {
        "prompt": np.repeat(np.arange(len(parts)), [len(p) for p in parts]).astype(np.uint8),
        "position": np.concatenate(parts).astype(np.uint16),
    }


def tokens_of(tokenizer, ids):
    """Return each token's text, the prompt that it is in, and its place there."""
    return places_of(map(np.arange, map(len, ids))) | {
        "tokens": np.array([tokenizer.decode([i]) for prompt in ids for i in prompt])
    }
