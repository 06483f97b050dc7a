"""Each branch of the diagnosis: what makes it speak, what it says, and that nothing else does."""

import dataclasses
import functools

import numpy as np
import pytest

from normcourse.checks import diagnose as module
from normcourse.checks import subjects
from normcourse.checks.cases import Case
from normcourse.checks.diagnose import diagnose
from normcourse.checks.lesson01 import my_rms_norm
from normcourse.checks.result import CORRECT, ERROR, NOT_ATTEMPTED, WRONG
from normcourse.checks.trial import Trial

SUBJECT = subjects.RMS_NORM
TRIED = len(SUBJECT.all_cases())


def untouched(x, gain=None, eps=1e-6): ...


def open_inside(x, gain=None, eps=1e-6):
    mean_square = ...
    return x / mean_square


def not_implemented(x, gain=None, eps=1e-6):
    raise NotImplementedError


def without_return(x, gain=None, eps=1e-6):
    x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)


def computed_for_nothing(x, gain=None, eps=1e-6):
    np.mean(x * x)
    return ...


class NotYet:
    def __call__(self, x, gain=None, eps=1e-6):
        return None


def half_returned(x, gain=None, eps=1e-6):
    if gain is None:
        return my_rms_norm(x, gain, eps)


def spelled_wrong(x, gain=None, eps=1e-6):
    return x / np.sqrt(mean_square + eps)  # noqa: F821


def as_text(x, gain=None, eps=1e-6):
    return str(my_rms_norm(x, gain, eps))


def as_complex(x, gain=None, eps=1e-6):
    return my_rms_norm(x, gain, eps) + 0j


def as_generator(x, gain=None, eps=1e-6):
    return (row for row in my_rms_norm(x, gain, eps))


def spoiling(x, gain=None, eps=1e-6):
    y = my_rms_norm(x, gain, eps)
    x[...] = 0
    return y


def spoiling_and_wrong(x, gain=None, eps=1e-6):
    y = x / np.sqrt(np.sum(x**2, axis=-1, keepdims=True) + eps)
    x[...] = 0
    return y if gain is None else y * gain


def eps_outside(x, gain=None, eps=1e-6):
    return (x.T / (np.sqrt((x.T**2).mean(axis=0)) + eps)).T * (1 if gain is None else gain)


def two_mistakes(x, gain=None, eps=1e-6):
    # No gain, and one mean for the whole array; no input shows both at once but for batches.
    if x.ndim == 1:
        return my_rms_norm(x, None, eps)
    return x / np.sqrt(np.mean(x**2) + eps) * (1 if gain is None else gain)


def layer_norm_without_eps(x, gain=None, eps=1e-6):
    c = x - x.mean(-1, keepdims=True)
    c = c / c.std(-1, keepdims=True)
    return c if gain is None else c * gain


def length_without_gain(x, gain=None, eps=1e-6):
    return x / np.sqrt(np.sum(x * x, axis=-1)[..., None] + eps)


def flattened(x, gain=None, eps=1e-6):
    return np.ravel(my_rms_norm(x, gain, eps))


def axis_added(x, gain=None, eps=1e-6):
    return my_rms_norm(x, gain, eps)[None]


def axis_lost(x, gain=None, eps=1e-6):
    y = my_rms_norm(x, gain, eps)
    return y if y.ndim == 1 else y[..., 0]


def into_integers(x, gain=None, eps=1e-6):
    return my_rms_norm(x, gain, eps).astype(int)


def into_float16(x, gain=None, eps=1e-6):
    return my_rms_norm(x, gain, eps).astype(np.float16)


def nearly(x, gain=None, eps=1e-6):
    return my_rms_norm(x, gain, eps) * (1 + 3e-4 * np.sign(x))


def given_back(x, gain=None, eps=1e-6):
    return x


def doubled(x, gain=None, eps=1e-6):
    return 2 * my_rms_norm(x, gain, eps)


def negated(x, gain=None, eps=1e-6):
    return -my_rms_norm(x, gain, eps)


def zeros(x, gain=None, eps=1e-6):
    return np.zeros(x.shape)


def wrong_for_float32(x, gain=None, eps=1e-6):
    y = my_rms_norm(x, gain, eps)
    return y if x.dtype != np.float32 else y[..., ::-1]


def nonsense(x, gain=None, eps=1e-6):
    return np.cos(x)


def one_argument(x):
    return x


def needs_gain(x, gain, eps=1e-6):
    return my_rms_norm(x, gain, eps)


