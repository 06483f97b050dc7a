"""Let callbacks and running cells take turns.

With ipykernel 7, JupyterLab runs a widget's callbacks in a second thread. Two threads
that draw at once damage figures, even figures that share nothing. So a running cell holds
a lock, and a callback waits for it. With ipykernel 6 all this happens in one thread, where
the lock is always free.
"""

import contextlib
import threading

from IPython import get_ipython

__all__ = ["turn"]


class Turns:
    """The lock of one kernel; IPython's events take it for each cell."""

    def __init__(self):
        self.lock = threading.RLock()
        self.held = False

    def begin(self, info=None):
        """Take the lock: a cell starts."""
        self.lock.acquire()
        self.held = True

    def end(self, result=None):
        """Give the lock back: the cell has ended."""
        if self.held:
            self.held = False
            self.lock.release()


def turn():
    """Return the context in which a callback may draw."""
    shell = get_ipython()
    if shell is None:
        return contextlib.nullcontext()
    if not hasattr(shell, "normcourse_turns"):
        # The lock belongs to the kernel, so the shell keeps it, not this module.
        shell.normcourse_turns = Turns()
        shell.events.register("pre_run_cell", shell.normcourse_turns.begin)
        shell.events.register("post_run_cell", shell.normcourse_turns.end)
    return shell.normcourse_turns.lock
