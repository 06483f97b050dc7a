"""Floor 2: pictures. Each draws on axes that it is given."""
