"""Floor 3: explorers, figures that a learner moves."""
