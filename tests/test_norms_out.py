"""`out=` of the norms: the same bits as without it, wherever it lies, and errors in words."""

import numpy as np
import pytest

from normcourse.norms import layer_norm, rms_norm, unit_norm

NORMS = (rms_norm, layer_norm, unit_norm)
GAIN = np.array([1.0, -2.0, 0.5, 3.0], np.float32)


def rows(dtype="f4"):
    x = np.random.default_rng(0).normal(size=(2, 3, 4)).astype(dtype)
    # Rows that are computed at another scale go the same way.
    x[0, 1] *= 1e-4 if dtype == "f2" else 1e-30
    x[1, 0], x[1, 2] = np.nan, 0
    return x


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", ">f4"])
@pytest.mark.parametrize("norm", NORMS)
def test_out_takes_the_bits_of_the_result_and_is_returned(norm, dtype):
    x = rows(dtype)
    out = np.full_like(x, 7)
    assert norm(x, GAIN, eps=0.0, out=out) is out
    np.testing.assert_array_equal(out, norm(x, GAIN, eps=0.0), strict=True)


@pytest.mark.parametrize("norm", NORMS)
def test_out_may_be_x_itself_or_overlap_it(norm):
    wanted = norm(rows(), GAIN)
    x = rows()
    assert norm(x, GAIN, out=x) is x
    np.testing.assert_array_equal(x, wanted)
    shared = np.empty(28, np.float32)
    x, out = shared[:24].reshape(2, 3, 4), shared[4:].reshape(2, 3, 4)
    x[...] = rows()
    norm(x, GAIN, out=out)
    np.testing.assert_array_equal(out, wanted)


@pytest.mark.parametrize("norm", NORMS)
def test_out_may_be_any_view_and_nothing_beside_it_is_written(norm):
    x = rows()
    wide = np.full((4, 6, 9), 7, np.float32)
    out = wide[::2, ::-2, 1::2]
    assert norm(x, out=out) is out
    np.testing.assert_array_equal(out, norm(x))
    out[...] = 7
    assert np.all(wide == 7)


def test_out_may_be_the_gain_or_the_bias():
    x, bias = np.array([[1.0, 2.0, 4.0]]), np.array([0.5, 1.0, -3.0])
    gain = np.array([2.0, -1.0, 3.0])
    wanted = layer_norm(x, gain, bias)
    np.testing.assert_array_equal(layer_norm(x, gain, bias, out=bias[np.newaxis]), wanted)
    wanted = rms_norm(x, gain)
    np.testing.assert_array_equal(rms_norm(x, gain, out=gain[np.newaxis]), wanted)


def test_out_over_several_blocks_of_rows():
    x = np.random.default_rng(1).normal(size=(3000, 200)).astype(np.float32)
    out = np.empty_like(x)
    for norm in NORMS:
        np.testing.assert_array_equal(norm(x, out=out)[[0, 1500, 2999]], norm(x[[0, 1500, 2999]]))


def read_only():
    out = np.empty((2, 4))
    out.flags.writeable = False
    return out


@pytest.mark.parametrize(
    ("out", "error", "message"),
    [
        ([[0.0] * 4] * 2, TypeError, "out is of type list: give an array"),
        (np.ma.zeros((2, 4)), TypeError, "out is of type MaskedArray"),
        (np.empty((2, 4), "f4"), TypeError, "out has dtype float32, the result float64"),
        (np.empty((2, 4), int), TypeError, "out has dtype int64, the result float64"),
        (np.empty((4, 2)), ValueError, r"out has shape \(4, 2\), x has shape \(2, 4\)"),
        (np.empty(4), ValueError, r"out has shape \(4,\), x has shape \(2, 4\)"),
        (read_only(), ValueError, "out is read-only"),
    ],
    ids=lambda v: type(v).__name__ if isinstance(v, np.ndarray) else None,
)
@pytest.mark.parametrize("norm", NORMS)
def test_errors_name_what_is_wrong_with_out(norm, out, error, message):
    with pytest.raises(error, match=message):
        norm([[1, 2, 3, 4], [5, 6, 7, 8]], out=out)
