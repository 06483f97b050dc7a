"""The explorer of lesson 06: what a norm in two dimensions does to a gradient."""

from dataclasses import dataclass

import numpy as np

from normcourse.explorers.model import Choice, Description, Experiment, Explorer, Slider
from normcourse.explorers.model import number as n
from normcourse.figures.gradients import draw_ellipse, draw_field
from normcourse.figures.style import canvas
from normcourse.gradients import layer_norm_jacobian, rms_norm_jacobian
from normcourse.norms import rms

__all__ = ["explorer"]

NAMES = {"rms": "RMSNorm", "frozen": "RMSNorm with r held constant", "layer": "LayerNorm"}
# Even in number, so that none lies at the origin, where dx is longest.
STEPS = np.arange(-2.5, 3.0)
GRID = np.stack(np.meshgrid(STEPS, STEPS), axis=-1).reshape(-1, 2)


@dataclass(frozen=True)
class State:
    """All that the picture and the table show; `along` and `across` are seen from x."""

    norm: str
    eps: float
    x: np.ndarray
    dy: np.ndarray
    r: float
    along: np.ndarray
    across: np.ndarray
    jacobian: np.ndarray
    field: np.ndarray

    @property
    def dx(self):
        """The gradient with respect to x."""
        return self.dy @ self.jacobian

    @property
    def bound(self):
        """What no dx can be longer than."""
        return 1 / np.sqrt(self.eps) if self.eps else np.inf


def compute(norm, eps, length, direction, dy):
    """Pull a dy of length 1 back through the norm, at x and at every point of the grid."""
    along, across = unit(direction), unit(direction + 90)
    x = length * along
    jacobian = jacobian_of(norm, x, eps)
    if not np.isfinite(jacobian).all():
        what = "x is the zero vector" if norm != "layer" else "both entries of x are the same"
        raise ValueError(
            f"There is no gradient here: {what} and ε = 0, so the norm is 0/0. "
            "Choose a larger ε, or move x."
        )
    return State(
        norm=norm,
        eps=eps,
        x=x,
        dy=unit(dy),
        r=size(norm, x, eps),
        along=along,
        across=across,
        jacobian=jacobian,
        field=unit(dy) @ jacobian_of(norm, GRID, eps),
    )


def unit(degrees):
    """Return the vector of length 1 in a direction; exact along the axes and the diagonals."""
    whole = np.round([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))], 15)
    if degrees % 90 == 45:
        whole = np.sign(whole) * np.sqrt(0.5)
    return whole


def size(norm, x, eps):
    """Return r, the denominator of the norm."""
    rest = x - np.mean(x, axis=-1, keepdims=True) if norm == "layer" else x
    return np.sqrt(rms(rest) ** 2 + eps)


def jacobian_of(norm, x, eps):
    """Return the Jacobian that the backward pass uses, at each row of x."""
    if norm == "rms":
        return rms_norm_jacobian(x, eps=eps)
    if norm == "layer":
        return layer_norm_jacobian(x, eps=eps)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.eye(2) / size(norm, x, eps)[..., np.newaxis, np.newaxis]


def describe(state):
    """Say what J does along and across x, and what comes of dy."""
    s = state
    most = np.linalg.norm(s.jacobian, 2)
    words = (
        f"{NAMES[s.norm]}, ε = {n(s.eps)}, x = {vector(s.x)}, r = {short(s.r)}. "
        f"dy = {vector(s.dy)} gives dx = {vector(s.dx)}, of length {short(size_of(s.dx))}. "
        f"The longest dx here is {short(most)}, "
    )
    words += f"the bound 1/√ε is {short(s.bound)}." if s.eps else "and at ε = 0 there is no bound."
    radial, rest = s.jacobian @ s.along, s.jacobian @ s.across
    rows = (
        ("dy", short(s.dy @ s.along), short(s.dy @ s.across), short(size_of(s.dy))),
        ("dx", short(s.dx @ s.along), short(s.dx @ s.across), short(size_of(s.dx))),
        ("J times this unit step", vector(radial), vector(rest), "–"),
        ("its length", short(size_of(radial)), short(size_of(rest)), "–"),
    )
    return Description(words, ("vector", "along x", "across x", "length"), rows)


def size_of(v):
    """Return the length of a vector."""
    return float(np.linalg.norm(v))


def short(value):
    """Write four digits of a number, and 0 for a rounding error."""
    return n(0.0 if abs(value) < 1e-14 else float(value), 4)


def vector(v):
    """Write a vector with three digits an entry."""
    return f"[{', '.join(n(0.0 if abs(e) < 1e-14 else float(e), 3) for e in v)}]"


def new_canvas(dpi=100):
    """Return the axes of the plane of x and of the plane of dx."""
    return canvas(7.6, 3.3, columns=2, dpi=dpi)


