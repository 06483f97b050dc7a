"""How times grow: slopes in log-log over three decades of a size.

Each family of calls has 13 sizes, four a decade, measured in turns, in processor time and on
one thread. In each round a line is fitted to log time against log size; its slope is the
exponent. The fixed cost of a call bends the line at small sizes, and memory at large ones, so
the slope of the last decade stands beside that of all three.
"""

from math import ceil

import numpy as np

from benchmarks.tables import Figure, Part, Table
from benchmarks.turns import at_most, in_turns, processor_time
from normcourse.attention import scaled_dot_product_attention
from normcourse.norms import rms_norm

TITLE = "How it grows"
HOW = (
    "Slopes of log time against log size over three decades, in float32, in processor time and on "
    "one thread: medians and quartiles over the rounds, and the standard error of the fit. The "
    "fixed cost of a call flattens a line at small sizes; results that no longer fit into the "
    "processor’s cache make it steeper at large ones."
)
ROUNDS = 7
STEPS = 10 ** (np.arange(13) / 4)
LAST = slice(8, None)
# What is timed together takes about so many nanoseconds.
LONG = 5e6
COLUMNS = ("slope", "error of the fit", "in the last decade", "expected")


def attention(*shape):
    """Return a call of attention on q, k and v of one shape."""
    q, k, v = np.random.default_rng(0).normal(size=(3, *shape)).astype(np.float32)
    return lambda: scaled_dot_product_attention(q, k, v)


def norm(*shape):
    """Return a call of RMSNorm on an array of this shape."""
    x = np.random.default_rng(0).normal(size=shape).astype(np.float32)
    return lambda: rms_norm(x)


# Each family: its name, the smallest size, the call of a size, the exponent that is expected.
FAMILIES = (
    ("RMSNorm of 256 rows: d from 100", 100, lambda d: norm(256, d), 1),
    ("RMSNorm at d = 256: rows from 100", 100, lambda rows: norm(rows, 256), 1),
    ("attention of 64 positions: d from 100", 100, lambda d: attention(64, d), 1),
    ("attention at d = 64: positions from 4", 4, lambda n: attention(n, 64), 2),
    ("attention of 16 positions, d = 32: batch from 10", 10, lambda b: attention(b, 16, 32), 1),
)


def measure(most=None):
    """Return the part; `most` is the largest number of rounds."""
    from threadpoolctl import threadpool_limits

    rows = []
    with threadpool_limits(1):
        for name, smallest, call, expected in FAMILIES:
            sizes = np.round(smallest * STEPS).astype(int)
            times = timed(call, sizes, at_most(ROUNDS, most))
            rows.append((name, cells(sizes, times, expected)))
    return Part(TITLE, HOW, [Table(COLUMNS, rows)])


def timed(call, sizes, rounds):
    """Return the nanoseconds of a call at each size, one row a round."""
    jobs = {}
    for size in sizes:
        job = call(int(size))
        job()
        calls = ceil(LONG / max(processor_time(1)(job), 1))
        jobs[size] = job, calls
    times = in_turns(jobs, rounds, lambda job: processor_time(job[1])(job[0]) / job[1])
    return np.stack([times[size] for size in sizes], axis=1)


def cells(sizes, times, expected):
    """Return the cells of a family's row."""
    slopes = np.array([fit(sizes, one)[0] for one in times])
    last = np.array([fit(sizes[LAST], one[LAST])[0] for one in times])
    error = fit(sizes, np.median(times, axis=0))[1]
    return [Figure(slopes), Figure(np.array([error])), Figure(last), str(expected)]


def fit(sizes, times):
    """Return the slope of log time against log size, and its standard error."""
    x, y = np.log(sizes), np.log(times)
    x, y = x - x.mean(), y - y.mean()
    slope = (x @ y) / (x @ x)
    rest = y - slope * x
    return slope, np.sqrt(rest @ rest / (len(x) - 2) / (x @ x))
