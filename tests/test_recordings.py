"""The recordings: their size, their provenance, and that they agree with themselves."""

import re
from importlib.resources import files

import numpy as np
import pytest

from normcourse import geometry, recordings
from normcourse.record import prompts
from normcourse.record.provenance import MODELS

DATA = files("normcourse") / "data"
each = pytest.mark.parametrize("name", recordings.NAMES)
LENGTHS = {
    "smollm2": (61, 576),
    "minilm": (13, 384),
    "whisper_encoder": (13, 512),
    "whisper_decoder": (19, 512),
}


@pytest.fixture
def recording(name):
    return recordings.load(name)


def test_all_are_small_together_and_none_is_forgotten():
    stored = [path for path in DATA.iterdir() if path.name.endswith(".npz")]
    assert {path.name for path in stored} == {f"{name}.npz" for name in recordings.NAMES}
    assert sum(len(path.read_bytes()) for path in stored) < 1_000_000
    assert set(MODELS) == set(recordings.NAMES)


@each
def test_each_says_where_it_comes_from(name, recording):
    about = recording.about
    assert about["command"] == f"python -m normcourse.record {name}"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", about["date"])
    assert all(re.fullmatch(r"[\w.-]+==[\d.]+", p) for p in about["package"].split(", "))
    assert about["sha256"]
    assert all(re.fullmatch(r"[0-9a-f]{64}", code) for code in about["sha256"].values())
    source = MODELS[name]
    told = (about["model"], about["package"], about["license"], tuple(about["inputs"]))
    assert told == (source.model, source.package, source.license, source.inputs)


@each
def test_the_license_of_the_weights_lies_beside_it(name, recording):
    notice = (DATA / "NOTICE.md").read_text(encoding="utf-8")
    (row,) = [line for line in notice.splitlines() if f"`{name}.npz`" in line and "](" in line]
    label, path = re.search(r"\[([^]]+)\]\((licenses/[^)]+)\)", row).groups()
    assert label == recording.about["license"]
    first = (DATA / path).read_text(encoding="utf-8").split("\n\n")[0]
    assert {"Apache-2.0": "Apache License", "MIT": "MIT License"}[label] in first


@each
def test_the_arrays_have_the_shapes_that_are_documented(name, recording):
    r, (n, d) = recording, LENGTHS[name]
    t = len(r.tokens)
    assert (len(r.norms), r.width) == (n, d) == r.gains.shape
    assert r.mean.shape == r.std.shape == r.top.shape == r.top_index.shape == (n, t)
    assert r.prompt.shape == r.position.shape == (t,)
    assert r.biases is None if name == "smollm2" else r.biases.shape == (n, d)
    assert len(set(r.norms)) == n
    assert all(v.shape == (d,) for v in r.vectors.values())


@each
def test_the_vectors_have_the_statistics_that_are_stored(name, recording):
    r = recording
    for (norm, token), x in r.vectors.items():
        row, wide = r.norms.index(norm), x.astype(float)
        # float16 has a relative error of up to 2**-11 in each entry.
        size = r.rms[row, token]
        assert abs(geometry.mean(wide) - r.mean[row, token]) < 2**-11 * size
        assert abs(geometry.std(wide) - r.std[row, token]) < 2**-11 * size
        assert x[r.top_index[row, token]] == r.top[row, token] == x[np.argmax(np.abs(x))]


@each
def test_ratio_and_rms_are_those_of_the_triangle(name, recording):
    r = recording
    np.testing.assert_allclose(r.rms**2, r.mean**2 + r.std**2, rtol=1e-5)
    np.testing.assert_allclose(r.ratio * r.std, np.abs(r.mean), rtol=1e-5)
    # No entry is larger than the vector, and the largest is no smaller than the RMS.
    assert np.all(np.abs(r.top) < 1.001 * np.sqrt(r.width) * r.rms)
    assert np.all(np.abs(r.top) > 0.999 * r.rms)


@pytest.mark.parametrize(
    ("name", "texts"), [("smollm2", prompts.PROMPTS), ("whisper_decoder", prompts.SENTENCES)]
)
def test_the_tokens_are_those_of_the_texts(name, texts, recording):
    for i, text in enumerate(texts):
        tokens = [t for t, p in zip(recording.tokens, recording.prompt, strict=True) if p == i]
        assert "".join(tokens).removesuffix("<|endoftext|>").endswith(text)


def test_another_name_is_refused_in_words():
    with pytest.raises(ValueError, match="give one of smollm2, minilm"):
        recordings.load("gpt5")
