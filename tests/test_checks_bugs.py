"""The catalogue of bugs, and whether the checks tell them apart."""

import dataclasses
import functools
import inspect
import itertools
import re

import numpy as np
import pytest
from right_answers import RIGHT
from wrong_attention import ATTENTION, SOFTMAX
from wrong_layer_norms import LAYER_NORM
from wrong_norms import RMS, RMS_NORM, UNIT_NORM
from wrong_rotations import QUERY_PATH, ROPE

from normcourse.checks import subjects
from normcourse.checks.bugs import CATALOGUE, find
from normcourse.checks.cases import Case, agree
from normcourse.checks.diagnose import diagnose
from normcourse.checks.result import CORRECT, WRONG

WRONG_ANSWERS = {
    "rms": RMS,
    "rms_norm": RMS_NORM,
    "layer_norm": LAYER_NORM,
    "unit_norm": UNIT_NORM,
    "rope": ROPE,
    "query_path": QUERY_PATH,
    "softmax": SOFTMAX,
    "attention": ATTENTION,
}

# Bugs of which one cannot be told from the other, and why. Both are named then.
TWINS = {
    frozenset({"mask_fills_with_zero", "mask_fills_with_1e_minus_9"}): (
        "exp(-1e-9) is 1 to nine digits, so a hidden key counts as with a score of 0; the "
        "difference is a thousand times smaller than the rounding of a float32 answer"
    ),
}

SUBJECTS = {s.name: s for s in subjects.SUBJECTS}
NARROWED = {
    "rope, half-split": subjects.ROPE.fixed(layout="half"),
    "rope, whole width": subjects.ROPE.fixed(layout="interleaved", rotary_dim=None),
    "attention, no mask": subjects.ATTENTION.fixed(mask=None, causal=False),
    "rms_norm, vectors": subjects.RMS_NORM.vectors(),
}
EACH_BUG = [(name, bug.key) for name, bugs in CATALOGUE.items() for bug in bugs]


def expected(key):
    """Return the keys that the check is to name for a bug: its own, and that of a twin."""
    return next((pair for pair in TWINS if key in pair), frozenset({key}))


def test_every_subject_and_every_bug_has_an_answer_written_without_it():
    assert set(WRONG_ANSWERS) == set(SUBJECTS) == set(CATALOGUE) == set(RIGHT)
    for name, answers in WRONG_ANSWERS.items():
        assert set(answers) == {bug.key for bug in SUBJECTS[name].bugs}
    assert len(EACH_BUG) >= 20


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_matrix_of_check_and_bugs(name):
    subject = SUBJECTS[name]
    cases = subject.all_cases()
    print(f"\n{name}: the inputs (one column each) that show each bug, and what the check names")
    for bug in subject.bugs:
        shown = "".join("x" if subject.shows(bug, case) else "." for case in cases)
        named = diagnose("", subject, bug.function).named
        print(f"  {shown}  {bug.key:32} -> {', '.join(named)}")
        assert set(named) == expected(bug.key)


@pytest.mark.parametrize(("name", "key"), EACH_BUG)
def test_a_wrong_answer_gets_the_diagnosis_of_its_own_bug(name, key):
    result = diagnose("", SUBJECTS[name], WRONG_ANSWERS[name][key])
    bug = find(name, key)
    assert result.status == WRONG
    assert set(result.named) == expected(key)
    assert bug.diagnosis in result.words
    assert (len(result.named) == 1) == (result.words[0] == bug.diagnosis)
    assert len(result.named) == 1 or result.words[0].startswith("Each of these 2 explains")
    twin = find(name, result.named[0])
    assert dict(result.evidence)["input"] == twin.witness.text()


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


@pytest.mark.parametrize(("name", "key"), EACH_BUG)
def test_the_witness_is_the_smallest_input_that_shows_the_bug(name, key):
    subject, bug = SUBJECTS[name], find(name, key)
    assert subject.shows(bug, bug.witness)
    # A norm of a single coordinate is its sign: what such an input shows teaches nothing.
    smaller = [
        case
        for case in subject.all_cases()
        if case.size < bug.witness.size and (name == "attention" or case.size > 1)
    ]
    assert not [case.text() for case in smaller if subject.shows(bug, case)]


@pytest.mark.parametrize(("name", "way"), [(n, way) for n in RIGHT for way in RIGHT[n]])
def test_a_right_answer_is_accepted_however_it_is_written(name, way):
    result = diagnose("", SUBJECTS[name], RIGHT[name][way])
    assert result.status == CORRECT, repr(result)


def ignoring_too(subject, bug, ignoring):
    """Return a bug's function that ignores an argument as another bug does."""

    @functools.wraps(subject.function)
    def both(*args, **named):
        return bug.function(*args, **named | dict(ignoring.ignores))

    return both


@pytest.mark.parametrize("name", SUBJECTS)
def test_two_mistakes_at_once_are_both_named_or_none_or_the_one_that_hides_the_other(name):
    subject = SUBJECTS[name]
    pairs = [
        (bug, ignoring)
        for bug, ignoring in itertools.product(subject.bugs, repeat=2)
        if ignoring.ignores and not bug.about & ignoring.ignores.keys()
    ]
    named = []
    for bug, ignoring in pairs:
        function = ignoring_too(subject, bug, ignoring)
        named.append(set(diagnose("", subject, function).named))
        assert named[-1] <= {bug.key, ignoring.key}
        if len(named[-1]) == 1:
            assert not any(
                subject.shows(dataclasses.replace(bug, function=function), case)
                != subject.shows(bug, case)
                for case in subject.all_cases()
            )
    assert sum(len(keys) == 2 for keys in named) >= 0.8 * len(pairs)


def test_at_least_three_ways_each():
    assert min(len(ways) for ways in RIGHT.values()) >= 3


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


@pytest.mark.parametrize(("name", "key"), EACH_BUG)
def test_an_entry_of_the_catalogue_reads_well(name, key):
    bug = find(name, key)
    assert 30 < len(bug.diagnosis) < 300
    assert bug.diagnosis.rstrip(")").endswith((".", "`"))
    assert "!" not in bug.diagnosis
    assert bug.source.startswith(f"def {key}(")
    for report in bug.reports:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+#\d+", report)


def test_half_of_the_catalogue_was_reported_by_somebody():
    assert sum(bool(find(*pair).reports) for pair in EACH_BUG) >= 30
