"""What a learner sees of an explorer, and what they do to it."""

# The words of every error, and of what was written to stderr, among the outputs.
FAULTS = (
    "() => [...document.querySelectorAll('[data-mime-type*=error],[data-mime-type*=stderr]')]"
    ".map(e => e.innerText)"
)
# The picture and the words, or the refusal in their place; the table.
SHOWN = """
box => {
    const image = box.querySelector('img'), below = [...box.querySelectorAll('.nc-said, table')]
        .filter(part => part.checkVisibility({visibilityProperty: true}));
    const above = image ? image.src : box.querySelector('[role=alert]').innerText;
    return [above, ...below.map(e => e.innerText)];
}
"""


def explorer(page, which=0):
    """Return a live explorer, scrolled into view, its first picture there."""
    found = page.locator(".nc-live").nth(which)
    found.scroll_into_view_if_needed()
    found.locator("img").wait_for()
    return found


def shown(page, which=0):
    """Return what an explorer shows now."""
    return page.locator(".nc-live").nth(which).evaluate(SHOWN)


def settled(page, which=0):
    """Return what is shown once the kernel has answered all, and nothing changes any more."""
    before, calm = None, 0
    for _ in range(2400):
        now = page.evaluate("unanswered()"), shown(page, which)
        calm = calm + 1 if now == before and now[0] == 0 else 0
        if calm == 3:
            return now[1]
        before = now
        page.wait_for_timeout(50)
    raise AssertionError("the explorer never comes to rest")


def press(page, *keys, which=0):
    """Press keys one after the other; return what is shown when all is answered."""
    for key in keys:
        page.keyboard.press(key)
    return settled(page, which)


def write(page, text):
    """Replace what stands in the field that has the focus, and press Enter."""
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.type(text)
    return press(page, "Enter")


def label(slider):
    """Return the name of a control."""
    return slider.get_attribute("aria-label")
