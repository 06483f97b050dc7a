"""Drive JupyterLab in headless Chromium, for the images and for the browser tests."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import closing, contextmanager
from pathlib import Path

__all__ = ["chromium", "jupyterlab", "open_notebook", "run_all"]


@contextmanager
def jupyterlab(folder, windowing="none", theme="JupyterLab Light", app="lab"):
    """Run JupyterLab on `folder`; give its address.

    `windowing` is JupyterLab's setting: with "none" every cell is in the page, which is
    simpler to look at; "contentVisibility", its default, leaves out what is far away.
    With `app` "notebook" it is Notebook 7.
    """
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["--no-browser", "--allow-root", f"--ServerApp.port={port}"]
    options += ["--IdentityProvider.token=", f"--ServerApp.root_dir={folder}"]
    command = [sys.executable, "-m", "jupyter", app, *options]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as settings:
        write_settings(Path(settings), windowing, theme)
        env = os.environ | {"JUPYTERLAB_SETTINGS_DIR": settings}
        server = subprocess.Popen(command, env=env, **quiet)
        try:
            wait_for(f"{address}/api")
            yield address
        finally:
            server.terminate()
            server.wait()


def write_settings(folder, windowing, theme):
    """Answer the question of the first start; set the theme, and whether far cells leave."""
    settings = {
        "apputils-extension/notification": {"fetchNews": "false"},
        "apputils-extension/themes": {"theme": theme},
        "notebook-extension/tracker": {"windowingMode": windowing},
    }
    for name, values in settings.items():
        path = folder / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))


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


def open_notebook(page, address, name):
    """Open a notebook and wait for its kernel."""
    page.goto(f"{address}/lab/tree/{name}?reset")
    page.get_by_text("| Idle").wait_for(timeout=60_000)


def run_all(page, idle=True):
    """Run all cells and wait until none is left to run; JupyterLab then says that it is idle.

    An application that connects to its kernel a second time drops what was asked of the
    first; the cells then have no number, and are run again.
    """
    for _ in range(3):
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        page.wait_for_timeout(500)
        page.wait_for_function(NONE_RUNS, timeout=300_000)
        if page.evaluate(HAVE_RUN):
            break
    if idle:
        page.get_by_text("| Idle").wait_for(timeout=60_000)


NONE_RUNS = (
    "() => ![...document.querySelectorAll('.jp-InputPrompt')]"
    ".some(prompt => prompt.textContent.includes('*'))"
)
# At least one: after an error the others are left without a number.
HAVE_RUN = (
    "() => [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')]"
    ".some(prompt => /[0-9]/.test(prompt.textContent))"
)
