"""What the gradients of the norms are: their theorems, worked numbers, and undefined rows."""

import numpy as np
import pytest

from normcourse.gradients import (
    layer_norm_jacobian,
    layer_norm_vjp,
    rms_norm_jacobian,
    rms_norm_vjp,
    unit_norm_vjp,
)
from normcourse.norms import layer_norm, rms, rms_norm

MIXED = np.array([1.0, 2.0, 3.0, 4.0])
JACOBIANS = [rms_norm_jacobian, layer_norm_jacobian]
VJPS = [rms_norm_vjp, unit_norm_vjp, layer_norm_vjp]


def rows(seed=0, shape=(20, 6)):
    return np.random.default_rng(seed).standard_normal(shape)


def radial(x, dx):
    """The part of dx along x, as a cosine."""
    return np.vecdot(x, dx) / np.linalg.norm(x, axis=-1) / np.linalg.norm(dx, axis=-1)


# Theorems


@pytest.mark.parametrize("eps", [0.0, 1e-6, 0.3])
def test_the_jacobian_is_the_formula(eps):
    for x in rows():
        r = np.sqrt(np.mean(x**2) + eps)
        expected = (np.eye(6) - np.outer(x / r, x / r) / 6) / r
        np.testing.assert_allclose(rms_norm_jacobian(x, eps=eps), expected, rtol=1e-13, atol=1e-15)
        r = np.sqrt(np.var(x) + eps)
        z = (x - x.mean()) / r
        expected = (np.eye(6) - 1 / 6 - np.outer(z, z) / 6) / r
        y = layer_norm_jacobian(x, eps=eps)
        np.testing.assert_allclose(y, expected, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("jacobian", JACOBIANS)
def test_a_step_along_x_changes_only_what_eps_lets_it(jacobian):
    size = rms if jacobian is rms_norm_jacobian else np.std
    for x in rows():
        assert np.abs(jacobian(x, eps=0) @ x).max() < 1e-15
        step = x if jacobian is rms_norm_jacobian else x - x.mean()
        r = np.sqrt(size(x) ** 2 + 0.3)
        np.testing.assert_allclose(jacobian(x, eps=0.3) @ x, 0.3 / r**3 * step, rtol=1e-12)


def test_with_one_coordinate_all_is_along_x():
    for x, eps in [(1.0, 1e-12), (-3.0, 1e-30), (1e-9, 1e-6), (1e90, 1.0)]:
        r = np.hypot(x, np.sqrt(eps))
        expected = (np.sqrt(eps) / r) ** 2 / r
        np.testing.assert_allclose(rms_norm_jacobian([x], eps=eps), [[expected]], rtol=1e-14)
        assert layer_norm_jacobian([x], eps=eps) == [[0.0]]


def test_the_operator_norm_is_1_over_r():
    gain = np.array([0.5, -3.0, 1.0, 2.0, 0.1, 1.0])
    for eps in (1e-12, 1e-5, 1.0):
        x = rows() * np.geomspace(1e-9, 1e3, 20)[:, None]
        r = np.hypot(rms(x), np.sqrt(eps))
        norms = np.linalg.norm(rms_norm_jacobian(x, eps=eps), 2, axis=(-2, -1))
        np.testing.assert_allclose(norms * r, 1, rtol=1e-12)
        assert (norms <= (1 + 1e-12) / np.sqrt(eps)).all()
        norms = np.linalg.norm(rms_norm_jacobian(x, gain, eps), 2, axis=(-2, -1))
        assert (norms * r <= 3 * (1 + 1e-12)).all()
        assert (norms * r >= 1).all()


@pytest.mark.parametrize("eps", [0.0, 1e-5])
def test_the_gain_scales_the_rows_of_the_jacobian(eps):
    x, gain = rows(), rows(1, (6,))
    for jacobian in JACOBIANS:
        expected = gain[:, None] * jacobian(x, eps=eps)
        np.testing.assert_allclose(jacobian(x, gain, eps), expected, rtol=1e-13, atol=1e-16)


def test_at_eps_0_the_gradient_has_no_part_along_x():
    x, dy, gain = rows(), rows(1), rows(2, (6,))
    for vjp in VJPS[:2]:
        assert np.abs(radial(x, vjp(x, dy, gain, 0.0)[0])).max() < 1e-15
    centered = x - x.mean(axis=-1, keepdims=True)
    assert np.abs(radial(centered, layer_norm_vjp(x, dy, gain, 0.0)[0])).max() < 1e-15


@pytest.mark.parametrize("eps", [0.0, 1e-12, 1e-5, 1.0])
def test_the_part_along_x_is_eps_over_r_cubed(eps):
    """Also where that is far below the rounding errors of the rest."""
    x = rows()
    r = np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    np.testing.assert_allclose(rms_norm_vjp(x, x, eps=eps)[0], eps / r**3 * x, rtol=1e-13)


def test_the_gradient_of_layer_norm_is_orthogonal_to_the_ones():
    for eps in (0.0, 1e-5, 1.0):
        dx = layer_norm_vjp(rows() + 3, rows(1), rows(2, (6,)), eps)[0]
        assert np.abs(radial(np.ones_like(dx), dx)).max() < 1e-15


def test_three_times_the_weights_divide_the_gradient_by_three():
    x, dy = rows(), rows(1)
    for vjp in VJPS:
        once, thrice = vjp(x, dy, eps=0.0)[0], vjp(3 * x, dy, eps=0.0)[0]
        np.testing.assert_allclose(thrice, once / 3, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("vjp", VJPS)
def test_powers_of_two_go_through_without_a_change_of_digits(vjp):
    x, dy, gain = rows(), rows(1), rows(2, (6,))
    dx, dgain, *_ = vjp(x, dy, gain, 1e-3)
    for i, j, k in [(-400, 0, 300), (400, 200, -900), (3, -7, 1), (-300, 900, -700)]:
        scaled = vjp(*(np.ldexp(a, n) for a, n in ((x, i), (dy, j), (gain, k), (1e-3, 2 * i))))
        np.testing.assert_array_equal(scaled[0], np.ldexp(dx, j + k - i))
        np.testing.assert_array_equal(scaled[1], np.ldexp(dgain, j))


def test_layer_norm_pulls_back_as_rms_norm_between_two_centerings():
    x, g = rows(), rows(1)
    center = np.eye(6) - 1 / 6
    expected = rms_norm_vjp(x @ center, g @ center, eps=1e-3)[0] @ center
    np.testing.assert_allclose(layer_norm_vjp(x, g, eps=1e-3)[0], expected, rtol=1e-12, atol=1e-15)
    np.testing.assert_array_equal(layer_norm_vjp(x + 0, g)[2], g.sum(axis=0))


def test_a_small_step_does_what_the_jacobian_says():
    x, step = rows(), 1e-7 * rows(1)
    for norm, jacobian in [(rms_norm, rms_norm_jacobian), (layer_norm, layer_norm_jacobian)]:
        linear = norm(x, eps=0.1) + (jacobian(x, eps=0.1) @ step[..., None])[..., 0]
        np.testing.assert_allclose(norm(x + step, eps=0.1), linear, rtol=0, atol=1e-12)


# Worked examples


def test_the_tiny_input_of_the_source():
    """Its 316.22778 is the float32 number next to the answer for an eps rounded to float32."""
    dx, _ = rms_norm_vjp(1e-8 * MIXED, np.ones(4), eps=1e-5)
    assert dx.round(5).tolist() == [316.22777, 316.22777, 316.22777, 316.22777]
    np.testing.assert_allclose(dx, 1 / np.sqrt(1e-5), rtol=1e-9)
    assert (dx < 1 / np.sqrt(1e-5)).all()
    single, ones = np.float32(1e-8 * MIXED), np.ones(4, np.float32)
    dx, _ = rms_norm_vjp(single, ones, eps=float(np.float32(1e-5)))
    np.testing.assert_array_equal(dx, np.full(4, np.float32(316.22778)))
    dx, _ = rms_norm_vjp(single, ones, eps=1e-5)
    np.testing.assert_array_equal(dx, np.full(4, np.float32(316.22775)))


def test_the_gain_and_the_radial_term_are_in_dx():
    x, dy = np.array([3.0, 4.0]), np.array([1.0, 0.0])
    dx, dgain = rms_norm_vjp(x, dy, eps=0)
    assert dx.round(3).tolist() == [0.181, -0.136]
    assert (dy / rms(x)).round(3).tolist() == [0.283, 0]  # without the radial term
    assert dgain.round(3).tolist() == [0.849, 0]
    np.testing.assert_allclose(rms_norm_vjp(x, dy, [2.0, 5.0], 0)[0], 2 * dx, rtol=1e-15)


def test_the_gradient_at_the_zero_vector_is_not_nan():
    dy = np.array([1.0, -2.0, 4.0])
    np.testing.assert_array_equal(rms_norm_vjp(np.zeros(3), dy, eps=0.25)[0], 2 * dy)
    np.testing.assert_array_equal(unit_norm_vjp(np.zeros(3), dy, eps=0.25)[0], 2 * dy)
    np.testing.assert_array_equal(layer_norm_vjp(np.ones(3), dy, eps=0.25)[0], 2 * (dy - 1))
    for constant in (1e308, 5e-324, 0.1):
        dx = layer_norm_vjp(np.full(3, constant), dy, eps=1e-300)[0]
        np.testing.assert_allclose(dx, 1e150 * (dy - 1), rtol=1e-14)
    np.testing.assert_array_equal(rms_norm_vjp(np.zeros(3), dy)[1], np.zeros(3))
    np.testing.assert_array_equal(rms_norm_jacobian(np.zeros(3), dy, 0.25), 2 * np.diag(dy))
