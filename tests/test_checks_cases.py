"""The inputs of the checks: what they are, and what a narrowed subject keeps of them."""

import inspect

import numpy as np
import pytest
from check_answers import SUBJECTS, expected
from wrong_norms import RMS_NORM
from wrong_rotations import ROPE

from normcourse.checks import subjects
from normcourse.checks.bugs import find
from normcourse.checks.cases import Case, agree
from normcourse.checks.diagnose import diagnose
from normcourse.checks.result import CORRECT

NARROWED = {
    "rope, half-split": subjects.ROPE.fixed(layout="half"),
    "rope, whole width": subjects.ROPE.fixed(layout="interleaved", rotary_dim=None),
    "attention, no mask": subjects.ATTENTION.fixed(mask=None, causal=False),
    "rms_norm, vectors": subjects.RMS_NORM.vectors(),
}


@pytest.mark.parametrize("name", NARROWED)
def test_a_narrowed_subject_still_tells_its_bugs_apart(name):
    subject = NARROWED[name]
    assert diagnose("", subject, subject.function).status == CORRECT
    assert len(subject.bugs) >= 9
    for bug in subject.bugs:
        result = diagnose("", subject, bug.function)
        assert set(result.named) == expected(bug.key)
        assert dict(result.evidence)["input"] == bug.witness.text()


def test_a_narrowed_subject_keeps_the_inputs_with_these_values_and_the_chosen_witnesses():
    whole, half = NARROWED["rope, whole width"], NARROWED["rope, half-split"]
    cases = SUBJECTS["rope"].all_cases()
    kept = [c for c in cases if c.arguments.get("layout") == "half"]
    assert [c.text() for c in half.cases] == [c.without("layout").text() for c in kept]
    kept = [c for c in cases if not {"layout", "rotary_dim"} & set(c.arguments)]
    assert [c.text() for c in whole.cases] == [c.text() for c in kept]
    for bug in whole.bugs:
        assert bug.witness.text() == find("rope", bug.key).witness.text()
    for subject in (whole, half):
        assert "layout" not in inspect.signature(subject.function).parameters
        assert subject.required == ["x", "positions"]


def test_what_a_narrowed_subject_leaves_out():
    keys = {bug.key for bug in NARROWED["rope, whole width"].bugs}
    partial = {"frequencies_of_the_full_width", "all_coordinates_turned", "last_coordinates_turned"}
    assert keys == set(ROPE) - partial
    assert {b.key for b in NARROWED["rope, half-split"].bugs} == set(ROPE)
    assert not any(b.key.startswith("mask") for b in NARROWED["attention, no mask"].bugs)
    assert set(RMS_NORM) - {b.key for b in NARROWED["rms_norm, vectors"].bugs} == {
        "mean_of_the_whole_array",
        "mean_over_the_first_axis",
    }
    for subject in NARROWED.values():
        assert not {"layout", "mask"} & {n for c in subject.all_cases() for n in c.arguments}


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_inputs_differ_as_learners_inputs_do(name):
    subject = SUBJECTS[name]
    traits = frozenset.union(*(c.traits(subject.required) for c in subject.all_cases()))
    assert {"more than one row", "float32 entries", "a strided view"} <= traits
    if name.endswith("norm"):
        assert {
            "a single coordinate (d = 1)",
            "a row of zeros",
            "a mean far from zero",
            "entries below 0.01",
            "entries above 100",
            "integer entries",
            "an argument `gain`",
            "an argument `eps`",
        } <= traits


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_inputs_are_the_same_each_time_and_short_enough_to_read(name):
    for case in SUBJECTS[name].all_cases():
        first, second = case.make(), case.make()
        for argument, v in first.items():
            np.testing.assert_array_equal(v, second[argument])
            assert v is not second[argument] or not isinstance(v, np.ndarray)
        assert len(case.text()) < 240
        assert case.size <= 40


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ([1.0, 2.0], [1.0, 2.00001], True),
        ([1.0, 2.0], [1.0, 2.001], False),
        # Relative to the largest entry of the row, and to nothing else.
        ([1e-4, 100.0], [2e-4, 100.0], True),
        ([[1e-4], [100.0]], [[2e-4], [100.0]], False),
        ([1e-9, 2e-9], [1.1e-9, 2e-9], False),
        ([0.0, 0.0], [0.0, 1e-13], True),
        ([np.nan, 1.0], [np.nan, 1.0], True),
        ([np.nan, 1.0], [np.inf, 1.0], False),
        ([np.inf, 1.0], [-np.inf, 1.0], False),
        ([np.inf, 1.0], [1.0, 1.0], False),
        ([1.0, 1.0], [np.inf, 1.0], False),
        ([np.nan, 1.0], [1.0, 1.0], False),
        ([np.inf, 1.0], [np.inf, 2.0], False),
        ([1.0], [1.0, 1.0], False),
        (1.0, [1.0], False),
        (1.0, 1.0, True),
        (3, 3.0, True),
    ],
)
def test_when_two_outputs_agree(a, b, same):
    assert agree(a, b, 1e-5) is same


def test_a_strided_case_is_a_view_that_skips():
    strided = [c for c in SUBJECTS["rms_norm"].all_cases() if c.strided]
    assert strided
    for case in SUBJECTS["rms_norm"].all_cases():
        assert case.make()["x"].flags["C_CONTIGUOUS"] is not case.strided


def test_a_case_makes_its_arrays_and_says_them_in_words():
    positions = np.array([1, 2])
    case = Case({"x": [1.0, 2.0], "positions": positions, "layout": "half"}, dtype="float32")
    made, exact = case.make(), case.exact()
    assert made["x"].dtype == np.float32 and exact["x"].dtype == np.float64
    assert made["positions"].dtype == exact["positions"].dtype == positions.dtype
    assert made["positions"] is not positions
    assert made["layout"] == exact["layout"] == "half"
    assert (case.size, case.is_vector) == (4, True)
    assert case.text() == "x = [1, 2], positions = [1, 2], layout = 'half' (float32)"
    assert case.without("layout").text() == "x = [1, 2], positions = [1, 2] (float32)"
    spelled = Case({"x": [2.0**30, 1.0]}, strided=True, spelled={"x": "2**30, 1"})
    assert spelled.text() == "x = 2**30, 1 (a strided view)"
    third = Case({"x": [1 / 3]}, dtype="float32")
    assert third.exact()["x"][0] == float(np.float32(1 / 3)) != 1 / 3


def test_an_integer_input_stays_one_for_the_right_answer_too():
    case = Case({"x": [1.0, 2.0]}, dtype="int64")
    assert case.make()["x"].dtype == case.exact()["x"].dtype == np.int64
