"""Turn a control of `model` into the ipywidget that a learner moves."""

import ipywidgets as widgets

from normcourse.explorers.model import Choice, Numbers, Slider

__all__ = ["make"]


def make(control):
    """Return the widget of a control; its ``value`` is the setting."""
    return _KINDS[type(control)](control)


def _choice(control):
    kind = widgets.SelectionSlider if control.ordered else widgets.Dropdown
    widget = kind(options=control.options, value=control.value, description=control.label)
    if control.ordered:
        # By this `markup` knows that the words beside it are not to be typed.
        widget.add_class("nc-steps")
    return widget


def _slider(control):
    whole = isinstance(control.step, int)
    kind = widgets.IntSlider if whole else widgets.FloatSlider
    return kind(
        value=control.value,
        min=control.low,
        max=control.high,
        step=control.step,
        description=control.label,
        **({} if whole else {"readout_format": ".2f"}),
    )


def _numbers(control):
    return widgets.Text(value=control.value, description=control.label, continuous_update=False)


_KINDS = {Choice: _choice, Slider: _slider, Numbers: _numbers}
