"""One entry of the catalogue."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass

from normcourse.checks.cases import Case

__all__ = ["Bug"]


@dataclass(frozen=True, eq=False)
class Bug:
    """A small wrong function and what there is to say about it.

    Parameters
    ----------
    function : callable
        The wrong function; it takes the arguments of the right one. Its name is
        the key of the bug.
    diagnosis : str
        One or two sentences: what one gets, why, and what to look at.
    witness : Case
        The smallest input that shows it.
    reports : tuple of str
        Public reports of it, "owner/repo#number".
    rtol : float, optional
        How near an answer must come to the bug's, where the bug itself rounds
        coarsely; the default is that of each case.
    """

    function: Callable
    diagnosis: str
    witness: Case
    reports: tuple[str, ...] = ()
    rtol: float | None = None

    @property
    def key(self):
        """Return the name of the bug, unique among those of a subject."""
        return self.function.__name__

    @property
    def source(self):
        """Return the source of the wrong function."""
        return inspect.getsource(self.function)