# For each branch: an answer that makes it speak, the status, and words that it says.
EXAMPLES = [
    ("not_a_function", np.ones(3), ERROR, "object of type `ndarray` and needs a function"),
    ("wrong_arguments", one_argument, ERROR, "`(x, gain=None, eps=1e-6)`; yours takes `(x)`"),
    ("wrong_arguments", needs_gain, ERROR, "yours takes `(x, gain, eps)`"),
    ("left_open", untouched, NOT_ATTEMPTED, "Replace the `...`"),
    ("left_open", open_inside, NOT_ATTEMPTED, "Replace the `...`"),
    ("left_open", not_implemented, NOT_ATTEMPTED, "Replace the `...`"),
    ("left_open", lambda x, gain=None, eps=1e-6: ..., NOT_ATTEMPTED, "Replace the `...`"),
    ("left_open", computed_for_nothing, NOT_ATTEMPTED, "Replace the `...`"),
    ("left_open", NotYet(), NOT_ATTEMPTED, "Replace the `...`"),
    ("left_open", without_return, NOT_ATTEMPTED, "its `return` is missing"),
    ("raised", spelled_wrong, ERROR, f"raised an exception on {TRIED} of {TRIED} inputs"),
    ("not_numbers", half_returned, WRONG, "gave None for this input"),
    ("not_numbers", as_text, WRONG, "gave an object of type `str`"),
    ("not_numbers", as_complex, WRONG, "gave complex numbers"),
    ("not_numbers", as_generator, WRONG, "gave an object of type `generator`"),
    ("only_changes_input", spoiling, WRONG, "changes its input `x`"),
    ("all_right", my_rms_norm, CORRECT, f"on all {TRIED} inputs"),
    ("known_bugs", eps_outside, WRONG, "ε outside the root"),
    ("known_bugs", spoiling_and_wrong, WRONG, "sum of the squares in place of their mean"),
    ("two_at_once", layer_norm_without_eps, WRONG, "Two mistakes at once"),
    ("two_at_once", length_without_gain, WRONG, "Two mistakes at once"),
    ("two_in_turn", two_mistakes, WRONG, "Two mistakes together"),
    ("wrong_shape", flattened, WRONG, "has shape (4,) and should have shape (2, 2)"),
    ("wrong_shape", axis_lost, WRONG, "A sum or a mean over an axis removes it."),
    ("wrong_shape", axis_added, WRONG, "add axes"),
    ("integers", into_integers, WRONG, "array of integers"),
    ("rounded", into_float16, WRONG, "float16 holds three digits"),
    ("rounded", nearly, WRONG, "is something rounded on the way?"),
    ("unchanged", given_back, WRONG, "gives back its input"),
    ("constant_factor", doubled, WRONG, "is 2 times the right one"),
    ("constant_factor", negated, WRONG, "has the wrong sign"),
    ("constant_factor", zeros, WRONG, "is zero"),
    ("one_trait", wrong_for_float32, WRONG, "float32 entries"),
    ("smallest", nonsense, WRONG, "No mistake that the check knows"),
]
NAMES = [f"{name}-{getattr(answer, '__name__', 'array')}" for name, answer, *_ in EXAMPLES]


def words_of(result):
    return " ".join(result.words)


@pytest.mark.parametrize(("branch", "answer", "status", "words"), EXAMPLES, ids=NAMES)
def test_what_a_branch_says(branch, answer, status, words):
    result = diagnose("An exercise", SUBJECT, answer)
    assert result.status == status
    assert words in words_of(result)
    assert result.title == "An exercise"
    assert all(result.words)


@pytest.mark.parametrize(("branch", "answer", "status", "words"), EXAMPLES, ids=NAMES)
def test_without_the_branch_it_is_not_said(monkeypatch, branch, answer, status, words):
    for name in ("BEFORE", "AFTER"):
        kept = tuple(b for b in getattr(module, name) if b.__name__ != branch)
        monkeypatch.setattr(module, name, kept)
    try:
        result = diagnose("An exercise", SUBJECT, answer)
    except Exception:
        return
    assert (result.status, words in words_of(result)) != (status, True)


def test_every_branch_has_an_example():
    branches = [b.__name__ for b in (*module.BEFORE, *module.AFTER)]
    assert list(dict.fromkeys(name for name, *_ in EXAMPLES)) == branches


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


def test_an_argument_that_no_input_uses_may_be_left_out():
    def with_more(x, gain=None, eps=1e-6, out=None):
        return my_rms_norm(x, gain, eps)

    subject = dataclasses.replace(SUBJECT, function=with_more)
    assert diagnose("", subject, my_rms_norm).status == CORRECT
    assert "`(x, gain=None, eps=1e-6)`" in diagnose("", subject, one_argument).words[0]


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


def test_wrong_values_and_a_changed_input_are_both_told():
    words = diagnose("", SUBJECT, spoiling_and_wrong).words
    assert "in place of their mean" in words[0] and "changes its input `x`" in words[1]


def _renamed(function):
    @functools.wraps(function)
    def other(*args, **kwargs):
        return function(*args, **kwargs)

    other.__name__ = "another"
    return other


def test_the_smallest_failing_input_is_shown_with_both_values():
    result = diagnose("", SUBJECT, nonsense)
    rows = dict(result.evidence)
    assert rows == {"input": "x = [2.5]", "yours": "[-0.801144]", "right": "[1]"}


def test_values_that_read_alike_are_told_apart():
    close = dataclasses.replace(SUBJECT, bugs=(), cases=(SUBJECT.cases[0],))
    exact = dataclasses.replace(close, cases=(dataclasses.replace(close.cases[0], rtol=1e-9),))
    result = diagnose("", exact, lambda x, gain=None, eps=1e-6: my_rms_norm(x, gain, eps) + 1e-7)
    assert dict(result.evidence)["off by"] == "at most 1e-7"


def test_a_bug_is_not_named_if_a_single_output_differs():
    def almost(x, gain=None, eps=1e-6):
        y = eps_outside(x, gain, eps)
        return y + 0.01 if x.size == 15 else y

    assert diagnose("", SUBJECT, eps_outside).named == ("eps_outside_root",)
    assert diagnose("", SUBJECT, almost).named == ()


def test_compiled_functions_and_objects_that_can_be_called_are_tried_too():
    class Norm:
        def __call__(self, x, gain=None, eps=1e-6):
            return my_rms_norm(x, gain, eps)

    assert diagnose("", SUBJECT, Norm()).status == CORRECT
    assert diagnose("", SUBJECT, functools.partial(my_rms_norm, gain=None)).status == CORRECT
    assert diagnose("", SUBJECT, np.vectorize(len)).status == ERROR
    assert diagnose("", subjects.RMS, len).status == WRONG
