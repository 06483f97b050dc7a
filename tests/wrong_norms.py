"""Wrong norms as a learner might write them, row by row: independent of the catalogue's own."""

import math

import numpy as np

f64 = np.float64


def by_rows(formula, default=1e-6):
    """Return a function of x, gain, eps from a formula of one row of numbers."""

    def norm(x, gain=None, eps=default):
        rows = [formula(row, gain, eps) for row in x.reshape(-1, x.shape[-1]).astype(float)]
        return np.array(rows).reshape(x.shape)

    return norm


def over(denominator, default=1e-6):
    """Return a norm that divides each row by denominator(row, eps), then multiplies by gain."""
    return by_rows(
        lambda row, g, eps: (row / denominator(row, eps)) * (1 if g is None else g), default
    )


def ms(row):
    return f64(sum(v * v for v in row)) / len(row)


def total(row):
    return f64(sum(v * v for v in row))


def centered(row):
    return row - sum(row) / len(row)


def root(row, eps):
    return np.sqrt(ms(row) + eps)


def whole(x, gain=None, eps=1e-6):
    out = x / math.sqrt(np.vdot(x, x) / x.size + eps)
    return out if gain is None else np.multiply(out, gain)


def columns(x, gain=None, eps=1e-6):
    out = x * (np.einsum("i...,i...->...", x, x) / len(x) + eps) ** -0.5
    return out if gain is None else out * gain


def half(row, eps):
    return np.sqrt(ms(np.sqrt(np.square(row.astype("float16")).astype(float))) + eps)


def lean(row, eps):
    return np.sqrt(ms(centered(row)) + eps)


RMS_NORM = {
    "mean_subtracted": by_rows(
        lambda row, g, e: centered(row) / lean(row, e) * (1 if g is None else g)
    ),
    "mean_subtracted_above_only": by_rows(
        lambda row, g, e: centered(row) / root(row, e) * (1 if g is None else g)
    ),
    "variance_for_mean_square": over(lean),
    "sum_for_mean": over(lambda row, e: np.hypot(np.linalg.norm(row), math.sqrt(e))),
    "mean_and_root_d": over(lambda row, e: root(row, e) / math.sqrt(len(row))),
    "divided_by_d_minus_1": over(lambda row, e: np.sqrt(total(row) / f64(len(row) - 1) + e)),
    "square_of_the_mean": over(lambda row, e: np.hypot(row.mean(), math.sqrt(e))),
    "mean_of_the_whole_array": whole,
    "mean_over_the_first_axis": columns,
    "reciprocal_root_divided": over(lambda row, e: (ms(row) + e) ** -0.5),
    "root_forgotten": over(lambda row, e: ms(row) + e),
    "root_taken_twice": over(lambda row, e: (ms(row) ** 0.5 + e) ** 0.5),
    "mean_absolute_value": over(lambda row, e: sum(abs(v) for v in row) / len(row) + e),
    "largest_entry": over(lambda row, e: max(abs(v) for v in row) + e),
    "squares_in_float16": over(half),
    "eps_outside_root": over(lambda row, e: ms(row) ** 0.5 + e),
    "eps_after_reciprocal": over(lambda row, e: 1 / (1 / ms(row) ** 0.5 + e)),
    "eps_forgotten": over(lambda row, e: ms(row) ** 0.5),
    "eps_squared": over(lambda row, e: np.hypot(ms(row) ** 0.5, e)),
    "eps_divided_by_d": over(lambda row, e: np.sqrt(ms(row) + e / len(row))),
    "eps_as_floor_of_mean_square": over(lambda row, e: max(ms(row), e) ** 0.5),
    "eps_as_floor_of_rms": over(lambda row, e: max(ms(row) ** 0.5, e)),
    "eps_fixed_at_1e_6": over(lambda row, e: root(row, 1e-6)),
    "eps_fixed_at_1e_5": over(lambda row, e: root(row, 1e-5)),
    "eps_after_rescaling": over(lambda row, e: max(abs(row)) * root(row / max(abs(row)), e)),
    "eps_in_float16": over(lambda row, e: root(row, float(np.array(e, dtype="e")))),
    "length_plus_eps": over(lambda row, e: np.linalg.norm(row) + e),
    "deviation_plus_eps": over(lambda row, e: ms(centered(row)) ** 0.5 + e),
    "gain_forgotten": by_rows(lambda row, g, e: row / root(row, e)),
    "gain_as_1_plus_gain": by_rows(
        lambda row, g, e: row / root(row, e) + (0 if g is None else g * row / root(row, e))
    ),
    "gain_before_the_norm": by_rows(
        lambda row, g, e: (h := row if g is None else g * row) / root(h, e)
    ),
    "gain_divides": by_rows(lambda row, g, e: row / (root(row, e) * (1 if g is None else g))),
    "gain_added": by_rows(lambda row, g, e: row / root(row, e) + (0 if g is None else g)),
    "gain_twice": by_rows(lambda row, g, e: row / root(row, e) * (1 if g is None else g**2)),
}


