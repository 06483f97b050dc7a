"""Press keys and drag sliders on an open page, and tell what was seen (`page.js`)."""

STEPS, MILLISECONDS = 120, 2000
# For what a page still does when a slider has the focus, or when a picture is in place.
PAUSE = 100
OPPOSITE = {"ArrowLeft": "ArrowRight", "ArrowRight": "ArrowLeft"}


class Hands:
    """Move one control in several ways; `cells` maps each way to the cell that shows it."""

    def __init__(self, page, control, cells):
        self.page, self.cells = page, cells
        self.label, self.count = control.label, len(control.samples())
        self.key = dict.fromkeys(cells, "ArrowRight")

    def press(self, way):
        """Press a key; tell the milliseconds to the new picture, and the kilobytes it took."""
        self.turn_at_an_end(way)
        self.settle()
        before = self.page.evaluate("bench.bytes()")
        self.page.evaluate("cell => { bench.pressed = bench.press(cell); }", self.cells[way])
        self.page.keyboard.press(self.key[way])
        took = self.page.evaluate("bench.pressed")
        self.settle()
        return {"ms": took, "kB": (self.page.evaluate("bench.bytes()") - before) / 1000}

    def drag(self, way):
        """Drag the slider to and fro; tell what was seen."""
        self.focus(way)
        self.settle()
        options = [self.cells[way], self.label, self.count, STEPS, MILLISECONDS]
        seen = self.page.evaluate("options => bench.drag(...options)", options)
        self.settle()
        return seen

    def ends_right(self, way):
        """Whether the picture is that of the slider's value: one step away and back changes it."""
        before = self.look(way)
        self.press(way)
        self.key[way] = OPPOSITE[self.key[way]]
        self.press(way)
        return self.look(way) == before

    def look(self, way):
        return self.page.evaluate("cell => bench.look(cell)", self.cells[way])

    def turn_at_an_end(self, way):
        """Focus the slider; where it stands at an end, let the key lead away from it."""
        handle = self.focus(way)
        now, low, high = (handle.get_attribute(f"aria-value{k}") for k in ("now", "min", "max"))
        if now in (low, high):
            self.key[way] = "ArrowLeft" if now == high else "ArrowRight"

    def focus(self, way):
        handle = self.page.evaluate_handle(
            "([cell, label]) => bench.handle(cell, label)", [self.cells[way], self.label]
        ).as_element()
        handle.focus()
        return handle

    def settle(self):
        """Wait until the page and the kernel are at rest."""
        self.page.wait_for_timeout(PAUSE)
        self.page.get_by_text("| Idle").wait_for(timeout=60_000)
