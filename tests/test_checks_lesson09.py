"""The exercises of lesson 09: right answers in other ways, and what wrong ones are told."""

import math

import numpy as np
import pytest

from normcourse.checks import lesson
from normcourse.checks.block_subjects import PRE_NORM
from normcourse.checks.gate_subjects import GATE_BACK, SWIGLU
from normcourse.checks.result import CORRECT, ERROR, WRONG


def squash(x):
    return np.where(x > 0, 1 / (1 + np.exp(-np.abs(x))), 1 - 1 / (1 + np.exp(-np.abs(x))))


def normed(x, eps=1e-6, mean=np.mean):
    return x * (mean(x * x, axis=-1, keepdims=True) + eps) ** -0.5


def layer_in_loops(x, W, eps=1e-6):
    y = np.empty(np.shape(x))
    for i in np.ndindex(x.shape[:-1]):
        r = math.sqrt(sum(v * v for v in x[i].tolist()) / x.shape[-1] + eps)
        for j in range(x.shape[-1]):
            y[i + (j,)] = x[i][j] + sum(v / r * w for v, w in zip(x[i], W[:, j], strict=True))
    return y


def layer_by_einsum(x, W, eps=1e-6):
    r = np.sqrt(np.einsum("...i,...i->...", x, x) / x.shape[-1] + eps)
    return x + np.einsum("...i,ij->...j", x, W) / r[..., None]


def layer_in_float32(x, W, eps=1e-6):
    return layer_by_einsum(x, W, eps).astype("f4")


def swiglu_in_loops(y, gate, up, down):
    rows = []
    for row in y.reshape(-1, y.shape[-1]):
        h = []
        for j in range(gate.shape[1]):
            g = float(sum(row * gate[:, j]))
            h.append(g / (1 + math.exp(-g)) * float(sum(row * up[:, j])))
        rows.append([sum(np.multiply(h, column)) for column in down.T])
    return np.reshape(rows, (*y.shape[:-1], -1))


def swiglu_by_tanh(y, gate, up, down):
    g = np.einsum("...i,ij->...j", y, gate)
    return np.einsum("...i,...i,ij->...j", g * (1 + np.tanh(g / 2)) / 2, y @ up, down)


def swiglu_in_one_matrix(y, gate, up, down):
    g, u = np.split(y @ np.concatenate([gate, up], axis=1), 2, axis=-1)
    return np.matmul(g * squash(g) * u, down)


def gate_by_difference(g, u, dh):
    g, h = np.float64(g), 1e-5
    return dh * u * ((g + h) * squash(g + h) - (g - h) * squash(g - h)) / (2 * h)


def gate_by_complex_step(g, u, dh):
    z = np.asarray(g, complex) + 1e-30j
    return dh * u * (z / (1 + np.exp(-z))).imag / 1e-30


def gate_expanded(g, u, dh):
    e = np.exp(-g)
    return dh * u * (1 / (1 + e) + g * e / (1 + e) ** 2)


RIGHT = {
    "pre_norm": (layer_in_loops, layer_by_einsum, layer_in_float32),
    "swiglu": (swiglu_in_loops, swiglu_by_tanh, swiglu_in_one_matrix),
    "gate_back": (gate_by_difference, gate_by_complex_step, gate_expanded),
}

WRONG_LAYERS = {
    "residual_forgotten": lambda x, W, eps=1e-6: normed(x, eps) @ W,
    "normalized_stream_added": lambda x, W, eps=1e-6: normed(x, eps) @ (W + np.eye(len(W))),
    "norm_after_the_addition": lambda x, W, eps=1e-6: normed(x @ (W + np.eye(len(W))), eps),
    "norm_behind_the_branch": lambda x, W, eps=1e-6: x + normed(x @ W, eps),
    "norms_before_and_after": lambda x, W, eps=1e-6: normed(x + normed(x, eps) @ W, eps),
    "norm_forgotten": lambda x, W, eps=1e-6: x @ (W + np.eye(len(W))),
    "weights_transposed": lambda x, W, eps=1e-6: x + np.einsum("...i,ji->...j", normed(x, eps), W),
    "root_forgotten": lambda x, W, eps=1e-6: (
        x + x @ W * (np.mean(x * x, -1, keepdims=True) + eps) ** -1
    ),
    "unit_norm_taken": lambda x, W, eps=1e-6: x + normed(x, eps, np.sum) @ W,
    "layer_norm_taken": lambda x, W, eps=1e-6: (
        x + normed(x - np.mean(x, -1, keepdims=True), eps) @ W
    ),
    "mean_over_all_rows": lambda x, W, eps=1e-6: x + x @ W * (np.mean(x * x) + eps) ** -0.5,
}