def unit_over(denominator):
    return over(denominator, 0.0)


UNIT_NORM = {
    "mean_for_sum": unit_over(root),
    "root_d_too_small": unit_over(lambda row, e: math.sqrt(len(row)) * np.sqrt(total(row) + e)),
    "root_forgotten": unit_over(lambda row, e: total(row) + e),
    "sum_of_absolute_values": unit_over(lambda row, e: np.linalg.norm(row, 1) + e),
    "largest_entry": unit_over(lambda row, e: np.linalg.norm(row, np.inf) + e),
    "mean_subtracted": by_rows(
        lambda row, g, e: (c := centered(row)) / np.sqrt(c @ c + e) * (1 if g is None else g), 0.0
    ),
    "length_of_the_whole_array": lambda x, gain=None, eps=0.0: (
        x / math.sqrt(np.vdot(x, x) + eps) * (1 if gain is None else gain)
    ),
    "length_of_the_columns": lambda x, gain=None, eps=0.0: (
        x / np.sqrt(np.einsum("i...,i...->...", x, x) + eps) * (1 if gain is None else gain)
    ),
    "eps_outside_root": unit_over(lambda row, e: np.linalg.norm(row) + e),
    "eps_as_floor_of_length": unit_over(lambda row, e: max(np.linalg.norm(row), e)),
    "eps_times_d": unit_over(lambda row, e: np.sqrt(total(row) + len(row) * e)),
    "eps_forgotten": unit_over(lambda row, e: np.linalg.norm(row)),
    "gain_forgotten": by_rows(lambda row, g, e: row / np.sqrt(row @ row + e), 0.0),
    "gain_before_the_norm": by_rows(
        lambda row, g, e: (h := row if g is None else g * row) / np.sqrt(h @ h + e), 0.0
    ),
}


def per_row(formula):
    """Return a function of x alone from a formula of one row."""
    return lambda x: np.apply_along_axis(formula, -1, x.astype(float))


RMS = {
    "length": per_row(np.linalg.norm),
    "root_forgotten": per_row(ms),
    "mean_absolute_value": per_row(lambda row: np.abs(row).sum() / row.size),
    "absolute_mean": per_row(lambda row: math.sqrt(row.mean() ** 2)),
    "standard_deviation": per_row(lambda row: np.sqrt(ms(centered(row)))),
    "root_of_sum_over_d": per_row(lambda row: np.linalg.norm(row) / len(row)),
    "divided_by_d_minus_1": per_row(lambda row: np.sqrt(total(row) / f64(len(row) - 1))),
    "mean_of_the_whole_array": lambda x: np.linalg.norm(x) / x.size**0.5,
    "mean_over_the_first_axis": lambda x: np.sqrt(np.einsum("i...,i...->...", x, x) / len(x)),
}
