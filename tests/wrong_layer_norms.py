"""Wrong LayerNorms as a learner might write them, row by row."""

import numpy as np
from wrong_norms import centered, f64, ms, root, total


def by_rows(formula):
    """Return a function of x, gain, bias, eps from a formula of one row of numbers."""

    def norm(x, gain=None, bias=None, eps=1e-6):
        g = 1.0 if gain is None else gain
        b = 0.0 if bias is None else bias
        rows = [formula(row, g, b, eps) for row in x.reshape(-1, x.shape[-1]).astype(float)]
        return np.array(rows).reshape(x.shape)

    return norm


def over(denominator):
    """Return a norm that centers each row and divides it by denominator(centered, row, eps)."""
    return by_rows(lambda r, g, b, e: centered(r) / denominator(centered(r), r, e) * g + b)


def right(row, eps):
    c = centered(row)
    return c / root(c, eps)


def sample(c):
    return np.sqrt(total(c) / f64(len(c) - 1))


def single(row, g, b, e):
    low = row.astype("f4")
    c = low - low.mean()
    return c * (1 / np.sqrt((c * c).mean() + np.float32(e))) * g + b


def whole(x, gain=None, bias=None, eps=1e-6):
    c = x - x.sum() / x.size
    y = c / np.sqrt(np.vdot(c, c) / x.size + eps)
    return y * (1 if gain is None else gain) + (0 if bias is None else bias)


def columns(x, gain=None, bias=None, eps=1e-6):
    c = x - x.sum(axis=0) / len(x)
    y = c / np.sqrt(np.einsum("i...,i...->...", c, c) / len(x) + eps)
    return y * (1 if gain is None else gain) + (0 if bias is None else bias)


def bias_with_gain(x, gain=None, bias=None, eps=1e-6):
    y = np.array([right(row, eps) for row in x.reshape(-1, x.shape[-1])]).reshape(x.shape)
    if gain is None:
        return y
    return gain * y if bias is None else gain * y + bias


def bias_first(x, gain=None, bias=None, eps=1e-6):
    y = np.array([right(row, eps) for row in x.reshape(-1, x.shape[-1])]).reshape(x.shape)
    if bias is not None:
        y += bias
    if gain is not None:
        y *= gain
    return y


LAYER_NORM = {
    "mean_kept": by_rows(lambda r, g, b, e: r / root(r, e) * g + b),
    "mean_kept_above_only": by_rows(lambda r, g, b, e: r / root(centered(r), e) * g + b),
    "mean_square_for_variance": over(lambda c, r, e: root(r, e)),
    "only_centered": over(lambda c, r, e: 1.0),
    "sample_variance": over(lambda c, r, e: np.hypot(sample(c), np.sqrt(e))),
    "sample_deviation_plus_eps": over(lambda c, r, e: sample(c) + e),
    "sum_for_variance": over(lambda c, r, e: np.sqrt(total(c) + e)),
    "root_forgotten": over(lambda c, r, e: ms(c) + e),
    "difference_of_squares": over(
        lambda c, r, e: np.sqrt(total(r) / len(r) - (sum(r) / len(r)) ** 2 + e)
    ),
    "computed_in_float32": by_rows(single),
    "statistics_of_the_whole_array": whole,
    "statistics_over_the_first_axis": columns,
    "eps_outside_root": over(lambda c, r, e: ms(c) ** 0.5 + e),
    "eps_forgotten": over(lambda c, r, e: ms(c) ** 0.5),
    "eps_fixed_at_1e_6": over(lambda c, r, e: root(c, 1e-6)),
    "eps_fixed_at_1e_5": over(lambda c, r, e: root(c, 1e-5)),
    "gain_forgotten": by_rows(lambda r, g, b, e: right(r, e) + b),
    "gain_as_1_plus_gain": lambda x, gain=None, bias=None, eps=1e-6: by_rows(
        lambda r, g, b, e: right(r, e) * g + b
    )(x, None if gain is None else 1 + gain, bias, eps),
    "bias_forgotten": by_rows(lambda r, g, b, e: right(r, e) * g),
    "bias_before_gain": bias_first,
    "bias_subtracted": by_rows(lambda r, g, b, e: right(r, e) * g - b),
    "bias_only_with_gain": bias_with_gain,
}