def arms(combine):
    return lambda y, gate, up, down: combine(y @ gate, y @ up) @ down


WRONG_SWIGLU = {
    "sigmoid_for_silu": arms(lambda g, u: squash(g) * u),
    "silu_on_up": arms(lambda g, u: g * u * squash(u)),
    "silu_on_both": arms(lambda g, u: g * squash(g) * u * squash(u)),
    "silu_of_the_product": arms(lambda g, u: g * u * squash(g * u)),
    "silu_forgotten": arms(lambda g, u: g * u),
    "relu_for_silu": arms(lambda g, u: np.where(g > 0, g, 0) * u),
    "sum_for_product": arms(lambda g, u: g * squash(g) + u),
    "sign_in_the_exponent": arms(lambda g, u: g / (1 + np.exp(g)) * u),
}

WRONG_GATES = {
    "incoming_gradient_forgotten": lambda g, u, dh: gate_expanded(g, u, 1),
    "other_arm_forgotten": lambda g, u, dh: gate_expanded(g, 1, dh),
    "gradient_of_the_other_arm": lambda g, u, dh: dh * g / (1 + np.exp(-g)),
    "sigmoid_held_constant": lambda g, u, dh: dh * u / (1 + np.exp(-g)),
    "derivative_of_the_sigmoid": lambda g, u, dh: dh * u * squash(g) * squash(-g),
    "second_term_alone": lambda g, u, dh: dh * u * g * squash(g) * squash(-g),
    "factor_g_forgotten": lambda g, u, dh: dh * u * squash(g) * (1 + squash(-g)),
    "silu_for_sigmoid": lambda g, u, dh: dh * u * g * squash(g) * (1 + g * (1 - g * squash(g))),
}

ALL = (
    ("pre_norm", PRE_NORM, WRONG_LAYERS),
    ("swiglu", SWIGLU, WRONG_SWIGLU),
    ("gate_back", GATE_BACK, WRONG_GATES),
)
EACH_BUG = [(key, subject, name, f) for key, subject, wrong in ALL for name, f in wrong.items()]


@pytest.mark.parametrize(
    ("key", "answer"), [(k, a) for k, answers in RIGHT.items() for a in answers]
)
def test_right_answers_in_other_ways(key, answer):
    result = lesson("09").check(key, answer)
    assert result.status == CORRECT, repr(result)


def test_each_bug_has_an_answer_written_without_it():
    for _, subject, wrong in ALL:
        assert [bug.key for bug in subject.bugs] == list(wrong)


@pytest.mark.parametrize(("key", "subject", "name", "answer"), EACH_BUG)
def test_a_wrong_answer_gets_the_diagnosis_of_its_own_bug(key, subject, name, answer):
    result = lesson("09").check(key, answer)
    bug = next(bug for bug in subject.bugs if bug.key == name)
    assert result.status == WRONG and result.named == (name,), repr(result)
    assert bug.diagnosis in result.words
    smaller = [case for case in subject.all_cases() if case.size < bug.witness.size]
    assert subject.shows(bug, bug.witness)
    assert not [case.text() for case in smaller if subject.shows(bug, case)]


@pytest.mark.parametrize(
    ("factor", "status", "words"),
    [
        (0.21, CORRECT, "narrow range"),
        (7 / 32, CORRECT, "narrow range"),
        (0.125, WRONG, "take a larger one"),
        (0.25, WRONG, "beyond the largest float64 after layer"),
        (1, WRONG, "beyond the largest float64 after layer"),
        (-0.2, WRONG, "one positive number"),
        (np.nan, WRONG, "one positive number"),
        ("a fifth", ERROR, "does not fit"),
    ],
)
def test_a_factor_is_told_where_the_stack_ends(factor, status, words):
    result = lesson("09").check("factor", factor)
    assert result.status == status and words in " ".join(result.words), repr(result)
