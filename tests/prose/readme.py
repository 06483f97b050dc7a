"""The README's numbers: each is one that the notebook computes to which its sentence links.

The README has no code cells beside its sentences, and all notebooks together compute nearly every
short number. So the sentence or the table row of a number has to link to the notebook that computes
it. The numbers are few, and are not bound: where a misprint would go unseen, the sentence is to be
written in other words.

What a command has measured, on one machine, and has written into the README itself, is known by
its form, as for the notebooks' outputs by their tag: it stands between a comment that names the
command, `<!-- measured: python -m … -->`, and `<!-- /measured -->`, each on a line of its own.
"""

import re

from prose import orphans
from prose.misprints import misprints

_MEASURED = re.compile(r"^<!-- measured: \S[^\n]*-->$.*?^<!-- /measured -->$", re.M | re.S)
_LINK = re.compile(r"\]\((?:\./)?notebooks/(\w+)\.ipynb")


def readme_orphans(markdown, pools):
    """Return in words the README's orphan numbers; `pools` has the computed ones by notebook."""

    def linked(sentence):
        return [one for name in _LINK.findall(sentence) for one in pools.get(name, ())]

    return orphans(_by_hand(markdown), linked, where="in a notebook that its sentence links to")


def readme_misprints(markdown):
    """Yield each misprint in the README; what a command wrote has none."""
    return misprints(_by_hand(markdown))


def _by_hand(markdown):
    return _MEASURED.sub("\n\n", markdown)
