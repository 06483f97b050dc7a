"""Build a static site of all lessons: ``python -m normcourse.tools.site OUT``.

The pages are nbconvert's, with its own template, and need no kernel. Added to them are what
nbconvert leaves out: alternative text of pictures, links from page to page, a way back to the
index, and colors that can be read. Formulas are set by MathJax, which loads from the net; without
it a page shows their source.
"""

import argparse
import re
import shutil
from pathlib import Path

import mistune
from bs4 import BeautifulSoup
from nbconvert import HTMLExporter

from normcourse.tools.badges import repository
from normcourse.tools.normalize import read

__all__ = ["build"]

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"

# nbconvert's gray prompts, pale code colors and bare links fall short of WCAG AA.
STYLE = """
:root { --jp-cell-prompt-not-active-font-color: #595959; --jp-content-link-color: #0b5394;
  --jp-mirror-editor-comment-color: #35605f; --jp-mirror-editor-number-color: #006400;
  --jp-mirror-editor-string-color: #a31515; --jp-mirror-editor-operator-color: #7d1ec4; }
.jp-InputPrompt, .jp-OutputPrompt { opacity: 1 !important; }
main a { text-decoration: underline !important; }
.jp-RenderedImage img { max-width: 100%; height: auto; }
body > header, body > footer, main.index { max-width: 60em; margin: 0 auto; padding: 1em;
  font-family: system-ui, sans-serif; line-height: 1.5; color: #212121; }
body > header a, body > footer a { color: #0b5394; margin-right: 1.5em; }
main.index a { color: #0b5394; } main.index dt { margin-top: 1em; font-weight: bold; }
main.index dd { margin: 0; }
.skip { position: absolute; left: -99em; } .skip:focus { left: 1em; background: white; }
"""

INDEX = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>normcourse</title><style>{style}</style></head>
<body><main class="index"><h1>normcourse</h1>
<p>A course on root mean square normalization, to the last digit. These pages show every lesson as
it ran, with its pictures, numbers and tables. To move the figures and to have your exercises
checked, open a lesson on Colab or Binder with the badges below its title, or get
<a href="https://github.com/{repository}">the whole course</a>.</p>
<dl>
{items}
</dl></main></body></html>
"""


def title_and_question(nb):
    """Return the title and the question of a notebook's first cell, as text and as HTML."""
    source = nb.cells[0].source
    title = re.search(r"^# +(.+)$", source, re.M).group(1)
    question = re.search(r"^\*\*(.+\?)\*\*", source, re.M)
    return title, inline(question.group(1)) if question else ""


def inline(text):
    """Return a line of Markdown as HTML, without the paragraph around it."""
    return mistune.html(text).strip().removeprefix("<p>").removesuffix("</p>")


def alternatives(nb):
    """Return the alternative text of each picture among the outputs, in their order."""
    outputs = [output for cell in nb.cells for output in cell.get("outputs", ())]
    pictures = [output for output in outputs if "image/png" in output.get("data", {})]
    return [
        output.metadata.get("image/png", {}).get("alt") or output.data.get("text/plain", "")
        for output in pictures
    ]


def page(nb, titles, name):
    """Return the HTML page of a notebook; `titles` maps all notebooks to their titles."""
    exporter = HTMLExporter(template_name="lab")
    html, _ = exporter.from_notebook_node(nb, {"metadata": {"name": titles[name]}})
    soup = BeautifulSoup(html, "html.parser")
    for script in soup.find_all("script"):
        # Nothing in these pages uses require.js or mermaid.
        if "require" in script.get("src", "") or script.get("type") == "module":
            script.decompose()
    images = soup.select(".jp-RenderedImage img")
    for image, alt in zip(images, alternatives(nb), strict=True):
        image["alt"] = alt
    for link in soup.select("main a[href]"):
        file, mark, anchor = link["href"].partition("#")
        if file.endswith(".ipynb") and Path(file).stem in titles:
            link["href"] = f"{Path(file).stem}.html{mark}{anchor}"
    for block in soup.select("pre, .jp-RenderedHTMLCommon, .jp-RenderedText"):
        # What is wider than the screen scrolls, and has to do so by keyboard, too.
        if block.find_parent(class_="jp-OutputArea") or block.name == "pre":
            block["tabindex"] = "0"
    add_ways(soup, titles, name)
    return str(soup)


def add_ways(soup, titles, name):
    """Add the style, and links to the index, to the lesson before and to the next."""
    style = soup.new_tag("style")
    style.string = STYLE
    soup.head.append(style)
    names = list(titles)
    place = names.index(name)
    near = [("Before: ", names[place - 1 : place]), ("Next: ", names[place + 1 : place + 2])]
    ways = "".join(f'<a href="{n}.html">{say}{titles[n]}</a>' for say, found in near for n in found)
    home = '<a href="index.html">All lessons</a>'
    skip = '<a class="skip" href="#lesson">Skip to the lesson</a>'
    top = f'<header>{skip}<nav aria-label="Course">{home}</nav></header>'
    end = f'<footer><nav aria-label="Lessons">{home}{ways}</nav></footer>'
    soup.main["id"] = "lesson"
    soup.main.insert_before(BeautifulSoup(top, "html.parser"))
    soup.main.insert_after(BeautifulSoup(end, "html.parser"))


def build(out, folder=NOTEBOOKS):
    """Write a page for each notebook of `folder`, and an index, into `out`; return their paths."""
    books = {path.stem: read(path) for path in sorted(folder.glob("*.ipynb"))}
    heads = {name: title_and_question(nb) for name, nb in books.items()}
    titles = {name: title for name, (title, _) in heads.items()}
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for name, nb in books.items():
        written.append(out / f"{name}.html")
        written[-1].write_text(page(nb, titles, name), encoding="utf-8", newline="\n")
    items = "\n".join(
        f'<dt><a href="{name}.html">{title}</a></dt><dd>{question}</dd>'
        for name, (title, question) in heads.items()
    )
    index = INDEX.format(style=STYLE, repository=repository(), items=items)
    (out / "index.html").write_text(index, encoding="utf-8", newline="\n")
    return [out / "index.html", *written]


def main():
    """Build the site into the folder that is named, in place of what was there."""
    parser = argparse.ArgumentParser(prog="python -m normcourse.tools.site")
    parser.add_argument("out", type=Path, help="a folder; it is emptied first")
    out = parser.parse_args().out
    if out.exists():
        shutil.rmtree(out)
    print(*build(out), sep="\n")


if __name__ == "__main__":
    main()
