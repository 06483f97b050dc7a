"""Pictures with few colors: the ground stays white, whatever pale color is beside it."""

import numpy as np
import pytest
from PIL import Image

from normcourse.figures.style import few_colors


@pytest.mark.parametrize("pale", [(250, 252, 255), (255, 255, 240), (254, 254, 254)])
def test_the_ground_stays_white_beside_pale_colors(pale):
    rng = np.random.default_rng(0)
    pixels = np.full((200, 200, 3), 255, np.uint8)
    pixels[20:180, 20:180] = rng.integers(0, 256, (160, 160, 3))
    pixels[60:, 60:][:100, :100] = pale
    corners = np.asarray(few_colors(Image.fromarray(pixels)).convert("RGB"))[[0, 0, -1], [0, -1, 0]]
    assert (corners == 255).all()


def test_a_ground_of_another_color_keeps_it():
    image = Image.new("RGB", (50, 50), (10, 20, 30))
    assert few_colors(image).convert("RGB").getpixel((49, 49)) == (10, 20, 30)


def test_each_color_is_the_mean_of_its_pixels_but_the_ground_is_itself():
    rng = np.random.default_rng(0)
    pixels = rng.integers(0, 256, (100, 100, 3)).astype(np.uint8)
    pixels[:50, :50] = 240, 248, 255
    reduced = few_colors(Image.fromarray(pixels))
    index, colors = np.asarray(reduced), np.reshape(reduced.getpalette(), (-1, 3))
    assert tuple(colors[index[0, 0]]) == (240, 248, 255)
    for i in set(np.unique(index)) - {index[0, 0]}:
        assert np.abs(colors[i] - pixels[index == i].mean(axis=0)).max() <= 0.5
