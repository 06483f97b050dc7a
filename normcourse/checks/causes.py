"""A learner's own exception: the line that raised it, and the usual cause in plain words."""

import linecache
import re
import traceback

__all__ = ["line_of", "message_of", "usual_cause"]

# The first pattern that is found in "ErrorName: message" answers.
_CAUSES = (
    (
        r"^TypeError: .*NoneType",
        "A value is None there. An argument that may be left out, such as `gain=None`, needs "
        "an `if gain is not None`; a function without `return` gives None as well.",
    ),
    (
        r"^(UnboundLocalError|NameError): ",
        "A name is used before it has a value: look for a spelling mistake, or for a cell "
        "above that has not been run.",
    ),
    (
        r"AxisError: |IndexError: tuple index out of range",
        "The code counts on more axes than this input has. `axis=-1` is the last axis of "
        "every array, of a single vector too.",
    ),
    (
        r"could not be broadcast together|could not broadcast",
        "Two shapes do not fit. A mean over the last axis loses that axis; "
        "`keepdims=True` keeps it with length 1, so that it fits the rows.",
    ),
    (
        r"matmul: |not aligned|dot-product",
        "The inner sizes of a matrix product differ. Print both shapes; for the scores of "
        "queries and keys the last two axes of `k` have to be swapped.",
    ),
    (
        r"^(UFuncTypeError|_UFuncOutputCastingError|UFuncOutputCastingError): |Cannot cast ufunc",
        "An operation in place, such as `x /= r`, cannot put fractions into an array of "
        "integers. Write `y = x / r`: it makes a new array and leaves the input alone.",
    ),
    (
        r"truth value of an array",
        "An `if` or `and` met a whole array where it needs a single True or False. For an "
        "argument that may be None write `if gain is not None`; for entries use `np.where`.",
    ),
    (
        r"only length-1 arrays|only 0-dimensional arrays|must be real number, not",
        "A function of the `math` module, or `float`, takes one number. The functions of "
        "NumPy, such as `np.sqrt`, take whole arrays.",
    ),
    (
        r"^AttributeError: module 'numpy'",
        "NumPy has no function of that name: look for a spelling mistake or for a name from "
        "another library (`np.mean`, `np.sqrt`, `np.sum`, `keepdims`, `axis`).",
    ),
    (
        r"^AttributeError: 'numpy.ndarray'",
        "NumPy arrays have no such method. Methods of torch have other names here: "
        "`x**2` for `x.pow(2)`, `keepdims` for `keepdim`, `axis` for `dim`.",
    ),
    (
        r"unexpected keyword argument '(dim|keepdim)'",
        "`dim` and `keepdim` are names of torch: NumPy calls them `axis` and `keepdims`.",
    ),
    (
        r"^ZeroDivisionError: ",
        "A Python number was divided by zero: the input has a row of zeros, or one entry only.",
    ),
    (
        r"^RecursionError: ",
        "The function calls itself without end: was the course's function hidden by one of "
        "the same name?",
    ),
    (
        r"^(ModuleNotFoundError|ImportError): ",
        "The exercise needs NumPy only, which the lesson imports as `np`.",
    ),
    (
        r"^IndexError: ",
        "An index goes past the end: the inputs differ in length, down to a single entry.",
    ),
    (
        r"^TypeError: .*(argument|positional)",
        "A function was called with arguments that it does not take: compare the call with "
        "its definition.",
    ),
)

_OTHERWISE = "Run the function on the input shown here, in a cell of its own, and print the steps."


def message_of(error):
    """Return "Name: message" on one line, without memory addresses.

    >>> message_of(ValueError("no"))
    'ValueError: no'
    """
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text).removesuffix(":")


def usual_cause(error):
    """Return what usually causes such an exception.

    >>> usual_cause(NameError("name 'nq' is not defined")).split(":")[0]
    'A name is used before it has a value'
    """
    message = message_of(error)
    return next((words for pattern, words in _CAUSES if re.search(pattern, message)), _OTHERWISE)


def line_of(error, function):
    """Return (number, source) of the last line in the learner's own file, or None."""
    code = getattr(function, "__code__", None)
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if code is not None and f.filename == code.co_filename]
    if not own:
        return None
    source = linecache.getline(own[-1].filename, own[-1].lineno).strip()
    return (own[-1].lineno, source) if source else None
