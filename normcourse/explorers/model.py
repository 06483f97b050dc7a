"""What an explorer is: controls, a state, a drawing, a description, experiments.

All of it is plain data and pure functions, so that it is tested without a browser;
`live` puts it on the screen.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

__all__ = ["Choice", "Description", "Experiment", "Explorer", "Numbers", "Slider", "number"]


@dataclass(frozen=True)
class Choice:
    """One of several named values: a menu, or a slider over them where they have an order."""

    name: str
    label: str
    options: tuple[tuple[str, Any], ...]
    value: Any
    ordered: bool = False

    def samples(self):
        """Return every value that the control can take."""
        return [value for _, value in self.options]


@dataclass(frozen=True)
class Slider:
    """A number between two bounds; whole numbers where `step` is an int."""

    name: str
    label: str
    low: float
    high: float
    step: float
    value: float

    def samples(self):
        """Return every value that the control can take, from end to end."""
        count = round((self.high - self.low) / self.step)
        values = [self.low + i * self.step for i in range(count + 1)]
        return values if isinstance(self.step, int) else [round(v, 10) for v in values]


@dataclass(frozen=True)
class Numbers:
    """A line of text that holds a vector, such as ``1, 2, 3``."""

    name: str
    label: str
    value: str

    def samples(self):
        """Return texts that a learner might type, the wrong ones among them."""
        return [self.value, "1", "1 2", "-1, 0.5, 1e3", "", "a, b", "1, nan", "inf", "1,,2"]


@dataclass(frozen=True)
class Description:
    """A state in words and as a table: the text equivalent of its picture."""

    words: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def text(self):
        """Return the words and the table as plain text."""
        table = (self.header, *self.rows)
        widths = [max(len(row[i]) for row in table) for i in range(len(self.header))]
        lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in table]
        return "\n".join([self.words, *(line.rstrip() for line in lines)])

    def words_html(self):
        """Return the words as HTML."""
        return f"<p>{escape(self.words)}</p>"

    def table_html(self):
        """Return the table as HTML that reads well without styles, too."""
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in self.header)
        body = "".join(
            f'<tr><th scope="row">{escape(first)}</th>'
            + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
            + "</tr>"
            for first, *rest in self.rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@dataclass(frozen=True)
class Experiment:
    """Settings to try, what to observe, and a test of that observation on the state."""

    title: str
    settings: dict[str, Any]
    observe: str
    holds: Callable[[Any], bool]


@dataclass(frozen=True)
class Explorer:
    """A figure to move.

    Parameters
    ----------
    title : str
    controls : tuple of Choice, Slider, Numbers
    compute : callable
        ``compute(**settings) -> state``, NumPy only. A `ValueError` says in words what is
        wrong with the settings.
    canvas : callable
        ``canvas(dpi) -> (fig, axes)``: a new, empty figure.
    draw : callable
        ``draw(axes) -> move``: makes the artists once; those that move are animated.
        ``move(state, rescale=False)`` moves them; the axes keep still unless `rescale`.
    describe : callable
        ``describe(state) -> Description``.
    experiments : tuple of Experiment
    rescales : bool
        Whether `move` does anything at `rescale`; there is no button without it.
    """

    title: str
    controls: tuple[Choice | Slider | Numbers, ...]
    compute: Callable[..., Any]
    canvas: Callable[..., Any]
    draw: Callable[..., Any]
    describe: Callable[..., Description]
    experiments: tuple[Experiment, ...]
    rescales: bool = False

    def settings(self, **changes):
        """Return the settings that the controls start with, with `changes` made."""
        return {control.name: control.value for control in self.controls} | changes


def number(value, digits=6):
    """Write a number for a table: a true minus sign, `digits` digits, words for NaN."""
    if math.isnan(value):
        return "undefined"
    text = f"{value:.{digits}g}" if value else "0"
    mantissa, _, exponent = text.partition("e")
    return mantissa.replace("-", "−") + (f"e{int(exponent)}" if exponent else "")
