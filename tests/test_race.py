"""A slider moved while cells draw: every figure stays whole.

With ipykernel 7 the browser's widget messages reach a second thread, and two threads that
draw at once damage figures. CI runs this test with ipykernel 6 and with ipykernel 7.
"""

import time

from kernel import page

DRAW = """
import hashlib
import matplotlib
matplotlib.use("agg")
import matplotlib.pyplot as plt

def draw(i):
    fig, ax = plt.subplots()
    ax.plot([0, 1], [0, i], label="a line")
    ax.set_title(r"$\\sqrt{x} + %d$" % i)
    ax.legend()
    fig.canvas.draw()
    digest = hashlib.sha256(fig.canvas.buffer_rgba()).hexdigest()
    plt.close(fig)
    return digest

alone = [draw(i) for i in range(20)]
"""
BESIDE = """
beside = [draw(i) for i in range(20)]
assert beside == alone, sum(a != b for a, b in zip(alone, beside))
"""


def moved_once(opened):
    """Return the Gain control and the second thread, if there is one, used once already.

    ipykernel 7 sends a control's messages to the second thread only after its first.
    """
    subshell, gain = opened.subshell(), opened.controls()["Gain"]
    opened.wait(opened.move(gain, subshell, value=2.0))
    return gain, subshell


WATCH = """
import time
import ipywidgets

registry = getattr(ipywidgets.widgets.widget, "_instances", None) or ipywidgets.Widget.widgets
gain = next(w for w in registry.values() if getattr(w, "description", "") == "Gain")
moved = []
# Called after the explorer's own callback, so after it has drawn.
gain.observe(lambda change: moved.append(time.monotonic()), names="value")
"""
SLEEP = """
began = time.monotonic()
time.sleep(1.5)
ended = time.monotonic()
"""
INSIDE = (
    "assert len(moved) == 5 and not any(began < at < ended for at in moved), (began, ended, moved)"
)


def test_no_callback_draws_while_a_cell_runs():
    with page("rms_norm_scaling") as opened:
        gain, subshell = moved_once(opened)
        opened.run(WATCH)
        cell, moves = opened.start(SLEEP), []
        for value in (-2.0, -1.0, 0.5, 1.5, 2.5):
            time.sleep(0.2)
            moves.append(opened.move(gain, subshell, value=value))
        for message in (cell, *moves):
            opened.wait(message)
        opened.run(INSIDE)
        assert opened.errors == []


def test_a_slider_moved_while_cells_draw_leaves_all_figures_whole():
    with page("rms_norm_scaling") as opened:
        opened.run(DRAW)
        gain, subshell = moved_once(opened)
        before = opened.picture()
        cell = opened.start(BESIDE)
        moves = [opened.move(gain, subshell, value=value) for value in (-1.0, 0.5, 2.0) * 10]
        for message in (cell, *moves):
            opened.wait(message)
        assert opened.errors == []
        assert opened.picture() == before
