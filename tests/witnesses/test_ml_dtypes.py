"""Rounding and the orders of casts against the bfloat16 of the ml_dtypes package."""

import ml_dtypes
import numpy as np
import pytest
from ml_dtypes import bfloat16

from normcourse.attention_gradients import attention_vjp, softmax_vjp
from normcourse.gradients import layer_norm_vjp, rms_norm_jacobian, rms_norm_vjp, unit_norm_vjp
from normcourse.norms import rms_norm
from normcourse.precision import rms_norm_gemma, rms_norm_llama, to_bfloat16, to_float16

TYPES = {"bfloat16": (bfloat16, to_bfloat16), "float16": (np.float16, to_float16)}


def same(x, y):
    """Equal to the last bit, signs of 0 included, but for the bits of a NaN."""
    x, y = np.asarray(x, np.float32), np.asarray(y, np.float32)
    number = ~np.isnan(y)
    assert x.shape == y.shape
    np.testing.assert_array_equal(np.isnan(x), ~number)
    np.testing.assert_array_equal(x.view(np.uint32)[number], y.view(np.uint32)[number])


def narrow(x, dtype):
    with np.errstate(all="ignore"):
        return x.astype(dtype).astype(np.float32)


@pytest.mark.parametrize("name", TYPES)
def test_all_patterns_of_16_bits(name):
    dtype, rounded = TYPES[name]
    x = np.arange(2**16, dtype=np.uint16).view(dtype)
    same(rounded(x), x.astype(np.float32))
    for other in (np.float16, bfloat16):
        x = np.arange(2**16, dtype=np.uint16).view(other).astype(np.float32)
        same(rounded(x), narrow(x, dtype))


@pytest.mark.parametrize("name", TYPES)
def test_random_bits_of_float32_and_those_around_every_tie(name):
    dtype, rounded = TYPES[name]
    bits = np.random.default_rng(0).integers(0, 2**32, 1_000_000, dtype=np.uint32)
    same(rounded(bits.view(np.float32)), narrow(bits.view(np.float32), dtype))
    middle = (np.arange(2**16, dtype=np.uint32) << 16) + np.uint32(2**15)
    for bits in (middle - np.uint32(1), middle, middle + np.uint32(1)):
        same(rounded(bits.view(np.float32)), narrow(bits.view(np.float32), dtype))


def test_the_limits_of_bfloat16():
    info = ml_dtypes.finfo(bfloat16)
    for value in (info.max, info.tiny, info.smallest_subnormal, info.eps):
        assert to_bfloat16(np.float32(value)) == np.float32(value)
    assert to_bfloat16(np.float64(info.max) + 0.999 * 2.0**119) == np.float32(info.max)
    assert to_bfloat16(np.float64(info.max) + 2.0**119) == np.inf
    assert to_bfloat16(np.float64(info.smallest_subnormal) / 2) == 0


@pytest.mark.parametrize("name", TYPES)
def test_orders_of_casts_in_the_arithmetic_of_the_dtype(name):
    """The lines of LlamaRMSNorm and GemmaRMSNorm, with arrays that are of the dtype."""
    dtype, _ = TYPES[name]
    rng = np.random.default_rng(0)
    x = (rng.standard_normal((100, 64)) * np.geomspace(0.01, 100, 100)[:, None]).astype(dtype)
    weight = rng.uniform(-0.5, 1.5, 64).astype(dtype)
    normalized = rms_norm(x.astype(np.float32))
    llama = weight * normalized.astype(dtype)
    gemma = (normalized * (1 + weight.astype(np.float32))).astype(dtype)
    assert llama.dtype == gemma.dtype == dtype
    same(rms_norm_llama(x, weight, dtype=name), llama.astype(np.float32))
    same(rms_norm_gemma(x, weight, dtype=name), gemma.astype(np.float32))
    one_plus = (weight + dtype(1)).astype(dtype)
    assert np.mean(one_plus * normalized.astype(dtype) != gemma) > 0.2


GRADIENTS = {
    "rms_norm": lambda a, b: rms_norm_vjp(a, b, a[0]),
    "unit_norm": lambda a, b: unit_norm_vjp(a, b, a[0]),
    "layer_norm": lambda a, b: layer_norm_vjp(a, b, a[0]),
    "rms_norm_jacobian": lambda a, b: [rms_norm_jacobian(a, b[0])],
    "softmax": lambda a, b: [softmax_vjp(abs(a), b)],
    "attention": lambda a, b: attention_vjp(a, b, a, b, causal=True),
}


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients_of_bfloat16_arrays_are_rounded_once(name):
    a, b = np.random.default_rng(0).standard_normal((2, 6, 8)).astype(bfloat16)
    wide = GRADIENTS[name](a.astype(np.float64), b.astype(np.float64))
    for gradient, expected in zip(GRADIENTS[name](a, b), wide, strict=True):
        assert gradient.dtype == bfloat16
        np.testing.assert_array_equal(gradient, expected.astype(bfloat16))
