"""A learner's function is called as it is: interrupts, prints, warnings, changes."""

import _thread
import ast
import signal
import sys
import threading
import time
import warnings

import numpy as np
import pytest

from normcourse.checks import lesson, subjects
from normcourse.checks.calling import same_code
from normcourse.checks.diagnose import diagnose
from normcourse.checks.lesson01 import my_rms_norm
from normcourse.checks.result import CORRECT, NOT_ATTEMPTED

SUBJECT = subjects.RMS_NORM


@pytest.fixture
def interruptible():
    """Handle an interrupt as a notebook's kernel does; a job in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_endless_loop_can_be_interrupted(interruptible):
    started, over = threading.Event(), threading.Event()

    def endless(x, gain=None, eps=1e-6):
        started.set()
        while not over.is_set():
            pass

    def interrupt():
        started.wait()
        _thread.interrupt_main()
        # Had the interrupt been swallowed, the loop would end here and the test fail.
        time.sleep(2)
        over.set()

    threading.Thread(target=interrupt, daemon=True).start()
    todo = lesson("01")
    with pytest.raises(KeyboardInterrupt):
        todo.check("rms_norm", endless)
    assert "0 of" in repr(todo.summary())


def test_each_input_is_tried_once():
    calls = []

    def counted(x, gain=None, eps=1e-6):
        calls.append(x)
        return my_rms_norm(x, gain, eps)

    assert diagnose("", SUBJECT, counted).status == CORRECT
    assert len(calls) == len(SUBJECT.all_cases()) <= 30


def test_what_the_function_prints_is_not_swallowed(capsys):
    def talks(x, gain=None, eps=1e-6):
        print("mean square of", x.shape)
        sys.stderr.write("aside\n")
        return my_rms_norm(x, gain, eps)

    assert diagnose("", SUBJECT, talks).status == CORRECT
    out, err = capsys.readouterr()
    assert out.count("mean square of") == err.count("aside") == len(SUBJECT.all_cases())


def test_warnings_do_not_matter_even_where_they_are_errors():
    def warns(x, gain=None, eps=1e-6):
        warnings.warn("careful", stacklevel=1)
        np.log(-1.0 * np.ones(1))
        np.ones(1) / np.zeros(1)
        return my_rms_norm(x, gain, eps)

    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        assert diagnose("", SUBJECT, warns).status == CORRECT
        with pytest.raises(FloatingPointError):
            np.log(-1.0 * np.ones(1))


def test_each_changed_argument_is_told_and_the_next_input_is_whole():
    def spoils(x, gain=None, eps=1e-6):
        y = my_rms_norm(x, gain, eps)
        x[...] = 7
        if gain is not None:
            gain[...] = 7
        return y

    for _ in range(2):
        result = diagnose("", SUBJECT, spoils)
        assert "changes its input `gain` and `x`" in " ".join(result.words)
        assert dict(result.evidence) == {"input": SUBJECT.all_cases()[0].text()}


def test_the_input_that_was_changed_is_shown():
    def spoils_rows(x, gain=None, eps=1e-6):
        y = my_rms_norm(x, gain, eps)
        if x.ndim > 1:
            x[...] = 7
        return y

    first = next(case for case in SUBJECT.all_cases() if not case.is_vector)
    assert dict(diagnose("", SUBJECT, spoils_rows).evidence) == {"input": first.text()}


def test_an_error_does_not_hide_a_changed_input():
    def spoils_and_fails(x, gain=None, eps=1e-6):
        x[...] = 7
        raise ValueError("no")

    assert "changes its input `x`" in " ".join(diagnose("", SUBJECT, spoils_and_fails).words)


def test_an_output_that_the_function_keeps_and_writes_into_again_is_read_at_once():
    store = np.zeros(100)

    def reuses(x, gain=None, eps=1e-6):
        out = store[: x.size].reshape(x.shape)
        out[...] = my_rms_norm(x, gain, eps)
        return out

    assert diagnose("", SUBJECT, reuses).status == CORRECT


def test_an_array_of_another_library_is_read_by_its_array_method():
    class Tensor:
        def __init__(self, data):
            self.data = data

        def __array__(self, dtype=None, copy=None):
            return np.array(self.data, dtype=dtype)

    assert (
        diagnose("", SUBJECT, lambda x, gain=None, eps=1e-6: Tensor(my_rms_norm(x, gain, eps)))
    ).status == CORRECT


def test_an_output_that_cannot_be_read_is_no_exception():
    class Stubborn:
        def __array__(self, dtype=None, copy=None):
            raise RuntimeError("no")

    result = diagnose("", SUBJECT, lambda x, gain=None, eps=1e-6: Stubborn())
    assert "an object of type `Stubborn`" in result.words[0]
    ragged = diagnose("", SUBJECT, lambda x, gain=None, eps=1e-6: [[1.0], [1.0, 2.0]])
    assert "an object of type `list`" in ragged.words[0]


def broken(x, gain=None, eps=1e-6):
    """Return something wrong."""
    return x / (np.sqrt(np.mean(x**2)) + eps)


def same_body(x, gain=None, eps=1e-6):
    # Another comment, no docstring.
    return x / (np.sqrt(np.mean(x**2)) + eps)


def other_constant(x, gain=None, eps=1e-5):
    return x / (np.sqrt(np.mean(x**2)) + eps)


def other_body(x, gain=None, eps=1e-6):
    return x / np.sqrt(np.mean(x**2) + eps)


def test_the_same_code_is_recognized_under_another_name():
    assert same_code(broken, same_body) and same_code(same_body, broken)
    assert not same_code(broken, other_body)
    assert not same_code(broken, other_constant)
    assert not same_code(broken, len)
    assert not same_code(broken, ast.parse)
    assert not same_code(broken, 3)
    assert not same_code(broken, lambda x: x)


def test_left_open_is_seen_only_where_nothing_was_given():
    def once(x, gain=None, eps=1e-6):
        return None if gain is None else x

    def raises(x, gain=None, eps=1e-6):
        raise ValueError("ellipse")

    def gives_values(x, gain=None, eps=1e-6):
        return my_rms_norm(x, gain, eps) if gain is None else ...

    for function in (once, raises, gives_values):
        assert diagnose("", SUBJECT, function).status != NOT_ATTEMPTED
