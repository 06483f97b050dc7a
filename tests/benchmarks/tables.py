"""What the benchmarks found, as tables that read well in a terminal and in Markdown."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Goal:
    """What a figure is to be: at most `bound`, or at least that."""

    bound: float
    least: bool = False

    def __str__(self):
        return f"{'≥' if self.least else '≤'} {self.bound:g}"

    def missed_by(self, value):
        """Return in words by how much a value misses the goal, or "" where it meets it."""
        short_of = self.bound - value if self.least else value - self.bound
        if short_of <= 0:
            return ""
        if not self.bound:
            return number(short_of, whole=True)
        low, high = sorted((value, self.bound))
        if low > 0 and high >= 2 * low:
            return f"a factor of {number(high / low)}"
        share = 100 * short_of / self.bound
        return f"{share:.{0 if share >= 10 else 1}f} %"


@dataclass(frozen=True)
class Figure:
    """What was measured of one thing, once a round, and what it is to be."""

    values: np.ndarray
    goal: Goal | None = None

    @property
    def median(self):
        """The middle of what was measured."""
        return float(np.median(self.values))

    def __str__(self):
        whole = np.all(self.values == np.round(self.values))
        low, middle, high = (number(q, whole) for q in np.percentile(self.values, [25, 50, 75]))
        return f"{middle} ({low}–{high})" if low != high else middle

    def verdict(self):
        """Return whether the goal is met, in words; "" where there is none."""
        if self.goal is None:
            return ""
        missed_by = self.goal.missed_by(self.median)
        return f"missed by {missed_by}" if missed_by else "met"


@dataclass(frozen=True)
class Table:
    """Named columns; each row has a label and a cell for each: a `Figure`, or a text."""

    columns: tuple[str, ...]
    rows: list[tuple[str, list[Figure | str]]]
    title: str = ""

    def lines(self):
        """Return the table as lines of Markdown, its columns aligned for a terminal."""
        goals = [self._goal(i) for i in range(len(self.columns))]
        body = [
            [label, *(cell_text(c, g) for c, g in zip(cells, goals, strict=True))]
            for label, cells in self.rows
        ]
        if any(goals):
            body.insert(0, ["*goal*", *(f"*{goal}*" if goal else "" for goal in goals)])
        table = [[self.title, *self.columns], *body]
        widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
        table.insert(1, ["-" * width for width in widths])
        return [
            "| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |"
            for row in table
        ]

    def _goal(self, i):
        """Return the goal that all cells of a column share, or None."""
        goals = {c.goal for _, cells in self.rows if isinstance(c := cells[i], Figure)}
        return goals.pop() if len(goals) == 1 else None


@dataclass(frozen=True)
class Part:
    """One part of the benchmarks: what was measured, how, and what was found."""

    title: str
    how: str
    tables: list[Table]

    def lines(self):
        """Return the part as lines of Markdown, without its title."""
        lines = [self.how]
        for table in self.tables:
            lines += ["", *table.lines()]
        return lines


def cell_text(cell, shared):
    """Return a cell's text; its goal stands in it unless the whole column shares it."""
    if isinstance(cell, str):
        return cell
    verdict = cell.verdict()
    if not verdict:
        return str(cell)
    return f"{cell} {verdict}" if cell.goal == shared else f"{cell} {cell.goal}: {verdict}"


def number(value, whole=False):
    """Write a number with two or three digits; if it is a `whole` one, with all of them."""
    size = abs(value)
    if size >= 100 or (whole and value == round(value)):
        text = f"{value:,.0f}"
    elif 0 < size < 0.1:
        text = f"{value:.2g}"
    else:
        text = f"{value:.{1 if size >= 10 else 2}f}"
    return text.replace("-", "−")
