"""The printer: from the data in `components` and the templates to sheets to print and cut.

This module has what several of its rooms share.
"""

from collections.abc import Callable

INCH = 25.4  # mm
INKS = ("full", "saver", "grey")  # the ways to colour faces
COLOURS = ("rgb", "cmyk")  # colours of a screen, which any printer takes; process inks, for a print house

Progress = Callable[[str, int, int], None]  # takes what is being made, steps done, steps in all


def silent(what: str, done: int, total: int) -> None:
    """Progress that nobody watches."""