def draw(axes):
    """Draw the field of dx and the ellipse of all dx at one x; return what moves them."""
    move_field = draw_field(axes[0], GRID, reach=3.1, animated=True)
    move_ellipse = draw_ellipse(axes[1], reach=1.75, animated=True)

    def move(state, rescale=False):
        move_field(state.x, state.dx, state.field)
        if rescale:
            longest = np.linalg.norm(state.jacobian, 2)
            # A gradient that is only rounding is none.
            reach = 1.25 * (state.bound if state.eps else longest if longest > 1e-12 else 1.4)
            axes[1].set(xlim=(-reach, reach), ylim=(-reach, reach))
        # At the origin x has no direction, so nothing is along it.
        along = state.along if state.x.any() else np.full(2, np.nan)
        move_ellipse(state.jacobian, state.dy, state.dx, along, state.bound)

    return move


START = {"norm": "rms", "eps": 0.0, "length": 2.0, "direction": 30, "dy": 90}


def near(a, b):
    """Return whether two arrays agree but for rounding."""
    return bool(np.allclose(a, b, rtol=0, atol=1e-12))


explorer = Explorer(
    title="Gradient",
    controls=(
        Choice("norm", "Norm", tuple((NAMES[k], k) for k in NAMES), "rms"),
        Choice(
            "eps", "Epsilon", tuple((n(e), e) for e in (0.0, 0.01, 0.1, 0.25, 1.0, 4.0)), 1.0, True
        ),
        Slider("length", "Length of x", 0.0, 3.0, 0.25, 2.0),
        Slider("direction", "x points to", 0, 360, 5, 30),
        Slider("dy", "dy points to", 0, 360, 5, 90),
    ),
    compute=compute,
    canvas=new_canvas,
    draw=draw,
    describe=describe,
    rescales=True,
    experiments=(
        Experiment(
            "Only across",
            START,
            "At ε = 0 each arrow on the left is perpendicular to the line from the origin to it. "
            "On the right all dx make a line, across x. Move dy points to: dx stays on it.",
            lambda s: (
                s.norm == "rms"
                and near(np.sum(s.field * GRID, axis=-1), 0)
                and near(s.jacobian @ s.x, 0)
                and size_of(s.dx) > 0.5
            ),
        ),
        Experiment(
            "With ε",
            START | {"eps": 1.0},
            "The line has become an ellipse inside the circle of the bound 1/√ε = 1. Across x it "
            "reaches 1/r = 0.5774, along x ε/r³ = 0.1925. Make x shorter: it fills the circle.",
            lambda s: (
                s.bound == 1
                and near(s.r, np.sqrt(3))
                and near(s.jacobian @ s.along, s.eps / s.r**3 * s.along)
                and near(s.jacobian @ s.across, s.across / s.r)
                and abs(s.eps / s.r**3 - 0.1925) < 5e-5
            ),
        ),
        Experiment(
            "At zero",
            START | {"eps": 1.0, "length": 0.0},
            "Here the bound is attained, in every direction: dx = dy/√ε. RMSNorm near zero is only "
            "a multiplication by 1/√ε.",
            lambda s: s.eps > 0 and near(s.jacobian, s.bound * np.eye(2)),
        ),
        Experiment(
            "Triple x",
            START | {"length": 1.0},
            "dx has the length 1.225. Now set Length of x to 3, three times that: dx has 0.4082, "
            "a third, in the same direction. The output is the same for both.",
            lambda s: (
                s.norm == "rms"
                and near(s.dx, 3 * s.dy @ rms_norm_jacobian(3 * s.x, eps=0))
                and abs(size_of(s.dx) - 1.225) < 5e-4
                and abs(size_of(s.dx) / 3 - 0.4082) < 5e-5
            ),
        ),
        Experiment(
            "r held constant",
            START | {"norm": "frozen"},
            "Now every arrow has the direction of dy, and dx has a part along x, although the "
            "output does not depend on the length of x. All dx make a circle of radius 1/r.",
            lambda s: (
                s.norm == "frozen"
                and near(np.cross(np.column_stack([s.field, 0 * s.field[:, 0]]), [*s.dy, 0]), 0)
                and abs(s.dx @ s.along) > 0.1
                and near(s.jacobian, np.eye(2) / s.r)
            ),
        ),
        Experiment(
            "LayerNorm",
            START | {"norm": "layer", "eps": 1.0},
            "Every arrow is parallel to (1, −1): nothing goes back along (1, 1). What is left is "
            "the direction of x − μ, and only ε keeps it. Set Epsilon to 0: in two dimensions "
            "no gradient is left.",
            lambda s: (
                s.norm == "layer"
                and near(s.field.sum(axis=-1), 0)
                and size_of(s.dx) > 0.1
                and near(jacobian_of("layer", s.x, 0.0), 0)
            ),
        ),
    ),
)
