"""The nonlinear functions of the three models."""

import numpy as np

__all__ = ["gelu", "silu"]


def silu(x):
    """Return x / (1 + exp(−x)), without overflow.

    Examples
    --------
    >>> silu(np.array([-1e4, 0.0, 100.0])).tolist()
    [-0.0, 0.0, 100.0]
    """
    return x * (0.5 + 0.5 * np.tanh(x / 2))


def gelu(x):
    """Return x Φ(x), Φ the normal distribution function, to about 1e-7 for each x.

    Examples
    --------
    >>> import math
    >>> x = np.linspace(-6, 6, 49)
    >>> exact = [v * math.erfc(-v / math.sqrt(2)) / 2 for v in x]
    >>> bool(np.abs(gelu(x) - exact).max() < 3e-7)
    True
    """
    # NumPy has no error function. Abramowitz and Stegun (1964), formula 7.1.26.
    z = np.abs(x) / np.sqrt(np.float32(2))
    t = 1 / (1 + 0.3275911 * z)
    series = t * (
        0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))
    )
    tail = series * np.exp(-z * z) / 2
    return x * np.where(x < 0, tail, 1 - tail)
