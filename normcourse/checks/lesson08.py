"""The exercises of lesson 08, what real models do."""

import numpy as np

from normcourse.checks.bugs import centered_weight, gemma_norm
from normcourse.checks.cases import Case
from normcourse.checks.exercises import (
    FindInput,
    GiveNumber,
    PickStatement,
    RepairFunction,
    WriteFunction,
)
from normcourse.checks.subject import Subject
from normcourse.checks.wording import number
from normcourse.norms import rms, rms_norm

__all__ = ["EXERCISES"]


def my_centered(weight):
    return weight - np.mean(weight, axis=0)


def my_gemma_norm(x, weight, eps=1e-6):
    mean_square = np.mean(x**2, axis=-1, keepdims=True)
    return x / np.sqrt(mean_square + eps) * (1 + weight)


def broken_gemma_norm(x, weight, eps=1e-6):
    root = np.sqrt(np.mean(x**2, axis=-1, keepdims=True))
    return x / (root + eps) * weight


def centered(weight):
    """Return the matrix that gives W x without its mean."""
    return weight - np.mean(weight, axis=0, keepdims=True)


def gemma(x, weight, eps=1e-6):
    """Return RMSNorm with the gain 1 + weight."""
    return rms_norm(x, 1 + weight, eps=eps)


def _matrices():
    rng = np.random.default_rng(8)
    return (
        Case({"weight": [[1.0, 2.0], [3.0, 8.0]]}),
        Case({"weight": [[1.0, -4.0, 2.5]]}),
        Case({"weight": [[2.0], [5.0], [-1.0]]}),
        Case({"weight": rng.normal(1, 2, (3, 4)).round(1).tolist()}),
        Case({"weight": rng.normal(0, 1, (4, 4)).round(2).tolist()}, strided=True),
        Case({"weight": [[1, 2, 3], [4, 6, 9]]}, dtype="float32", rtol=1e-4),
    )


def _vectors():
    rng = np.random.default_rng(9)
    rows = rng.normal(0.5, 1, (2, 3)).round(1).tolist()
    return (
        Case({"x": [3.0, 4.0], "weight": [0.5, -0.25]}),
        Case({"x": [3.0, -4.0, 1.0], "weight": [0.0, 0.0, 0.0]}),
        Case({"x": rows, "weight": [1.0, -1.5, 0.25]}),
        Case({"x": [0.003, 0.004], "weight": [0.5, -0.25]}),
        Case({"x": [2.0, 1.0], "weight": [0.1, 0.7], "eps": 0.1}),
        Case({"x": [0.0, 0.0], "weight": [0.5, -0.25]}),
        Case({"x": rows, "weight": [0.5, 0.5, -3.0]}, dtype="float32", rtol=1e-4),
    )


def not_massive(vector):
    """Say how a vector fails to have a massive entry and a small mean, or nothing if it has."""
    x = np.asarray(vector, dtype=float)
    if x.shape != (16,) or not np.isfinite(x).all() or not x.any():
        return "Give one vector of 16 finite numbers that are not all 0."
    share = np.abs(x).max() / rms(x)
    ratio = abs(x.mean()) / x.std() if x.std() else np.inf
    if share < 3.85:
        return f"The largest |entry| is {number(share)} times the RMS. It has to be 3.85 times."
    if ratio > 0.05:
        return (
            f"The largest |entry| is {number(share)} times the RMS, as asked. But |μ|/σ is "
            f"{number(ratio)}, and may be 0.05 at most. The others can pull the mean back."
        )
    return ""


EXERCISES = (
    GiveNumber(
        key="chance",
        title="The level of chance",
        minutes=3,
        difficulty=1,
        hints=(
            "Which law does the mean of d independent entries with σ = 1 nearly follow?",
            "Its standard deviation is 1/√d. Which multiple of it do 5 % exceed?",
            "1.96/√576, and √576 is 24.",
        ),
        answer=lambda: 1.96 / np.sqrt(576),
        decimals=3,
        wrong=(
            (0.028, "That is 0.674/√576: half of all random vectors are above it, not 5 %."),
            (0.042, "That is 1/√576, one standard deviation: about 32 % are above it."),
            (0.003, "That is 1.96/576: the root of d is missing."),
            (0.069, "That is 1.645/√576, which counts positive means only. Here |μ| counts."),
            (1.96, "That is the multiple. Divide it by √d."),
        ),
        solution="1.96 / np.sqrt(576)",
        because="1.96/24.",
    ),
    WriteFunction(
        key="centered",
        title="Center what a matrix writes",
        minutes=6,
        difficulty=2,
        hints=(
            "Which entries of W decide what one input adds to all of the outputs?",
            "The mean of Wx over the outputs is the sum over j of x_j times the mean of column j.",
            "Subtract from each column its mean: `np.mean(weight, axis=0)`.",
        ),
        subject=Subject("the centered matrix", centered, _matrices(), centered_weight.BUGS),
        solution=my_centered,
    ),
    RepairFunction(
        key="gemma",
        title="Repair a port of Gemma's norm",
        minutes=5,
        difficulty=2,
        hints=(
            "It has two faults. One shows on every x, the other on a small x only.",
            "What does Gemma store: the gain, or its distance from 1?",
            "With weight = 0 Gemma's norm is RMSNorm with gain 1. And ε belongs under the root.",
        ),
        subject=Subject("Gemma's norm", gemma, _vectors(), gemma_norm.BUGS),
        solution=my_gemma_norm,
        broken=broken_gemma_norm,
    ),
    FindInput(
        key="massive",
        title="A massive entry and no mean",
        minutes=5,
        difficulty=2,
        hints=(
            "With d = 16, how large can an entry be beside the RMS? Which vector gets there?",
            "A one-hot vector has 4 = √16. What is its mean, and which small change takes it out?",
            "Fifteen entries of −1/15 beside a 1.",
        ),
        fails=not_massive,
        solution="[1.0] + [-1 / 15] * 15",
        because="The largest entry is nearly √16 times the RMS, and the others cancel the mean.",
    ),
    PickStatement(
        key="drift",
        title="Why Whisper's mean is free",
        minutes=3,
        difficulty=2,
        hints=(
            "What does LayerNorm(x + c·1) give?",
            "If no reader of the stream sees a part of it, what does training do to that part?",
        ),
        choices={
            "A": "LayerNorm adds its bias β to the stream, and β has a mean.",
            "B": "All that reads the stream is a LayerNorm, which takes the mean out, so the loss "
            "does not depend on it.",
            "C": "Audio has a mean, and text has none.",
            "D": "The gain of LayerNorm is larger than 1, so means grow.",
        },
        answer="B",
        why={
            "A": "β is added to what a sublayer is given, not to the stream that it writes to.",
            "B": "No gradient points along the mean, and nothing holds it near 0. Centering all "
            "that writes to the stream changes no output.",
            "C": "The decoder reads text, and its stream has a mean above chance too.",
            "D": "The gain acts after the mean was taken out, on what the sublayer is given.",
        },
    ),
)
