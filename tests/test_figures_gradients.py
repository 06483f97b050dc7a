"""Pictures of derivatives show the numbers that they are about."""

import numpy as np

from normcourse.figures import gradients, style


def points(line):
    return line.get_xydata()


def test_a_disk_of_steps_becomes_what_the_jacobian_makes_of_it():
    x = np.array([3.0, 4.0])
    _, axes = style.canvas(columns=2)
    jacobian = np.array([[0.5, 0.0], [0.0, 0.25]])
    gradients.draw_step(axes, x, {"y": (np.array([1.0, 1.0]), jacobian)})
    outline = axes[1].patches[0].get_xy() - 1
    assert np.allclose((outline[:, 0] / 0.5) ** 2 + (outline[:, 1] / 0.25) ** 2, 1)
    along = next(line for line in axes[1].lines if line.get_label() == "along")
    assert np.allclose(points(along)[1] - points(along)[0], 2 * jacobian @ (x / 5))


def test_the_top_of_each_curve_is_marked_and_the_gradient_is_the_bars():
    u = np.linspace(0, 1, 101)
    curves = {d: np.sqrt(1 - u) * (1 + (np.sqrt(d) - 1) * u / 2) for d in (2, 4, 8, 64)}
    _, axes = style.canvas(columns=2)
    gradients.draw_worst_component(axes, u, curves, [1.9, 0.5, 0.4])
    tops = [tuple(points(line)[0]) for line in axes[0].lines if len(points(line)) == 1]
    assert tops == [(u[np.argmax(c)], c.max()) for c in curves.values()]
    assert [bar.get_height() for bar in axes[1].patches] == [1.9, 0.5, 0.4]


def test_an_error_of_zero_is_drawn_where_the_docstring_says():
    _, ax = style.canvas()
    steps = np.array([1e-2, 1e-4])
    gradients.draw_derivative_errors(ax, steps, {"a": np.array([1e-4, 0.0])}, {"law": steps**2})
    assert np.array_equal(ax.lines[0].get_ydata(), [1e-4, 1e-17])
    assert np.array_equal(ax.lines[1].get_ydata(), steps**2)


def test_paths_start_and_end_where_they_do():
    _, ax = style.canvas()
    paths = {"a": np.array([[3.0, 4.0], [0.0, 5.0]]), "b": np.array([[3.0, 4.0], [3.0, 9.0]])}
    gradients.draw_paths(ax, paths, [0, 1])
    for name, path in paths.items():
        line = next(line for line in ax.lines if line.get_label() == name)
        assert np.array_equal(points(line), path)
    assert ax.get_aspect() == 1 and ax.get_ylim()[1] > 9


def test_the_factors_lie_below_the_bound():
    _, ax = style.canvas()
    t = np.array([0.1, 1.0, 10.0])
    gradients.draw_factors(ax, t, (1 + t**2) ** -0.5, (1 + t**2) ** -1.5)
    across, along = (ax.lines[i].get_ydata() for i in (1, 2))
    assert ax.lines[0].get_ydata()[0] == 1 and np.all(along < across) and np.all(across < 1)
    assert ax.get_ylim()[0] < along.min()
