"""The recorder's models with drawn weights, so that none has to be loaded."""

import json
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from normcourse.norms import layer_norm, rms_norm, unit_norm
from normcourse.record import smollm2, swaps, whisper
from normcourse.record.bytes_bpe import BytePairs, byte_letters
from normcourse.record.ctranslate2 import read_weights
from normcourse.record.minilm import read_safetensors

IDS = [3, 1, 4, 1, 5, 9, 2, 6]


@pytest.fixture
def llama():
    rng = np.random.default_rng(0)
    shapes = {
        "attn_norm": (16,),
        "ffn_norm": (16,),
        "attn_q": (16, 16),
        "attn_k": (8, 16),
        "attn_v": (8, 16),
        "attn_output": (16, 16),
        "ffn_gate": (24, 16),
        "ffn_up": (24, 16),
        "ffn_down": (16, 24),
    }
    draw = lambda shape: rng.normal(0, 0.3, shape).astype(np.float32)  # noqa: E731
    blocks = [smollm2.Block(**{k: draw(s) for k, s in shapes.items()}) for _ in range(3)]
    tokenizer = BytePairs(byte_letters(), [])
    output = (draw((256, 16)), tuple(blocks), draw(16), 4, 2, 1e-5, 1e4, tokenizer, 0)
    return smollm2.SmolLM2(*output)


def test_a_cache_changes_nothing(llama):
    whole = smollm2.forward(llama, IDS)
    cache = smollm2.Cache()
    parts = [smollm2.forward(llama, part, cache=cache) for part in (IDS[:3], IDS[3:4], IDS[4:])]
    assert len(cache) == len(IDS)
    np.testing.assert_allclose(np.concatenate(parts), whole, rtol=0, atol=1e-5)


def test_a_later_token_changes_no_earlier_logits(llama):
    np.testing.assert_allclose(
        smollm2.forward(llama, IDS)[:5], smollm2.forward(llama, IDS[:5]), rtol=0, atol=1e-5
    )
    assert (
        np.abs(smollm2.forward(llama, [7, *IDS[1:]])[5] - smollm2.forward(llama, IDS)[5]).max()
        > 0.01
    )


def test_the_factor_of_unit_norm_decides(llama):
    table = swaps.rms_swaps(16, 3)
    whole, right, wrong = (
        smollm2.forward(llama, IDS, table[name])
        for name in ("as it is", "UnitNorm × √d", "UnitNorm")
    )
    np.testing.assert_allclose(right, whole, rtol=0, atol=1e-5)
    assert np.abs(wrong - whole).max() > 0.1


def test_each_swap_does_what_its_name_says():
    x = np.random.default_rng(1).normal(0.5, 1, (4, 16)).astype(np.float32)
    gain, table = np.linspace(-1.1, 2, 16).astype(np.float32), swaps.rms_swaps(16, 3)
    out = {name: norm(x, gain, eps=1e-5) for name, norm in table.items()}
    np.testing.assert_allclose(out["LayerNorm"], layer_norm(x, gain, eps=1e-5))
    first = out["LayerNorm, but not at position 0"]
    assert np.array_equal(first[0], out["as it is"][0])
    assert np.array_equal(first[1:], out["LayerNorm"][1:])
    assert np.array_equal(out["no gain"], rms_norm(x, eps=1e-5))
    changed = np.where(np.arange(16) == 3, 0, x)
    assert np.array_equal(out["largest coordinate set to 0"], rms_norm(changed, gain, eps=1e-5))
    assert np.array_equal(out["the same at position 0 only"][1:], out["as it is"][1:])
    assert np.array_equal(out["the same elsewhere only"][0], out["as it is"][0])
    assert np.all(x[:, 3] != 0)  # nothing was changed in place
    np.testing.assert_allclose(out["UnitNorm"], unit_norm(x, gain, eps=16e-5), rtol=1e-6)
    rows = [out[f"random direction {i}"] / gain for i in range(swaps.DRAWS)]
    signs = np.random.default_rng(0).choice([-1.0, 1.0], size=(swaps.DRAWS, 16))
    for row, sign in zip(rows, signs, strict=True):
        assert np.abs(row @ sign).max() < 1e-4


