"""Measure several jobs in turns, round by round, and compare them within each round."""

from time import perf_counter, process_time_ns

import numpy as np


def in_turns(jobs, rounds, measure):
    """Return ``{name: results}``: what `measure` says of each job in each round.

    What slows down one job then slows down its neighbors, and their ratio keeps.
    """
    results = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            results[name].append(measure(job))
    return {name: np.array(values) for name, values in results.items()}


def seconds(job):
    """Return how long a job takes by the clock on the wall."""
    start = perf_counter()
    job()
    return perf_counter() - start


def processor_time(calls):
    """Return a measure: the nanoseconds of this program that `calls` calls of a job take.

    What other programs do in between is not counted.
    """

    def measure(job):
        start = process_time_ns()
        for _ in range(calls):
            job()
        return process_time_ns() - start

    return measure


def at_most(rounds, most):
    """Return `rounds`, or `most` where that is given and less."""
    return rounds if most is None else min(rounds, most)
