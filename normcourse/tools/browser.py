"""Drive JupyterLab in headless Chromium, for the images and for the browser tests."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import closing, contextmanager
from pathlib import Path

__all__ = ["chromium", "jupyterlab", "open_notebook", "run_all", "scroll_to"]


@contextmanager
def jupyterlab(folder):
    """Run JupyterLab on `folder`; give its address."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["--no-browser", "--allow-root", f"--ServerApp.port={port}", "--LabApp.news_url=None"]
    options += ["--IdentityProvider.token=", f"--ServerApp.root_dir={folder}"]
    command = [sys.executable, "-m", "jupyter", "lab", *options]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as settings:
        ask_nothing(Path(settings))
        env = os.environ | {"JUPYTERLAB_SETTINGS_DIR": settings}
        server = subprocess.Popen(command, env=env, **quiet)
        try:
            wait_for(f"{address}/api")
            yield address
        finally:
            server.terminate()
            server.wait()


def ask_nothing(settings):
    """Answer the question of the first start, whether to fetch news, with no."""
    folder = settings / "@jupyterlab" / "apputils-extension"
    folder.mkdir(parents=True)
    (folder / "notification.jupyterlab-settings").write_text('{"fetchNews": "false"}')


def wait_for(address):
    """Wait until a server answers."""
    for _ in range(300):
        try:
            return urllib.request.urlopen(address).close()
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(f"nothing answers at {address}")


@contextmanager
def chromium(**options):
    """Run headless Chromium; give a browser context."""
    from playwright.sync_api import sync_playwright

    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
    path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        yield browser.new_context(**options)
        browser.close()


def scroll_to(page, selector):
    """Scroll down a notebook until `selector` is there; JupyterLab leaves out what is far away."""
    for _ in range(200):
        if page.locator(selector).count():
            return page.locator(selector).first
        # Half a screen further, and from the end back to the top.
        page.locator(".jp-WindowedPanel-outer").evaluate(
            "e => { const end = e.scrollHeight - e.clientHeight;"
            " e.scrollTop = e.scrollTop + 1 > end ? 0 : e.scrollTop + e.clientHeight / 2 }"
        )
        page.wait_for_timeout(300)
    raise LookupError(f"{selector} is nowhere in the notebook")


def open_notebook(page, address, name):
    """Open a notebook and wait for its kernel."""
    page.goto(f"{address}/lab/tree/{name}?reset")
    page.get_by_text("| Idle").wait_for(timeout=60_000)


def run_all(page):
    """Run all cells and wait until none is left to run."""
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.wait_for_timeout(1000)
    page.get_by_text("| Idle").wait_for(timeout=180_000)
