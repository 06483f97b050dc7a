"""The catalogue of bugs, and whether the checks tell them apart."""

import dataclasses
import functools
import itertools
import re

import pytest
from check_answers import EACH_BUG, SUBJECTS, WRONG_ANSWERS, expected
from right_answers import RIGHT

from normcourse.checks.bugs import CATALOGUE, find
from normcourse.checks.diagnose import diagnose
from normcourse.checks.result import CORRECT, WRONG


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
