"""Wrong RoPEs and query paths, written with complex numbers: a pair is one number."""

import numpy as np


def turned(x, angles, layout="interleaved"):
    """Multiply each pair, as a complex number, by exp(i·angle); the rest stays."""
    r = 2 * angles.shape[-1]
    z = x[..., :r].astype(float)
    if layout == "half":
        z = z[..., : r // 2] + 1j * z[..., r // 2 :]
    else:
        z = z[..., 0::2] + 1j * z[..., 1::2]
    z = z * np.exp(1j * angles)
    if layout == "half":
        parts = [z.real, z.imag]
        return np.concatenate([*parts, x[..., r:]], axis=-1)
    flat = np.stack([z.real, z.imag], axis=-1).reshape(*z.shape[:-1], r)
    return np.concatenate([flat, x[..., r:]], axis=-1)


def with_angles(angles):
    """Return a RoPE whose angles are angles(positions, r, d, theta)."""

    def rope(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
        d = x.shape[-1]
        return turned(x, angles(np.asarray(positions), rotary_dim or d, d, theta), layout)

    return rope


def usual(m, r, theta):
    return np.outer(m, [theta ** (-i / r) for i in range(0, r, 2)])


def other(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    r = rotary_dim or x.shape[-1]
    layout = {"half": "interleaved", "interleaved": "half"}[layout]
    return turned(x, usual(positions, r, theta), layout)


def counted(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    r = rotary_dim or x.shape[-1]
    return turned(x, usual(range(x.shape[-2]), r, theta), layout)


def mixed(matrix):
    """Return a RoPE that multiplies each pair by matrix(cos, sin) in place of a rotation."""

    def rope(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
        r = rotary_dim or x.shape[-1]
        order = np.arange(r).reshape(-1, 2) if layout != "half" else np.arange(r).reshape(2, -1).T
        y = np.array(x, dtype=float)
        for row, m in enumerate(positions):
            for i, pair in enumerate(order):
                phi = m * theta ** (-2 * i / r)
                block = np.array(matrix(np.cos(phi), np.sin(phi)))
                y[..., row, pair] = x[..., row, pair] @ block.T
        return y

    return rope


def tail(x, positions, theta=10000.0, layout="interleaved", rotary_dim=None):
    r = rotary_dim or x.shape[-1]
    y = np.array(x, dtype=float)
    y[..., y.shape[-1] - r :] = turned(
        y[..., y.shape[-1] - r :], usual(positions, r, theta), layout
    )
    return y


ROPE = {
    "other_layout": other,
    "transposed_rotation": with_angles(lambda m, r, d, t: -usual(m, r, t)),
    "theta_fixed_at_10000": with_angles(lambda m, r, d, t: usual(m, r, 1e4)),
    "positions_from_1": with_angles(lambda m, r, d, t: usual(m + 1, r, t)),
    "positions_ignored": counted,
    "angles_in_degrees": with_angles(lambda m, r, d, t: usual(m, r, t) * np.pi / 180),
    "one_frequency_for_all": with_angles(lambda m, r, d, t: np.repeat(m[:, None], r // 2, 1)),
    "exponent_halved": with_angles(lambda m, r, d, t: usual(m, r, t**0.5)),
    "frequencies_inverted": with_angles(lambda m, r, d, t: usual(m, r, 1 / t)),
    "sines_all_positive": mixed(lambda c, s: [[c, s], [s, c]]),
    "partners_not_mixed": mixed(lambda c, s: [[c + s, 0], [0, c + s]]),
    "frequencies_of_the_full_width": with_angles(lambda m, r, d, t: usual(m, d, t)[:, : r // 2]),
    "all_coordinates_turned": with_angles(lambda m, r, d, t: usual(m, d, t)),
    "last_coordinates_turned": tail,
}


def sized(q, eps, axes=-1, of=np.mean):
    return q / np.sqrt(of(np.square(q), axis=axes, keepdims=True) + eps)


def spun(q, positions):
    return turned(q, usual(positions, q.shape[-1], 1e4))


QUERY_PATH = {
    "gain_after_rope": lambda q, g, m, eps=1e-6: g * sized(spun(q, m), eps),
    "heads_normalized_together": lambda q, g, m, eps=1e-6: spun(g * sized(q, eps, (0, 2)), m),
    "tokens_normalized_together": lambda q, g, m, eps=1e-6: spun(g * sized(q, eps, (1, 2)), m),
    "norm_missing": lambda q, g, m, eps=1e-6: spun(g * q, m),
    "gain_missing": lambda q, g, m, eps=1e-6: sized(spun(q, m), eps),
    "gain_before_the_norm": lambda q, g, m, eps=1e-6: spun(sized(g * q, eps), m),
    "rope_missing": lambda q, g, m, eps=1e-6: g * sized(q, eps),
    "unit_norm_instead": lambda q, g, m, eps=1e-6: spun(g * sized(q, eps, of=np.sum), m),
    "layer_norm_instead": lambda q, g, m, eps=1e-6: spun(
        g * sized(q - q.mean(axis=-1, keepdims=True), eps), m
    ),
    "heads_as_positions": lambda q, g, m, eps=1e-6: np.stack(
        [spun(head, [i] * len(m)) for i, head in enumerate(g * sized(q, eps))]
    ),
}
