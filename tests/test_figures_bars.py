"""Bars drawn as one patch."""

import numpy as np
import pytest

from normcourse.figures import style
from normcourse.figures.bars import one_patch


@pytest.mark.parametrize("width", [0.3, 1.0])
def test_a_patch_of_bars_has_the_corners_of_bars(width):
    _, (left, right) = style.canvas(columns=2)
    places, heights = np.array([0.0, 1.5, 4.0]), np.array([2.0, -1.0, 0.5])
    patch, place = one_patch(left, places, width)
    place(heights)
    corners = patch.get_path().vertices.reshape(3, 5, 2)[:, :4]
    for got, bar in zip(corners, right.bar(places, heights, width), strict=True):
        wanted = bar.get_bbox().corners()
        np.testing.assert_allclose(got[np.lexsort(got.T)], wanted[np.lexsort(wanted.T)])


def test_a_bar_without_a_number_has_no_height():
    _, ax = style.canvas()
    patch, place = one_patch(ax, range(2), 0.5)
    place(np.array([np.nan, 3.0]))
    assert patch.get_path().vertices.reshape(2, 5, 2)[..., 1].max(axis=1).tolist() == [0, 3]
