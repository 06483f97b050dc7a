"""The recording of MiniLM."""

import numpy as np

from normcourse.record import minilm, swaps
from normcourse.record.measure import Watcher, keep, places_of
from normcourse.record.prompts import PROMPTS

__all__ = ["record"]


def record():
    """Return the recording of MiniLM: its norms' inputs, and what RMSNorm in their place does."""
    model = minilm.load()
    ids = [model.tokenizer.encode(prompt) for prompt in PROMPTS]
    names = minilm.norm_names(model)
    watcher, cosines = Watcher(names), []
    for prompt in ids:
        right = minilm.forward(model, prompt, watch=watcher).mean(axis=0)
        other = minilm.forward(model, prompt, swaps.rms_for_layer_norm).mean(axis=0)
        cosines.append(right @ other / (np.linalg.norm(right) * np.linalg.norm(other)))
    return (
        keep(watcher.stacked(), range(13), range(10))
        | places_of(map(np.arange, map(len, ids)))
        | {
            "tokens": np.array([model.tokenizer.tokens[i] for prompt in ids for i in prompt]),
            "norms": np.array(watcher.names),
            "gains": np.array([model.weights[f"{name}.weight"] for name in names.values()]),
            "biases": np.array([model.weights[f"{name}.bias"] for name in names.values()]),
            "eps": np.float64(minilm.EPS),
            "swap_names": np.array(["RMSNorm: cosine of the embeddings"]),
            "swap_cosine": np.array(cosines),
        }
    )
