"""One entry of the catalogue."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

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
    ignores : mapping, optional
        For a bug by which an argument has no effect: the argument's name and the
        value that it then has. Such a bug is recognized beside another one.
    """

    function: Callable
    diagnosis: str
    witness: Case
    reports: tuple[str, ...] = ()
    rtol: float | None = None
    ignores: Mapping[str, object] = field(default_factory=dict)

    @property
    def key(self):
        """Return the name of the bug, unique among those of a subject."""
        return self.function.__name__

    @property
    def about(self):
        """Return the arguments that the key names, such as eps for `eps_outside_root`."""
        return set(inspect.signature(self.function).parameters) & set(self.key.split("_"))

    @property
    def source(self):
        """Return the source of the wrong function."""
        return inspect.getsource(self.function)
