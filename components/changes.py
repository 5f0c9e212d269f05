"""Numbers of a game's box by name, and the game with some of them changed: for trying a rule out.

A number is named by the file or the deck it stands in and the way to it, with dots: `expedition.refill`,
`track.space.3.afterburner`, `parts.R2-5.symbol`. A row of a list goes by its own `code`, `name` or `number`
if it has one, or else by its place from 1; how often a piece is in the box is its `copies`.
"""

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from components.catalogue import Deck, Game, Seat
from components.errors import DataError, UsageError, did_you_mean
from components.pieces import Piece
from components.toml import Table

Number: TypeAlias = int | float
Changes: TypeAlias = tuple[tuple[str, Number], ...]  # the names of numbers, with their values

# Facts that are printed or told, and never played with.
_NOT_PLAYED = {"board_text", "figures", "lesson", "options", "reference", "symbols"}
_MOST = 10**9


@dataclass(frozen=True)
class Place:
    """The place of a number: the keys and places that lead to it, from the table or the deck on."""

    value: Number
    steps: tuple[Any, ...]


def numbers(game: Game) -> Mapping[str, Number]:
    """Every number that the game may be played with, by its name."""
    return {name: place.value for name, place in _places(game).items()}


def changed(game: Game, changes: Mapping[str, Number]) -> Game:
    """The game with these numbers in place of its own; the game itself stays as it is.

    Raises `UsageError` for a name that there is not, for a fraction in place of a whole number, for one
    below 0 where the box has none, and for one out of the range of its column. What else is impossible, the
    game says when it reads the box.
    """
    places = _places(game)
    tables = dict(game.tables)
    decks = {deck.name: deck for deck in game.decks}
    for name, value in changes.items():
        place = _found(places, name)
        _check(name, place.value, value)
        kind, of, *steps = place.steps
        if value < 0 <= place.value and (kind == "table" or steps[1] == "copies"):
            todo = f"The box has {place.value}."
            raise UsageError(f"{value} is below 0.", where=f"--vary {name}", todo=todo)
        if kind == "table":
            table = tables[of]
            tables[of] = Table(_with(table.data, steps, value), table.file, table.path)
        else:
            decks[of] = _with_piece(decks[of], steps[0], steps[1], value)
    return replace(game, tables=tables, decks=tuple(decks.values()))


def _places(game: Game) -> dict[str, Place]:
    found: dict[str, Place] = {}
    for name, table in game.tables.items():
        if name not in _NOT_PLAYED:
            for path, value, steps in _inside(table.data, (name,), ("table", name)):
                found.setdefault(path, Place(value, steps))
    for deck in game.decks:
        for piece in deck.pieces:
            code = _code(piece)
            for column, value in {"copies": piece.copies, **piece.fields}.items():
                if _is_number(value):
                    found.setdefault(
                        f"{deck.name}.{code}.{column}", Place(value, ("deck", deck.name, code, column))
                    )
    return found


def _inside(
    data: Any, path: tuple[str, ...], steps: tuple[Any, ...]
) -> Iterator[tuple[str, Number, tuple[Any, ...]]]:
    if _is_number(data):
        yield ".".join(path), data, steps
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _inside(value, (*path, key), (*steps, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            key, name = _row_name(data, place)
            row = {k: v for k, v in value.items() if k != key} if key else value
            yield from _inside(row, (*path, name), (*steps, place))


def _row_name(rows: list[Any], place: int) -> tuple[str, str]:
    """The row's own name, if no other row has it, and the key it stands under."""
    for key in ("code", "name", "number"):
        names = [str(row.get(key, "")) if isinstance(row, dict) else "" for row in rows]
        if names[place] and "." not in names[place] and names.count(names[place]) == 1:
            return key, names[place]
    return "", str(place + 1)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _found(places: Mapping[str, Place], name: str) -> Place:
    if name in places:
        return places[name]
    raise UsageError(f'There is no number "{name}".', where="--vary", todo=did_you_mean(name, places))


def _check(name: str, before: Number, value: Number) -> None:
    where = f"--vary {name}"
    if isinstance(before, int) and not isinstance(value, int):
        raise UsageError(f"{value} is not a whole number.", where=where, todo=f"The box has {before}.")
    if abs(value) > _MOST:
        raise UsageError(f"{value} is too large.", where=where, todo=f"The box has {before}.")


def _with(data: Any, steps: list[Any], value: Number) -> Any:
    """A copy of the data with that value there."""
    made = copy.deepcopy(data)
    *path, last = steps
    inner = made
    for step in path:
        inner = inner[step]
    inner[last] = value
    return made


def _with_piece(deck: Deck, code: str, column: str, value: Number) -> Deck:
    def with_it(piece: Piece) -> Piece:
        if column == "copies":
            return replace(piece, copies=int(value))
        try:
            deck.columns[column].parse(value, piece.where)
        except DataError as problem:
            raise UsageError(problem.what, where=f"--vary {deck.name}.{code}.{column}") from None
        return replace(piece, fields={**piece.fields, column: value})

    return replace(
        deck, pieces=tuple(with_it(piece) if _code(piece) == code else piece for piece in deck.pieces)
    )


def _code(piece: Piece) -> str:
    """Without the letter of a seat: what every seat has is changed for all of them."""
    seat = piece.fields.get("seat")
    return piece.code.removesuffix(f"-{seat.letter}") if isinstance(seat, Seat) else piece.code
