"""The exercises of lesson 03: right answers in other ways, and what wrong ones are told."""

import numpy as np
import pytest

from normcourse.checks import lesson
from normcourse.checks.result import CORRECT, ERROR, WRONG
from normcourse.norms import rms_norm, unit_norm
from normcourse.rotations import rope

RIGHT = {
    "from_unit_norm": (
        lambda x, eps=1e-6: unit_norm(x, eps=x.shape[-1] * eps) * x.shape[-1] ** 0.5,
        lambda x, eps=1e-6: np.sqrt(x.shape[-1]) * unit_norm(x / np.sqrt(x.shape[-1]), eps=eps),
        lambda x, eps=1e-6: (
            x / np.sqrt(np.einsum("...i,...i->...", x, x)[..., None] / x.shape[-1] + eps)
        ),
    ),
    "port": (
        lambda x: np.moveaxis(x.reshape(*x.shape[:-1], -1, 2), -1, -2).reshape(x.shape),
        lambda x: x[..., np.argsort(np.arange(x.shape[-1]) % 2, kind="stable")],
        lambda x: np.apply_along_axis(lambda r: [*r[::2], *r[1::2]], -1, x),
    ),
}


@pytest.mark.parametrize(
    ("key", "answer"), [(k, a) for k, answers in RIGHT.items() for a in answers]
)
def test_right_answers_in_other_ways(key, answer):
    assert lesson("03").check(key, answer).status == CORRECT


def test_the_ported_order_is_the_one_that_rope_needs():
    x = np.random.default_rng(0).normal(size=(5, 12))
    for port in RIGHT["port"]:
        np.testing.assert_allclose(rope(port(x), 7, layout="half"), port(rope(x, 7)), atol=1e-12)


@pytest.mark.parametrize(
    ("gains", "status", "words"),
    [
        (([2, 3, 1, 1], [1, 1, 2, 3]), CORRECT, "The product is tied"),
        (np.array([[2, 3, -1, 1], [1, 1, -2, 3]]), CORRECT, "The product is tied"),
        (([2, 1, 1, 2], [1, 2, 2, 1]), CORRECT, "The product is tied"),
        (([2, 3, 4, 5], [6, 4, 3, 2]), WRONG, "The product of your gains is [12, 12, 12, 10]."),
        (([2, 3, 1, 1], [3, 2, 4, 4]), WRONG, "tied within neighbors; here the pairs are half"),
        (([2, 3, 2, 1], [1, 1, 2, 3]), WRONG, "γ_q is tied in the pair of entries 0 and 2"),
        (([2, 3, 1, 1], [1, 5, 2, 5]), WRONG, "γ_k is tied in the pair of entries 1 and 3"),
        (([0, 3, 1, 1], [1, 1, 2, 3]), WRONG, "not zero"),
        (([np.nan, 3, 1, 1], [1, 1, 2, 3]), WRONG, "finite"),
        ([1, 2, 3, 4], WRONG, "two gains of four numbers"),
        (([1, 2, 3, 4], [1, 2, 3]), WRONG, "two gains of four numbers"),
        (7, WRONG, "two gains of four numbers"),
        (([1, 2, 3, "x"], [1, 2, 3, 4]), ERROR, "does not fit"),
    ],
)
def test_two_gains_are_told_what_they_lack(gains, status, words):
    result = lesson("03").check("product", gains)
    assert result.status == status and words in " ".join(result.words)


def test_the_gap_is_the_one_of_the_two_routes():
    angle = np.pi / 6
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    q, gain = np.array([3.0, 4.0]), np.array([3.0, 1.0])
    gap = np.linalg.norm(turn @ (rms_norm(q, eps=0) * gain) - rms_norm(turn @ q, eps=0) * gain)
    assert lesson("03").check("gap", gap).status == CORRECT
