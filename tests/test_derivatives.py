"""The two checkers, on functions whose derivatives are known."""

import numpy as np
import pytest

from normcourse.derivatives import central_difference, complex_step
from normcourse.norms import rms_norm

MATRIX = np.array([[1.0, 2.0, -1.0], [0.5, 0.0, 3.0]])
X = np.array([0.3, -1.2, 2.0])


@pytest.mark.parametrize("check", [central_difference, complex_step])
def test_a_linear_map_is_its_own_jacobian(check):
    np.testing.assert_allclose(check(lambda x: MATRIX @ x, X), MATRIX, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("check", [central_difference, complex_step])
def test_output_axes_come_first_and_input_axes_last(check):
    x = np.arange(6.0).reshape(2, 3)
    jacobian = check(lambda x: (x * x).T, x)
    assert jacobian.shape == (3, 2, 2, 3)
    expected = np.einsum("ik,jl,ij->jikl", np.eye(2), np.eye(3), 2 * x)
    np.testing.assert_allclose(jacobian, expected, rtol=1e-10, atol=1e-10)
    assert check(lambda x: np.sum(x * x), X).shape == (3,)


def test_the_complex_step_has_all_digits_and_the_difference_two_thirds_of_them():
    exact = np.diag(np.exp(X) * np.cos(np.exp(X)))

    def f(x):
        return np.sin(np.exp(x))

    np.testing.assert_allclose(complex_step(f, X), exact, rtol=1e-15)
    error = np.abs(central_difference(f, X) - exact).max()
    assert 1e-13 < error < 1e-8


def test_the_error_of_the_difference_falls_with_the_square_of_the_step():
    def f(x):
        return np.exp(x)

    errors = [abs(central_difference(f, [0.0], h)[0, 0] - 1) for h in (0.1, 0.01)]
    assert errors[0] / errors[1] == pytest.approx(100, rel=0.01)
    # Until the difference has no digits left.
    assert abs(central_difference(f, [0.0], 1e-13)[0, 0] - 1) > 1e-4


def test_the_input_stays_and_integers_work():
    x = np.array([1, 2, 3])
    assert central_difference(lambda x: x * x, x).dtype == np.float64
    np.testing.assert_array_equal(complex_step(lambda x: x * x, x), np.diag([2.0, 4.0, 6.0]))
    assert x.tolist() == [1, 2, 3]


def test_what_cannot_work_says_so():
    for h in (0.0, -1e-6, 1e-20, np.nan):
        with pytest.raises(ValueError, match="lost beside an entry 0.3"):
            central_difference(np.exp, X, h)
    with pytest.raises(TypeError, match="without abs"):
        complex_step(np.abs, X)
    with pytest.raises(TypeError, match="complex"):
        complex_step(rms_norm, X)
