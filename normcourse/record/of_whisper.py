"""The recordings of Whisper's two halves, which hear three spoken sentences."""

import hashlib

import numpy as np

from normcourse.record import speech, swaps, whisper
from normcourse.record.measure import Watcher, keep, places_of, tokens_of
from normcourse.record.prompts import SENTENCES
from normcourse.record.voice import speak

__all__ = ["record"]

# Start of transcript, English, transcribe, no timestamps; and the end of a text.
START = (50258, 50259, 50359, 50363)
END = 50257
FRAMES_A_SECOND = 50
EVERY = 5


def record(half):
    """Return the recording of Whisper's "encoder" or "decoder"."""
    model = whisper.load()
    names = {k: v for k, v in whisper.norm_names(model).items() if k.startswith(half)}
    watcher, heard, frames, hashes = Watcher(names), [], [], []
    for sentence in SENTENCES:
        samples = speak(sentence)
        hashes.append(hashlib.sha256(np.round(32768 * samples).astype("<i2")).hexdigest())
        heard.append(whisper.encode(model, speech.log_mel(samples), watch=watcher))
        # The rest of the 30 seconds is silence, which would fill the statistics.
        frames.append(range(0, len(samples) * FRAMES_A_SECOND // speech.RATE, EVERY))
    if half == "encoder":
        rows = np.concatenate([1500 * i + np.array(f) for i, f in enumerate(frames)])
        x, arrays = watcher.stacked()[:, rows], frames_of(frames)
        kept = keep(x, range(0, 13, 2), range(4, 24, 4))
    else:
        ids = [[*START, *model.tokenizer.encode(" " + s)] for s in SENTENCES]
        arrays = decoder_arrays(model, ids, heard, watcher)
        kept = keep(watcher.stacked(), [0, 1, 2, 5, 8, 11, 14, 17, 18], range(9))
    return (
        kept
        | arrays
        | {
            "norms": np.array(watcher.names),
            "gains": np.array([model.weights[f"{name}/gamma"] for name in names.values()]),
            "biases": np.array([model.weights[f"{name}/beta"] for name in names.values()]),
            "eps": np.float64(whisper.EPS),
            "speech_sha256": np.array(hashes),
        }
    )


def frames_of(frames):
    """Return the times of the frames that are kept as their names."""
    return places_of(frames) | {
        "tokens": np.array([f"{f / FRAMES_A_SECOND:.1f} s" for part in frames for f in part]),
    }


def decoder_arrays(model, ids, heard, watcher):
    """Run the decoder on what was said, as it is and with RMSNorm, and centered with RMSNorm."""
    centered, rms = whisper.centered(model), swaps.rms_for_layer_norm
    runs = {
        "LayerNorm, as it is": (model, {"watch": watcher}),
        "RMSNorm": (model, {"norm": rms}),
        "centered, LayerNorm": (centered, {}),
        "centered, RMSNorm": (centered, {"norm": rms}),
    }
    surprise = []
    for weights, options in runs.values():
        logits = [
            whisper.decode(weights, prompt, h, **options)[len(START) - 1 :]
            for prompt, h in zip(ids, heard, strict=True)
        ]
        following = [[*prompt[len(START) :], END] for prompt in ids]
        surprise.append(
            swaps.mean_surprise(np.concatenate(logits), np.concatenate(following).astype(int))
        )
    return tokens_of(model.tokenizer, ids) | {
        "swap_names": np.array(list(runs)),
        "swap_surprise": np.array(surprise),
    }
