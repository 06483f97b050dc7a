"""What the norms of real models see: recordings that were made from real weights.

Each lies in ``normcourse/data`` with its provenance; ``python -m normcourse.record`` makes
them anew. Reading them needs neither the weights nor a network.
"""

import json
from dataclasses import dataclass
from importlib.resources import files

import numpy as np

__all__ = ["NAMES", "Recording", "load"]

NAMES = ("smollm2", "minilm", "whisper_encoder", "whisper_decoder")


@dataclass(frozen=True)
class Recording:
    """The inputs of a model's n norms at t tokens, each a vector of d entries.

    Parameters
    ----------
    about : dict
        Provenance: model, package, sha256 of the weights, license, inputs, date, command.
    norms : list of str, length n
        In the order of the pass.
    eps : float
    tokens : list of str, length t
    prompt, position : arrays, shape (t,)
        Which input a token is in, and its place there.
    mean, std, top, top_index : arrays, shape (n, t)
        Mean μ and standard deviation σ of each input; its entry of the largest size, and
        that entry's coordinate.
    gains, biases : arrays, shape (n, d)
        `biases` is None where the norms are RMSNorm.
    vectors : dict
        ``vectors[norm, token]``: whole inputs, float32 from float16, for some.
    extra : dict of arrays
        What only this model has.
    """

    about: dict
    norms: list[str]
    eps: float
    tokens: list[str]
    prompt: np.ndarray
    position: np.ndarray
    mean: np.ndarray
    std: np.ndarray
    top: np.ndarray
    top_index: np.ndarray
    gains: np.ndarray
    biases: np.ndarray | None
    vectors: dict
    extra: dict

    @property
    def ratio(self):
        """Return |μ|/σ, shape (n, t)."""
        return np.abs(self.mean) / self.std

    @property
    def rms(self):
        """Return √(μ² + σ²), shape (n, t)."""
        return np.hypot(self.mean, self.std)

    @property
    def width(self):
        """Return d."""
        return self.gains.shape[1]


def load(name):
    """Return the recording with that name, one of `NAMES`.

    Raises
    ------
    ValueError
        If there is none with that name.

    Examples
    --------
    >>> recording = load("smollm2")
    >>> len(recording.norms), recording.width, recording.eps
    (61, 576, 1e-05)
    >>> recording.about["license"]
    'Apache-2.0'
    """
    if name not in NAMES:
        raise ValueError(f"there is no recording {name!r}: give one of {', '.join(NAMES)}")
    with (
        files("normcourse").joinpath("data", f"{name}.npz").open("rb") as file,
        np.load(file, allow_pickle=False) as stored,
    ):
        arrays = {key: stored[key] for key in stored.files}
    norms, tokens = arrays.pop("norms").tolist(), arrays.pop("tokens").tolist()
    named = {key: arrays.pop(key) for key in ("prompt", "position", "std", "top_index", "mean")}
    return Recording(
        about=json.loads(str(arrays.pop("about"))),
        norms=norms,
        eps=float(arrays.pop("eps")),
        tokens=tokens,
        top=arrays.pop("top").astype(np.float32),
        gains=arrays.pop("gains"),
        biases=arrays.pop("biases", None),
        vectors=_vectors(arrays, norms),
        extra=arrays,
        **named,
    )


def _vectors(arrays, norms):
    kept_norms, kept_tokens = arrays.pop("kept_norms"), arrays.pop("kept_tokens")
    vectors = arrays.pop("vectors").astype(np.float32)
    return {
        (norms[norm], int(token)): vectors[i, j]
        for i, norm in enumerate(kept_norms)
        for j, token in enumerate(kept_tokens)
    }
