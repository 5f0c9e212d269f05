"""The codes printed on the pieces, as people type them.

A part card is `R2-5` (LB 1.5); `r2-5`, `R25` and `R2.5` are read too. A tile is `T4` or just `4`. A rocket
is its cards from the front to the rear, with spaces or commas between them. A field is its rows with `/`
between them; each row is the symbols of its columns, with `x` for a tile that is taken: `351/26x/416`.

Every reader raises `UsageError`, naming `where` the text was typed.
"""

import re
from collections.abc import Iterable

from components.errors import UsageError
from components.wording import counted
from referee.engine.arguments import check_range
from referee.engine.typed import check_copies
from referee.games.last_blast.box import Box, Field, Part, Rocket, Tile

_PART = re.compile(r"([A-Z])(\d{1,3})[-–−._/:]?(\d)", re.IGNORECASE)
_TILE = re.compile(r"T?[-–−]?(\d)", re.IGNORECASE)
_EXPLODED = re.compile(r"x\s*(\d{0,3})", re.IGNORECASE)
_HYPHEN = re.compile(r"\s*[-–−]\s*")
_BETWEEN_CARDS = re.compile(r"[\s,;+]+")
_BETWEEN_ROWS = re.compile(r"[/|;\n]")
_BETWEEN_TILES = re.compile(r"[\s,T]+", re.IGNORECASE)


def read_part(text: str, box: Box, where: str) -> Part:
    """The part card with that code."""
    found = _PART.fullmatch(_HYPHEN.sub("-", text.strip()))
    if not found:
        raise UsageError(
            f'"{text}" is not a part card.', where=where, todo="Write colour, number and symbol: R2-5."
        )
    letter, number, symbol = found[1].upper(), int(found[2]), int(found[3])
    code = f"{letter}{number}-{symbol}"
    if code not in box.parts:
        todo = _nearest(letter, number, symbol, box)
        raise UsageError(f'There is no part card "{text}".', where=where, todo=todo)
    return box.parts[code]


def read_tile(text: str, box: Box, where: str) -> Tile:
    """The tile with that code."""
    found = _TILE.fullmatch(text.strip())
    tile = box.tiles.get(f"T{found[1]}") if found else None
    if tile is None:
        known = ", ".join(box.tiles)
        raise UsageError(f'There is no tile "{text}".', where=where, todo=f"Known: {known}.")
    return tile


def read_rocket(text: str, box: Box, where: str) -> Rocket:
    """The cards of a rocket; it may be empty.

    Refuses more cards than a rocket has (LB 3.6) and more copies of a card than the box has.
    """
    words = [word for word in _BETWEEN_CARDS.split(_HYPHEN.sub("-", text)) if word]
    rocket = tuple(read_part(word, box, f"{where}, card {place}") for place, word in enumerate(words, 1))
    most = box.construction.rocket
    if len(rocket) > most:
        todo = f"A finished rocket has {most} (LB 3.6)."
        raise UsageError(f"A rocket of {len(rocket)} cards is too long.", where=where, todo=todo)
    check_copies(rocket, where)
    return rocket


def write_rocket(rocket: Iterable[Part]) -> str:
    """The cards, as `read_rocket` reads them."""
    return " ".join(card.code for card in rocket)


def read_finish(text: str, box: Box, where: str) -> tuple[Rocket, int | None]:
    """Read how a rocket came out of the flight: its cards, and the round it exploded in.

    `x5` exploded in round 5. `x`, or nothing at all, exploded too, but the round is None.
    """
    found = _EXPLODED.fullmatch(text.strip())
    if not found:
        return read_rocket(text, box, where), None
    if not found[1]:
        return (), None
    check_range(where, int(found[1]), 1, box.columns, "round")
    return (), int(found[1])


def read_field(text: str, box: Box, where: str) -> Field:
    """The columns ahead of a rocket, row by row.

    Refuses rows of unequal length, too many rows or columns or too few rows (LB 2.1), more tiles of a
    symbol than the box has, and a column without a free tile.
    """
    rows = [_BETWEEN_TILES.sub("", row) for row in _BETWEEN_ROWS.split(text.strip())]
    _check_size(rows, box, where)
    field = tuple(
        tuple(_tile(letter, box, f"{where}, row {place}") for letter in row)
        for place, row in enumerate(rows, 1)
    )
    check_copies((tile for row in field for tile in row if tile), where)
    for place, column in enumerate(zip(*field, strict=True), 1):
        if not any(column):
            todo = "One tile is always free (LB 2.1)."
            raise UsageError(f"Every tile of column {place} is taken.", where=where, todo=todo)
    return field


def write_field(field: Field) -> str:
    """The field, as `read_field` reads it."""
    return "/".join("".join(str(tile.symbol) if tile else "x" for tile in row) for row in field)


def _nearest(letter: str, number: int, symbol: int, box: Box) -> str:
    """Say what is wrong with a code that is well formed but not in the box."""
    parts = box.parts.values()
    systems = {part.code[0]: part.system for part in parts}
    if letter not in systems:
        return f"Colours are {', '.join(f'{key} ({name})' for key, name in systems.items())}."
    numbers = sorted({part.number for part in parts if part.system == systems[letter]})
    if number not in numbers:
        return f"{systems[letter].capitalize()} cards have the numbers {', '.join(map(str, numbers))}."
    return f"Symbols have the values {', '.join(map(str, sorted({part.symbol for part in parts})))}."


def _tile(letter: str, box: Box, where: str) -> Tile | None:
    if letter in "xX":
        return None
    tile = box.tiles.get(f"T{letter}")
    if tile is None:
        symbols = ", ".join(str(tile.symbol) for tile in box.tiles.values())
        todo = f"Write {symbols}, or x if taken."
        raise UsageError(f'"{letter}" is not a symbol.', where=where, todo=todo)
    return tile


def _check_size(rows: list[str], box: Box, where: str) -> None:
    fewest, most = (box.rows(players) for players in box.components.players)
    if not fewest <= len(rows) <= most:
        todo = f"A field has {fewest} to {most} rows (LB 2.1): 351/264/416."
        raise UsageError(f"This field has {counted(len(rows), 'row')}.", where=where, todo=todo)
    columns = len(rows[0])
    for place, row in enumerate(rows, 1):
        if len(row) != columns:
            raise UsageError(
                f"This row has {counted(len(row), 'column')}, but row 1 has {columns}.",
                where=f"{where}, row {place}",
                todo="Write x for a tile that is taken.",
            )
    if not 1 <= columns <= box.columns:
        todo = f"A field has {box.columns} columns (LB 2.1); write the ones ahead."
        raise UsageError(f"The rows have {columns} columns.", where=where, todo=todo)
