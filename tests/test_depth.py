"""A stack of residual layers: what is exact about it, and its gradient against differences."""

import numpy as np
import pytest

from normcourse.depth import PLACES, residual_stack
from normcourse.norms import layer_norm, rms, rms_norm


@pytest.mark.parametrize("place", PLACES)
def test_below_and_above_are_as_drawn(place):
    sizes, slopes = residual_stack(place, 3, seed=4)
    x, dx = np.random.default_rng(4).standard_normal((2, 8, 16))
    assert np.isclose(sizes[0], rms(x.ravel())) and np.isclose(slopes[-1], rms(dx.ravel()))
    assert len(sizes) == len(slopes) == 4


@pytest.mark.parametrize("place", PLACES)
def test_branches_of_size_zero_leave_the_stream(place):
    sizes, slopes = residual_stack(place, 5, scale=0.0, eps=0.0)
    if place == "after":
        np.testing.assert_allclose(sizes[1:], 1, rtol=1e-12)
        # The last norm takes out of the gradient what lies along the stream; the others find none.
        np.testing.assert_allclose(slopes[1:-1], slopes[-2], rtol=1e-12)
        assert slopes[-2] < slopes[-1]
    else:
        assert np.ptp(sizes) == 0 and np.ptp(slopes) == 0


def stream(x, weights, place, scale, eps=1e-6):
    """The same stack in the words of the other floor-1 functions; the stream on top."""
    for G, U, D in weights:
        y = rms_norm(x, eps=eps) if place == "before" else x
        g = y @ G
        x = x + scale * (g / (1 + np.exp(-g)) * (y @ U)) @ D.T / np.sqrt(2)
        x = rms_norm(x, eps=eps) if place == "after" else x
    return x


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("scale", [0.5, 2.0])
def test_sizes_and_slopes_against_another_way_to_compute_them(place, scale):
    layers, rows, d = 2, 3, 4
    sizes, slopes = residual_stack(place, layers, scale, d=d, rows=rows, seed=1)
    rng = np.random.default_rng(1)
    x, dx = rng.standard_normal((2, rows, d))
    weights = rng.standard_normal((layers, 3, d, 2 * d)) / np.sqrt(d)
    tops = [stream(x, weights[:n], place, scale) for n in range(layers + 1)]
    np.testing.assert_allclose(sizes, [rms(top.ravel()) for top in tops], rtol=1e-12)
    gradient, h = np.zeros_like(x), 1e-6
    for i in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[i] = h
        up, down = (stream(x + s, weights, place, scale) for s in (step, -step))
        gradient[i] = np.sum(dx * (up - down)) / (2 * h)
    np.testing.assert_allclose(slopes[0], rms(gradient.ravel()), rtol=1e-6)


def test_without_a_norm_the_stream_leaves_float64_quietly():
    sizes, slopes = residual_stack("nowhere", 64)
    assert np.isfinite(sizes[:8]).all() and not np.isfinite(sizes[-1])
    assert np.isfinite(slopes[-1]) and not np.isfinite(slopes[0])


def test_the_norm_is_rms_norm_and_not_layer_norm():
    x = np.random.default_rng(0).standard_normal((2, 8, 16))[0]
    assert not np.allclose(rms_norm(x), layer_norm(x))
    sizes, _ = residual_stack("after", 1, scale=0.0, eps=1.0)
    assert np.isclose(sizes[1], rms(rms_norm(x, eps=1.0).ravel()))


def test_an_unknown_place_is_refused_in_words():
    with pytest.raises(ValueError, match="give one of nowhere, before, after"):
        residual_stack("between", 2)
