"""What the tests of this folder share: a browser that asks the net for nothing."""

import pytest

from normcourse.tools.browser import chromium


@pytest.fixture(scope="session")
def context():
    """Return a browser context that opens files only."""
    with chromium(viewport={"width": 1024, "height": 900}) as opened:
        opened.route("**/*", answer)
        yield opened


def answer(route):
    """Let a page have its own files, and nothing from the net."""
    local = route.request.url.startswith(("file:", "data:", "http://127.0.0.1:"))
    route.continue_() if local else route.abort()


@pytest.fixture
def page(context):
    """Return a new page."""
    opened = context.new_page()
    yield opened
    opened.close()
