"""The explorer of lesson 03 against the theory: when routes meet, when scores are relative."""

from itertools import product

import numpy as np
import pytest

from normcourse.explorers.rotate_and_normalize import explorer
from normcourse.explorers.two_routes import CLOSE, K, Q, is_relative, spread

GAINS = [gain for _, gain in next(c for c in explorer.controls if c.name == "gain").options]
PAIRS = {"interleaved": ((0, 1), (2, 3)), "half": ((0, 2), (1, 3))}
CASES = list(product(("rms", "unit", "layer", "none"), GAINS, PAIRS))


def state_of(norm, gain, layout, **changes):
    return explorer.compute(
        **explorer.settings(norm=norm, gain=gain, layout=layout) | {"m": 5, "n": 2} | changes
    )


def is_tied(values, layout):
    return all(values[a] == values[b] for a, b in PAIRS[layout])


@pytest.mark.parametrize(("norm", "gain", "layout"), CASES)
def test_routes_meet_where_the_gain_is_tied_and_the_norm_keeps_the_mean(norm, gain, layout):
    state = state_of(norm, gain, layout)
    assert state.tied == is_tied(gain, layout)
    assert (state.gap < CLOSE) == (norm != "layer" and is_tied(gain, layout))
    assert state_of(norm, gain, layout, m=0).gap < CLOSE


@pytest.mark.parametrize(("norm", "gain", "layout"), CASES)
def test_scores_are_relative_before_rope_always_after_it_by_the_product(norm, gain, layout):
    state = state_of(norm, gain, layout)
    squares = [g * g for g in gain]
    assert is_relative(state.scores_first)
    assert is_relative(state.scores_second) == (norm != "layer" and is_tied(squares, layout))


def test_the_scores_are_those_of_the_definition():
    turns = np.arange(13)[:, None] * np.array([1.0, 0.25])

    def turned(x):
        z = (x[0::2] + 1j * x[1::2]) * np.exp(1j * turns)
        return np.stack([z.real, z.imag], axis=-1).reshape(13, 4)

    state = state_of("none", (1, 1, 1, 1), "interleaved")
    np.testing.assert_allclose(state.scores_first, turned(Q) @ turned(K).T, atol=1e-12)


def test_spread_looks_along_the_positions_of_one_distance():
    m, n = np.indices((13, 13))
    assert is_relative((m - n).astype(float))
    assert spread(m - n, 3) == (3, 3) and spread(m - n, -12) == (-12, -12)
    assert spread(m, 3) == (3, 12) and not is_relative(m.astype(float))


@pytest.mark.parametrize(("m", "n", "words"), [(5, 2, "it runs from"), (12, 0, "more than m − n")])
def test_the_words_say_what_the_scores_depend_on(m, n, words):
    state = state_of("rms", (1, 0.25, 1, 0.25), "interleaved", m=m, n=n)
    said = explorer.describe(state).words
    before, after = said.split("Rotated first")
    assert f"the same wherever m − n = {m - n}" in before and "runs from" not in before
    assert words in after and "the same wherever" not in after
