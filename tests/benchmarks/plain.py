"""The plain NumPy formulas that the norms and their gradients are measured against."""

import numpy as np

EPS = 1e-6


def rms_norm(x, gain):
    return x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + EPS) * gain


def layer_norm(x, gain, bias):
    centered = x - np.mean(x, axis=-1, keepdims=True)
    variance = np.mean(centered**2, axis=-1, keepdims=True)
    return centered / np.sqrt(variance + EPS) * gain + bias


def rms_norm_vjp(x, dy, gain):
    """Return the gradients with respect to x and gain."""
    r = np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + EPS)
    y, g = x / r, dy * gain
    dx = (g - y * np.mean(g * y, axis=-1, keepdims=True)) / r
    return dx, np.sum(dy * y, axis=0)


def layer_norm_vjp(x, dy, gain):
    """Return the gradients with respect to x, gain and bias."""
    centered = x - np.mean(x, axis=-1, keepdims=True)
    r = np.sqrt(np.mean(centered**2, axis=-1, keepdims=True) + EPS)
    z, g = centered / r, dy * gain
    along = np.mean(g * z, axis=-1, keepdims=True)
    dx = (g - np.mean(g, axis=-1, keepdims=True) - z * along) / r
    return dx, np.sum(dy * z, axis=0), np.sum(dy, axis=0)
