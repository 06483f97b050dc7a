"""The explorer of lesson 04 against the theory: variances, their sampling error, the words."""

from itertools import product

import numpy as np
import pytest

from normcourse.explorers.painter import Painter
from normcourse.explorers.scaling_consistency import explorer
from normcourse.figures.attention import EDGES, normal_shares, score_shares

CONTROLS = {control.name: control.samples() for control in explorer.controls}
SETTINGS = list(product(CONTROLS["d"], CONTROLS["norm"], CONTROLS["scale"]))
SCATTERED = list(product((2, 8, 64), ("rms", "unit", "none")))
POWERS = {"1/d³": -3, "1/d²": -2, "1/d": -1, "d": 1, "d²": 2}


def state_of(d, norm, scale="1/sqrt d", seed=0):
    return explorer.compute(d=d, norm=norm, scale=scale, seed=seed)


@pytest.mark.parametrize(("d", "norm", "scale"), SETTINGS)
def test_the_measured_variance_agrees_with_the_predicted_one(d, norm, scale):
    state = state_of(d, norm, scale)
    assert abs(state.measured - state.predicted) < 4 * state.error


@pytest.mark.parametrize(("d", "norm"), SCATTERED)
def test_the_stated_error_is_that_of_many_samples(d, norm):
    """Over 400 seeds the measured variances scatter as the error says, to a seventh or so."""
    states = [state_of(d, norm, seed=seed) for seed in range(400)]
    scatter = np.std([state.measured for state in states])
    assert scatter / states[0].error == pytest.approx(1, abs=0.15)


@pytest.mark.parametrize("d", CONTROLS["d"])
def test_the_two_consistent_pairs_show_the_same_scores(d):
    rms, unit = state_of(d, "rms"), state_of(d, "unit", "sqrt d")
    np.testing.assert_allclose(rms.scores, unit.scores, rtol=0, atol=1e-12)
    assert np.abs(rms.scores).max() <= np.sqrt(d) * (1 + 1e-12)


@pytest.mark.parametrize("d", CONTROLS["d"])
def test_the_verdict_is_that_of_the_power_of_d(d):
    verdicts = {
        norm: [state_of(d, norm, scale).verdict for scale in CONTROLS["scale"]]
        for norm in CONTROLS["norm"]
    }
    assert verdicts["rms"] == ["too flat", "consistent", "too sharp", "too sharp"]
    assert verdicts["unit"] == ["too flat", "too flat", "too flat", "consistent"]
    assert verdicts["none"] == verdicts["rms"]
    first = "too sharp" if 81 > d else "too flat"
    assert verdicts["none3"] == [first, "too sharp", "too sharp", "too sharp"]


@pytest.mark.parametrize(("d", "norm", "scale"), SETTINGS)
def test_the_power_of_d_in_the_table_gives_the_number_beside_it(d, norm, scale):
    theory = explorer.describe(state_of(d, norm, scale)).rows[0][1]
    if "=" not in theory:
        assert state_of(d, norm, scale).predicted == pytest.approx(float(theory), rel=1e-12)
        return
    formula, value = theory.split(" = ")
    factor, _, power = formula.rpartition(" · ")
    assert float(factor or 1) * float(d) ** POWERS[power] == pytest.approx(float(value), rel=1e-3)


def test_a_score_without_a_norm_is_not_said_to_be_bounded():
    assert explorer.describe(state_of(64, "none")).rows[1][1] == "no bound"
    assert explorer.describe(state_of(64, "rms")).rows[1][1] == "at most 8"
    assert explorer.describe(state_of(64, "unit")).rows[1][1] == "at most 0.125"


def test_every_score_is_in_a_bin():
    scores = np.array([-1e9, -4.5, -4.2, -0.1, 0.0, 0.4, 4.5, 1e9])
    shares = score_shares(scores) * scores.size
    assert shares.sum() == scores.size
    assert shares[0] == 3 and shares[-1] == 2
    assert shares[EDGES.searchsorted(0.0) - 1] == 1 and shares[EDGES.searchsorted(0.0)] == 2


@pytest.mark.parametrize("deviation", [1e-4, 0.5, 1.0, 1000.0])
def test_the_normal_shares_are_those_of_a_sample(deviation):
    shares = normal_shares(deviation)
    assert shares.sum() == pytest.approx(1)
    np.testing.assert_allclose(shares, shares[::-1], atol=1e-12)
    sample = score_shares(np.random.default_rng(0).normal(0, deviation, 40_000))
    assert np.all(np.abs(sample - shares) < 4 * np.sqrt(shares / 40_000) + 1e-12)


def test_rescale_fits_the_bins_to_the_scores_until_the_next_move():
    fig, axes = explorer.canvas(dpi=50)
    move = explorer.draw(axes)
    sharp, right = state_of(1024, "rms", "sqrt d"), state_of(1024, "rms")
    seen = {}
    for name, state, rescale in [
        ("right", right, False),
        ("sharp", sharp, False),
        ("rescaled", sharp, True),
        ("back", right, False),
    ]:
        move(state, rescale=rescale)
        labels = [label.get_text() for label in axes[0].get_xticklabels()]
        heights = axes[0].patches[0].get_path().vertices[1::5, 1]
        assert heights.size == EDGES.size - 1
        seen[name] = (labels, np.round(heights, 4).tolist())
    Painter(fig).image()
    assert seen["right"] == seen["back"]
    assert seen["sharp"][0] == seen["right"][0] and seen["rescaled"][0][-1] == "≥ 4096"
    assert seen["rescaled"][1] == seen["right"][1]  # the same directions, the same shape
