"""RMSNorm with a wrong ε: ``x / sqrt(mean(x**2) + eps) * gain`` is right."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case

__all__ = ["BUGS"]


def eps_outside_root(x, gain=None, eps=1e-6):
    y = x / (np.sqrt(np.mean(x**2, axis=-1, keepdims=True)) + eps)
    return y if gain is None else y * gain


def eps_after_reciprocal(x, gain=None, eps=1e-6):
    y = x * (1 / np.sqrt(np.mean(x**2, axis=-1, keepdims=True)) + eps)
    return y if gain is None else y * gain


def eps_forgotten(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True))
    return y if gain is None else y * gain


def eps_squared(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps**2)
    return y if gain is None else y * gain


def eps_divided_by_d(x, gain=None, eps=1e-6):
    y = x / np.sqrt((np.sum(x**2, axis=-1, keepdims=True) + eps) / x.shape[-1])
    return y if gain is None else y * gain


def eps_as_floor_of_mean_square(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.maximum(np.mean(x**2, axis=-1, keepdims=True), eps))
    return y if gain is None else y * gain


def eps_as_floor_of_rms(x, gain=None, eps=1e-6):
    y = x / np.maximum(np.sqrt(np.mean(x**2, axis=-1, keepdims=True)), eps)
    return y if gain is None else y * gain


def eps_fixed_at_1e_6(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + 1e-6)
    return y if gain is None else y * gain


def eps_fixed_at_1e_5(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + 1e-5)
    return y if gain is None else y * gain


def eps_after_rescaling(x, gain=None, eps=1e-6):
    top = np.max(np.abs(x), axis=-1, keepdims=True)
    y = (x / top) / np.sqrt(np.mean((x / top) ** 2, axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


def eps_in_float16(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + float(np.float16(eps)))
    return y if gain is None else y * gain


def length_plus_eps(x, gain=None, eps=1e-6):
    y = x / (np.sqrt(np.sum(x**2, axis=-1, keepdims=True)) + eps)
    return y if gain is None else y * gain


def deviation_plus_eps(x, gain=None, eps=1e-6):
    y = x / (np.std(x, axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


SMALL = Case({"x": [0.001, 0.001], "eps": 1e-6})

BUGS = (
    Bug(
        eps_outside_root,
        "This is what one gets with ε outside the root, x / (RMS + ε). ε belongs under the root, "
        "beside the mean square: look at where the parenthesis of `sqrt` closes.",
        SMALL,
        ("allenai/OLMo#281", "EleutherAI/gpt-neox#1342", "NVIDIA/TransformerEngine#364"),
    ),
    Bug(
        eps_after_reciprocal,
        "This is what one gets with ε added after the reciprocal, x · (1/RMS + ε). A row of "
        "zeros then meets 1/0: add ε to the mean square, before the root and the division.",
        Case({"x": [0.0, 0.0]}),
        ("torch-spyre/torch-spyre#1225",),
    ),
    Bug(
        eps_forgotten,
        "This is what one gets without ε: small inputs come out too large and a row of zeros "
        "as NaN. Add `eps` to the mean square.",
        SMALL,
        ignores={"eps": 0.0},
    ),
    Bug(
        eps_squared,
        "This is what one gets with ε² in place of ε. The mean square already has the unit of a "
        "square, and ε is added to it as it is.",
        SMALL,
    ),
    Bug(
        eps_divided_by_d,
        "This is what one gets with ε added to the sum of squares before the division by d: "
        "only ε/d arrives. Take the mean first, then add ε.",
        SMALL,
    ),
    Bug(
        eps_as_floor_of_mean_square,
        "This is what one gets with ε as a floor, √max(mean square, ε). RMSNorm adds ε to the "
        "mean square of every row, small or not.",
        SMALL,
    ),
    Bug(
        eps_as_floor_of_rms,
        "This is what one gets with ε as a floor of the RMS, x / max(RMS, ε). RMSNorm adds ε, "
        "and adds it under the root.",
        SMALL,
    ),
    Bug(
        eps_fixed_at_1e_6,
        "This is what one gets with ε written into the function as 1e-6: the argument `eps` has "
        "no effect. Models differ in ε, so use the argument.",
        Case({"x": [0.02, 0.02], "eps": 1e-5}),
        ("apache/tvm#15856", "NVIDIA/cutlass#1112"),
        ignores={"eps": 1e-6},
    ),
    Bug(
        eps_fixed_at_1e_5,
        "This is what one gets with ε written into the function as 1e-5: the argument `eps` has "
        "no effect. Models differ in ε, so use the argument.",
        Case({"x": [0.02, 0.02], "eps": 1e-6}),
        ("ybubnov/metalchat#81", "keras-team/keras-hub#642"),
        ignores={"eps": 1e-5},
    ),
    Bug(
        eps_after_rescaling,
        "This is what one gets by dividing the row by its largest entry first and adding ε "
        "afterwards: ε then counts as ε · max². Whoever rescales x has to rescale ε too.",
        SMALL,
        ("apple/coremltools#2822",),
    ),
    Bug(
        eps_in_float16,
        "This is what one gets with ε rounded to float16, where 1e-8 is 0 and 1e-6 has two "
        "digits. Keep ε and the mean square in float32 or wider.",
        Case({"x": [0.0, 0.0], "eps": 1e-8}),
        ("pytorch/pytorch#32137", "google-deepmind/optax#1784"),
    ),
    Bug(
        length_plus_eps,
        "This is x / (‖x‖ + ε), with the length in place of the RMS and ε outside the root. The "
        "RMS is the root of the mean of the squares, and ε is added to that mean.",
        Case({"x": [3.0, 4.0]}),
    ),
    Bug(
        deviation_plus_eps,
        "This is x / (σ + ε), with the standard deviation in place of the RMS and ε outside the "
        "root. `np.std` subtracts the mean; RMSNorm takes √(mean of x² + ε).",
        Case({"x": [1.0, 3.0]}),
    ),
)
