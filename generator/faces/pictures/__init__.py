"""The pictures of a game's own: found in its folder, and made ready for paper and screen."""
