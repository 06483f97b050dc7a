"""How large one component of the gradient of the sum of outputs of RMSNorm can be."""

import numpy as np
import pytest

from normcourse.derivatives import central_difference
from normcourse.gradients import rms_norm_vjp, worst_sum_gradient


def sum_gradient(x, eps):
    return rms_norm_vjp(x, np.ones_like(x), eps=eps)[0]


def test_the_printed_factors():
    assert [round(worst_sum_gradient(d)[0], 4) for d in (5, 8, 64)] == [1.0077, 1.0661, 1.9640]
    assert [worst_sum_gradient(d)[0] for d in (1, 2, 3, 4)] == [1, 1, 1, 1]


def test_the_factor_is_the_maximum_of_its_formula_and_is_attained_for_every_d():
    u = np.linspace(0, 1, 2001)
    for d in range(2, 4097):
        factor, x = worst_sum_gradient(d, eps=1e-5)
        values = np.sqrt(1 - u) * (1 + (np.sqrt(d) - 1) * u / 2)
        assert values.max() <= factor * (1 + 1e-15)
        assert factor <= values.max() * (1 + 1e-6)
        assert (factor > 1) == (d > 4)
        gradient = sum_gradient(x, 1e-5) * np.sqrt(1e-5)
        assert abs(gradient[0] - factor) <= 1e-12 * factor
        assert np.abs(gradient).max() <= factor * (1 + 1e-12)
        # What does hold for every d: the operator norm, times the length of dy.
        assert np.linalg.norm(gradient) <= np.sqrt(d) * (1 + 1e-12)


@pytest.mark.parametrize("d", [2, 3, 4, 5, 8, 64, 512])
def test_no_other_vector_exceeds_it(d):
    """Not a drawn one of any size, nor one near the worst, nor the worst turned round."""
    rng = np.random.default_rng(d)
    factor, worst = worst_sum_gradient(d, eps=1.0)
    x = rng.standard_normal((2000, d)) * np.geomspace(1e-2, 1e2, 2000)[:, None]
    near = worst + rng.standard_normal((2000, d)) * np.geomspace(1e-6, 1, 2000)[:, None]
    spiked = np.full((2000, d), 1.0)
    spiked[:, 0] = -np.geomspace(1e-2, 1e3, 2000)
    spiked *= rng.choice([1e-2, 1e-1, 1, 10], 2000)[:, None]
    for candidates in (x, near, spiked, -near):
        assert np.abs(sum_gradient(candidates, 1.0)).max() <= factor * (1 + 1e-12)
    assert np.abs(sum_gradient(near, 1.0)).max() >= factor * (1 - 1e-6)


@pytest.mark.parametrize("d", [5, 8, 64])
def test_the_worst_vector_is_a_flat_top(d):
    _, x = worst_sum_gradient(d, eps=1.0)
    slope = central_difference(lambda x: sum_gradient(x, 1.0)[0], x)
    assert np.abs(slope).max() < 1e-9


def test_eps_stretches_the_vector_and_not_the_factor():
    factor, x = worst_sum_gradient(64, eps=1.0)
    for eps in (1e-12, 1e-5, 16.0):
        other, stretched = worst_sum_gradient(64, eps)
        assert other == factor
        np.testing.assert_allclose(stretched, np.sqrt(eps) * x, rtol=1e-15)
    assert (sum_gradient(worst_sum_gradient(8, 1e-5)[1], 1e-5) > 1 / np.sqrt(1e-5)).any()


def test_wrong_arguments_are_named():
    for d, eps in ((0, 1e-6), (-1, 1e-6), (4, 0)):
        with pytest.raises(ValueError, match="give a d of at least 1 and an eps above 0"):
            worst_sum_gradient(d, eps)
    with pytest.raises(TypeError):
        worst_sum_gradient(4.5)
