"""Make the pictures in ``images/``: ``python -m normcourse.tools.images [NAME ...]``.

``course_map`` is drawn by the code that lesson 00 uses. ``explorer`` is a real screenshot
of lesson 01 in JupyterLab; it needs Playwright and Chromium (``tests/browser``'s
requirements).
"""

import argparse
import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import closing, contextmanager
from pathlib import Path

from normcourse.figures import course_map, style

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "images"


def make_course_map():
    """Draw the course map."""
    fig, ax = style.canvas(9.5, 3.4)
    course_map.draw_course_map(ax)
    (IMAGES / "course_map.png").write_bytes(style.picture(fig, course_map.say()).png)


@contextmanager
def jupyterlab(folder):
    """Run JupyterLab on `folder`; give its address."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["--no-browser", "--allow-root", f"--ServerApp.port={port}", "--LabApp.news_url=None"]
    options += ["--IdentityProvider.token=", f"--ServerApp.root_dir={folder}"]
    command = [sys.executable, "-m", "jupyter", "lab", *options]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(150):
            try:
                urllib.request.urlopen(f"{address}/api").close()
                break
            except OSError:
                time.sleep(0.2)
        yield address
    finally:
        server.terminate()
        server.wait()


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


def make_explorer():
    """Take a screenshot of lesson 01's explorer, with the experiment Offset set."""
    with jupyterlab(ROOT / "notebooks") as address:
        with chromium(viewport={"width": 1280, "height": 1000}, device_scale_factor=2) as context:
            page = context.new_page()
            page.goto(f"{address}/lab/tree/01_layernorm_view.ipynb?reset")
            page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60_000)
            page.get_by_role("menuitem", name="Run", exact=True).click()
            page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
            explorer = page.locator(".nc-live")
            explorer.wait_for(timeout=60_000)
            page.get_by_role("button", name="2. Offset").click()
            page.wait_for_timeout(1000)
            explorer.screenshot(path=IMAGES / "explorer.png")


def main():
    """Make the pictures that are named, or all."""
    makers = {"course_map": make_course_map, "explorer": make_explorer}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", nargs="*", choices=[[], *makers], help="all, if none is named")
    names = parser.parse_args().name
    for name, make in makers.items():
        if not names or name in names:
            make()
            print(f"images/{name}.png")


if __name__ == "__main__":
    main()
