"""bfloat16, which NumPy knows only through the ml_dtypes package."""

import numpy as np
import pytest
from ml_dtypes import bfloat16

from normcourse.attention import attention_scores, entropy, scaled_dot_product_attention, softmax
from normcourse.geometry import angle_to_ones, mean, project, split, std
from normcourse.rotations import rope, rotate_pairs

X = np.random.default_rng(0).standard_normal((6, 8)).astype(bfloat16)
FUNCTIONS = [
    mean,
    std,
    split,
    angle_to_ones,
    softmax,
    lambda x: project(x, x[0]),
    lambda x: rope(x, np.arange(6)),
    lambda x: entropy(np.abs(x)),
    lambda x: attention_scores(x, x),
    lambda x: scaled_dot_product_attention(x, x, x, causal=True),
    lambda x: scaled_dot_product_attention(x, x, x, mask=x[:, :6]),
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_result_is_the_float64_one_rounded_once(function):
    y, wide = np.asarray(function(X)), np.asarray(function(X.astype(np.float64)))
    assert y.dtype == bfloat16
    assert np.array_equal(y, wide.astype(bfloat16))


def test_positions_keep_their_digits():
    """bfloat16 has 8 bits: position 257 would be 256."""
    x = np.array([1.0, 0.0], bfloat16)
    assert np.array_equal(rope(x, 257), np.array([np.cos(257), np.sin(257)]).astype(bfloat16))
    assert np.array_equal(rotate_pairs(x, np.array([257], bfloat16)), rope(x, 256))
