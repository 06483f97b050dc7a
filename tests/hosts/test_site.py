"""The static site, opened without the net: explorers as filmstrips, links that lead somewhere."""

import re
from urllib.parse import unquote

import environments
import pytest
from bs4 import BeautifulSoup

from normcourse.tools import site
from normcourse.tools.normalize import read

NAMES = sorted(path.stem for path in site.NOTEBOOKS.glob("*.ipynb"))
WITH_EXPLORER = [
    name
    for name in NAMES
    if "show(explorer)" in (site.NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8")
]


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """Return the folder of a freshly built site."""
    out = tmp_path_factory.mktemp("site")
    site.build(out)
    return out


@pytest.fixture(scope="session")
def soups(built):
    """Return ``{page name: what is in it}``."""
    return {p.stem: BeautifulSoup(p.read_text("utf-8"), "html.parser") for p in built.iterdir()}


def test_every_notebook_has_its_page_and_its_place_in_the_index(soups):
    assert set(soups) == {"index", *NAMES}
    links = [link["href"] for link in soups["index"].select("dt a")]
    assert links == [f"{name}.html" for name in NAMES]


@pytest.mark.parametrize("name", WITH_EXPLORER)
def test_an_explorer_shows_its_filmstrip_its_words_and_its_tables(built, page, name):
    page.goto((built / f"{name}.html").as_uri())
    still = page.locator("[class^=nc-still]")
    assert still.count() >= 1
    for i in range(still.count()):
        assert still.nth(i).is_visible() and still.nth(i).locator("table").count() >= 4
    strips = page.locator('.jp-RenderedImage img[alt^="The explorer"]')
    assert strips.count() == still.count()
    for i in range(strips.count()):
        assert strips.nth(i).evaluate("e => e.naturalWidth") > 500
    text = page.locator("main").inner_text()
    assert "Error displaying widget" not in text and "model not found" not in text
    assert page.locator("[role=slider], input[type=range]").count() == 0


def broken_links(soups):
    """Return each link of the site to a page or a heading that is not there."""
    found = []
    ids = {name: {unquote(e["id"]) for e in s.select("[id]")} | {""} for name, s in soups.items()}
    for name, soup in soups.items():
        for link in soup.select("a[href]"):
            file, _, anchor = unquote(link["href"]).partition("#")
            page = file.removesuffix(".html") or name
            if not re.match(r"[a-z]+:", file) and anchor not in ids.get(page, ()):
                found.append(f"{name}: {link['href']}")
    return found


def test_links_lead_from_page_to_page(soups):
    assert broken_links(soups) == []


def test_a_broken_link_is_seen():
    pages = {"a": BeautifulSoup('<a href="b.ipynb">b</a><a href="#none">c</a>', "html.parser")}
    assert broken_links(pages) == ["a: b.ipynb", "a: #none"]


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_has_its_own_alternative_text(soups, name):
    alts = [image.get("alt", "") for image in soups[name].select(".jp-RenderedImage img")]
    assert alts == site.alternatives(read(site.NOTEBOOKS / f"{name}.ipynb"))
    assert all(len(alt) >= 40 and not alt.startswith("<") for alt in alts)
    assert all(image.get("alt") for image in soups[name].select("img"))


@pytest.mark.parametrize("name", ["index", *NAMES])
def test_axe_finds_nothing_serious(built, page, name):
    page.goto((built / f"{name}.html").as_uri())
    assert environments.violations(page) == []


@pytest.mark.parametrize(
    ("break_it", "rule"),
    [
        ("document.querySelector('.jp-RenderedImage img').removeAttribute('alt')", "image-alt"),
        ("document.querySelector('main li').style.color = '#bbb'", "color-contrast"),
    ],
)
def test_axe_sees_what_is_planted(built, page, break_it, rule):
    page.goto((built / "01_layernorm_view.html").as_uri())
    page.evaluate(break_it)
    assert any(found.startswith(rule) for found in environments.violations(page))
