"""The triangle's own promises: drawn to scale, true for every setting, whole after Rescale."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from normcourse.explorers.triangle import explorer

SETTINGS = st.fixed_dictionaries(
    {control.name: st.sampled_from(control.samples()) for control in explorer.controls}
)


def drawn(state, rescale=False):
    """Return the axes of the triangle and its sides as arrays of two points."""
    _, axes = explorer.canvas(dpi=50)
    explorer.draw(axes)(state, rescale=rescale)
    sides = [line.get_xydata() for line in axes[0].lines if line.get_linewidth() == 3]
    return axes[0], sides


def computed(settings):
    try:
        return explorer.compute(**settings)
    except ValueError as error:
        assert "zero vector" in str(error)
        return None


@given(SETTINGS)
def test_the_sides_are_those_of_x_and_the_angle_is_right(settings):
    state = computed(settings)
    if state is None:
        return
    x = state.x
    assert np.allclose(
        [state.sigma, state.mu, state.rms], [x.std(), x.mean(), np.sqrt(np.mean(x**2))], atol=1e-13
    )
    assert np.isclose(state.sigma**2 + state.mu**2, state.rms**2)
    gap = np.sqrt(np.mean(state.difference**2))
    assert state.sigma == 0 or np.isclose(gap, 2 * np.sin(abs(state.phi) / 2), atol=1e-9)


@given(SETTINGS)
def test_shift_moves_the_leg_mu_and_spread_the_leg_sigma(settings):
    state = computed(settings)
    start = computed(settings | {"shift": 0.0, "spread": 1.0})
    if state is None or start is None:
        return
    assert np.isclose(state.mu, start.mu + settings["shift"], atol=1e-13)
    assert np.isclose(state.sigma, start.sigma * settings["spread"], atol=1e-13)


@pytest.mark.parametrize("experiment", explorer.experiments, ids=lambda e: e.title)
def test_the_triangle_is_drawn_to_scale(experiment):
    state = explorer.compute(**explorer.settings(**experiment.settings))
    ax, sides = drawn(state)
    lengths = sorted(np.linalg.norm(end - start) for start, end in sides)
    assert np.allclose(lengths, sorted([state.sigma, abs(state.mu), state.rms]), atol=1e-12)
    assert ax.get_aspect() == 1


@pytest.mark.parametrize("entries", [2.0, 0.25])
def test_rescale_brings_the_whole_triangle_into_view(entries):
    settings = {f"x{i}": entries for i in range(4)} | {"x3": -entries, "shift": entries}
    state = explorer.compute(**explorer.settings(**settings))
    ax, sides = drawn(state, rescale=True)
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    for x, y in np.concatenate(sides):
        assert left < x < right and bottom < y < top
    assert max(state.sigma, abs(state.mu)) > 0.5 * top
