"""The exercises of lesson 06: right answers in other ways, and what wrong ones are told."""

import numpy as np
import pytest

from normcourse.checks import lesson
from normcourse.checks.result import CORRECT, ERROR, WRONG
from normcourse.derivatives import central_difference
from normcourse.gradients import worst_sum_gradient
from normcourse.norms import layer_norm, rms_norm


def jacobian_by_loops(x, gain=None, eps=1e-6):
    d = len(x)
    r = (sum(float(v) ** 2 for v in x) / d + eps) ** 0.5
    gain = [1.0] * d if gain is None else gain
    return [
        [gain[i] * ((i == j) / r - x[i] * x[j] / (d * r**3)) for j in range(d)] for i in range(d)
    ]


def jacobian_by_broadcasting(x, gain=None, eps=1e-6):
    d, square = x.size, np.mean(np.square(x)) + eps
    J = np.eye(d) * square**-0.5 - x[:, None] * x[None, :] * square**-1.5 / d
    return J if gain is None else np.diag(gain) @ J


def backward_by_rows(x, dy, gain=None, eps=1e-6):
    flat = zip(x.reshape(-1, x.shape[-1]), dy.reshape(-1, x.shape[-1]), strict=True)
    rows = [d @ np.asarray(jacobian_by_loops(row, gain, eps)) for row, d in flat]
    return np.reshape(rows, x.shape)


def backward_by_einsum(x, dy, gain=None, eps=1e-6):
    g = dy if gain is None else np.einsum("...i,i->...i", dy, gain)
    square = np.einsum("...i,...i->...", x, x)[..., None] / x.shape[-1] + eps
    return g / np.sqrt(square) - x * np.einsum("...i,...i->...", g, x)[..., None] / (
        x.shape[-1] * square**1.5
    )


def backward_in_two_steps(x, dy, gain=None, eps=1e-6):
    """Back through the product with 1/r and through 1/r, as an autograd tape would."""
    g = dy * (1 if gain is None else gain)
    inverse = (np.mean(x * x, -1, keepdims=True) + eps) ** -0.5
    d_inverse = np.sum(g * x, -1, keepdims=True)
    return g * inverse + d_inverse * -0.5 * inverse**3 * 2 * x / x.shape[-1]


def layer_backward_after_rms(x, dy, gain=None, eps=1e-6):
    dx = backward_in_two_steps(x - x.mean(-1, keepdims=True), dy, gain, eps)
    return dx - dx.mean(-1, keepdims=True)


def layer_backward_by_matrix(x, dy, gain=None, eps=1e-6):
    d = x.shape[-1]
    center = np.eye(d) - 1 / d
    return backward_by_einsum(x @ center, dy, gain, eps) @ center


RIGHT = {
    "jacobian": (jacobian_by_loops, jacobian_by_broadcasting),
    "backward": (backward_by_rows, backward_by_einsum, backward_in_two_steps),
    "repair": (layer_backward_after_rms, layer_backward_by_matrix),
}


@pytest.mark.parametrize(
    ("key", "answer"), [(k, a) for k, answers in RIGHT.items() for a in answers]
)
def test_right_answers_in_other_ways(key, answer):
    result = lesson("06").check(key, answer)
    assert result.status == CORRECT, repr(result)


@pytest.mark.parametrize(
    ("key", "norm"),
    [
        ("backward", lambda v, gain, eps: rms_norm(v, gain, eps=eps)),
        ("repair", lambda v, gain, eps: layer_norm(v, gain, eps=eps)),
    ],
)
def test_the_right_answers_are_derivatives(key, norm):
    rng = np.random.default_rng(0)
    x, dy = rng.normal(size=(2, 3, 5))
    gain = rng.normal(size=5)
    slope = central_difference(lambda v: np.sum(dy * norm(v, gain, 0.1)), x)
    for answer in RIGHT[key]:
        np.testing.assert_allclose(answer(x, dy, gain, 0.1), slope, atol=1e-8)


def wrong_twice(x, dy, gain=None, eps=1e-6):
    """Forget the gain and ε."""
    return backward_in_two_steps(x, dy, None, 0.0)


def test_two_things_forgotten_are_both_named():
    result = lesson("06").check("backward", wrong_twice)
    assert result.status == WRONG
    assert {"gain_forgotten", "eps_forgotten"} <= set(result.named)


@pytest.mark.parametrize(
    ("vector", "status", "words"),
    [
        ([-8.0] + [1.0] * 63, CORRECT, "grows like √d"),
        ([8] + [-1] * 63, CORRECT, "grows like √d"),
        ([1.0] * 40 + [-6.0] + [1.0] * 20, CORRECT, "grows like √d"),
        (worst_sum_gradient(16, 1.0)[1], CORRECT, "grows like √d"),
        ([1, 2, 3, 4], WRONG, "With 4 numbers no vector gives more than 1. Yours gives"),
        ([0.0] * 8, WRONG, "With 8 numbers no vector gives more than 1.06613. Yours gives 1."),
        ([1.0] * 64, WRONG, "and its entries are all of one sign"),
        ([-800.0] + [100.0] * 63, WRONG, "of both signs. With 64 numbers 1.96396 is possible"),
        ([-8.0] + [1.0] * 64, WRONG, "1 to 64 numbers"),
        ([], WRONG, "1 to 64 numbers"),
        ([[1.0, 2.0]], WRONG, "1 to 64 numbers"),
        ([1.0, np.inf], WRONG, "finite"),
        (["a"], ERROR, "does not fit"),
    ],
)
def test_a_vector_is_told_why_it_does_not_exceed(vector, status, words):
    result = lesson("06").check("exceed", vector)
    assert result.status == status and words in " ".join(result.words), repr(result)


def test_a_learner_who_holds_r_constant_is_told_so():
    result = lesson("06").check(
        "backward",
        lambda x, dy, gain=None, eps=1e-6: (
            (dy if gain is None else dy * gain) / np.sqrt(np.mean(x * x, -1, keepdims=True) + eps)
        ),
    )
    assert result.status == WRONG and result.named == ("radial_term_forgotten",)
    assert "r is held constant" in " ".join(result.words)
