"""Decks that are not part of a game: tuck boxes, and decks that players make themselves."""

GAME_BOX = "box"  # the part that holds the tray and the lid of the whole game's box
