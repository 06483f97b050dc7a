"""A spoken sentence as Whisper hears it: espeak-ng's voice, and the log-mel spectrogram."""

import ctypes
from importlib.util import find_spec

import numpy as np

__all__ = ["RATE", "log_mel", "mel_filters", "resample", "speak"]

RATE = 16000
WINDOW = 400
HOP = 160
BANDS = 80
SECONDS = 30


def speak(text):
    """Return `text` spoken by espeak-ng, at 16,000 samples a second, between −1 and 1."""
    if find_spec("espeakng_loader") is None:
        raise ModuleNotFoundError("The voice is missing. Run: pip install espeakng-loader==0.2.4.")
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
    voice.espeak_SetSynthCallback(keep)
    voice.espeak_SetVoiceByName(b"en-us")
    voice.espeak_SetParameter(1, 140, 0)  # 1: words a minute
    sentence = text.encode()
    voice.espeak_Synth(sentence, len(sentence) + 1, 0, 1, 0, 1, None, None)  # 1: UTF-8
    voice.espeak_Synchronize()
    return resample(np.concatenate(parts) / 32768, rate, RATE)


def resample(samples, rate, new_rate):
    """Return a signal at another rate: its spectrum, cut or continued by zeros.

    Examples
    --------
    >>> t = np.arange(200) / 200
    >>> tone = np.sin(2 * np.pi * 5 * t)
    >>> bool(np.allclose(resample(tone, 200, 100), tone[::2]))
    True
    """
    count = round(len(samples) * new_rate / rate)
    spectrum = np.fft.rfft(samples)[: count // 2 + 1]
    return np.fft.irfft(spectrum, count) * count / len(samples)


def mel_filters():
    """Return Slaney's 80 triangular filters over 201 frequencies, each of area 1."""
    hertz = np.linspace(0, RATE / 2, WINDOW // 2 + 1)
    edges = _to_hertz(np.linspace(0, _to_mel(RATE / 2), BANDS + 2))
    low, middle, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    rising, falling = (hertz - low) / (middle - low), (high - hertz) / (high - middle)
    return np.maximum(0, np.minimum(rising, falling)) * 2 / (high - low)


def _to_mel(hertz):
    return 15 + 27 * np.log(hertz / 1000) / np.log(6.4)


def _to_hertz(mel):
    """Slaney's scale: linear to 1000 Hz at mel 15, then logarithmic."""
    return np.where(mel < 15, mel * 200 / 3, 1000 * 6.4 ** ((mel - 15) / 27))


def log_mel(samples):
    """Return Whisper's log-mel spectrogram of up to 30 seconds: (80, 3000), float32."""
    padded = np.zeros(RATE * SECONDS)
    padded[: len(samples)] = samples
    padded = np.pad(padded, WINDOW // 2, mode="reflect")
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP][:-1]
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)
    power = np.abs(np.fft.rfft(frames * hann)) ** 2
    log = np.log10(np.maximum(mel_filters() @ power.T, 1e-10))
    log = np.maximum(log, log.max() - 8)
    return ((log + 4) / 4).astype(np.float32)
