"""What the norms take and give: dtypes, shapes, layout, errors, and what they leave alone."""

import subprocess
import sys

import numpy as np
import pytest

from normcourse.norms import layer_norm, rms, rms_norm, unit_norm

NORMS = [rms_norm, layer_norm, unit_norm]
ALL = [rms, *NORMS]


def rows(shape=(6, 5, 4), dtype=np.float64):
    return np.random.default_rng(3).standard_normal(shape).astype(dtype)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", ">f4", ">f8"])
@pytest.mark.parametrize("function", ALL)
def test_floats_keep_their_dtype(function, dtype):
    x = rows(dtype=dtype)
    assert function(x).dtype == np.dtype(dtype)
    assert function(x[0, 0]).dtype == np.dtype(dtype).newbyteorder("=") or function is not rms


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
@pytest.mark.parametrize("norm", NORMS)
def test_a_wider_gain_does_not_widen_the_result(norm, dtype):
    x, gain = rows(dtype=dtype), np.array([0.1, 0.2, 0.3, 0.4])
    y = norm(x, gain)
    assert y.dtype == x.dtype
    tolerance = np.finfo(dtype).eps
    np.testing.assert_allclose(y, norm(x).astype("f8") * gain, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("dtype", ["?", "i1", "u1", "i8", "u8"])
@pytest.mark.parametrize("function", ALL)
def test_integers_and_booleans_become_float64(function, dtype):
    x = (rows() > 0).astype(dtype) * np.array([1, 0, 1, 1], dtype)
    y = function(x)
    assert y.dtype == np.float64
    np.testing.assert_array_equal(y, function(x.astype(np.float64)))


@pytest.mark.parametrize("function", ALL)
def test_small_integers_are_not_squared_as_integers(function):
    x = np.array([127, -128, 100, 99], np.int8)
    np.testing.assert_array_equal(function(x), function(x.astype(float)))


@pytest.mark.parametrize("function", ALL)
def test_lists_tuples_and_ranges_become_float64(function):
    expected = function(np.array([1.0, 2, 3]))
    for x in ([1, 2, 3], (1.0, 2.0, 3.0), range(1, 4)):
        np.testing.assert_array_equal(function(x), expected)
    assert function([[1, 2], [3, 5]]).dtype == np.float64


@pytest.mark.parametrize("shape", [(4,), (1, 1), (0, 4), (3, 0, 2), (2, 3, 4, 5), (2, 0, 1, 7)])
@pytest.mark.parametrize("function", ALL)
def test_shapes(function, shape):
    x = rows(shape)
    assert function(x).shape == (shape[:-1] if function is rms else shape)


def test_rms_of_one_vector_is_a_number():
    assert isinstance(rms([3, 4]), np.float64)
    assert isinstance(rms(np.float32([3, 4])), np.float32)


@pytest.mark.parametrize("function", ALL)
def test_each_row_comes_out_as_it_does_alone(function):
    x = rows((700, 300))
    y = function(x)
    for i in (0, 1, 436, 437, 699):
        np.testing.assert_array_equal(y[i], function(x[i]))
    np.testing.assert_array_equal(function(x.reshape(7, 100, 300)).reshape(y.shape), y)


@pytest.mark.parametrize("function", ALL)
def test_a_row_longer_than_a_block(function):
    x = np.tile([1.0, -1.0], 100_000)
    expected = {rms: [1, 2], unit_norm: [x / np.sqrt(200_000)] * 2}.get(function, [x, x])
    np.testing.assert_allclose(function([x, 2 * x]), expected, rtol=1e-6)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
@pytest.mark.parametrize("function", ALL)
def test_memory_layout_changes_no_bit(function, dtype):
    x = rows((20, 30, 600), dtype)
    expected = function(x)
    spread = np.zeros((40, 30, 1200), dtype)[::2, :, ::2]
    spread[...] = x
    behind = np.ascontiguousarray(x[:, ::-1, ::-1])[:, ::-1, ::-1]
    for view in (np.asfortranarray(x), spread, behind, x.swapaxes(0, 1).copy().swapaxes(0, 1)):
        np.testing.assert_array_equal(view, x)
        np.testing.assert_array_equal(function(view), expected)
        np.testing.assert_array_equal(function(view[3]), expected[3])
        np.testing.assert_array_equal(function(view[:, 4]), expected[:, 4])
    np.testing.assert_array_equal(function(x.byteswap().view(x.dtype.newbyteorder())), expected)


@pytest.mark.parametrize("function", ALL)
def test_arguments_are_not_changed_and_results_share_no_memory(function):
    for scale in (1.0, 1e300):
        x, gain, bias = rows() * scale, rows((4,)), rows((4,))
        x[0, 0] = 0
        copies = x.copy(), gain.copy(), bias.copy()
        for a in (x, gain, bias):
            a.flags.writeable = False
        extra = {rms: (), layer_norm: (gain, bias)}.get(function, (gain,))
        y = function(x, *extra)
        assert not np.shares_memory(x, y)
        for a, copy in zip((x, gain, bias), copies, strict=True):
            np.testing.assert_array_equal(a, copy)


@pytest.mark.parametrize("setting", ["raise", "warn"])
@pytest.mark.parametrize("function", ALL)
def test_guarded_steps_are_silent_under_any_error_setting(function, setting):
    x = np.array([[0, 0], [1e300, -1e300], [5e-324, 0], [np.inf, 1], [np.nan, 1]])
    expected = function(x)
    with np.errstate(all=setting):
        np.testing.assert_array_equal(function(x), expected)
        assert np.geterr()["over"] == setting


BAD_X = [
    ([1j, 2], TypeError, "x is complex"),
    (["a", "b"], TypeError, "x has dtype <U1: give real numbers"),
    (None, TypeError, "x has dtype object"),
    ([2**70, 1], TypeError, "dtype=float"),
    (np.array([1], "M8[s]"), TypeError, "x has dtype datetime64"),
    (np.ma.array([1.0, 2.0], mask=[0, 1]), TypeError, "x is masked"),
    ([[1, 2], [3]], ValueError, "x is ragged: give rows of equal length"),
    (3.5, ValueError, r"x is a single number: give a vector, such as \[3.5\]"),
    ([], ValueError, "x has no entries"),
    (np.ones((3, 0)), ValueError, "d must be at least 1"),
]


@pytest.mark.parametrize(("x", "error", "message"), BAD_X)
@pytest.mark.parametrize("function", ALL)
def test_errors_name_what_is_wrong_with_x(function, x, error, message):
    with pytest.raises(error, match=message):
        function(x)


BAD_ROWS = [
    ([1, 2], ValueError, r"has shape \(2,\), x has d = 3: give one number a coordinate"),
    ([[1, 2, 3]], ValueError, r"has shape \(1, 3\)"),
    ([1], ValueError, r"has shape \(1,\)"),
    (2.0, ValueError, "is 2.0: give one number a coordinate, here 3"),
    (np.array(2.0), ValueError, "is a single number"),
    ([1j, 1, 1], TypeError, "is complex"),
    ("abc", ValueError, "is 'abc'"),
]


@pytest.mark.parametrize(("vector", "error", "message"), BAD_ROWS)
def test_errors_name_what_is_wrong_with_gain_and_bias(vector, error, message):
    for norm in NORMS:
        with pytest.raises(error, match="gain " + message):
            norm([1, 2, 3], vector)
    with pytest.raises(error, match="bias " + message):
        layer_norm([1, 2, 3], bias=vector)


BAD_EPS = [
    (-1e-6, ValueError, "eps is -1e-06: give a finite number that is at least 0"),
    (np.nan, ValueError, "eps is nan"),
    (np.inf, ValueError, "eps is inf"),
    (10**400, ValueError, "eps is too large"),
    (None, TypeError, "eps is of type NoneType: give one real number"),
    (1j, TypeError, "eps is of type complex"),
    (True, TypeError, "eps is of type bool"),
    ("1e-6", TypeError, "eps is of type str"),
    ([1e-6], TypeError, "eps is of type list"),
    (np.full(3, 1e-6), TypeError, "eps is of type ndarray"),
]


@pytest.mark.parametrize(("eps", "error", "message"), BAD_EPS)
@pytest.mark.parametrize("norm", NORMS)
def test_errors_name_what_is_wrong_with_eps(norm, eps, error, message):
    with pytest.raises(error, match=message):
        norm([1, 2, 3], eps=eps)


def test_importing_the_norms_brings_in_numpy_and_no_picture_or_widget():
    code = (
        "import sys, normcourse.norms;print(sorted({name.split('.')[0] for name in sys.modules}))"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "'numpy'" in process.stdout and "'normcourse'" in process.stdout
    for name in ("matplotlib", "ipywidgets", "IPython", "traitlets", "PIL"):
        assert f"'{name}'" not in process.stdout
