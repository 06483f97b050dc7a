"""The gradients of the norms: undefined rows, shapes, dtypes and wrong input."""

import itertools

import numpy as np
import pytest

from normcourse.gradients import (
    layer_norm_jacobian,
    layer_norm_vjp,
    rms_norm_jacobian,
    rms_norm_vjp,
    unit_norm_vjp,
)

MIXED = np.array([1.0, 2.0, 3.0, 4.0])
JACOBIANS = [rms_norm_jacobian, layer_norm_jacobian]
VJPS = [rms_norm_vjp, unit_norm_vjp, layer_norm_vjp]


def rows(seed=0, shape=(20, 6)):
    return np.random.default_rng(seed).standard_normal(shape)


@pytest.mark.parametrize("vjp", VJPS)
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_undefined_rows_are_nan_and_the_others_keep_their_bits(vjp, dtype):
    x, dy = rows(shape=(4, 3, 6)).astype(dtype), rows(1, (4, 3, 6)).astype(dtype)
    expected = vjp(x, dy, eps=0.0)[0]
    bad_x, bad_dy = x.copy(), dy.copy()
    bad_x[0, 0], bad_x[1, 1, 2], bad_x[2, 2, 5] = 0, np.nan, np.inf
    bad_dy[3, 0, 0], bad_dy[3, 1, 3] = -np.inf, np.nan
    dx, dgain = vjp(bad_x, bad_dy, eps=0.0)[:2]
    assert dx.dtype == dgain.dtype == dtype
    bad = np.zeros((4, 3), bool)
    bad[[0, 1, 2, 3, 3], [0, 1, 2, 0, 1]] = True
    assert np.isnan(dx[bad]).all() and np.isnan(dgain).all()
    np.testing.assert_array_equal(dx[~bad], expected[~bad])


@pytest.mark.parametrize("eps", [0.0, 1e-3])
@pytest.mark.parametrize("vjp", VJPS)
def test_a_row_is_all_nan_or_all_finite(vjp, eps):
    entries = [0.0, 1.0, -2.0, np.inf, -np.inf, np.nan]
    for d in (1, 2, 3):
        pairs = np.array(list(itertools.product(entries, repeat=d)))
        x, dy = (a.reshape(-1, d) for a in np.broadcast_arrays(pairs[:, None], pairs))
        dx = vjp(x, dy, eps=eps)[0]
        bad = ~(np.isfinite(x) & np.isfinite(dy)).all(axis=-1)
        if eps == 0:
            bad |= (x == (x[:, :1] if vjp is layer_norm_vjp else 0)).all(axis=-1)
        assert np.isnan(dx[bad]).all() and np.isfinite(dx[~bad]).all()


@pytest.mark.parametrize("jacobian", JACOBIANS)
def test_each_row_has_the_jacobian_that_it_has_alone(jacobian):
    x = rows(shape=(2, 3, 4))
    x[1, 0], x[0, 1, 3] = 0.0, np.inf
    batch = jacobian(x, eps=0)
    assert batch.shape == (2, 3, 4, 4)
    assert np.isnan(batch[1, 0]).all() and np.isnan(batch[0, 1]).all()
    for i in np.ndindex(2, 3):
        np.testing.assert_array_equal(batch[i], jacobian(x[i], eps=0))


@pytest.mark.parametrize("vjp", VJPS)
def test_batches_sum_what_belongs_to_the_parameters(vjp):
    x, dy, gain = rows(shape=(2, 3, 6)), rows(1, (2, 3, 6)), rows(2, (6,))
    before = x.tobytes(), dy.tobytes(), gain.tobytes()
    dx, *parameters = vjp(np.asfortranarray(x), dy, gain, 1e-3)
    alone = [vjp(x[i], dy[i], gain, 1e-3) for i in np.ndindex(2, 3)]
    np.testing.assert_array_equal(dx.reshape(-1, 6), [row[0] for row in alone])
    for n, parameter in enumerate(parameters, 1):
        np.testing.assert_allclose(parameter, np.sum([row[n] for row in alone], 0), rtol=1e-14)
    assert before == (x.tobytes(), dy.tobytes(), gain.tobytes())
    assert all(a.shape == (0, 6) for a in vjp(x[0, :0], dy[0, :0])[:1])


@pytest.mark.parametrize("vjp", VJPS)
def test_each_row_of_many_blocks_has_the_digits_that_it_has_alone(vjp):
    # 100 rows of 1,000 numbers do not fit into one block; some are too large or small to square.
    powers = np.resize([0, 0, 700, 0, -700], (100, 1))
    x, dy = (np.ldexp(rows(i, (100, 1000)), powers) for i in (0, 1))
    gain = rows(2, (1000,))
    dx, *parameters = vjp(x, dy, gain, 1e-3)
    alone = [vjp(*row, gain, 1e-3) for row in zip(x, dy, strict=True)]
    np.testing.assert_array_equal(dx, [row[0] for row in alone])
    for n, parameter in enumerate(parameters, 1):
        terms = np.array([row[n] for row in alone])
        error = np.abs(parameter - terms.sum(axis=0))
        assert (error <= 100 * 2**-52 * np.abs(terms).sum(axis=0)).all()


@pytest.mark.parametrize("vjp", VJPS)
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_narrow_dtypes_are_rounded_once(vjp, dtype):
    x, dy, gain = (rows(i, s).astype(dtype) for i, s in enumerate([(50, 8), (50, 8), (8,)]))
    got, wide = vjp(x, dy, gain), vjp(*(a.astype(np.float64) for a in (x, dy, gain)))
    for a, b in zip(got, wide, strict=True):
        assert a.dtype == dtype
        np.testing.assert_array_equal(a, b.astype(dtype))
    assert vjp(x, dy, gain.astype(np.float64))[1].dtype == np.float64
    assert vjp([1, 2], [1, 0])[0].dtype == np.float64
    assert np.isinf(vjp(np.zeros(2, np.float16), np.float16([60000, 0]), eps=1e-4)[0][0])


@pytest.mark.parametrize("vjp", VJPS)
def test_wrong_input_is_named(vjp):
    with pytest.raises(ValueError, match=r"dy has shape \(3,\), x has \(4,\)"):
        vjp(MIXED, MIXED[:3])
    with pytest.raises(ValueError, match="gain has shape"):
        vjp(MIXED, MIXED, MIXED[:3])
    with pytest.raises(TypeError, match="dy is complex"):
        vjp(MIXED, MIXED * 1j)
    with pytest.raises(ValueError, match="eps is -1"):
        vjp(MIXED, MIXED, eps=-1)
    with pytest.raises(ValueError, match="single number"):
        rms_norm_jacobian(3.0)
