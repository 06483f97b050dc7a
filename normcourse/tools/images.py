"""Make the pictures in ``images/``: ``python -m normcourse.tools.images [NAME ...]``.

``course_map`` is drawn by the code that lesson 00 uses. ``explorer`` is a real screenshot
of lesson 01 in JupyterLab; it needs Playwright and Chromium (``tests/browser``'s
requirements).
"""

import argparse
from pathlib import Path

from normcourse.figures import course_map, style
from normcourse.tools.browser import chromium, jupyterlab, open_notebook, run_all

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "images"


def make_course_map():
    """Draw the course map."""
    fig, ax = style.canvas(9.5, 3.4)
    course_map.draw_course_map(ax)
    (IMAGES / "course_map.png").write_bytes(style.picture(fig, course_map.say()).png)


def make_explorer():
    """Take a screenshot of lesson 01's explorer, with the experiment Offset set."""
    with jupyterlab(ROOT / "notebooks") as address:
        with chromium(viewport={"width": 1280, "height": 1000}, device_scale_factor=2) as context:
            page = context.new_page()
            open_notebook(page, address, "01_layernorm_view.ipynb")
            run_all(page)
            explorer = page.locator(".nc-live")
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
