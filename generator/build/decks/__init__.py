"""Decks that are not part of a game: tuck boxes, and decks that players make themselves."""
