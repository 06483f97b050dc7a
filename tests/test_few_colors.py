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
