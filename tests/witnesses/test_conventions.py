"""The table of conventions against the code of Transformers that it was read from."""

import importlib
import inspect

import numpy as np
import pytest
import torch
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from normcourse.conventions import CAST, GAIN, HF, NONE, ROWS

TEXT = {"gemma3": "gemma3_text"}
EPS = ("rms_norm_eps", "layer_norm_eps", "layer_norm_epsilon")
each = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.source)
RMS = [row for row in ROWS if row.norm == "RMSNorm"]


def module(row):
    return importlib.import_module(f"transformers.models.{row.source}.modeling_{row.source}")


def norm_of(row, dtype):
    """The model's norm with drawn weights in `dtype`, and those weights."""
    (kind,) = {
        v
        for v in vars(module(row)).values()
        if inspect.isclass(v) and v.__module__ == module(row).__name__
        and v.__name__.endswith(("RMSNorm", "LayerNorm")) and "Gated" not in v.__name__
    }  # fmt: skip
    torch.manual_seed(0)
    norm = kind(256, eps=1e-5).to(dtype)
    with torch.no_grad():
        norm.weight.add_(0.3 * torch.randn(256).to(dtype))
    return norm


@each
def test_eps_and_theta_are_the_defaults(row):
    config = CONFIG_MAPPING[TEXT.get(row.source, row.source)]()
    stated = {getattr(config, name) for name in EPS if hasattr(config, name)}
    if row.source == "olmo":  # its ε stands in the code alone
        assert "eps=1e-5" in inspect.getsource(module(row).OlmoLayerNorm)
    else:
        assert stated == {row.eps}
    rope = getattr(config, "rope_parameters", None) or {}
    rope = rope.get("full_attention", rope)
    assert rope.get("rope_theta") == row.theta
    if row.scale == "1/√256":
        assert config.query_pre_attn_scalar == 256


@pytest.mark.parametrize("row", RMS, ids=lambda row: row.source)
def test_gain_and_order_are_what_the_norm_does(row):
    x = torch.randn(64, 256, generator=torch.Generator().manual_seed(1)) + 0.5
    exact = norm_of(row, torch.float32)
    weight = exact.weight.detach() + (1 if row.gain == "1 + w" else 0)
    unit = x / torch.sqrt((x**2).mean(-1, keepdim=True) + 1e-5)
    with torch.no_grad():
        torch.testing.assert_close(exact(x), unit * weight, rtol=1e-5, atol=1e-5)

        half, x = norm_of(row, torch.bfloat16), x.bfloat16()
        weight = half.weight.float() + (1 if row.gain == "1 + w" else 0)
        unit = x.float() * torch.rsqrt((x.float() ** 2).mean(-1, keepdim=True) + 1e-5)
        out = {GAIN: (unit * weight).bfloat16(), CAST: unit.bfloat16() * weight.bfloat16()}
        same = {order: (half(x) == y).float().mean() for order, y in out.items()}
    assert same[row.order] > 0.999
    assert min(same.values()) < 0.9


@pytest.mark.parametrize("row", [r for r in ROWS if r.order != NONE], ids=lambda row: row.source)
def test_rms_norm_is_told_from_layer_norm(row):
    norm = norm_of(row, torch.float32)
    x = torch.randn(8, 256)
    with torch.no_grad():
        moved = np.abs((norm(x + 3) - norm(x)).numpy()).max()
    assert moved > 0.1 if row.norm == "RMSNorm" else moved < 1e-4


@each
def test_the_layout_of_rope_is_what_the_code_turns(row):
    rotate = getattr(module(row), "rotate_half", None)
    if row.rope == "interleaved":
        source = inspect.getsource(module(row))
        assert "1::2" in source or "view(b, h, s, d // 2, 2)" in source
    elif row.rope.startswith("half"):
        if rotate is None:
            assert "torch.chunk(x, 2, dim=-1)" in inspect.getsource(module(row))
        else:
            assert rotate(torch.arange(1.0, 5.0)).tolist() == [-3, -4, 1, 2]
    else:
        assert rotate is None


def test_the_links_name_the_version_that_is_checked():
    import transformers

    assert f"/v{transformers.__version__}/" in HF
