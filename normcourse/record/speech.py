"""Sound as Whisper wants it: 16,000 samples a second, and the log-mel spectrogram."""

import numpy as np

__all__ = ["RATE", "log_mel", "mel_filters", "resample"]

RATE = 16000
WINDOW = 400
HOP = 160
BANDS = 80
SECONDS = 30


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
