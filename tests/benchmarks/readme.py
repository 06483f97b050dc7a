"""The README's section "Measured": written from the results of one whole run."""

import re
from datetime import date
from pathlib import Path

from benchmarks.machine import machine, versions

README = Path(__file__).parents[2] / "README.md"
COMMAND = ".venv/bin/python tests/run_benchmarks.py"
BEGIN, END = f"<!-- measured: {COMMAND} -->", "<!-- /measured -->"


def write(parts, minutes):
    """Put what was measured between the marks in the README."""
    on = f"{date.today().isoformat()}, in {minutes:.0f} minutes, on {machine()}"
    text = README.read_text(encoding="utf-8")
    README.write_text(
        replaced(text, section(parts, on, versions())), encoding="utf-8", newline="\n"
    )


def section(parts, on, with_versions):
    """Return the section in Markdown; `on` says when and on which machine it was measured."""
    lines = [
        f"The command above wrote this section, on {on}. Versions: {with_versions}.",
        "",
        "Figures are medians, with quartiles in parentheses where there were several rounds. What "
        "is compared was measured in turns, in one run; a ratio is that of one round. “Met” and "
        "“missed by” compare the median with the goal.",
    ]
    for part in parts:
        lines += ["", f"### {part.title}", "", *part.lines()]
    return "\n".join(lines)


def replaced(text, new):
    """Return the README's text with `new` between the marks."""
    between = re.compile(rf"(?<=^{re.escape(BEGIN)}\n).*?(?=^{re.escape(END)}$)", re.M | re.S)
    if len(between.findall(text)) != 1:
        raise ValueError(f"README.md needs {BEGIN} and {END} once, each on a line of its own")
    return between.sub(lambda _: f"\n{new}\n\n", text)
