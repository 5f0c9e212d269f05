"""Chance: outcomes with exact probabilities, dice expressions and their odds, seeds that can be verified."""
