"""Rules about Markdown cells and about the notebook as a whole."""

import re
from urllib.parse import unquote

from book import headings, without_code

from normcourse.tools.normalize import NOTEBOOK_METADATA

#: The sections of a lesson, by their h2 headings: the first, and the last ones, in this order.
#: Between them the headings are free; after a colon they are too ("Next: the right triangle").
FIRST_SECTION = "Predict"
LAST_SECTIONS = (
    "Check yourself",
    "Claims",
    "Key takeaways",
    "Limitations",
    "References",
    "Next",
)

_REFUSED_TEX = re.compile(
    r"\\begin\{(?:equation|align|eqnarray|gather|multline)\*?\}"
    r"|\\(?:eqref|ref|label|newcommand|renewcommand|def|operatorname|require)\b"
    r"|(?<!\\)\\[\[\]()]"
)
_DISPLAY = re.compile(r"\$\$(.+?)\$\$", re.S)
_INLINE = re.compile(r"(?<!\\)\$(?P<math>[^$]+?)(?<!\\)\$(?P<after>.?)")
_LINK = re.compile(r"\]\(\s*<?([^)\s>]+)|\bhref\s*=\s*[\"']([^\"']+)")
_IMAGE = re.compile(r"!\[[^\]]*\]\(\s*<?([^)\s>]+)|<img\b[^>]*?\bsrc\s*=\s*[\"']([^\"']+)")
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def ids(book):
    """Every cell has an id, and no two the same."""
    seen = set()
    for cell in book.cells:
        name = cell.get("id", "")
        if not _ID.fullmatch(name):
            yield book.problem(cell, f"no valid id: {name!r}")
        elif name in seen:
            yield book.problem(cell, "its id is another cell's too")
        seen.add(name)


def kernel(book):
    """The kernel is python3, and nothing else is stored about the machine."""
    for key in {*book.nb.metadata, *NOTEBOOK_METADATA} - {"widgets"}:
        if book.nb.metadata.get(key) != NOTEBOOK_METADATA.get(key):
            yield book.problem(None, f"metadata.{key} is not as the command writes it")


def tex(book):
    """TeX that GitHub, Colab and Lab all render: $…$ and $$ … $$, no numbered environments."""
    for cell in book.markdown:
        text = without_code(cell.source)
        for match in _REFUSED_TEX.finditer(text):
            yield book.problem(cell, f"TeX that is not rendered everywhere: {match.group()}")
        rest = _DISPLAY.sub(" ", text)
        for match in _INLINE.finditer(rest):
            math, after = match.group("math", "after")
            if math != math.strip() or re.match(r"\w", after):
                yield book.problem(cell, f"a space inside ${math}$, or a letter right after it")
        if "$" in _INLINE.sub(r"\g<after>", rest).replace(r"\$", ""):
            yield book.problem(cell, "a $ without its partner")
        for row in re.findall(r"^ *\|.*$", text, re.M):
            if any("|" in math for math in re.split(r"(?<!\\)\$+", row)[1::2]):
                yield book.problem(cell, r"a | inside the math of a table: write \mid or \lVert")


def tables(book):
    """In a narrow column of a table a line does not end inside ε = 0."""
    for cell in book.markdown:
        for row in re.findall(r"^ *\|.*$", without_code(cell.source), re.M):
            if re.search(r"ε = 0(?![\d.])", row):
                yield book.problem(cell, f"write ε&nbsp;=&nbsp;0 in a table: {row[:60]}")


def images(book):
    """No relative and no attached picture: Colab and a lone .ipynb do not show them."""
    for cell in book.cells:
        if cell.get("attachments"):
            yield book.problem(cell, "an attached picture")
    for cell in book.markdown:
        for found in _IMAGE.findall(without_code(cell.source)):
            target = "".join(found)
            if not target.startswith("https://"):
                yield book.problem(cell, f"a picture that is not at an https address: {target}")


def heading_order(book):
    """One h1, at the top, and no level is skipped on the way down."""
    found = headings(book.markdown)
    if not found or found[0][1] != 1 or found[0][0] is not book.cells[0]:
        yield book.problem(None, "the first cell does not begin with the h1")
    for (_, above, _), (cell, level, title) in zip(found, found[1:], strict=False):
        if level == 1:
            yield book.problem(cell, f"a second h1: {title}")
        if level > above + 1:
            yield book.problem(cell, f"h{level} after h{above}: {title}")


def title_cell(book):
    """A lesson's first cell has its title, the question that it answers, and its time."""
    if _is_lesson(book) and book.cells:
        title = book.cells[0]
        if "?" not in title.source:
            yield book.problem(title, "the title cell asks no question")
        if not re.search(r"\b\d+ min(?:utes)?\b", title.source):
            yield book.problem(title, "the title cell gives no time, as in 35 minutes")


def skeleton(book):
    """A lesson has its sections, in their order; lesson 00 is free."""
    if not _is_lesson(book) or book.name.startswith("00"):
        return
    titles = [title for _, level, title in headings(book.markdown) if level == 2]
    sections = [title.split(":")[0].strip() for title in titles]
    if sections[:1] != [FIRST_SECTION]:
        yield book.problem(None, f"the first section is {sections[:1]}, not {FIRST_SECTION}")
    if tuple(sections[-len(LAST_SECTIONS) :]) != LAST_SECTIONS:
        last = sections[-len(LAST_SECTIONS) :]
        yield book.problem(None, f"the last sections are {last}, not {list(LAST_SECTIONS)}")


def links(book):
    """A link to a file leads to one; a badge opens the notebook that it stands in."""
    for cell in book.markdown:
        for found in _LINK.findall(without_code(cell.source)):
            target = unquote("".join(found))
            if re.match(r"[a-z]+:|#", target):
                files = re.findall(r"\bnotebooks/([\w-]+\.ipynb)", target)
            else:
                files = [target.split("#")[0]]
            for file in files:
                if not (book.path.parent / file).is_file():
                    yield book.problem(cell, f"a link to nothing: {target}")
            is_badge = cell is book.cells[0] and re.search("colab|binder", target)
            if is_badge and files and files != [book.path.name]:
                yield book.problem(cell, f"a badge that opens {files[0]}")


def _is_lesson(book):
    return re.match(r"\d\d_", book.name) is not None


RULES = [ids, kernel, tex, tables, images, heading_order, title_cell, skeleton, links]
