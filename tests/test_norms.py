"""What the norms are: their identities, the course's worked numbers, and undefined rows."""

import numpy as np
import pytest

from normcourse.norms import layer_norm, rms, rms_norm, unit_norm

MIXED = np.array([1.0, 2.0, 3.0, 4.0])
NORMS = [rms_norm, layer_norm, unit_norm]


def rows(seed=0, shape=(50, 8)):
    return np.random.default_rng(seed).standard_normal(shape)


# Identities


def test_root_mean_square_is_the_hypotenuse_of_mean_and_deviation():
    x = rows() + 0.7
    np.testing.assert_allclose(rms(x) ** 2, x.mean(axis=-1) ** 2 + x.var(axis=-1), rtol=1e-14)


def test_normalized_rows_have_rms_1_length_1_and_mean_0():
    x = rows()
    np.testing.assert_allclose(rms(rms_norm(x, eps=0)), 1, rtol=1e-14)
    np.testing.assert_allclose(np.linalg.norm(unit_norm(x), axis=-1), 1, rtol=1e-14)
    np.testing.assert_allclose(rms(layer_norm(x, eps=0)), 1, rtol=1e-14)
    np.testing.assert_allclose(layer_norm(x, eps=0).mean(axis=-1), 0, atol=1e-14)


@pytest.mark.parametrize("eps", [0.0, 1e-6, 0.3])
def test_rms_norm_is_unit_norm_stretched_with_eps_times_d(eps):
    x, gain = rows(), rows(1, (8,))
    expected = np.sqrt(8) * unit_norm(x, gain, 8 * eps)
    np.testing.assert_allclose(rms_norm(x, gain, eps), expected, rtol=1e-14)


@pytest.mark.parametrize("eps", [0.0, 1e-6, 0.3])
def test_layer_norm_is_rms_norm_of_the_centered_row(eps):
    x, gain = rows(), rows(1, (8,))
    centered = x - x.mean(axis=-1, keepdims=True)
    expected = rms_norm(centered, gain, eps)
    np.testing.assert_allclose(layer_norm(x, gain, eps=eps), expected, rtol=1e-10)


@pytest.mark.parametrize("norm", NORMS)
def test_a_power_of_two_times_the_row_and_its_square_times_eps_changes_no_bit(norm):
    for power in (-500, -30, 30, 500):
        scaled = norm(np.ldexp(rows(), power), eps=np.ldexp(1e-3, 2 * power))
        np.testing.assert_array_equal(scaled, norm(rows(), eps=1e-3))
    np.testing.assert_array_equal(norm(-rows(), eps=1e-3), -norm(rows(), eps=1e-3))


@pytest.mark.parametrize("norm", NORMS)
def test_gain_multiplies_each_coordinate_as_it_is(norm):
    x, gain = rows(), np.array([0, 1, -1, 2, 0.5, 1, 1, 1])
    np.testing.assert_array_equal(norm(x, gain), norm(x) * gain)
    assert norm(x, gain)[0, 0] == 0


def test_bias_is_added_to_each_coordinate_after_the_gain():
    x, gain, bias = rows(), rows(1, (8,)), rows(2, (8,))
    np.testing.assert_array_equal(layer_norm(x, gain, bias), layer_norm(x, gain) + bias)
    np.testing.assert_array_equal(layer_norm(x, None, bias), layer_norm(x) + bias)


def test_with_one_coordinate_only_the_sign_is_left():
    x = np.array([[-7.3], [1e-200], [0.1], [3e300]])
    np.testing.assert_array_equal(rms_norm(x, eps=0), np.sign(x))
    np.testing.assert_array_equal(unit_norm(x), np.sign(x))
    np.testing.assert_array_equal(layer_norm(x), np.zeros_like(x))


# The worked examples of the course's sources


def test_worked_example_with_eps_1e_6():
    assert rms(MIXED) ** 2 == pytest.approx(7.5, rel=1e-15)
    assert 1 / rms_norm(MIXED)[0] == pytest.approx(2.7386129701, abs=5e-11)
    assert rms_norm(MIXED)[0] == 0.3651483473268884
    assert layer_norm(MIXED)[0] == -1.3416402498438813


def test_worked_example_with_eps_1e_5():
    y = rms_norm(MIXED, eps=1e-5)
    assert y.round(4).tolist() == [0.3651, 0.7303, 1.0954, 1.4606]
    assert y.mean().round(4) == 0.9129
    assert rms_norm(100 * MIXED, eps=1e-5).round(4).tolist() == y.round(4).tolist()
    assert layer_norm(MIXED, eps=1e-5).round(4).tolist() == [-1.3416, -0.4472, 0.4472, 1.3416]


