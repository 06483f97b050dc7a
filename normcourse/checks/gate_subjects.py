"""What lesson 09 has learners write: SwiGLU and a step of its gradient, with their bugs."""

import numpy as np

from normcourse.checks.bugs.bug import Bug
from normcourse.checks.cases import Case
from normcourse.checks.subject import Subject

__all__ = ["GATE_BACK", "SWIGLU"]


def _sigmoid(x):
    return 1 / (1 + np.exp(-x))


def swiglu(y, gate, up, down):
    g = y @ gate
    return (g * _sigmoid(g) * (y @ up)) @ down


def sigmoid_for_silu(y, gate, up, down):
    return (_sigmoid(y @ gate) * (y @ up)) @ down


def silu_on_up(y, gate, up, down):
    u = y @ up
    return ((y @ gate) * u * _sigmoid(u)) @ down


def silu_on_both(y, gate, up, down):
    g, u = y @ gate, y @ up
    return (g * _sigmoid(g) * u * _sigmoid(u)) @ down


def silu_of_the_product(y, gate, up, down):
    h = (y @ gate) * (y @ up)
    return (h * _sigmoid(h)) @ down


def silu_forgotten(y, gate, up, down):
    return ((y @ gate) * (y @ up)) @ down


def relu_for_silu(y, gate, up, down):
    return (np.maximum(y @ gate, 0) * (y @ up)) @ down


def sum_for_product(y, gate, up, down):
    g = y @ gate
    return (g * _sigmoid(g) + y @ up) @ down


def sign_in_the_exponent(y, gate, up, down):
    g = y @ gate
    return (g * _sigmoid(-g) * (y @ up)) @ down


SMALL = Case({"y": [2.0], "gate": [[1.0]], "up": [[3.0]], "down": [[1.0]]})

SWIGLU = Subject(
    "SwiGLU",
    swiglu,
    (
        SMALL,
        Case(
            {
                "y": [[1.0, -2.0], [0.5, 3.0], [-1.0, -1.0]],
                "gate": [[1.0, -1.0, 0.5], [0.5, 2.0, 1.0]],
                "up": [[1.0, 1.0, -2.0], [-1.0, 0.5, 1.0]],
                "down": [[1.0, 0.0], [0.5, -1.0], [2.0, 1.0]],
            }
        ),
        Case(
            {
                "y": [[[1.0, -2.0]], [[0.5, 3.0]]],
                "gate": [[1.0], [0.5]],
                "up": [[-1.0], [2.0]],
                "down": [[1.0, -2.0]],
            },
            dtype="float32",
            rtol=1e-4,
        ),
    ),
    (
        Bug(
            sigmoid_for_silu,
            "The gate is the sigmoid of g. That is GLU; in SwiGLU it is silu(g), g times its "
            "sigmoid.",
            SMALL,
        ),
        Bug(silu_on_up, "The silu is on the other arm: `y @ gate` gets it, `y @ up` none.", SMALL),
        Bug(silu_on_both, "Both arms get a silu. `y @ up` gets none.", SMALL),
        Bug(silu_of_the_product, "The silu is taken of the product. It belongs to g alone.", SMALL),
        Bug(silu_forgotten, "The silu is gone: this multiplies two linear maps.", SMALL),
        Bug(relu_for_silu, "This cuts g off at 0: ReLU. silu(g) is g times its sigmoid.", SMALL),
        Bug(sum_for_product, "The two arms are added. They are multiplied, entry by entry.", SMALL),
        Bug(
            sign_in_the_exponent,
            "The exponent has the wrong sign: the sigmoid of g is 1/(1 + e^(−g)).",
            SMALL,
        ),
    ),
)


def gate_back(g, u, dh):
    s = _sigmoid(g)
    return dh * u * s * (1 + g * (1 - s))


def incoming_gradient_forgotten(g, u, dh):
    return gate_back(g, u, np.ones_like(dh))


def other_arm_forgotten(g, u, dh):
    return gate_back(g, np.ones_like(u), dh)


def gradient_of_the_other_arm(g, u, dh):
    return dh * g * _sigmoid(g)


def sigmoid_held_constant(g, u, dh):
    return dh * u * _sigmoid(g)


def derivative_of_the_sigmoid(g, u, dh):
    return dh * u * _sigmoid(g) * (1 - _sigmoid(g))


def second_term_alone(g, u, dh):
    return g * derivative_of_the_sigmoid(g, u, dh)


def factor_g_forgotten(g, u, dh):
    return dh * u * _sigmoid(g) * (2 - _sigmoid(g))


def silu_for_sigmoid(g, u, dh):
    s = g * _sigmoid(g)
    return dh * u * s * (1 + g * (1 - s))


STEP = Case({"g": [2.0], "u": [3.0], "dh": [0.5]})

GATE_BACK = Subject(
    "the gradient of the gate",
    gate_back,
    (
        STEP,
        Case({"g": [0.0, -1.0, 3.0], "u": [1.0, 2.0, -1.0], "dh": [1.0, -1.0, 0.5]}),
        Case({"g": [[-4.0, 0.5]], "u": [[2.0, 2.0]], "dh": [[1.0, 3.0]]}, strided=True),
        Case({"g": [1.5, -2.5], "u": [0.5, 2.0], "dh": [2.0, 1.0]}, dtype="float32", rtol=1e-4),
    ),
    (
        Bug(
            incoming_gradient_forgotten,
            "This is the derivative of h. The gradient of the loss is that times `dh`.",
            STEP,
        ),
        Bug(
            other_arm_forgotten,
            "u is missing: h = silu(g)·u, so a change of silu(g) counts u times.",
            STEP,
        ),
        Bug(gradient_of_the_other_arm, "This is the gradient with respect to u.", STEP),
        Bug(
            sigmoid_held_constant,
            "This holds the sigmoid constant. It depends on g, too: the product rule has a second "
            "term.",
            STEP,
        ),
        Bug(
            derivative_of_the_sigmoid,
            "This is the derivative of the sigmoid, s·(1 − s). The gate is g·s: use the product "
            "rule.",
            STEP,
        ),
        Bug(
            second_term_alone,
            "This is g·s·(1 − s), the second term of the product rule. The first, s, is missing.",
            STEP,
        ),
        Bug(
            factor_g_forgotten,
            "The second term of the product rule is g times the derivative of s. g is missing.",
            STEP,
        ),
        Bug(
            silu_for_sigmoid,
            "The s of this formula is silu(g). It has to be the sigmoid of g.",
            STEP,
        ),
    ),
)
