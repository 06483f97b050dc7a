"""Which slider of an explorer the benchmarks move."""

from normcourse.explorers.model import Choice, Slider


def moved(explorer):
    """Return the slider of an explorer that has the most values."""
    sliders = [
        control
        for control in explorer.controls
        if isinstance(control, Slider) or (isinstance(control, Choice) and control.ordered)
    ]
    return max(sliders, key=lambda control: len(control.samples()))
