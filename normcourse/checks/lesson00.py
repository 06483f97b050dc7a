"""The exercise of lesson 00, which shows what a check is."""

from normcourse.checks.exercises import GiveNumber

__all__ = ["EXERCISES"]

EXERCISES = (
    GiveNumber(
        key="gains",
        title="How many numbers RMSNorm learns at d = 8",
        minutes=1,
        difficulty=1,
        hints=("One gain a coordinate, and nothing else.",),
        answer=lambda: 8,
        decimals=0,
        wrong=(
            (16, "That is LayerNorm: a gain and a bias for each coordinate."),
            (1, "That would be one gain for the whole vector. There is one for each coordinate."),
            (0, "That is OLMo's norm, which learns nothing. RMSNorm as used here has a gain."),
            (64, "That is a full matrix. The gain multiplies each coordinate by its own number."),
        ),
        solution="8",
        because="A gain for each of the 8 coordinates, and no bias.",
    ),
)
