"""The lint over the notebooks: each rule takes a `Book` and yields the problems that it sees.

What each rule is for stands in its docstring; `tests/test_lint.py` breaks every rule once.
"""

from lint import code, outputs, words

RULES = [*code.RULES, *outputs.RULES, *words.RULES]
