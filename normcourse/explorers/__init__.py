"""Floor 3: explorers, figures that a learner moves."""

from normcourse.explorers.live import show

__all__ = ["show"]
