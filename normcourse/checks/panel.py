"""How a check's answer looks: as text for a terminal, as HTML for a notebook.

The HTML carries its meaning in words and structure, so it still reads where a
page strips the styles; the styles use no background and no text color, so it
reads on a light and on a dark page.
"""

import re
import textwrap
from dataclasses import dataclass
from html import escape

__all__ = ["Panel"]

WIDTH = 88


@dataclass(frozen=True, repr=False)
class Panel:
    """A heading, paragraphs, a table with a header column, and source code.

    Backticks in `words` mark code, and addresses become links. `rows` are pairs of a label and
    a code text.
    """

    heading: str
    title: str
    words: tuple[str, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    code: str = ""
    color: str = "#888888"

    def __repr__(self):
        lines = [f"{self.heading}: {self.title}"]
        for paragraph in self.words:
            lines += _wrapped("  ", paragraph)
        pad = max((len(label) for label, _ in self.rows), default=0)
        for label, text in self.rows:
            lines += _wrapped(f"  {label:<{pad}}  ", text)
        if self.code:
            lines += ["", textwrap.indent(self.code.rstrip(), "    ")]
        return "\n".join(lines)

    def _repr_html_(self):
        style = f"border-left: 4px solid {self.color}; padding-left: 0.9em; margin: 0.4em 0"
        parts = [
            f'<div style="{style}">',
            f"<p><strong>{escape(self.heading)}</strong>: {_inline(self.title)}</p>",
        ]
        parts += [f"<p>{_inline(paragraph)}</p>" for paragraph in self.words]
        if self.rows:
            parts.append(_table(self.rows))
        if self.code:
            parts.append(f"<pre><code>{escape(self.code.rstrip())}</code></pre>")
        return "\n".join([*parts, "</div>"])


def _wrapped(label, text):
    """Return lines that begin with the label and continue below the text."""
    indent = " " * len(label)
    return textwrap.wrap(
        text, WIDTH, initial_indent=label, subsequent_indent=indent, break_on_hyphens=False
    )


def _inline(text):
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
    return re.sub(r"https://[\w./#-]*\w", r'<a href="\g<0>">\g<0></a>', text)


def _table(rows):
    left = 'style="text-align: left; vertical-align: top"'
    lines = [
        f'<tr><th scope="row" {left}>{escape(label)}</th>'
        f"<td {left}><code>{escape(text)}</code></td></tr>"
        for label, text in rows
    ]
    return "\n".join(['<table style="color: inherit">', *lines, "</table>"])
