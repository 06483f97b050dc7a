"""The last cell of a lesson: which exercises are done."""

from dataclasses import dataclass
from html import escape

__all__ = ["Summary"]

HEADER = ("exercise", "minutes", "difficulty", "state")


@dataclass(frozen=True, repr=False)
class Summary:
    """A table of (title, minutes, difficulty, state), as HTML and as text."""

    rows: tuple[tuple[str, int, int, str], ...]

    @property
    def words(self):
        """Say how many are done."""
        done = sum(state.endswith("done") for *_, state in self.rows)
        return f"{done} of {len(self.rows)} exercises done."

    @property
    def _cells(self):
        return [(t, str(m), f"{n} of 3", s) for t, m, n, s in self.rows]

    def __repr__(self):
        table = [HEADER, *self._cells]
        widths = [max(len(row[i]) for row in table) for i in range(len(HEADER))]
        lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in table]
        return "\n".join([self.words, "", *(line.rstrip() for line in lines)])

    def _repr_html_(self):
        style = 'style="text-align: left"'
        head = "".join(f'<th scope="col" {style}>{name}</th>' for name in HEADER)
        body = [
            "<tr>" + "".join(f"<td {style}>{escape(cell)}</td>" for cell in row) + "</tr>"
            for row in self._cells
        ]
        return "\n".join(
            [
                f"<p>{self.words}</p>",
                '<table style="color: inherit">',
                f"<tr>{head}</tr>",
                *body,
                "</table>",
            ]
        )
