"""The folder of a new game, for `pnp new`."""

from typing import NamedTuple


class Wanted(NamedTuple):
    """Wishes for a game that is made of a spreadsheet.

    sheet     the sheet of a workbook; "" for its first
    language  the language of the game, such as "de"; "" if that is not told
    size      width and height of cards, mm, or the name of a size, as game.toml has it; "" for poker
    shape     hex, square or circle; "" for poker cards
    across    the width of a tile, mm; 0 for the usual one
    """

    sheet: str = ""
    language: str = ""
    size: str = ""
    shape: str = ""
    across: float = 0.0
