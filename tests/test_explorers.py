"""Every explorer, without a browser: its experiments, its whole range, its picture, its words."""

import io
import math
import re

import numpy as np
from explorer_list import EXPLORERS, each_explorer
from PIL import Image

from normcourse.explorers.live import Live, close_all
from normcourse.explorers.model import Numbers
from normcourse.explorers.painter import Painter
from normcourse.explorers.still import Still


def test_explorers_are_found():
    assert "rms_norm_scaling" in EXPLORERS


@each_explorer
def test_each_experiment_shows_what_it_says(explorer):
    assert len(explorer.experiments) >= 4
    for experiment in explorer.experiments:
        settings = explorer.settings(**experiment.settings)
        assert experiment.holds(explorer.compute(**settings)), experiment.title
        assert len(experiment.observe) > 20


@each_explorer
def test_no_observation_holds_whatever_the_settings(explorer):
    states = [explorer.compute(**explorer.settings(**e.settings)) for e in explorer.experiments]
    for experiment in explorer.experiments:
        assert not all(experiment.holds(state) for state in states), experiment.title


@each_explorer
def test_experiments_name_controls_and_values_that_exist(explorer):
    controls = {control.name: control for control in explorer.controls}
    for experiment in explorer.experiments:
        for name, value in experiment.settings.items():
            control = controls[name]
            if isinstance(control, Numbers):
                assert isinstance(value, str)
            else:
                assert value in control.samples(), (experiment.title, name)


@each_explorer
def test_labels_are_short_and_differ(explorer):
    labels = [control.label for control in explorer.controls]
    assert all(0 < len(label) <= 12 for label in labels)
    assert len(set(labels)) == len(labels)


def states_of(explorer):
    """Each control moved through its whole range, the others as they start."""
    for control in explorer.controls:
        for value in control.samples():
            try:
                yield explorer.compute(**explorer.settings(**{control.name: value}))
            except ValueError as error:
                assert len(str(error)) > 20  # says in words what to do


@each_explorer
def test_a_moved_picture_is_the_picture_drawn_anew(explorer):
    fig, axes = explorer.canvas(dpi=50)
    move, painter = explorer.draw(axes), Painter(fig)
    for state in list(states_of(explorer))[::5]:
        move(state)
        fresh_fig, fresh_axes = explorer.canvas(dpi=50)
        explorer.draw(fresh_axes)(state)
        moved, fresh = (np.asarray(p.image(), int) for p in (painter, Painter(fresh_fig)))
        assert np.mean(np.abs(moved - fresh).max(axis=-1) > 40) < 0.01


@each_explorer
def test_the_axes_keep_still(explorer):
    fig, axes = explorer.canvas(dpi=50)
    move = explorer.draw(axes)
    limits = [ax.get_ylim() for ax in fig.axes]
    for state in states_of(explorer):
        move(state)
        assert [ax.get_ylim() for ax in fig.axes] == limits


@each_explorer
def test_no_text_leaves_the_picture(explorer):
    fig, axes = explorer.canvas(dpi=100)
    move, painter = explorer.draw(axes), Painter(fig)
    for state in states_of(explorer):
        move(state)
        painter.image()
        box, edge = fig.get_tightbbox(), fig.bbox_inches
        assert box.x0 > -0.02 and box.y0 > -0.02, state
        assert box.x1 < edge.x1 + 0.02 and box.y1 < edge.y1 + 0.02, state


@each_explorer
def test_the_words_are_words_and_the_table_keeps_its_shape(explorer):
    shapes = set()
    for state in states_of(explorer):
        description = explorer.describe(state)
        assert len(description.words) > 30
        assert all(description.header)
        assert all(len(row) == len(description.header) for row in description.rows)
        assert "nan" not in description.text() and "np." not in description.text()
        shapes.add((len(description.rows), len(description.header)))
    assert len(shapes) == 1


@each_explorer
def test_the_live_picture_follows_each_control(explorer, live):
    for control in explorer.controls:
        seen = set()
        for value in control.samples():
            live.controls[control.name].value = value
            assert "fault of the explorer" not in live.picture.value
            seen.add((live.picture.value, live.words.value))
        live.controls[control.name].value = control.value
        if not isinstance(control, Numbers):
            assert len(seen) > 1, f"{control.label} moves nothing"


@each_explorer
def test_not_a_number_is_refused_in_words(explorer, live):
    for name, widget in live.controls.items():
        if isinstance(widget.value, float) and hasattr(widget, "step"):
            before = widget.value
            for bad in (math.nan,):
                widget.value = bad
                assert "has to be a finite number" in live.picture.value, name
            widget.value = before
            assert "<img" in live.picture.value


@each_explorer
def test_each_button_runs_its_experiment(explorer, live):
    buttons = [b for b in live.box.children[1].children]
    for button, experiment in zip(buttons, explorer.experiments, strict=True):
        button.click()
        assert experiment.observe[:20] in live.observe.value.replace("&#x27;", "'")
        assert "<img" in live.picture.value
        for name, value in experiment.settings.items():
            assert live.controls[name].value == value


@each_explorer
def test_rescale_is_offered_where_it_does_something_and_an_experiment_undoes_it(explorer, live):
    first, changed = explorer.experiments[0], False
    live.run(1, first)
    plain = live.picture.value
    for experiment in explorer.experiments:
        live.run(1, experiment)
        before = live.picture.value
        live.update(rescale=True)
        changed |= live.picture.value != before
        live.run(1, first)
        assert live.picture.value == plain, experiment.title
    offered = any(getattr(w, "description", "") == "Rescale" for w in live.box.children[3].children)
    assert changed == explorer.rescales == offered


@each_explorer
def test_the_still_bundle_teaches_alone(explorer):
    picture = Still(explorer).filmstrip()
    image = Image.open(io.BytesIO(picture.png))
    assert image.height > image.width / 2 and image.mode != "RGBA"
    for experiment in explorer.experiments:
        assert experiment.title in picture.alt
        assert experiment.observe in Still(explorer).words_text()


@each_explorer
def test_the_picture_has_its_words_as_alternative_text(explorer, live):
    alt = re.search(r'alt="([^"]+)"', live.picture.value).group(1)
    assert alt == re.sub("</?p>", "", live.words.value)


def test_an_error_in_a_callback_is_shown_in_words():
    from dataclasses import replace

    explorer = EXPLORERS["rms_norm_scaling"]

    def fails_late(**settings):
        if settings["gain"] > 2:
            raise KeyError("planted")
        return explorer.compute(**settings)

    live = Live(replace(explorer, compute=fails_late))
    live.controls["gain"].value = 2.5
    assert "planted" in live.picture.value and "<img" not in live.picture.value
    live.controls["gain"].value = 1.0
    assert "<img" in live.picture.value
    close_all(live.box)
