"""The variances that theory predicts, measured; and the public reports about scales."""

import numpy as np
import pytest

from normcourse.attention import (
    attention_scores,
    entropy,
    predicted_score_variance,
    projection_variance,
    score_scale,
    softmax,
)
from normcourse.norms import rms_norm, unit_norm
from normcourse.rotations import sphere

SCALES = ["1/d", "1/sqrt d", "1", "sqrt d"]
NORMS = {"rms": lambda x: rms_norm(x, eps=0), "unit": lambda x: unit_norm(x, eps=0)}


def within_four_errors(samples, expected):
    """Whether the mean of the samples is the expected value, up to four standard errors."""
    error = np.std(samples) / np.sqrt(np.size(samples))
    return abs(np.mean(samples) - expected) <= 4 * error + 1e-12 * expected


@pytest.mark.parametrize("d", [2**i for i in range(1, 11)])
def test_measured_variances_agree_with_the_predicted_ones(d):
    """Every norm with every scale; q and k are drawn afresh for each score."""
    q, k = np.random.default_rng(d).standard_normal((2, 3000, d))
    for norm in ("rms", "unit", "none"):
        apply = NORMS.get(norm, lambda x: x)
        dots = np.sum(apply(q) * apply(k), axis=-1)
        for scale in SCALES:
            squares = (score_scale(scale, d) * dots) ** 2
            assert within_four_errors(squares, predicted_score_variance(d, norm, scale))


def test_the_consistent_pairs_and_the_wrong_ones():
    for d in (2, 64, 1000):
        table = {
            (norm, scale): predicted_score_variance(d, norm, scale)
            for norm in ("rms", "unit", "none")
            for scale in SCALES
        }
        consistent = [pair for pair, variance in table.items() if np.isclose(variance, 1)]
        assert consistent == [("rms", "1/sqrt d"), ("unit", "sqrt d"), ("none", "1/sqrt d")]
        assert table["unit", "1/sqrt d"] == pytest.approx(d**-2)
        assert table["rms", "sqrt d"] == pytest.approx(d**2)


def test_the_two_consistent_scores_are_the_same_number():
    d = 32
    q, k = np.random.default_rng(1).standard_normal((2, 50, d))
    with_rms = attention_scores(NORMS["rms"](q), NORMS["rms"](k))
    with_unit = attention_scores(NORMS["unit"](q), NORMS["unit"](k), scale=np.sqrt(d))
    np.testing.assert_allclose(with_rms, with_unit, rtol=0, atol=1e-14)
    assert np.abs(with_rms).max() <= np.sqrt(d)
    assert attention_scores(NORMS["rms"](q), NORMS["rms"](q))[3, 3] == pytest.approx(np.sqrt(d))


def test_wrong_pairs_make_the_softmax_uniform_or_one_hot():
    d, m = 256, 64
    rng = np.random.default_rng(2)
    q, k = sphere(200, d, np.sqrt(d), rng), sphere(m, d, np.sqrt(d), rng)
    share = {
        scale: entropy(softmax(attention_scores(q, k, factor))).mean() / np.log(m)
        for scale, factor in (("flat", d**-1.5), ("right", d**-0.5), ("sharp", d**0.5))
    }
    assert share["flat"] > 0.9999 and 0.8 < share["right"] < 0.95 and share["sharp"] < 0.05


@pytest.mark.parametrize(("norm", "init"), [("rms", "1/d"), ("unit", "1"), ("rms", "xavier")])
def test_the_variance_of_a_projection(norm, init):
    rng, d_in, d_out, n = np.random.default_rng(3), 32, 8, 2000
    deviation = {"1/d": d_in**-0.5, "1": 1.0, "xavier": (2 / (d_in + d_out)) ** 0.5}[init]
    x = NORMS[norm](rng.exponential(size=d_in))
    q, k = (deviation * rng.standard_normal((2, n, d_out, d_in))) @ x
    variance = projection_variance(d_in, d_out, init, norm)
    assert within_four_errors(q**2, variance)
    scores = np.sum(q * k, axis=-1) / np.sqrt(d_out)
    predicted = predicted_score_variance(d_out, "none", "1/sqrt d", variance)
    assert predicted == pytest.approx(variance**2)
    assert within_four_errors(scores**2, predicted)
    assert variance == pytest.approx(1.6 if init == "xavier" else 1.0)


def test_xavier_keeps_the_size_only_between_equal_widths():
    variance = projection_variance(4096, 128)
    assert round(variance, 2) == 1.94
    assert round(predicted_score_variance(128, "none", "1/sqrt d", variance), 2) == 3.76
    assert predicted_score_variance(128, "rms", "1/sqrt d", variance) == pytest.approx(1)
    assert projection_variance(512, 512) == 1


def test_reported_wrong_scales():
    """A wrong constant, the model's width for the head's, none at all, √d on both sides."""
    assert score_scale("1/sqrt d", 224) / score_scale("1/sqrt d", 256) == pytest.approx(1.069, 1e-3)
    assert predicted_score_variance(64, "rms", 768**-0.5) == pytest.approx(1 / 12)
    assert predicted_score_variance(64, "rms", "1") == 64
    rng = np.random.default_rng(4)
    q, k = 8 * sphere(3000, 64, 1.0, rng), 8 * sphere(3000, 64, 1.0, rng)
    assert within_four_errors(np.sum(q * k, axis=-1) ** 2, predicted_score_variance(64, "unit", 64))


def test_qk_norm_works_per_head():
    heads = np.array([[3.0, 4.0], [0.3, 0.4]])
    assert rms_norm(heads, eps=0).round(3).tolist() == [[0.849, 1.131]] * 2
    whole = rms_norm(heads.ravel(), eps=0)
    assert whole.round(3).tolist() == [1.194, 1.592, 0.119, 0.159]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: score_scale("d", 4), "scale is 'd': give one of 1/d, 1/sqrt d, 1, sqrt d"),
        (lambda: predicted_score_variance(4, "layer", 1), "norm is 'layer': give one of rms, unit"),
        (lambda: projection_variance(4, 4, "he"), "init is 'he': give one of xavier, 1/d, 1"),
        (lambda: projection_variance(4, 4, norm="none"), "norm is 'none': give one of rms, unit"),
    ],
)
def test_unknown_names_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
