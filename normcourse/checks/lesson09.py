"""The exercises of lesson 09, a block and its depth."""

import numpy as np

from normcourse.checks.block_subjects import PRE_NORM
from normcourse.checks.exercises import (
    FindInput,
    GiveNumber,
    PickStatement,
    RepairFunction,
    WriteFunction,
)
from normcourse.checks.gate_subjects import GATE_BACK, SWIGLU
from normcourse.checks.wording import number
from normcourse.depth import residual_stack

__all__ = ["EXERCISES"]

WIDTH, HIDDEN = 4096, 11008


def my_layer(x, W, eps=1e-6):
    r = np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    return x + (x / r) @ W


def my_swiglu(y, gate, up, down):
    g, u = y @ gate, y @ up
    silu = g / (1 + np.exp(-g))
    return (silu * u) @ down


def broken_swiglu(y, gate, up, down):
    g, u = y @ gate, y @ up
    silu = 1 / (1 + np.exp(-g))
    return (silu * u) @ down


def my_gate_back(g, u, dh):
    s = 1 / (1 + np.exp(-g))
    return dh * u * s * (1 + g * (1 - s))


def weights_of_a_block():
    """Return how many numbers a block of the exercise learns."""
    return 4 * WIDTH**2 + 3 * WIDTH * HIDDEN + 2 * WIDTH


def out_of_bounds(factor):
    """Say where a stack without norm ends with this factor, or nothing if it is within bounds."""
    factor = float(factor)
    if not (np.isfinite(factor) and factor > 0):
        return "Give one positive number, such as `0.5`."
    sizes, _ = residual_stack("nowhere", 64, scale=factor)
    lost = ~np.isfinite(sizes)
    if lost.any():
        return (
            f"With {number(factor)} the stream is beyond the largest float64 after layer "
            f"{int(np.argmax(lost))}. Take a smaller factor."
        )
    top = sizes[-1]
    if 1.2 < top <= 3:
        return ""
    cure = "The branches add next to nothing: take a larger one."
    return (
        f"With {number(factor)} the RMS on top is {number(top)}. "
        f"{cure if top <= 1.2 else 'Take a smaller factor.'}"
    )


EXERCISES = (
    WriteFunction(
        key="pre_norm",
        title="Write a pre-norm layer",
        minutes=5,
        difficulty=1,
        hints=(
            "Two paths: x goes past the branch as it is, and through the branch.",
            "The branch is RMSNorm, then `@ W`.",
            "x + RMSNorm(x) @ W. The norm needs `axis=-1, keepdims=True`.",
        ),
        subject=PRE_NORM,
        solution=my_layer,
    ),
    RepairFunction(
        key="swiglu",
        title="Repair SwiGLU",
        minutes=4,
        difficulty=1,
        hints=(
            "Compare the line that begins with `silu` with the formula in the lesson.",
            "What is silu(0)? What does this function give for g = 0?",
            "The sigmoid of g has to be multiplied by g.",
        ),
        subject=SWIGLU,
        solution=my_swiglu,
        broken=broken_swiglu,
    ),
    WriteFunction(
        key="gate_back",
        title="The gradient of the gate",
        minutes=8,
        difficulty=2,
        hints=(
            "Hold u and the rest fixed. What is the derivative of g·s(g)?",
            "The product rule gives s + g·s′, and s′ = s·(1 − s).",
            "Multiply by u, since h = silu(g)·u, and by what comes from above, `dh`.",
        ),
        subject=GATE_BACK,
        solution=my_gate_back,
    ),
    GiveNumber(
        key="weights",
        title="The weights of a block",
        minutes=4,
        difficulty=1,
        hints=(
            "Attention has four square matrices. How many has SwiGLU, and of which shape?",
            "Two norms stand in a block, and RMSNorm learns one number a coordinate.",
            "4 · 4096² + 3 · 4096 · 11008 + 2 · 4096.",
        ),
        answer=weights_of_a_block,
        decimals=0,
        wrong=(
            (202_375_168, "The gains of the two norms are missing."),
            (202_379_264, "A block has two norms: one before each branch."),
            (202_391_552, "That gives each norm a bias, too. RMSNorm has none."),
            (157_294_592, "SwiGLU has three matrices: gate, up and down."),
            (185_606_144, "Attention has four matrices: queries, keys, values, and the output."),
            (67_117_056, "That is attention and the norms. The feed-forward layer is missing."),
            (135_274_496, "That is the feed-forward layer and the norms. Attention is missing."),
        ),
        solution="4 * 4096**2 + 3 * 4096 * 11008 + 2 * 4096",
        because="Four square matrices, three of 4096 × 11008, and two gains of 4096: the norms "
        "are less than a hundredth of a percent.",
    ),
    PickStatement(
        key="zero",
        title="Branches that start at zero",
        minutes=3,
        difficulty=2,
        hints=(
            "Use dx = dz + Jᵀdz.",
            "What is J of a branch whose last matrix is zero?",
        ),
        choices={
            "A": "zero: it cannot pass matrices of zeros",
            "B": "the gradient at the top, unchanged",
            "C": "half of the gradient at the top",
            "D": "it depends on the sizes in the stream, since the norms divide by them",
        },
        answer="B",
        why={
            "A": "It cannot pass through the branches. But it need not: it passes beside them.",
            "B": "Every J is zero, so each layer gives dx = dz.",
            "C": "The two ways are added, not averaged, and one of them gives nothing.",
            "D": "In a pre-norm stack the norms are inside the branches, and nothing comes back "
            "through those. With post-norm it would be so.",
        },
    ),
    FindInput(
        key="factor",
        title="A stack without norm that holds",
        minutes=5,
        difficulty=2,
        hints=(
            "Use the explorer: Norm nowhere, 64 layers. Which factor is too large?",
            "One eighth is too small, one quarter too large.",
            "Go on halving the interval: what does 3/16 give, and 7/32?",
        ),
        fails=out_of_bounds,
        solution="0.21",
        because="A little less adds next to nothing, a little more is lost: without a norm there "
        "is a narrow range between the two, and it lies elsewhere for other seeds.",
    ),
)
