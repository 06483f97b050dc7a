"""Call a learner's function once and keep what it did, whatever it did."""

import ast
import inspect
import textwrap
import warnings
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from normcourse.checks.cases import Case

__all__ = ["Seen", "call", "parameters", "same_code", "watch"]


@dataclass(frozen=True, eq=False)
class Seen:
    """What one call gave: an output or an error, and the arguments that it changed."""

    case: Case
    right: np.ndarray
    output: object = None
    error: BaseException | None = None
    changed: tuple[str, ...] = ()

    @cached_property
    def array(self):
        """Return the output as an array of real numbers, or None where it is not one."""
        try:
            a = np.array(self.output)
        except Exception:
            return None
        return a if a.dtype.kind in "biuf" else None


def parameters(function):
    """Return the names of a function's arguments, and of those that have no default."""
    found = inspect.signature(function).parameters.values()
    return [p.name for p in found], [p.name for p in found if p.default is p.empty]


def call(function, arguments, required):
    """Call with the required arguments by position and the others by name, quietly."""
    first = [arguments[name] for name in required]
    rest = {name: v for name, v in arguments.items() if name not in required}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return function(*first, **rest)


def watch(function, case, right, required):
    """Call `function` on `case`; only an interrupt by the learner gets through."""
    arguments, before = case.make(), case.make()
    output = error = None
    try:
        output = call(function, arguments, required)
        if isinstance(output, np.ndarray):
            output = output.copy()
    except KeyboardInterrupt:
        raise
    except BaseException as caught:
        error = caught
    changed = tuple(
        name
        for name, v in before.items()
        if isinstance(v, np.ndarray) and not np.array_equal(v, arguments[name], equal_nan=True)
    )
    return Seen(case, right, output, error, changed)


def same_code(a, b):
    """Return whether two functions have the same arguments and body, docstrings aside.

    Their source is compared, not their bytecode, which depends on the imports around it.
    """
    try:
        return _tree(a) == _tree(b)
    except (OSError, TypeError, SyntaxError):
        return False


def _tree(function):
    definition = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    if not isinstance(definition, ast.FunctionDef):
        raise TypeError("the source of a lambda is the statement around it")
    body = definition.body[1:] if function.__doc__ else definition.body
    return [ast.dump(node) for node in (definition.args, *body)]
