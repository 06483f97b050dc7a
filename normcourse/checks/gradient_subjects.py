"""What lesson 06 has learners write: a Jacobian and two backward passes, with their bugs."""

from normcourse.checks.bugs.jacobian import JACOBIAN as JACOBIAN_BUGS
from normcourse.checks.bugs.layer_backward import LAYER_BACKWARD as LAYER_BUGS
from normcourse.checks.bugs.rms_backward import RMS_BACKWARD as RMS_BUGS
from normcourse.checks.cases import Case
from normcourse.checks.subject import Subject
from normcourse.gradients import layer_norm_vjp, rms_norm_jacobian, rms_norm_vjp

__all__ = ["JACOBIAN", "LAYER_BACKWARD", "RMS_BACKWARD"]


def jacobian(x, gain=None, eps=1e-6):
    return rms_norm_jacobian(x, gain, eps)


def rms_backward(x, dy, gain=None, eps=1e-6):
    return rms_norm_vjp(x, dy, gain, eps)[0]


def layer_backward(x, dy, gain=None, eps=1e-6):
    return layer_norm_vjp(x, dy, gain, eps)[0]


JACOBIAN = Subject(
    "the Jacobian",
    jacobian,
    (
        Case({"x": [2.5], "eps": 0.1}),
        Case({"x": [1.0, 2.0, 3.0, 4.0]}),
        Case({"x": [1e-3, -2e-3, 5e-4], "eps": 1e-5}),
        Case({"x": [0.0, 0.0, 0.0], "eps": 0.01}),
        Case({"x": [3.0, -1.0, 2.0], "gain": [0.5, -1.0, 2.0], "eps": 0.01}),
        Case({"x": [3.0, 4.0, -1.0], "eps": 0.0}),
        Case({"x": [1.0, -2.0, 4.0], "eps": 0.1}, dtype="float32", rtol=1e-4),
    ),
    JACOBIAN_BUGS,
)

BACKWARD_CASES = (
    Case({"x": [2.5], "dy": [3.0], "eps": 0.1}),
    Case({"x": [1.0, 2.0, 3.0, 4.0], "dy": [0.5, -1.0, 2.0, 1.0]}),
    Case({"x": [1e-3, -2e-3, 5e-4], "dy": [1.0, 1.0, -1.0], "eps": 1e-5}),
    Case({"x": [3.0, 4.0, -1.0], "dy": [1.0, 0.0, 2.0], "eps": 0.0}),
    Case(
        {
            "x": [[[3.0, 1.0, -2.0]], [[0.5, 0.0, 2.0]]],
            "dy": [[[1.0, -1.0, 0.5]], [[2.0, 1.0, 1.0]]],
            "gain": [0.5, -1.0, 2.0],
            "eps": 0.1,
        },
        strided=True,
    ),
    Case(
        {"x": [[1.0, -2.0, 4.0, 0.5]], "dy": [[1.0, 1.0, -1.0, 2.0]], "eps": 0.01},
        dtype="float32",
        rtol=1e-4,
    ),
)

RMS_BACKWARD = Subject(
    "the backward pass of RMSNorm",
    rms_backward,
    BACKWARD_CASES,
    RMS_BUGS,
)

LAYER_BACKWARD = Subject(
    "the backward pass of LayerNorm",
    layer_backward,
    (
        *BACKWARD_CASES,
        Case({"x": [2.0, 2.0, 2.0], "dy": [1.0, 0.0, 2.0], "eps": 0.25}),
    ),
    LAYER_BUGS,
)
