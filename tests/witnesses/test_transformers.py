"""The norms of Llama, Gemma and T5 in Transformers: their formula, and their cast order."""

import ml_dtypes
import numpy as np
import pytest
import torch
from transformers.models.gemma.modeling_gemma import GemmaRMSNorm
from transformers.models.llama.modeling_llama import LlamaRMSNorm
from transformers.models.t5.modeling_t5 import T5LayerNorm

from normcourse.norms import layer_norm, rms_norm

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
EPS = 1e-6


def module(kind, dtype):
    """A norm with drawn weights, its input, and its output in float64."""
    torch.manual_seed(0)
    norm = kind(256, eps=EPS).to(dtype)
    with torch.no_grad():
        norm.weight.add_(0.3 * torch.randn(256))
        x = torch.randn(64, 256).to(dtype)
        return norm.weight.double().numpy(), x.double().numpy(), norm(x)


@pytest.mark.parametrize("kind", [LlamaRMSNorm, T5LayerNorm, GemmaRMSNorm])
def test_all_three_are_rms_norm_in_float32(kind):
    weight, x, y = module(kind, torch.float32)
    gain = 1 + weight if kind is GemmaRMSNorm else weight
    x = x.astype(np.float32)
    # Theirs squares and sums in float32 too: some roundings more than the course's bound.
    np.testing.assert_allclose(rms_norm(x, gain, EPS), y.numpy(), rtol=6e-7)
    other = weight if kind is GemmaRMSNorm else 1 + weight
    assert np.abs(rms_norm(x, other, EPS) - y.numpy()).max() > 1
    assert np.abs(layer_norm(x, gain, eps=EPS) - y.numpy()).max() > 0.1


@pytest.mark.parametrize("kind", [LlamaRMSNorm, T5LayerNorm, GemmaRMSNorm])
def test_in_bfloat16_the_course_rounds_once_as_gemma_does(kind):
    weight, x, y = module(kind, torch.bfloat16)
    gain = 1 + weight if kind is GemmaRMSNorm else weight
    x, y = x.astype(BFLOAT16), y.double().numpy()
    once = rms_norm(x, gain, EPS).astype(np.float64)
    if kind is GemmaRMSNorm:
        assert np.mean(once != y) < 0.001
    else:
        assert 0.2 < np.mean(once != y) < 0.35
        # Llama's and T5's order, from the course's function: round, multiply, round.
        twice = rms_norm(x, eps=EPS) * gain.astype(BFLOAT16)
        assert np.mean(twice.astype(np.float64) != y) < 0.001
