"""Moves and outcomes of Rayguns and Rocketships as people type them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from components.errors import UsageError
from referee.engine import Seat
from referee.games.rayguns import chances, exploring
from referee.games.rayguns.box import Card, Tile
from referee.games.rayguns.moves import (
    ORDERS,
    PASS,
    Claim,
    Dock,
    Lay,
    Move,
    Spare,
    Swap,
    Trade,
    Use,
    Zap,
    written,
)
from referee.games.rayguns.notation import read_array, read_card, read_special, read_tile, read_tiles
from referee.games.rayguns.state import State, taken
from referee.outcomes import Drawn, read_drawn
from referee.typed import alone, read_seat, read_verb, words_behind_verb


def read_move(state: State, seat: Seat, text: str) -> Move:
    """The move of that text, such as `array G3w B3p A3r R4w G2r`, `swap R5r G2r` or `zap A5w@Bo`.

    Raises `UsageError` for anything else.
    """
    read, rest = read_verb(text, _READERS)
    return read(state, seat, rest, f'"{text}"')


def read_outcome(state: State, text: str) -> Drawn[Tile] | Drawn[Card]:
    """The pieces of `draw …`. Raises `UsageError` for what is none."""
    where = f'"{text}"'
    if state.step in ("card", "new-card"):
        return Drawn(tuple(read_card(word, where) for word in words_behind_verb("draw", text)))
    if state.step == "launch":
        return Drawn(tuple(read_tile(word, where) for word in words_behind_verb("draw", text)))
    return read_drawn(chances.tiles(state), text, lambda word: read_tile(word, where))


def _read_lay(state: State, seat: Seat, rest: str, where: str) -> Lay:
    return Lay(written(read_tiles(rest, where)))


def _read_spare(state: State, seat: Seat, rest: str, where: str) -> Move:
    tiles = written(read_tiles(rest, where))
    return Spare(tiles) if tiles else PASS


def _read_dock(state: State, seat: Seat, rest: str, where: str) -> Dock:
    """In a round the codes of the whole array may stand there too, as they lie."""
    tiles = read_tiles(rest, where)
    if state.step == "last":
        return Dock(written(tiles)) if tiles else exploring.best_last(state)
    array = state.bays[seat].array
    if state.step != "add" and all(tiles.count(tile) >= array.count(tile) for tile in array):
        tiles = taken(tiles, array)
    return Dock(written(tiles))


def _read_swap(state: State, seat: Seat, rest: str, where: str) -> Swap | Trade:
    codes, _, name = rest.partition("@")
    words = codes.replace(",", " ").split()
    spare = words[-1:] == ["spare"]
    words = words[: len(words) - spare]
    if len(words) != 2:
        raise UsageError("A swap is of two tiles.", where=where, todo="Write swap R5r G2r.")
    one, two = (read_tile(word, where) for word in words)
    bay = state.bays[seat]
    if state.step == "dock" and not name:
        loose, lying = (*state.hand, *state.out), (*bay.array, *bay.spares)
        if one not in loose and two in loose and two not in lying:
            one, two = two, one
        return Swap(one, two, spare or (two not in bay.array and two in bay.spares))
    if not name and one in bay.spares and one not in bay.array and two in bay.array:
        one, two = two, one
    owner = read_seat(name.strip(), state.names, where) if name else seat
    return Trade(one, two, "" if owner == seat else state.names[owner])


def _read_zap(state: State, seat: Seat, rest: str, where: str) -> Zap:
    code, at, name = rest.partition("@")
    if not at:
        raise UsageError("Whose tile is it?", where=where, todo="Write zap A5w@Bo.")
    tile = read_tile(code.strip(), where)
    spare = name.endswith(" spare")
    owner = read_seat(name.removesuffix(" spare").strip(), state.names, where)
    bay = state.bays[owner]
    return Zap(tile, state.names[owner], spare or (tile not in bay.array and tile in bay.spares))


def _read_use(state: State, seat: Seat, rest: str, where: str) -> Use:
    return Use(read_special(rest, where))


def _read_claim(state: State, seat: Seat, rest: str, where: str) -> Claim:
    return Claim(read_array(rest, where).name)


_READERS: Mapping[str, Callable[[State, Seat, str, str], Move]] = {
    "array": _read_lay,
    "spare": _read_spare,
    "swap": _read_swap,
    "dock": _read_dock,
    "zap": _read_zap,
    "use": _read_use,
    "claim": _read_claim,
    "orders": alone(ORDERS),
    "pass": alone(PASS),
}
