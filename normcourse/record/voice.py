"""A sentence, spoken by espeak-ng: ``python -m normcourse.record.voice TEXT`` writes its samples.

What espeak-ng says sounds a little different after what it said before. So `speak` gives each
sentence a process of its own, and the same sentence is the same sound.
"""

import ctypes
import subprocess
import sys
from importlib.util import find_spec

import numpy as np

from normcourse.record.speech import RATE, resample

__all__ = ["speak", "synthesize"]

VOICE_RATE = 22050


def speak(text):
    """Return `text` spoken, at 16,000 samples a second, between −1 and 1."""
    if find_spec("espeakng_loader") is None:
        raise ModuleNotFoundError("The voice is missing. Run: pip install espeakng-loader==0.2.4.")
    command = [sys.executable, "-m", "normcourse.record.voice", text]
    samples = np.frombuffer(
        subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout, "<i2"
    )
    return resample(samples / 32768, VOICE_RATE, RATE)


def synthesize(text):
    """Return the samples of `text`, as 16-bit integers."""
    import espeakng_loader

    parts = []

    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)
    def keep(samples, count, events):
        if count > 0:
            parts.append(np.ctypeslib.as_array(samples, (count,)).copy())
        return 0

    voice = ctypes.CDLL(espeakng_loader.get_library_path())
    folder = espeakng_loader.get_data_path().encode()
    rate = voice.espeak_Initialize(1, 0, folder, 0)  # 1: hand the samples over, play nothing
    if rate != VOICE_RATE:
        raise RuntimeError(f"espeak-ng speaks {rate} samples a second, not {VOICE_RATE}")
    voice.espeak_SetSynthCallback(keep)
    voice.espeak_SetVoiceByName(b"en-us")
    voice.espeak_SetParameter(1, 140, 0)  # 1: words a minute
    sentence = text.encode()
    voice.espeak_Synth(sentence, len(sentence) + 1, 0, 1, 0, 1, None, None)  # 1: UTF-8
    voice.espeak_Synchronize()
    return np.concatenate(parts).astype("<i2")


if __name__ == "__main__":
    sys.stdout.buffer.write(synthesize(sys.argv[1]).tobytes())
