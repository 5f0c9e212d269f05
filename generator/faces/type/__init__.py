"""Type on a face: marked-up text, lines and paragraphs, and the fonts of a game's own."""
