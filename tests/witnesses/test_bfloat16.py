"""The norms in bfloat16, a dtype that ml_dtypes adds to NumPy."""

import ml_dtypes
import numpy as np
import pytest

from normcourse.norms import layer_norm, rms, rms_norm, unit_norm

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
NORMS = [rms_norm, unit_norm, layer_norm]
EPS = 2.0**-7
STEP = float(ml_dtypes.finfo(BFLOAT16).smallest_subnormal)


def all_sorts(d, count=400):
    """Rows of entries with random bits, so of every magnitude, finite and not all 0."""
    rng = np.random.default_rng(d)
    bits = rng.integers(0, 2**16, (count, d), dtype=np.uint16)
    bits[bits & 0x7F80 == 0x7F80] = 0x3F80  # NaN and infinity become 1
    wide = bits.view(BFLOAT16).astype(np.float64)
    near = np.ldexp(1 + rng.random((count, d)) / 8, rng.integers(-130, 127, (count, 1)))
    return np.concatenate([wide, near]).astype(BFLOAT16)


@pytest.mark.parametrize("d", [1, 2, 3, 8, 40])
def test_rms(d):
    # In float64 no square of a bfloat16 overflows or underflows.
    x = all_sorts(d)
    expected = np.sqrt(np.mean(x.astype(np.float64) ** 2, axis=-1))
    y = rms(x)
    assert y.dtype == BFLOAT16
    assert (np.abs(y.astype(np.float64) - expected) <= 0.51 * EPS * expected + STEP).all()


@pytest.mark.parametrize("eps", [0.0, 1e-60, 1e-12, 1e-6, 1.0])
@pytest.mark.parametrize("d", [2, 3, 8, 40])
@pytest.mark.parametrize("norm", NORMS)
def test_error_is_within_the_stated_bound(norm, d, eps):
    x = all_sorts(d)
    wide = x.astype(np.float64)
    numerator = wide - wide.mean(axis=-1, keepdims=True) if norm is layer_norm else wide
    square = np.sum(numerator**2, axis=-1, keepdims=True) / (1 if norm is unit_norm else d)
    constant = (wide == wide[:, :1]).all(axis=-1, keepdims=True)
    square = np.where(constant & (norm is layer_norm), np.nan, square)
    expected = numerator / np.sqrt(square + eps)
    spread = np.sqrt(np.mean(expected**2, axis=-1, keepdims=True)) if norm is layer_norm else 0
    y = norm(x, eps=eps)
    assert y.dtype == BFLOAT16
    defined = ~np.isnan(expected)
    assert defined.mean() > 0.8
    error = np.abs(y.astype(np.float64) - expected)[defined]
    assert (error <= (0.51 * EPS * (np.abs(expected) + spread) + STEP)[defined]).all()


@pytest.mark.parametrize("norm", NORMS)
def test_gain_in_bfloat16_or_wider_is_applied_before_the_one_cast(norm):
    rng = np.random.default_rng(0)
    x = rng.standard_normal((64, 256)).astype(BFLOAT16)
    for dtype in (BFLOAT16, np.float32, np.float64):
        gain = rng.uniform(0.5, 1.5, 256).astype(dtype)
        y = norm(x, gain)
        expected = (norm(x.astype(np.float64)) * gain.astype(np.float64)).astype(BFLOAT16)
        assert y.dtype == BFLOAT16
        assert np.mean(y != expected) < 0.001
    assert layer_norm(x, gain, gain.astype(BFLOAT16)).dtype == BFLOAT16


@pytest.mark.parametrize("norm", NORMS)
def test_undefined_rows_and_an_overflowing_result(norm):
    x = np.array([[0, 0, 0], [1, 2, 4]], BFLOAT16)
    y = norm(x, eps=0)
    assert np.isnan(y[0].astype(float)).all() and np.isfinite(y[1].astype(float)).all()
    assert not norm(x, eps=1e-30)[0].astype(float).any()
