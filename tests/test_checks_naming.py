"""When a bug is named, and when two are."""

import dataclasses
import functools

import numpy as np
from branch_answers import (
    SUBJECT,
    eps_outside,
    layer_norm_without_eps,
    length_without_gain,
    two_mistakes,
)

from normcourse.checks.cases import Case
from normcourse.checks.diagnose import diagnose
from normcourse.checks.lesson01 import my_rms_norm
from normcourse.checks.trial import Trial


def words_of(result):
    return " ".join(result.words)


def test_two_mistakes_at_once_are_both_named():
    result = diagnose("", SUBJECT, layer_norm_without_eps)
    assert result.named == ("mean_subtracted", "eps_forgotten")
    assert "The first: This is LayerNorm" in result.words[0]
    assert "The second: This is what one gets without ε" in result.words[1]
    assert diagnose("", SUBJECT, length_without_gain).named == ("sum_for_mean", "gain_forgotten")


def test_two_mistakes_at_once_are_not_named_where_another_pair_explains_as_much():
    twin = dataclasses.replace(
        SUBJECT.bugs[0], function=_renamed(SUBJECT.bugs[0].function), witness=SUBJECT.cases[0]
    )
    more = dataclasses.replace(SUBJECT, bugs=(*SUBJECT.bugs, twin))
    assert diagnose("", more, layer_norm_without_eps).named == ()


def test_an_argument_that_is_fixed_is_not_taken_for_ignored():
    fixed = SUBJECT.fixed(eps=1e-6)
    assert "eps_forgotten" in [bug.key for bug in fixed.bugs]

    def length_without_gain(x, gain=None):
        return x / np.sqrt(np.sum(x * x, axis=-1)[..., None] + 1e-6)

    assert diagnose("", fixed, length_without_gain).named == ("sum_for_mean", "gain_forgotten")


def test_two_mistakes_are_named_with_what_shows_each():
    result = diagnose("", SUBJECT, two_mistakes)
    assert set(result.named) == {"mean_of_the_whole_array", "gain_forgotten"}
    failing = Trial("", SUBJECT, two_mistakes).run().failing
    assert f"The second shows on 2 of the {len(failing)} inputs" in words_of(result)
    shown = dict(result.evidence)["input"]
    assert "gain" not in shown and f"`{shown}`" not in words_of(result)


def pair_of(*cases):
    """Return a subject with two bugs and these cases."""
    keys = ("mean_of_the_whole_array", "gain_forgotten")
    bugs = tuple(bug for bug in SUBJECT.bugs if bug.key in keys)
    return dataclasses.replace(SUBJECT, bugs=bugs, cases=cases)


def test_each_of_two_mistakes_has_to_explain_a_wrong_output():
    batch = Case({"x": [[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]]})

    def whole_for_three_rows(x, gain=None, eps=1e-6):
        return two_mistakes(x, gain, eps) if len(x) == 3 else my_rms_norm(x, gain, eps)

    # Without a gain, the forgotten gain explains what is right, and nothing that is wrong.
    subject = pair_of(batch)
    gainless = dataclasses.replace(subject.bugs[1], witness=batch)
    subject = dataclasses.replace(subject, bugs=(subject.bugs[0], gainless))
    assert diagnose("", subject, whole_for_three_rows).named == ()


def test_the_first_of_two_mistakes_is_shown_by_an_input_of_its_own():
    three_rows = [Case({"x": [[1.0, 2.0], [3.0, 4.0], [5.0, float(i)]]}) for i in (1, 2, 3)]

    def gain_forgotten_and_whole_for_three_rows(x, gain=None, eps=1e-6):
        return two_mistakes(x, gain, eps) if len(x) == 3 else my_rms_norm(x, None, eps)

    result = diagnose("", pair_of(*three_rows), gain_forgotten_and_whole_for_three_rows)
    assert result.named == ("mean_of_the_whole_array", "gain_forgotten")
    assert dict(result.evidence)["input"] == three_rows[0].text()


def test_two_mistakes_are_not_named_where_another_pair_explains_as_much():
    keys = ("mean_of_the_whole_array", "gain_forgotten")
    bugs = [bug for bug in SUBJECT.bugs if bug.key in keys]
    twin = dataclasses.replace(bugs[0], function=_renamed(bugs[0].function))
    pair = dataclasses.replace(SUBJECT, bugs=tuple(bugs), cases=tuple(SUBJECT.all_cases()))
    assert set(diagnose("", pair, two_mistakes).named) == set(keys)
    three = dataclasses.replace(pair, bugs=(*bugs, twin))
    assert diagnose("", three, two_mistakes).named == ()


def _renamed(function):
    @functools.wraps(function)
    def other(*args, **kwargs):
        return function(*args, **kwargs)

    other.__name__ = "another"
    return other


def test_a_bug_is_not_named_if_a_single_output_differs():
    def almost(x, gain=None, eps=1e-6):
        y = eps_outside(x, gain, eps)
        return y + 0.01 if x.size == 15 else y

    assert diagnose("", SUBJECT, eps_outside).named == ("eps_outside_root",)
    assert diagnose("", SUBJECT, almost).named == ()
