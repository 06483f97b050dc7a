"""Wrong attentions and softmaxes, query by query: independent of the catalogue's own."""

import math

import numpy as np


def attend(score_scale=None, see=None, weigh=None):
    """Return an attention that goes query by query.

    `score_scale(q, k, scale)` is the scale, `see(i, j, n, m, mask, causal)` says
    whether query i sees key j, `weigh(row, seen)` turns a row of scores into weights.
    """
    score_scale = score_scale or usual_scale
    see = see or usual_sight
    weigh = weigh or usual_weights

    def attention(q, k, v, scale=None, mask=None, causal=False):
        lead = q.shape[:-2]
        n, m = q.shape[-2], k.shape[-2]
        c = score_scale(q, k, scale)
        out = np.zeros((*lead, n, v.shape[-1]))
        for head in np.ndindex(*lead):
            for i in range(n):
                row = np.array([c * float(np.dot(q[head][i], key)) for key in k[head]])
                seen = np.array([see(i, j, n, m, mask, causal) for j in range(m)])
                out[head][i] = weigh(row, seen) @ v[head]
        return out

    return attention


def usual_scale(q, k, scale):
    return q.shape[-1] ** -0.5 if scale is None else scale


def allowed(mask, i, j):
    return mask is None or bool(mask[i, j])


def usual_sight(i, j, n, m, mask, causal):
    return allowed(mask, i, j) and (not causal or j <= i + m - n)


def usual_weights(row, seen):
    e = np.where(seen, np.exp(row - row[seen].max(initial=-1e300)), 0.0)
    return e / e.sum()


def default(number):
    return lambda q, k, scale: number(q, k) if scale is None else scale


def sight(rule):
    return attend(see=rule)


def filled(fill):
    """Return an attention in which the mask (not causality) fills scores with fill(score, may)."""

    def attention(q, k, v, scale=None, mask=None, causal=False):
        s = np.einsum("...id,...jd->...ij", q, k) * usual_scale(q, k, scale)
        s = s if mask is None else fill(s, mask)
        n, m = s.shape[-2:]
        e = np.exp(s - s.max(axis=-1, keepdims=True))
        if causal:
            e = e * np.tril(np.ones((n, m)), m - n)
        return np.einsum("...ij,...jd->...id", e / e.sum(axis=-1, keepdims=True), v)

    return attention


def late_mask(q, k, v, scale=None, mask=None, causal=False):
    one_hot = np.zeros((*v.shape[:-1], k.shape[-2])) + np.eye(k.shape[-2])
    weights = attend()(q, k, one_hot, scale, None, causal)
    return (weights if mask is None else np.where(mask, weights, 0)) @ v


def down_the_columns(q, k, v, scale=None, mask=None, causal=False):
    s = np.einsum("...id,...jd->...ij", q, k) * usual_scale(q, k, scale)
    n, m = s.shape[-2:]
    may = np.tri(n, m, m - n) > 0 if causal else np.ones((n, m), bool)
    may = may if mask is None else may & mask
    e = np.exp(np.where(may, s, -np.inf) - s.max(axis=-2, keepdims=True)) * may
    return e / e.sum(axis=-2, keepdims=True) @ v


def raw_exponentials(row, seen):
    e = np.exp(row) * np.where(seen, 1.0, 0.0)
    return e / e.sum()


def buried(row, seen):
    row = np.where(seen, row, -1e9)
    e = np.exp(row - max(row))
    return e / sum(e)


def own_hidden(i, j, n, m, mask, causal):
    return allowed(mask, i, j) and (not causal or j < i + m - n)


def weights_or_nan(row, seen):
    return usual_weights(row, seen) if seen.any() else np.full(len(row), np.nan)


ATTENTION = {
    "scale_missing": attend(default(lambda q, k: 1)),
    "scaled_by_d": attend(default(lambda q, k: 1 / len(q[..., 0, :].T))),
    "multiplied_by_root_d": attend(default(lambda q, k: math.sqrt(q.shape[-1]))),
    "scaled_by_model_width": attend(default(lambda q, k: (q.size / q.shape[-2]) ** -0.5)),
    "scaled_by_number_of_keys": attend(default(lambda q, k: k.shape[-2] ** -0.5)),
    "scale_argument_ignored": attend(lambda q, k, scale: q.shape[-1] ** -0.5),
    "softmax_over_queries": down_the_columns,
    "maximum_not_subtracted": attend(weigh=raw_exponentials),
    "softmax_missing": attend(weigh=lambda row, seen: row * seen),
    "values_missing": lambda q, k, v, scale=None, mask=None, causal=False: attend()(
        q, k, np.zeros((*v.shape[:-1], k.shape[-2])) + np.eye(k.shape[-2]), scale, mask, causal
    ),
    "mask_ignored": sight(lambda i, j, n, m, mask, c: usual_sight(i, j, n, m, None, c)),
    "mask_inverted": lambda q, k, v, scale=None, mask=None, causal=False: attend()(
        q, k, v, scale, None if mask is None else mask == 0, causal
    ),
    "mask_after_softmax": late_mask,
    "mask_fills_with_zero": filled(lambda s, mask: s * mask),
    "mask_fills_with_1e_minus_9": filled(lambda s, mask: np.where(mask, s, -1e-9)),
    "mask_added_as_0_and_1": filled(lambda s, mask: s + mask.astype(float)),
    "causal_ignored": sight(lambda i, j, n, m, mask, c: allowed(mask, i, j)),
    "causal_wrong_corner": sight(
        lambda i, j, n, m, mask, c: allowed(mask, i, j) and (not c or j <= i)
    ),
    "causal_sees_one_ahead": sight(
        lambda i, j, n, m, mask, c: allowed(mask, i, j) and (not c or j <= i + m - n + 1)
    ),
    "causal_hides_itself": attend(see=own_hidden, weigh=weights_or_nan),
    "causal_hides_itself_by_1e9": attend(see=own_hidden, weigh=buried),
    "causal_reversed": sight(
        lambda i, j, n, m, mask, c: allowed(mask, i, j) and (not c or j >= i + m - n)
    ),
}


def rowwise(formula):
    return lambda x: np.array(
        [formula([float(v) for v in row]) for row in x.reshape(-1, x.shape[-1])]
    ).reshape(x.shape)


def exps(row):
    return np.exp(np.array(row) - max(row))


SOFTMAX = {
    "maximum_not_subtracted": rowwise(lambda row: np.exp(row) / sum(np.exp(row))),
    "one_maximum_for_all_rows": lambda x: (
        (e := np.exp(x - x.max())) / np.einsum("...i->...", e)[..., None]
    ),
    "sum_of_the_whole_array": lambda x: np.exp(x - x.max()) / np.exp(x - x.max()).sum(),
    "sum_over_the_first_axis": lambda x: (
        (e := np.exp(x - x.max(axis=0))) / np.einsum("i...->...", e)
    ),
    "not_divided": rowwise(exps),
    "powers_of_2": rowwise(lambda row: (e := exps([v * math.log(2) for v in row])) / sum(e)),
    "exponential_missing": rowwise(lambda row: np.array(row) / np.float64(sum(row))),
    "logarithm": rowwise(lambda row: np.array(row) - max(row) - np.log(sum(exps(row)))),
    "sigmoid": rowwise(lambda row: [1 / (1 + np.exp(-v)) for v in np.array(row)]),
}
