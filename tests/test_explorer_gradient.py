"""The gradient explorer's own promises: true derivatives, drawn where they belong."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from normcourse.derivatives import central_difference
from normcourse.explorers.gradient import GRID, explorer
from normcourse.norms import layer_norm, rms_norm

NORMS = {"rms": rms_norm, "layer": layer_norm}
SETTINGS = st.fixed_dictionaries(
    {control.name: st.sampled_from(control.samples()) for control in explorer.controls}
)


def computed(settings):
    try:
        return explorer.compute(**settings)
    except ValueError as error:
        assert settings["eps"] == 0 and "ε = 0" in str(error)
        return None


@given(SETTINGS)
def test_dx_is_the_derivative_of_the_loss_and_obeys_the_bound(settings):
    state = computed(settings)
    if state is None:
        return
    longest = np.linalg.norm(state.jacobian, 2)
    assert np.isclose(np.linalg.norm(state.dy), 1)
    assert np.linalg.norm(state.dx) <= longest * (1 + 1e-12)
    assert longest <= min(1 / state.r, state.bound) * (1 + 1e-12)
    norm = NORMS.get(state.norm)
    if norm and state.r > 0.1:
        slope = central_difference(lambda x: state.dy @ norm(x, eps=state.eps), state.x)
        assert np.allclose(state.dx, slope, atol=1e-6)


@given(SETTINGS)
def test_each_arrow_of_the_field_is_the_dx_that_one_gets_there(settings):
    state = computed(settings | {"norm": "rms"})
    if state is None:
        return
    length, degrees = np.linalg.norm(GRID[3]), np.degrees(np.arctan2(*GRID[3][::-1]))
    there = explorer.compute(**settings | {"norm": "rms", "length": length, "direction": degrees})
    assert np.allclose(there.dx, state.field[3], atol=1e-12)


@pytest.mark.parametrize("settings", [{"length": 0.0}, {"norm": "layer", "direction": 45}])
def test_where_the_norm_is_undefined_the_words_say_why(settings):
    with pytest.raises(ValueError, match="There is no gradient here"):
        explorer.compute(**explorer.settings(eps=0.0, **settings))
    assert explorer.compute(**explorer.settings(eps=1.0, **settings)).bound == 1


def drawn(state, rescale=False):
    """Return the axes and, by label, the points of the lines on the right."""
    _, axes = explorer.canvas(dpi=50)
    explorer.draw(axes)(state, rescale=rescale)
    return axes, {line.get_label(): line.get_xydata() for line in axes[1].lines}


@pytest.mark.parametrize("experiment", explorer.experiments, ids=lambda e: e.title)
def test_the_picture_shows_the_numbers(experiment):
    state = explorer.compute(**explorer.settings(**experiment.settings))
    axes, lines = drawn(state)
    assert np.allclose(lines["dx"][-1], state.dx)
    part = (state.dx @ state.along) * state.along if state.x.any() else np.full(2, np.nan)
    assert np.allclose(lines["part along x"][-1], part, equal_nan=True)
    sizes = np.linalg.norm(lines["all dx"], axis=-1)
    assert np.isclose(sizes.max(), np.linalg.norm(state.jacobian, 2), rtol=1e-3)
    if state.eps:
        assert np.allclose(np.linalg.norm(lines["bound 1/√ε"], axis=-1), state.bound)
        assert np.allclose(lines["dy/√ε"][-1], state.bound * state.dy)
    else:
        far = np.abs(lines["dy/√ε"][-1]).max()
        assert far > 2 * axes[1].get_xlim()[1]
    assert axes[0].get_aspect() == axes[1].get_aspect() == 1


@pytest.mark.parametrize(("eps", "length"), [(0.01, 0.25), (4.0, 3.0), (0.0, 0.25), (0.0, 3.0)])
def test_rescale_brings_the_bound_or_the_longest_dx_into_view(eps, length):
    state = explorer.compute(**explorer.settings(eps=eps, length=length))
    axes, lines = drawn(state, rescale=True)
    shown = lines["bound 1/√ε" if eps else "all dx"]
    reach = axes[1].get_xlim()[1]
    assert 0.4 * reach < np.abs(shown).max() < reach


def test_rescale_never_enlarges_what_is_only_rounding():
    _, axes = explorer.canvas(dpi=50)
    move, limits = explorer.draw(axes), []
    choices = [control.samples() for control in explorer.controls[:3]]
    for norm, eps, length in product(*choices):
        state = computed(explorer.settings(norm=norm, eps=eps, length=length))
        if state is not None:
            move(state, rescale=True)
            limits.append(axes[1].get_xlim()[1])
    assert len(limits) > 200 and min(limits) > 0.1
