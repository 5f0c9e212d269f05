"""Templates: how they are found, what they may do, and layouts that need none."""
