"""Answers to an exercise, each of which makes one branch of the diagnosis speak."""

import numpy as np

from normcourse.checks import subjects
from normcourse.checks.lesson01 import my_rms_norm

SUBJECT = subjects.RMS_NORM


TRIED = len(SUBJECT.all_cases())


def untouched(x, gain=None, eps=1e-6): ...


def open_inside(x, gain=None, eps=1e-6):
    mean_square = ...
    return x / mean_square


def not_implemented(x, gain=None, eps=1e-6):
    raise NotImplementedError


def without_return(x, gain=None, eps=1e-6):
    x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)


def computed_for_nothing(x, gain=None, eps=1e-6):
    np.mean(x * x)
    return ...


class NotYet:
    def __call__(self, x, gain=None, eps=1e-6):
        return None


def half_returned(x, gain=None, eps=1e-6):
    if gain is None:
        return my_rms_norm(x, gain, eps)


def spelled_wrong(x, gain=None, eps=1e-6):
    return x / np.sqrt(mean_square + eps)  # noqa: F821


def as_text(x, gain=None, eps=1e-6):
    return str(my_rms_norm(x, gain, eps))


def as_complex(x, gain=None, eps=1e-6):
    return my_rms_norm(x, gain, eps) + 0j


def as_generator(x, gain=None, eps=1e-6):
    return (row for row in my_rms_norm(x, gain, eps))


def spoiling(x, gain=None, eps=1e-6):
    y = my_rms_norm(x, gain, eps)
    x[...] = 0
    return y


def spoiling_and_wrong(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.sum(x**2, axis=-1, keepdims=True) + eps)
    x[...] = 0
    return y if gain is None else y * gain


def eps_outside(x, gain=None, eps=1e-6):
    return (x.T / (np.sqrt((x.T**2).mean(axis=0)) + eps)).T * (1 if gain is None else gain)


def two_mistakes(x, gain=None, eps=1e-6):
    # No gain, and one mean for the whole array; no input shows both at once but for batches.
    if x.ndim == 1:
        return my_rms_norm(x, None, eps)
    return x / np.sqrt(np.mean(x**2) + eps) * (1 if gain is None else gain)


def layer_norm_without_eps(x, gain=None, eps=1e-6):
    c = x - x.mean(-1, keepdims=True)
    c = c / c.std(-1, keepdims=True)
    return c if gain is None else c * gain


def length_without_gain(x, gain=None, eps=1e-6):
    return x / np.sqrt(np.sum(x * x, axis=-1)[..., None] + eps)


def flattened(x, gain=None, eps=1e-6):
    return np.ravel(my_rms_norm(x, gain, eps))


def axis_added(x, gain=None, eps=1e-6):
    return my_rms_norm(x, gain, eps)[None]


def axis_lost(x, gain=None, eps=1e-6):
    y = my_rms_norm(x, gain, eps)
    return y if y.ndim == 1 else y[..., 0]


def into_integers(x, gain=None, eps=1e-6):
    return my_rms_norm(x, gain, eps).astype(int)


def into_float16(x, gain=None, eps=1e-6):
    return my_rms_norm(x, gain, eps).astype(np.float16)


def nearly(x, gain=None, eps=1e-6):
    return my_rms_norm(x, gain, eps) * (1 + 3e-4 * np.sign(x))


def given_back(x, gain=None, eps=1e-6):
    return x


def doubled(x, gain=None, eps=1e-6):
    return 2 * my_rms_norm(x, gain, eps)


def negated(x, gain=None, eps=1e-6):
    return -my_rms_norm(x, gain, eps)


def zeros(x, gain=None, eps=1e-6):
    return np.zeros(x.shape)


def wrong_for_float32(x, gain=None, eps=1e-6):
    y = my_rms_norm(x, gain, eps)
    return y if x.dtype != np.float32 else y[..., ::-1]


def nonsense(x, gain=None, eps=1e-6):
    return np.cos(x)


def one_argument(x):
    return x


def needs_gain(x, gain, eps=1e-6):
    return my_rms_norm(x, gain, eps)
