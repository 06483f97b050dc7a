"""A slider moved while cells draw: every figure stays whole.

With ipykernel 7 the browser's widget messages reach a second thread, and two threads that
draw at once damage figures. CI runs this test with ipykernel 6 and with ipykernel 7.
"""

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


def test_a_callback_waits_for_a_running_cell():
    with page("rms_norm_scaling") as opened:
        gain, subshell = moved_once(opened)
        cell = opened.start("import time\ntime.sleep(1)")
        opened.wait(opened.move(gain, subshell, value=1.0))
        assert cell in opened.done


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
