"""What a learner sees of an explorer, and what they do to it."""

# The words of every error, and of what was written to stderr, among the outputs.
FAULTS = (
    "() => [...document.querySelectorAll('[data-mime-type*=error],[data-mime-type*=stderr]')]"
    ".map(e => e.innerText)"
)


def explorer(page):
    """Return the live explorer, scrolled into view, its first picture there."""
    found = page.locator(".nc-live")
    found.scroll_into_view_if_needed()
    found.locator("img").wait_for()
    return found


def shown(page):
    """Return the picture and the words as they stand now."""
    return page.locator(".nc-live").evaluate(
        "e => [e.querySelector('img')?.src, [...e.querySelectorAll('.nc-words')].at(-1).innerText]"
    )


def wait_for_change(page, before):
    """Wait until the picture or the words differ from `before`; return what is shown."""
    for _ in range(100):
        now = shown(page)
        if now != before:
            return now
        page.wait_for_timeout(50)
    raise AssertionError("neither the picture nor the words changed")


def settled(page):
    """Return what is shown once it has stopped changing."""
    now = shown(page)
    for _ in range(100):
        page.wait_for_timeout(300)
        before, now = now, shown(page)
        if before == now:
            return now
    raise AssertionError("the picture never comes to rest")
