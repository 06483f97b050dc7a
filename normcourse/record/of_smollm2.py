"""The recording of SmolLM2: norms, gains, swaps, massive activation, attention sink."""

import numpy as np

from normcourse.attention import attention_scores, softmax
from normcourse.record import smollm2, swaps
from normcourse.record.measure import Watcher, keep, tokens_of
from normcourse.record.prompts import COMPLETION, PROMPTS

__all__ = ["record"]

KEPT = (0, 1, 2, 6, 12, 20, 24, 33, 41, 48, 57, 58, 59, 60)
WRITES = ("as it is", "UnitNorm × √d", "UnitNorm", "LayerNorm")


def record():
    """Return the recording of SmolLM2: its norms' inputs, the swaps, the attention sink."""
    model = smollm2.load()
    ids = [model.tokenizer.encode(prompt) for prompt in PROMPTS]
    blocks = range(len(model.blocks))
    names = [f"block.{i}.{part}" for i in blocks for part in ("attention", "ffn")]
    watcher = Watcher([*names, "output"])
    heads = Watcher(f"block.{i}.{part}" for i in blocks for part in "qk")

    def watch(name, array):
        watcher(name, array)
        heads(name, array)

    for prompt in ids:
        smollm2.forward(model, prompt, watch=watch)
    gains = [g for block in model.blocks for g in (block.attn_norm, block.ffn_norm)]
    arrays = keep(watcher.stacked(), KEPT, range(14)) | tokens_of(model.tokenizer, ids)
    largest = int(arrays["top_index"][names.index("block.15.ffn"), 0])
    arrays |= sinks(heads.seen, len(blocks)) | all_swaps(model, ids, largest)
    return arrays | {
        "norms": np.array(watcher.names),
        "gains": np.array([*gains, model.output_norm]),
        "eps": np.float64(model.eps),
    }


def sinks(heads, blocks, first=8):
    """Return, a block, the attention paid to position 0 by later queries, and if all were equal.

    Queries before position `first` are left out: they have few others to attend to.
    """
    shares, even = [], []
    for i in range(blocks):
        paid = []
        for q, k in zip(heads[f"block.{i}.q"], heads[f"block.{i}.k"], strict=True):
            n = q.shape[1]
            scores = attention_scores(q, k)
            p = softmax(np.where(np.tri(n, dtype=bool), scores, -np.inf))
            paid.append(p[:, first:, 0])
            even.append(1 / np.arange(first + 1, n + 1))
        shares.append(np.concatenate(paid, axis=1).mean())
    return {"sink": np.array(shares), "sink_even": np.concatenate(even).mean()}


def all_swaps(model, ids, largest):
    """Return the mean surprise with each norm, and what the model then writes."""
    table = swaps.rms_swaps(model.width, largest)
    surprise, written = [], []
    for norm in table.values():
        logits = [smollm2.forward(model, prompt, norm)[:-1] for prompt in ids]
        following = np.concatenate([prompt[1:] for prompt in ids])
        surprise.append(swaps.mean_surprise(np.concatenate(logits), following))
    for name in WRITES:
        tokens = list(smollm2.generate(model, COMPLETION, 16, table[name]))
        written.append((name, model.tokenizer.decode(tokens)))
    return {
        "swap_names": np.array(list(table)),
        "swap_surprise": np.array(surprise),
        "completions": np.array(written),
    }
