"""Ways to move the same figure with the same slider; each for one cell of a notebook.

All share the explorer's compute, canvas and drawing. They run in the kernel of the notebook
that `explorers` writes.
"""

import ipywidgets as widgets
import matplotlib.pyplot as plt
from ipympl.backend_nbagg import Canvas, FigureManager
from IPython import get_ipython
from IPython.display import display

from normcourse.explorers.controls import make
from normcourse.explorers.live import Live, show


def ours(explorer, control):
    """Show the explorer as a lesson does."""
    show(explorer)


def interact(explorer, control):
    """Make a new figure at each step and let pyplot show it, as tutorials do."""
    # Importing ipympl has changed the backend.
    get_ipython().run_line_magic("matplotlib", "inline")

    def figure(value):
        fig, axes = explorer.canvas(dpi=100)
        explorer.draw(axes)(state(explorer, control, value))
        plt.figure(fig)
        plt.show()

    widgets.interact(figure, value=make(control))


def ipympl(explorer, control):
    """Keep one figure, move its artists, and let ipympl send it to the page."""
    fig, axes = explorer.canvas(dpi=100)
    move = explorer.draw(axes)
    # ipympl leaves animated artists out.
    for artist in fig.findobj(lambda artist: artist.get_animated()):
        artist.set_animated(False)
    move(explorer.compute(**explorer.settings()))
    canvas = Canvas(fig)
    FigureManager(canvas, 1)

    def moved(change):
        move(state(explorer, control, change.new))
        canvas.draw_idle()

    display(followed(control, moved), canvas)


def floor(explorer, control):
    """Answer with as many bytes as a picture of ours has, and draw nothing: the round trip."""
    ballast = "x" * len(Live(explorer).picture.value)
    words = widgets.HTML(f'<span class="floor">{control.value}</span>')

    def moved(change):
        words.value = f'<span class="floor">{change.new}</span><!--{ballast}-->'

    display(followed(control, moved), words)


def state(explorer, control, value):
    """Return the state with one control changed from what it starts with."""
    return explorer.compute(**explorer.settings(**{control.name: value}))


def followed(control, moved):
    """Return a control's widget that calls `moved` at each change."""
    widget = make(control)
    widget.observe(moved, names="value")
    return widget