def test_experiments_with_offset_gain_zero_and_constant():
    np.testing.assert_array_equal(layer_norm(MIXED + 10), layer_norm(MIXED))
    assert rms_norm(MIXED + 10)[0].round(4) == 0.8765
    np.testing.assert_array_equal(rms_norm(MIXED, np.full(4, 2.0)), 2 * rms_norm(MIXED))
    np.testing.assert_array_equal(layer_norm(MIXED, np.full(4, 2.0)), 2 * layer_norm(MIXED))
    assert np.isnan(rms_norm(np.zeros(4), eps=0)).all()
    assert np.isnan(layer_norm(np.zeros(4), eps=0)).all()
    np.testing.assert_array_equal(rms_norm(np.full(4, 5.0), eps=0), np.ones(4))
    assert np.isnan(layer_norm(np.full(4, 5.0), eps=0)).all()


def test_three_and_four():
    assert rms([3, 4]).round(4) == 3.5355
    for eps in (0.0, 1e-6, 1e-5):
        assert rms_norm([3, 4], eps=eps).round(4).tolist() == [0.8485, 1.1314]
    assert rms_norm([3, 4], [1, -1]).round(4).tolist() == [0.8485, -1.1314]
    np.testing.assert_array_equal(rms_norm([0, 0]), [0, 0])


# Undefined rows, and rows with NaN or infinity


@pytest.mark.parametrize("constant", [0.1, -0.3, 1e-320, 1e308, 1 / 3, 0.0])
@pytest.mark.parametrize("d", [1, 3, 7, 49, 1000])
def test_a_constant_row_has_variance_0_even_where_its_mean_is_rounded(constant, d):
    row, bias = np.full(d, constant), np.arange(d) - 1.5
    assert np.isnan(layer_norm(row, eps=0)).all()
    for eps in (1e-300, 1e-6, 1.0):
        np.testing.assert_array_equal(layer_norm(row, eps=eps), np.zeros(d))
        np.testing.assert_array_equal(layer_norm(row, bias=bias, eps=eps), bias)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("norm", NORMS)
def test_undefined_rows_are_nan_and_no_others(norm, dtype):
    x = rows(shape=(3, 4, 5)).astype(dtype)
    expected = norm(x, eps=0)
    x[1, 2] = 0
    y = norm(x, np.ones(5), eps=0)
    assert np.isnan(y[1, 2]).all()
    y[1, 2] = expected[1, 2]
    np.testing.assert_array_equal(y, expected)


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 0.0, 1e300, 1e-320])
def test_one_row_leaves_the_bits_of_the_others_as_they_are(norm, bad):
    x = rows(shape=(6, 4)) * np.array([1, 1e-3, 1e-200, 1e200, 1e-310, 1.0])[:, None]
    expected = norm(x, eps=0)
    for i in range(6):
        changed = x.copy()
        changed[i] = bad
        y = norm(changed, eps=0)
        np.testing.assert_array_equal(np.delete(y, i, 0), np.delete(expected, i, 0))


def test_infinity_follows_the_formula():
    x = np.array([[np.inf, 1e300, -2], [-np.inf, np.inf, 5e-324]])
    np.testing.assert_array_equal(rms(x), [np.inf, np.inf])
    for norm in (rms_norm, unit_norm):
        np.testing.assert_array_equal(norm(x), [[np.nan, 0, 0], [np.nan, np.nan, 0]])
    assert np.isnan(layer_norm(x)).all()


def test_nan_fills_its_row():
    x = np.array([np.nan, 1, np.inf])
    assert np.isnan(rms(x))
    for norm in NORMS:
        assert np.isnan(norm(x)).all()


def test_a_signaling_nan_does_not_warn():
    for bits, dtype in ((np.uint16(0x7C01), "f2"), (np.uint32(0x7F800001), "f4")):
        x = np.array([[bits] * 3, [0] * 3]).astype(bits.dtype).view(dtype)
        for function in [rms, *NORMS]:
            assert np.isnan(function(x)[0]).all()


@pytest.mark.parametrize(("dtype", "gain"), [("f2", 6e4), ("f4", 3e38), ("f8", 1.7e308)])
@pytest.mark.parametrize("norm", [rms_norm, layer_norm])
def test_a_result_too_large_for_the_dtype_is_infinite_and_warns(norm, dtype, gain):
    x = np.array([9, 0, 0, -1], dtype)
    with pytest.warns(RuntimeWarning, match="overflow"):
        y = norm(x, np.array([-gain, 1, 1, 1]))
    assert y[0] == -np.inf
    np.testing.assert_array_equal(y[1:], norm(x)[1:])
