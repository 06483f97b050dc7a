"""The map of the course: its lessons, and which builds on which."""

from matplotlib.patches import FancyBboxPatch

from normcourse.figures.style import BLUE, GRAY, GREEN, INK, RED

__all__ = ["LESSONS", "draw_course_map", "say"]

# number, title, minutes, column, row, color of its kind
LESSONS = (
    ("01", "The LayerNorm view", 35, 0, 0, BLUE),
    ("02", "The Pythagorean identity", 35, 1, 0, BLUE),
    ("03", "RoPE and the unit norm", 45, 2, 0, BLUE),
    ("04", "Attention scaling", 45, 3, 0, BLUE),
    ("05", "Epsilon and precision", 40, 0, 1, GREEN),
    ("06", "Gradients", 45, 1, 1, GREEN),
    ("07", "Cost", 30, 2, 1, GREEN),
    ("08", "What real models do", 45, 3, 1, RED),
    ("09", "Build a block", 60, 2, 2, RED),
    ("10", "The bug museum", 40, 3, 2, RED),
)
# color, line style, what it stands for
KINDS = (
    (BLUE, "-", "the idea, four ways"),
    (GREEN, "--", "what code does to it"),
    (RED, "-.", "in use"),
)
WIDE, HIGH, GAP_X, GAP_Y = 2.5, 0.9, 0.55, 0.55


def place(column, row):
    """Return the lower left corner of a box."""
    return column * (WIDE + GAP_X), -row * (HIGH + GAP_Y)


def draw_course_map(ax):
    """Draw the lessons as boxes in reading order, with arrows from each to the next."""
    styles = {color: line for color, line, _ in KINDS}
    for number, title, minutes, column, row, color in LESSONS:
        x, y = place(column, row)
        box = FancyBboxPatch(
            (x, y),
            WIDE,
            HIGH,
            boxstyle="round,pad=0.04",
            fc="white",
            ec=color,
            lw=2,
            ls=styles[color],
        )
        ax.add_patch(box)
        ax.text(x + 0.1, y + 0.62, number, color=color, weight="bold", va="center", fontsize=11)
        ax.text(x + WIDE - 0.1, y + 0.62, f"{minutes} min", color=GRAY, ha="right", va="center")
        ax.text(x + 0.1, y + 0.24, title, color=INK, va="center", fontsize=10.5)
    arrows(ax)
    for i, (color, line, kind) in enumerate(KINDS):
        y = place(0, 2)[1] + HIGH - 0.15 - 0.36 * i
        ax.plot([0, 0.55], [y, y], color=color, lw=2.5, ls=line)
        ax.text(0.7, y, kind, va="center", color=INK)
    ax.set(xlim=(-0.15, 4 * WIDE + 3 * GAP_X + 0.15), ylim=(place(0, 2)[1] - 0.15, HIGH + 0.15))
    ax.set_aspect("equal")
    ax.axis("off")


def arrows(ax):
    """Draw the way through the course."""
    for (*_, c0, r0, _), (*_, c1, r1, _) in zip(LESSONS, LESSONS[1:], strict=False):
        (x0, y0), (x1, y1) = place(c0, r0), place(c1, r1)
        style = {"arrowstyle": "->", "color": GRAY, "lw": 1.5, "shrinkA": 0, "shrinkB": 0}
        if r0 == r1:
            ends = (x1 - 0.06, y1 + HIGH / 2), (x0 + WIDE + 0.06, y0 + HIGH / 2)
        else:
            # Down, along the gap between the rows, and down again.
            middle = y0 - GAP_Y / 2
            start, turn, end = x0 + WIDE / 2, y0 - 0.06, x1 + WIDE / 2
            ax.plot([start, start, end], [turn, middle, middle], color=GRAY, lw=1.5)
            ends = (end, y1 + HIGH + 0.06), (end, middle)
        ax.annotate("", *ends, arrowprops=style)


def say():
    """Say the map in words."""
    steps = "; ".join(f"{number} {title}, {minutes} min" for number, title, minutes, *_ in LESSONS)
    return f"The lessons in reading order: {steps}."
