"""The lines that the README gives are those that CI runs."""

import re

from book import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(heading):
    """Return the code blocks of a section of the README: (language, text) pairs."""
    section = re.search(rf"^#+ {heading} *\n(.*?)(?=^#+ |\Z)", README, re.M | re.S)
    return re.findall(r"^```(\w*)\n(.*?)\n```", section.group(1), re.M | re.S)


def test_the_first_block_runs_the_tests_from_a_fresh_clone():
    language, line = blocks("Run the tests")[0]
    assert language == "sh"
    assert re.fullmatch(
        r"python3 -m venv \.venv && .* requirements\.txt && \.venv/bin/pytest", line
    )


def test_the_windows_line_is_what_ci_runs_on_windows():
    (line,) = [text for language, text in blocks("Run the tests") if language == "powershell"]
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert f"- run: {line}\n" in workflow


def test_ci_reads_its_line_from_the_readme():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "Run the tests" in script and "requirements.txt && " not in script
