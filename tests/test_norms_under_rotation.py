"""Norms and rotations: what commutes and what does not; random rotations are uniform."""

import numpy as np
import pytest

from normcourse.norms import layer_norm, rms_norm, unit_norm
from normcourse.rotations import random_orthogonal, random_rotation, rope, rotate_pairs, sphere

LAYOUTS = ["interleaved", "half"]


def test_rms_norm_commutes_with_a_rotation_exactly_if_the_gain_is_constant():
    rng, d = np.random.default_rng(8), 6
    x, turn = rng.standard_normal((50, d)), random_rotation(d, rng)
    for gain, eps in ((np.full(d, 1.7), 1e-3), (None, 0.0)):
        gap = rms_norm(x @ turn.T, gain, eps) - rms_norm(x, gain, eps) @ turn.T
        assert np.abs(gap).max() < 1e-14
    for gap in (
        rms_norm(x @ turn.T, np.arange(1.0, 7), 0) - rms_norm(x, np.arange(1.0, 7), 0) @ turn.T,
        layer_norm(x @ turn.T, eps=0) - layer_norm(x, eps=0) @ turn.T,
    ):
        assert np.abs(gap).max() > 0.1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_rope_needs_the_gain_tied_within_each_pair_only(layout):
    rng = np.random.default_rng(9)
    x, positions = rng.standard_normal((40, 8)), np.arange(40)
    gains = np.array([1.0, -2.0, 0.5, 3.0])
    tied, tied_otherwise = np.repeat(gains, 2), np.tile(gains, 2)
    if layout == "half":
        tied, tied_otherwise = tied_otherwise, tied

    def gap(norm):
        before = rope(norm(x), positions, layout=layout)
        return np.abs(norm(rope(x, positions, layout=layout)) - before).max()

    assert gap(lambda x: rms_norm(x, tied)) < 1e-13
    assert gap(lambda x: unit_norm(x, tied)) < 1e-13
    assert gap(lambda x: rms_norm(x, tied_otherwise)) > 0.1
    assert gap(lambda x: rms_norm(x, np.arange(1.0, 9))) > 0.1
    assert gap(layer_norm) > 0.1


def test_a_gain_before_rope_keeps_scores_relative_and_one_after_it_does_not():
    q, gain = np.array([1.0, 0.0]), np.array([2.0, 1.0])
    quarter = [np.pi / 2]
    before = rotate_pairs(rms_norm(q, gain, eps=0), quarter)
    after = rms_norm(rotate_pairs(q, quarter), gain, eps=0)
    np.testing.assert_allclose([before, after], [[0, 2.83], [0, 1.41]], atol=0.005)
    rng = np.random.default_rng(10)
    q, k = rng.standard_normal((2, 16))
    gain = rng.uniform(0.5, 2, 16)
    before = [rope(rms_norm(q, gain), m + 3) @ rope(rms_norm(k, gain), m) for m in (0, 50)]
    after = [rms_norm(rope(q, m + 3), gain) @ rms_norm(rope(k, m), gain) for m in (0, 50)]
    assert np.isclose(*before, rtol=1e-12)
    assert not np.isclose(*after, rtol=1e-2)


def test_rms_norm_is_root_d_times_the_unit_norm_only_if_eps_is_scaled_too():
    x, d, eps = np.array([3.0, 4.0]), 2, 0.5
    np.testing.assert_allclose(rms_norm(x, eps=0), np.sqrt(d) * unit_norm(x, eps=0), rtol=1e-15)
    np.testing.assert_allclose(rms_norm(x, eps=eps), np.sqrt(d) * unit_norm(x, eps=d * eps))
    assert np.abs(rms_norm(x, eps=eps) - np.sqrt(d) * unit_norm(x, eps=eps)).min() > 0.005


@pytest.mark.parametrize("draw", [random_orthogonal, random_rotation])
def test_random_matrices_are_orthogonal_and_uniform(draw):
    rng, d, n = np.random.default_rng(11), 3, 4000
    matrices = np.array([draw(d, rng) for _ in range(n)])
    gram = np.swapaxes(matrices, 1, 2) @ matrices
    np.testing.assert_allclose(gram, np.broadcast_to(np.eye(d), gram.shape), atol=1e-14)
    signs = np.linalg.det(matrices).round()
    if draw is random_rotation:
        assert (signs == 1).all()
    else:
        assert abs(signs.mean()) < 4 / np.sqrt(n)
    # Haar: each entry has mean 0 and mean square 1/d; the trace has mean square 1.
    assert (np.abs(matrices.mean(0)) < 4 / np.sqrt(d * n)).all()
    squares = matrices**2
    assert (np.abs(squares.mean(0) - 1 / d) < 4 * squares.std(0) / np.sqrt(n)).all()
    traces = np.trace(matrices, axis1=1, axis2=2)
    assert abs(traces.mean()) < 4 * traces.std() / np.sqrt(n)
    assert abs(np.mean(traces**2) - 1) < 4 * np.std(traces**2) / np.sqrt(n)


def test_samples_on_the_sphere_have_its_radius_and_no_preferred_direction():
    n, d, radius = 5000, 5, 3.0
    x = sphere(n, d, radius, np.random.default_rng(12))
    assert x.shape == (n, d)
    np.testing.assert_allclose(np.linalg.norm(x, axis=1), radius, rtol=1e-14)
    assert (np.abs(x.mean(0)) < 4 * radius / np.sqrt(d * n)).all()
    covariance = x.T @ x / n
    spread = 4 * np.std(x[:, :, None] * x[:, None, :], axis=0) / np.sqrt(n)
    assert (np.abs(covariance - radius**2 / d * np.eye(d)) < spread).all()
    # Archimedes: in three dimensions each coordinate is uniform on the diameter.
    z = sphere(n, 3, 1.0, np.random.default_rng(13))[:, 0]
    assert abs(np.mean(np.abs(z) < 0.25) - 0.25) < 4 * np.sqrt(0.25 * 0.75 / n)
    again = sphere(n, d, radius, np.random.default_rng(12))
    assert np.array_equal(x, again)
