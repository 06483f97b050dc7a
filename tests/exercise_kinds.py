"""One exercise of each kind."""

import numpy as np

from normcourse.checks import subjects
from normcourse.checks.exercises import (
    FindInput,
    GiveNumber,
    PickStatement,
    RepairFunction,
    WriteFunction,
)
from normcourse.checks.lesson01 import my_rms_norm

COMMON = {"minutes": 3, "difficulty": 1, "hints": ("One.", "Two.")}


def broken(x, gain=None, eps=1e-6):
    """Return the wrong thing."""
    return x / (np.sqrt(np.mean(x**2, axis=-1, keepdims=True)) + eps)


def broken_in_the_cell(x, gain=None, eps=1e-6):
    return x / (np.sqrt(np.mean(x**2, axis=-1, keepdims=True)) + eps)


def fails(value):
    total = sum(value)
    return "" if total == 0 else f"The sum is {total}, not 0."


WRITE = WriteFunction(
    key="write", title="Write it", subject=subjects.RMS_NORM, solution=my_rms_norm, **COMMON
)


REPAIR = RepairFunction(
    key="repair",
    title="Repair it",
    subject=subjects.RMS_NORM,
    solution=my_rms_norm,
    broken=broken,
    **COMMON,
)


NUMBER = GiveNumber(
    key="number",
    title="A number",
    answer=lambda: np.sqrt(12.5),
    decimals=3,
    wrong=((5.0, "That is the length."), (12.5, "No root."), (12.5004, "No root at all.")),
    solution="np.sqrt(12.5)",
    because="The root of 12.5.",
    **COMMON,
)


PICK = PickStatement(
    key="pick",
    title="Pick one",
    choices={"A": "It is flat.", "B": "It is round."},
    answer="B",
    why={"A": "Ships sink below the horizon.", "B": "Its shadow shows it."},
    **COMMON,
)


FIND = FindInput(
    key="find", title="Find one", fails=fails, solution="[1, -1]", because="It cancels.", **COMMON
)


KINDS = (WRITE, REPAIR, NUMBER, PICK, FIND)