def drawn_whisper():
    """A Whisper decoder with one layer, width 16 and 2 heads."""
    rng = np.random.default_rng(0)
    shapes = {"embeddings/weight": (32, 16), "projection/weight": (32, 16)}
    shapes["position_encodings/encodings"] = (12, 16)
    linears = {"self_attention": (48, 16), "attention": (16, 32, 16), "ffn": (32, 16)}
    for part, widths in linears.items():
        for i, width in enumerate(widths):
            at = f"layer_0/{part}/linear_{i}"
            shapes[f"{at}/weight"] = (width, 32 if (part, i) == ("ffn", 1) else 16)
            shapes[f"{at}/bias"] = (width,)
    for norm in (*(f"layer_0/{part}/layer_norm" for part in linears), "layer_norm"):
        shapes[f"{norm}/gamma"] = shapes[f"{norm}/beta"] = (16,)
    weights = {f"decoder/{name}": rng.normal(0.1, 0.5, s) for name, s in shapes.items()}
    return whisper.Whisper(weights, None, layers=1, heads=2), rng.normal(size=(5, 16))


def test_a_centered_decoder_needs_no_mean():
    model, heard = drawn_whisper()
    centered, ids = whisper.centered(model), [3, 1, 4]
    right = whisper.decode(model, ids, heard)
    np.testing.assert_allclose(whisper.decode(centered, ids, heard), right, atol=1e-10)
    swapped = whisper.decode(centered, ids, heard, norm=swaps.rms_for_layer_norm)
    np.testing.assert_allclose(swapped, right, atol=1e-10)
    broken = whisper.decode(model, ids, heard, norm=swaps.rms_for_layer_norm)
    assert np.abs(broken - right).max() > 0.1
    means = []
    watch = lambda name, x: means.append(np.abs(x.mean(axis=-1)).max())  # noqa: E731
    whisper.decode(centered, ids, heard, norm=swaps.rms_for_layer_norm, watch=watch)
    assert len(means) == 4 and max(means) < 1e-12


@given(st.text())
def test_no_character_is_lost(text):
    pairs = BytePairs(byte_letters(), [])
    assert pairs.decode(pairs.encode(text)) == text


def test_safetensors_are_read(tmp_path):
    a, b = np.arange(6, dtype="<f4").reshape(2, 3), np.array([7.5], "<f4")
    header = {
        "a": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
        "b": {"dtype": "F32", "shape": [1], "data_offsets": [24, 28]},
        "__metadata__": {"format": "pt"},
    }
    text = json.dumps(header).encode()
    path = tmp_path / "x.safetensors"
    path.write_bytes(struct.pack("<Q", len(text)) + text + a.tobytes() + b.tobytes())
    arrays = read_safetensors(path)
    assert set(arrays) == {"a", "b"}
    assert np.array_equal(arrays["a"], a) and np.array_equal(arrays["b"], b)


def test_ctranslate2_files_are_read():
    name = lambda s: struct.pack("<H", len(s) + 1) + s.encode() + b"\0"  # noqa: E731
    half = np.array([[1.5, -2.0]], "<f2")
    data = struct.pack("<I", 6) + name("Spec") + struct.pack("<II", 3, 1)
    data += name("w") + struct.pack("<B2IBI", 2, 1, 2, 4, 4) + half.tobytes()
    data += struct.pack("<I", 1) + name("alias") + name("w")
    arrays = read_weights(data)
    assert arrays["w"].dtype == np.float32 and arrays["w"].tolist() == [[1.5, -2.0]]
    assert arrays["alias"] is arrays["w"]
    with pytest.raises(ValueError, match="version 5"):
        read_weights(struct.pack("<I", 5) + data[4:])
