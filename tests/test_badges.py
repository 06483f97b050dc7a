"""The repository's address stands in one place, and every badge and set-up cell follows it."""

import shutil

import pytest
from book import NOTEBOOKS, ROOT, Book

from normcourse.tools import badges
from normcourse.tools.normalize import write


@pytest.fixture
def copy(tmp_path):
    """Return a small copy of the project: the files that hold the address."""
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "notebooks").mkdir()
    for path in NOTEBOOKS[:2]:
        shutil.copy(path, tmp_path / "notebooks")
    badges.main([badges.repository()], tmp_path)
    return tmp_path


def test_no_badge_and_no_set_up_cell_is_stale(capsys):
    assert badges.main(["--check"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_badge_opens_its_own_notebook_in_the_repository_that_is_kept(path):
    title, words, setup = Book(path).cells[:3]
    address = badges.repository()
    assert title.source.count(f"/{address}/") == 2
    for link in (f"notebooks/{path.name})", f"notebooks%2F{path.name})"):
        assert title.source.count(link) == 1
    assert setup.source.endswith(f"--no-deps git+https://github.com/{address}")
    assert words.cell_type == "markdown"


def test_the_address_is_written_everywhere_and_writing_it_again_changes_nothing(copy):
    assert badges.main(["somebody/their-fork"], copy) == 0
    files = {path: path.read_text(encoding="utf-8") for path in copy.rglob("*") if path.is_file()}
    old = badges.repository()
    for path, text in files.items():
        assert "somebody/their-fork" in text
        for link in (f"github.com/{old}", f"github/{old}/", f"gh/{old}/", old.replace("/", "%2F")):
            assert link not in text, path.name
    assert badges.main(["somebody/their-fork"], copy) == 0
    assert files == {path: path.read_text(encoding="utf-8") for path in files}
    assert badges.repository(copy) == "somebody/their-fork"


def wrong_lesson(nb):
    nb.cells[0].source = nb.cells[0].source.replace("01_layernorm_view", "00_start_here", 1)


def wrong_repository(nb):
    nb.cells[0].source = nb.cells[0].source.replace(badges.repository(), "some/body", 1)


def fresh_dependency(nb):
    nb.cells[2].source = f"import torch\n{nb.cells[2].source}"


def numpy_pin(nb):
    nb.cells[2].source += " numpy==2.1.3"


def no_set_up(nb):
    del nb.cells[2]


@pytest.mark.parametrize(
    "plant", [wrong_lesson, wrong_repository, fresh_dependency, numpy_pin, no_set_up]
)
def test_the_check_sees_what_is_planted(copy, capsys, plant):
    book = Book(copy / "notebooks" / "01_layernorm_view.ipynb")
    assert badges.main(["--check"], copy) == 0
    plant(book.nb)
    write(book.nb, book.path)
    assert badges.main(["--check"], copy) == 1
    assert "01_layernorm_view.ipynb: differs" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://github.com/ann/course.git", "ann/course"),
        ("https://github.com/ann/course", "ann/course"),
        ("https://github.com/ann/my.course/", "ann/my.course"),
        ("git@github.com:ann/course.git", "ann/course"),
        ("ssh://git@github.com/ann/course.git", "ann/course"),
        ("https://example.org/ann/course.git", None),
        ("https://notgithub.com/ann/course.git", None),
        ("../course", None),
        ("", None),
    ],
)
def test_the_remote_is_read_where_it_is_on_github(url, address, tmp_path):
    def git(*arguments):
        badges.subprocess.run(["git", "-C", str(tmp_path), *arguments], check=True)

    git("init", "-q")
    if url:
        git("remote", "add", "origin", url)
    assert badges.remote(tmp_path) == address
