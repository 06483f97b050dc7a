"""Floor 3: checks, which tell a learner what went wrong and why."""
