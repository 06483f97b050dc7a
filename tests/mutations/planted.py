"""Bugs to plant in floor 1: file, what stands there, what to put in its place, who must see it.

Each is a mistake that somebody could make, most of them mistakes that somebody made.
"""

NORMS = ("tests/test_norms.py", "tests/test_norms_reports.py", "tests/test_norms_numerics.py")
GEOMETRY = ("tests/test_geometry.py",)
ROTATIONS = ("tests/test_rotations.py", "tests/test_norms_under_rotation.py")
ATTENTION = ("tests/test_attention.py", "tests/test_softmax.py", "tests/test_score_variance.py")
GRADIENTS = ("tests/test_gradients.py", "tests/test_gradients_numerics.py")
BACKWARD = ("tests/test_attention_gradients.py",)
PRECISION = ("tests/test_precision.py",)

PLANTED = (
    # norms
    ("norms", "np.sqrt(square + eps)", "(np.sqrt(square) + eps)", NORMS),
    ("norms", "np.sqrt(variance + eps)", "(np.sqrt(variance) + eps)", NORMS),
    ("norms", "centered -= np.where(shows, left, 0)", "pass", NORMS),
    ("norms", "np.multiply(z, gain", "np.multiply(z, 1 + gain", NORMS),
    ("norms", "np.add(z, bias", "np.subtract(z, bias", NORMS),
    ("_rows", "sum_of_squares(x) / x.shape[-1]", "sum_of_squares(x) / (x.shape[-1] - 1)", NORMS),
    ("_rows", "np.float64 if rows.itemsize == 8 else np.float32", "rows.dtype.type", NORMS),
    ("_rows", "np.count_nonzero(safe) < len(safe)", "False", NORMS),
    ("_rows", "np.ldexp(eps, -2 * exponent)", "np.ldexp(eps, -exponent)", NORMS),
    ("_inputs", "value >= 0", "value > -1", ("tests/test_norms_inputs.py",)),
    # geometry
    ("geometry", "rough + slip, rest - slip", "rough, rest", GEOMETRY),
    ("geometry", "np.arctan2(mu, sigma)", "np.arctan2(np.abs(mu), sigma)", GEOMETRY),
    ("geometry", "/ np.sum(u * u, axis=-1, keepdims=True)", "", GEOMETRY),
    ("geometry", "np.mean(rest * rest", "np.sum(rest * rest", GEOMETRY),
    # rotations
    ("rotations", "order[0::2], order[1::2]", "order[1::2], order[0::2]", ROTATIONS),
    ("rotations", "(-first / rotary_dim)", "(-first / (2 * rotary_dim))", ROTATIONS),
    (
        "rotations",
        "np.cos(phi) - right * np.sin(phi)",
        "np.cos(phi) + right * np.sin(phi)",
        ROTATIONS,
    ),
    ("rotations", "np.where(np.diag(r) < 0, -1.0, 1.0)", "1.0", ROTATIONS),
    ("rotations", "q[:, 0] *= np.sign(np.linalg.det(q))", "pass", ROTATIONS),
    ("rotations", "width = d if rotary_dim is None else rotary_dim", "width = d", ROTATIONS),
    # attention
    ("attention", '"1/sqrt d": -0.5', '"1/sqrt d": -1.0', ATTENTION),
    ("attention", "np.where(top == -np.inf, 0.0, top)", "0.0", ATTENTION),
    ("attention", "np.where(total == 0, 1.0, total)", "total", ATTENTION),
    ("attention", 'm - n if align == "last" else 0', "0", ATTENTION),
    ("attention", "heads // groups, axis=-3", "heads // groups, axis=-2", ATTENTION),
    ("attention", '"unit": 1 / d', '"unit": 1 / d**2', ATTENTION),
    ("attention", "2 / (d_in + d_out)", "1 / d_in", ATTENTION),
    ("attention", "(a, a != -np.inf)", "(0.0, a != -np.inf)", ATTENTION),
    # gradients
    ("_pull_back", "eps / r_squared * (along + left) - left", "along + left", GRADIENTS),
    ("_pull_back", "eps / r_squared * (along + left) - left", "-left", GRADIENTS),
    ("_pull_back", "            _center(back)\n", "", GRADIENTS),
    ("_pull_back", "        _center(g)\n", "", GRADIENTS),
    ("_pull_back", "x.shape[-1] if norm.averages else 1", "1", GRADIENTS),
    ("_pull_back", "x_power = x_power + more", "pass", GRADIENTS),
    ("_pull_back", "np.maximum(x_power, (np.frexp(eps)[1] + 1) // 2)", "x_power", GRADIENTS),
    ("_pull_back", "block][failed], wide[failed]", "block][failed], back[failed]", GRADIENTS),
    ("_pull_back", "_fits(size) & _fits", "_fits", GRADIENTS),
    ("_pull_back", "for _ in range(2)", "for _ in range(1)", GRADIENTS),
    ("_pull_back", "g += part", "pass", GRADIENTS),
    ("attention_gradients", "dp - np.sum(p * dp, axis=-1, keepdims=True)", "dp", BACKWARD),
    ("attention_gradients", "factor * _softmax_vjp", "_softmax_vjp", BACKWARD),
    # precision
    ("precision", "np.rint(", "np.floor(", PRECISION),
    ("precision", "rounded(rounded(normalized) * gain)", "rounded(normalized * gain)", PRECISION),
    ("precision", "(1 + weight)", "weight", PRECISION),
)

# file, what stands there, what to put in its place, lesson whose claims must fall.
AGAINST_CLAIMS = (
    ("norms", "np.sqrt(square + eps)", "(np.sqrt(square) + eps)", "01_layernorm_view"),
    ("_rows", "sum_of_squares(x) / x.shape[-1]", "sum_of_squares(x)", "01_layernorm_view"),
    ("geometry", "rough + slip, rest - slip", "rough + slip, rows", "02_pythagorean_identity"),
    ("rotations", "order[0::2], order[1::2]", "order[1::2], order[0::2]", "03_rope_unit_norm_view"),
    ("attention", '"1/sqrt d": -0.5', '"1/sqrt d": -1.0', "04_attention_scaling"),
    ("attention", '"unit": 1 / d', '"unit": 1 / d**2', "04_attention_scaling"),
    ("precision", "(1 + weight)", "weight", "05_epsilon_and_precision"),
    ("_pull_back", "x.shape[-1] if norm.averages else 1", "1", "06_gradients"),
)
