"""Wrong norms that public projects shipped: the right value beside each wrong one."""

import numpy as np

from normcourse.norms import layer_norm, rms, rms_norm, unit_norm

MIXED = np.array([1.0, 2.0, 3.0, 4.0])


def test_eps_is_inside_the_root():
    inside = rms_norm([1e-3, 1e-3], eps=1e-6)
    assert inside.round(4).tolist() == [0.7071, 0.7071]
    assert round(1e-3 / (1e-3 + 1e-6), 4) == 0.9990  # what the wrong place gives


def test_eps_is_added_before_the_reciprocal_root():
    for norm in (rms_norm, unit_norm, layer_norm):
        np.testing.assert_array_equal(norm([0.0, 0.0], eps=1e-6), [0, 0])


def test_rms_is_not_the_deviation():
    # Nor are its outputs orthogonal to the all-ones vector.
    np.testing.assert_array_equal(rms_norm([1, 1], eps=0), [1, 1])
    assert rms([5, 5]) == 5
    assert rms_norm(MIXED).mean() > 0.9 > layer_norm(MIXED).mean() + 0.8


def test_rms_divides_by_d_once():
    # Not divided by the reciprocal root, not 1/n and 1/sqrt(n) both, not the sum.
    for d in (1, 2, 4, 64):
        assert rms(np.full(d, 3.0)) == 3
        np.testing.assert_array_equal(rms_norm(np.full(d, 3.0), eps=0), np.ones(d))


def test_layer_norm_divides_by_d_and_not_by_d_less_1():
    np.testing.assert_array_equal(layer_norm([0, 2], eps=0), [-1, 1])
    assert layer_norm([0, 2]).round(4).tolist() == [-1, 1]


def test_the_layer_norm_of_t5_is_rms_norm():
    assert rms_norm([1, 2, 3]).round(3).tolist() == [0.463, 0.926, 1.389]


def test_the_given_eps_is_used():
    x = np.full(8, 0.02)
    ratio = rms_norm(x, eps=1e-6) / rms_norm(x, eps=1e-5)
    assert ratio.round(3).tolist() == [1.011] * 8


def test_float16_squares_do_not_overflow():
    x = np.float16([300, 300, 300, 300])
    assert rms(x) == 300
    np.testing.assert_array_equal(rms_norm(x), np.ones(4))
    np.testing.assert_array_equal(layer_norm(x * np.float16([1, -1, 1, -1])), [1, -1, 1, -1])


def test_an_eps_below_the_dtype_still_counts():
    assert np.float16(1e-8) == 0
    for norm in (rms_norm, unit_norm, layer_norm):
        np.testing.assert_array_equal(norm(np.zeros(4, np.float16), eps=1e-8), np.zeros(4))
        np.testing.assert_array_equal(norm(np.zeros(4, np.float32), eps=1e-60), np.zeros(4))
    tiny = np.float32([1e-30, -1e-30])
    np.testing.assert_allclose(rms_norm(tiny, eps=1e-60), np.sqrt([0.5, 0.5]) * [1, -1], rtol=1e-6)


def test_the_gain_is_applied_before_the_one_cast():
    rng = np.random.default_rng(0)
    x, gain = rng.standard_normal((64, 256)).astype("f2"), rng.uniform(0.5, 1.5, 256).astype("f2")
    z = x.astype("f8") / np.sqrt(np.mean(x.astype("f8") ** 2, axis=-1, keepdims=True) + 1e-6)
    cast_last = (z * gain).astype("f2")
    cast_first = z.astype("f2") * gain
    y = rms_norm(x, gain)
    assert np.mean(y != cast_last) < 0.001
    assert 0.2 < np.mean(y != cast_first) < 0.35


def test_the_gain_is_w_and_not_1_plus_w():
    np.testing.assert_array_equal(rms_norm(MIXED, np.zeros(4)), np.zeros(4))
    np.testing.assert_array_equal(rms_norm(MIXED, np.ones(4)), rms_norm(MIXED))


def test_variance_does_not_cancel_for_rows_far_from_zero():
    x = np.float32(100) + np.float32(1e-3) * np.arange(16, dtype=np.float32)
    exact = x.astype("f8") - x.astype("f8").mean()
    exact /= np.sqrt(np.mean(exact**2))
    np.testing.assert_allclose(layer_norm(x, eps=0), exact, rtol=0, atol=3e-7)
