"""Put an explorer on the screen.

How a picture moves. There are a dozen ways, and they differ by a factor of four in speed.
This one keeps one figure for good, redraws only the artists that move (`painter`), and
replaces the PNG in one ``HTML`` widget, with its table and its words: what arrives in one
message is seen in one frame, so no picture stands beside another's words. Each part keeps
its place, whatever is in it, so nothing below moves while a slider does. ``interact``
builds a figure at each step; an ``Output`` widget flickers and fails in nbval; ipympl
breaks in Colab; an ``Image`` widget is as fast as ``HTML`` but takes no alternative text.

What is stored. A cell that shows an explorer has three outputs: the widget, a filmstrip of
the experiments, and their words with tables (`still`). While the widget lives, a style in
it hides the other two. In a saved notebook there is no live widget, so they show, and a
style among them hides the notice "model not found" that JupyterLab would put in its place.
The notebooks' command stores the last two only.

What a screen reader gets. The picture has its description as alternative text, and the
same words are in a live region of their own, unseen: a region must stay while its words
change. ipywidgets gives the handle of a slider and the number beside it no name, so the
picture's ``onload`` names them after their label, and keeps the notebook from taking the
arrow keys of sliders and menus for itself.

Callbacks: an error is shown in words where the picture was. A number that is not finite is
refused in words. Callbacks wait for a running cell (`turns`).
"""

import math
import re
import traceback
from html import escape

import ipywidgets as widgets
from IPython.display import display

from normcourse.explorers import markup
from normcourse.explorers.controls import make
from normcourse.explorers.painter import Painter
from normcourse.explorers.still import Still
from normcourse.explorers.turns import turn

__all__ = ["Live", "show"]


class Live:
    """A living explorer: its widgets, its figure, and what happens at a change."""

    def __init__(self, explorer):
        self.explorer = explorer
        fig, axes = explorer.canvas(dpi=100)
        self._painter, self._move = Painter(fig), explorer.draw(axes)
        self._size = fig.canvas.get_width_height()
        self._limits = {ax: (ax.get_xlim(), ax.get_ylim()) for ax in fig.axes}
        self._quiet = False
        self.controls = {control.name: make(control) for control in explorer.controls}
        self.picture, self.words, self.observe = (widgets.HTML() for _ in range(3))
        for region in (self.words, self.observe):
            region.add_class("nc-words")
        # Seen, they stand below the table; these are for a screen reader.
        self.words.add_class("nc-unseen")
        self.still = Still(explorer)
        self._last, self._longest = None, self.still.longest_words()
        self._ask("<p>Click an experiment, or move a control.</p>")
        self.box = self._layout()
        for control in self.controls.values():
            control.observe(self._on_change, names="value")
        self.update()

    def _layout(self):
        key = slug(self.explorer.title)
        head = widgets.HTML(
            f"<strong>{escape(self.explorer.title)}</strong>{markup.LIVE.format(key=key)}"
        )
        buttons = [self._button(i, e) for i, e in enumerate(self.explorer.experiments, 1)]
        controls = [*self.controls.values()]
        if self.explorer.rescales:
            rescale = widgets.Button(description="Rescale", tooltip="Fit the axes to the numbers")
            rescale.on_click(lambda _: self.update(rescale=True))
            controls.append(rescale)
        wrap = widgets.Layout(flex_flow="row wrap")
        box = widgets.VBox(
            [
                head,
                widgets.Box(buttons, layout=wrap),
                self.observe,
                widgets.Box(controls, layout=wrap),
                self.picture,
                self.words,
            ]
        )
        box.add_class("nc-live")
        box.add_class(f"nc-live-{key}")
        return box

    def _button(self, i, experiment):
        button = widgets.Button(
            description=f"{i}. {experiment.title}",
            tooltip=f"Experiment {i}: set the controls",
            layout=widgets.Layout(width="auto"),
        )
        button.on_click(lambda _: self.run(i, experiment))
        return button

    def run(self, i, experiment):
        """Set the controls as the experiment says, and say what to observe."""
        with turn():
            # What it says of the picture is said of the axes as they start.
            for ax, limits in self._limits.items():
                if limits != (ax.get_xlim(), ax.get_ylim()):
                    ax.set(xlim=limits[0], ylim=limits[1])
            self._quiet = True
            try:
                for name, value in experiment.settings.items():
                    self.controls[name].value = value
            finally:
                self._quiet = False
            self._ask(
                f"<p><strong>{i}. {escape(experiment.title)}.</strong> "
                f"{escape(experiment.observe)}</p>"
            )
        self.update()

    def _ask(self, html):
        texts = [f"{i}. {e.title}. {e.observe}" for i, e in enumerate(self.explorer.experiments, 1)]
        self.observe.value = markup.roomy(html, max(texts, key=len))

    def _on_change(self, change):
        if not self._quiet:
            self.update()

    def update(self, rescale=False):
        """Compute, draw and describe the state that the controls now ask for."""
        with turn():
            try:
                state = self.explorer.compute(**self._settings())
                self._move(state, rescale=rescale)
                description = self.explorer.describe(state)
                self._show(self._painter.png(), description)
            except ValueError as error:
                self._refuse(str(error))
            except Exception as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                where = f"{last.name}, line {last.lineno}"
                self._refuse(f"This is a fault of the explorer: {error!r} in {where}.")

    def _settings(self):
        settings = {name: control.value for name, control in self.controls.items()}
        for name, value in settings.items():
            if isinstance(value, float) and not math.isfinite(value):
                label = self.controls[name].description
                raise ValueError(f"{label} has to be a finite number, and is {value} now.")
        return settings

    def _show(self, png, description):
        self._last = description
        # Room for all words so far, so that the cells below do not move to and fro.
        self._longest = max(self._longest, description.words, key=len)
        self._put(markup.image(png, description.words))
        self.words.value = description.words_html()

    def _refuse(self, words):
        self._put(markup.refusal(words), seen=False)
        self.words.value = ""

    def _put(self, shown, seen=True):
        self.picture.value = markup.screen(shown, self._size, self._last, self._longest, seen)


def slug(title):
    """Return a title as a word for class names."""
    return re.sub(r"\W+", "-", title.lower())


def show(explorer):
    """Show an explorer: live where there is a kernel, as a filmstrip where there is none.

    An explorer of the same kind that this kernel shows already is closed first, so that a
    cell run twice leaves one.
    """
    key = slug(explorer.title)
    close_earlier(f"nc-live-{key}")
    live = Live(explorer)
    widget_view = "application/vnd.jupyter.widget-view+json"
    view = {"version_major": 2, "version_minor": 0, "model_id": live.box.model_id}
    display({widget_view: view}, raw=True)
    display(live.still.filmstrip())
    words = f'<div class="nc-still-{key}">{live.still.words_html()}</div>'
    html = words + markup.SAVED.format(key=key)
    display({"text/html": html, "text/plain": live.still.words_text()}, raw=True)


def close_earlier(name):
    """Close the boxes with the class `name`, and all that is in them."""
    registry = getattr(widgets.widget, "_instances", None)
    known = widgets.Widget.widgets if registry is None else registry
    boxes = [w for w in list(known.values()) if name in getattr(w, "_dom_classes", ())]
    for box in boxes:
        close_all(box)


def close_all(widget):
    """Close a widget with its children, its layout and its style, which live apart from it."""
    parts = [getattr(widget, name, None) for name in ("layout", "style")]
    for part in (*getattr(widget, "children", ()), *parts):
        if isinstance(part, widgets.Widget):
            close_all(part)
    widget.close()
