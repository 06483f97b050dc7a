"""A learner's own exception is shown with its line, its input and its usual cause."""

import numpy as np
import pytest

from normcourse.checks import causes, subjects
from normcourse.checks.causes import line_of, message_of, usual_cause
from normcourse.checks.diagnose import diagnose
from normcourse.checks.lesson01 import my_rms_norm
from normcourse.checks.result import ERROR

SUBJECT = subjects.RMS_NORM


def none_times(x, gain=None, eps=1e-6):
    return gain * x


def misspelled(x, gain=None, eps=1e-6):
    return means_square  # noqa: F821


def used_too_early(x, gain=None, eps=1e-6):
    y = y / 2  # noqa: F821
    return y


def too_many_axes(x, gain=None, eps=1e-6):
    return np.mean(x, axis=1)


def without_keepdims(x, gain=None, eps=1e-6):
    return x / np.sqrt(np.mean(x**2, axis=-1) + eps)


def inner_sizes(x, gain=None, eps=1e-6):
    return x @ np.ones((7, 7))


def in_place(x, gain=None, eps=1e-6):
    x = x.astype(int)
    x /= np.sqrt(np.mean(x**2) + eps)
    return x


def truth_of_array(x, gain=None, eps=1e-6):
    return x if x > 0 else -x


def of_math(x, gain=None, eps=1e-6):
    import math

    return x / math.sqrt(np.array([1.0, 2.0]))


def not_in_numpy(x, gain=None, eps=1e-6):
    return np.rsqrt(x)


def torch_method(x, gain=None, eps=1e-6):
    return x.pow(2)


def torch_name(x, gain=None, eps=1e-6):
    return np.mean(x, dim=-1)


def by_zero(x, gain=None, eps=1e-6):
    return x / (1 / 0)


def endless_recursion(x, gain=None, eps=1e-6):
    return endless_recursion(x, gain, eps)


def missing_module(x, gain=None, eps=1e-6):
    import no_such_module_of_this_name  # noqa: F401


def past_the_end(x, gain=None, eps=1e-6):
    return x[..., 99]


def too_many_arguments(x, gain=None, eps=1e-6):
    return my_rms_norm(x, gain, eps, x)


def something_else(x, gain=None, eps=1e-6):
    raise KeyError("gain")


# One for each entry of the table of causes, in its order; the last has none.
RAISING = {
    none_times: "`if gain is not None`",
    misspelled: "used before it has a value",
    too_many_axes: "counts on more axes",
    without_keepdims: "`keepdims=True` keeps it",
    inner_sizes: "inner sizes of a matrix product",
    in_place: "cannot put fractions into an array of integers",
    truth_of_array: "whole array where it needs a single True or False",
    of_math: "takes one number",
    not_in_numpy: "NumPy has no function of that name",
    torch_method: "NumPy arrays have no such method",
    torch_name: "`dim` and `keepdim` are names of torch",
    by_zero: "divided by zero",
    endless_recursion: "calls itself without end",
    missing_module: "needs NumPy only",
    past_the_end: "goes past the end",
    too_many_arguments: "arguments that it does not take",
    something_else: "print the steps",
}


def error_of(function):
    for case in SUBJECT.all_cases():
        try:
            function(**case.make())
        except Exception as error:
            return error
    raise AssertionError("it raised nothing")


@pytest.mark.parametrize("function", RAISING, ids=lambda f: f.__name__)
def test_an_exception_is_shown_with_its_line_its_input_and_its_usual_cause(function):
    result = diagnose("", SUBJECT, function)
    rows = dict(result.evidence)
    assert result.status == ERROR
    assert RAISING[function] in " ".join(result.words)
    assert rows["exception"].startswith(type(error_of(function)).__name__)
    (line,) = [label for label in rows if label.startswith("line ")]
    number = int(line.removeprefix("line "))
    with open(__file__, encoding="utf-8") as file:
        assert rows[line] == file.read().splitlines()[number - 1].strip()
    assert number > function.__code__.co_firstlineno
    assert rows["input"].startswith("x = [")


def test_a_name_used_before_its_value_inside_the_function_is_told_too():
    assert "used before it has a value" in usual_cause(error_of(used_too_early))


@pytest.mark.parametrize("number", range(len(causes._CAUSES)))
def test_without_its_entry_a_cause_is_not_told(monkeypatch, number):
    function = list(RAISING)[number]
    error = error_of(function)
    kept = causes._CAUSES[:number] + causes._CAUSES[number + 1 :]
    assert RAISING[function] in usual_cause(error)
    monkeypatch.setattr(causes, "_CAUSES", kept)
    assert RAISING[function] not in usual_cause(error)


def test_each_alternative_of_a_pattern_is_needed():
    messages = [
        "UnboundLocalError: cannot access local variable 'y'",
        "NameError: name 'y' is not defined",
        "AxisError: axis 1 is out of bounds",
        "IndexError: tuple index out of range",
        "ValueError: operands could not be broadcast together with shapes",
        "ValueError: could not broadcast input array",
        "ValueError: matmul: Input operand 1 has a mismatch",
        "ValueError: shapes (2,) and (3,) not aligned",
    ]
    for message in messages:
        name, text = message.split(": ", 1)
        error = type(name, (Exception,), {})(text)
        assert usual_cause(error) != causes._OTHERWISE


def test_an_error_of_a_helper_is_shown_at_the_line_that_called_it():
    def calls_a_helper(x, gain=None, eps=1e-6):
        return np.linalg.inv(x)

    result = diagnose("", SUBJECT, calls_a_helper)
    assert "return np.linalg.inv(x)" in dict(result.evidence).values()


def test_a_function_without_source_is_reported_without_a_line():
    scope = {}
    exec(compile("def f(x, gain=None, eps=0): return 1 / 0", "nowhere", "exec"), scope)
    rows = dict(diagnose("", SUBJECT, scope["f"]).evidence)
    assert rows["exception"] == "ZeroDivisionError: division by zero"
    assert not [label for label in rows if label.startswith("line")]
    assert line_of(ValueError(), scope["f"]) is None
    assert line_of(error_of(scope["f"]), len) is None


def test_a_message_has_one_line_and_no_memory_address():
    assert message_of(ValueError("a\n  b <f at 0x7f00ab>")) == "ValueError: a b <f>"
    assert message_of(KeyboardInterrupt()) == "KeyboardInterrupt"


@pytest.mark.parametrize("error", [SystemExit(3), GeneratorExit(), MemoryError("no room")])
def test_even_an_exit_is_caught(error):
    def leaves(x, gain=None, eps=1e-6):
        raise error

    result = diagnose("", SUBJECT, leaves)
    assert result.status == ERROR
    assert dict(result.evidence)["exception"].startswith(type(error).__name__)
