"""Pieces for fingers and for weak eyes: braille labels, plates to print in plastic, large faces."""
