"""Every control of every explorer, driven over the comm through its whole range."""

import math

import pytest
from explorer_list import EXPLORERS
from kernel import page

from normcourse.explorers.model import Choice, Numbers


@pytest.mark.parametrize("name", EXPLORERS)
def test_every_control_over_the_comm(name):
    with page(name) as opened:
        assert opened.errors == []
        ids = opened.controls()
        for control in EXPLORERS[name].controls:
            key = "index" if isinstance(control, Choice) else "value"
            for i, value in enumerate(control.samples()):
                opened.set(ids[control.label], **{key: i if key == "index" else value})
                assert opened.errors == []
                picture = opened.picture()
                assert "fault of the explorer" not in picture
                if not isinstance(control, Numbers):
                    assert "<img" in picture, (control.label, value, picture[:300])
            if isinstance(control.value, float) and key == "value":
                for bad in (math.nan, math.inf, -math.inf):
                    opened.set(ids[control.label], value=bad)
                    assert opened.errors == []
                    words = opened.picture()
                    # A slider clips infinity to its end; NaN it lets through, and we refuse it.
                    assert "<img" in words if math.isinf(bad) else "has to be a finite" in words
            start = [v for _, v in control.options].index(control.value) if key == "index" else 0
            opened.set(ids[control.label], **{key: start if key == "index" else control.value})
            assert "<img" in opened.picture()
        for label, button in opened.buttons().items():
            opened.click(button)
            assert opened.errors == [] and "<img" in opened.picture(), label


# The registry of ipywidgets 8, or that of 7.
COUNT = """
from ipywidgets import Widget, widgets
known = vars(widgets.widget).get("_instances")
count = len(Widget.widgets if known is None else known)
"""


def test_showing_an_explorer_again_leaves_one():
    with page("rms_norm_scaling") as opened:
        opened.run(COUNT)
        opened.run("before = count\nshow(explorer)")
        opened.run(COUNT)
        opened.run("assert count == before > 10, (before, count)")
        assert opened.errors == []
