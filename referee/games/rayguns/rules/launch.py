"""The launch: two tiles for every player decide who is the first commander (RR 2.1)."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from referee.engine.chance.outcomes import Drawn, Source
from referee.games.rayguns.box import Box, Tile
from referee.games.rayguns.codes import read_tile
from referee.games.rayguns.rules.draws import Decided, Until
from referee.games.rayguns.state import State, belt

Launch: TypeAlias = Mapping[int, tuple[Tile, ...]]  # The tiles of each seat, from 0.


def first_player(state: State) -> Until[Tile]:
    """Two tiles for every seat, and again for those who tie (RR 2.1)."""
    box, players = state.box, len(state.names)
    each = box.numbers.launch_draw

    def deal(source: Source) -> Iterator[Tile]:
        for one in launches(box, players, source):
            yield from itertools.chain.from_iterable(one.values())

    def decide(drawn: Sequence[Tile]) -> Decided:
        found = launches_of(box, players, drawn)
        seats = winners(found[-1]) if found else range(players)
        dealt = each * sum(map(len, found))
        return Decided(dealt + (each * len(seats) if len(seats) > 1 else 0), len(seats) == 1)

    pool = belt(state)

    def part(drawn: Sequence[Tile], place: int) -> str:
        """Name the owner of the tile, and which of theirs it is; those who tie draw again."""
        seats: Sequence[int] = range(players)
        for found in launches_of(box, players, drawn):
            if place < each * len(seats):
                break
            place -= each * len(seats)
            seats = winners(found)
        return f"{state.names[seats[place // each]]}'s tile {place % each + 1}"

    prompt = f"draw and {each} codes for each of {', '.join(state.names)}, and again for those who tie"
    return Until("launch", prompt, pool, pool, decide, deal, lambda code, at: read_tile(code, box, at), part)


def launch(state: State, outcome: Drawn[Tile]) -> State:
    """The winner is the commander and turns up the first card."""
    [seat] = winners(launches_of(state.box, len(state.names), outcome.pieces)[-1])
    return state._replace(commander=seat, active=seat, step="card")


def launches(box: Box, players: int, source: Source) -> list[Launch]:
    """The launch of all seats, then of those who tie, until one of them is first."""
    belt, each = _belt(box, source), box.numbers.launch_draw
    seats: Sequence[int] = range(players)
    found: list[Launch] = []
    while len(seats) > 1:
        found.append(_dealt(seats, belt, each))
        seats = winners(found[-1])
    return found


def launches_of(box: Box, players: int, drawn: Sequence[Tile]) -> list[Launch]:
    """The launches that those tiles, drawn one after the other, complete."""
    pieces, each = iter(drawn), box.numbers.launch_draw
    seats: Sequence[int] = range(players)
    found: list[Launch] = []
    while len(seats) > 1:
        dealt = _dealt(seats, pieces, each)
        if len(dealt[seats[-1]]) < each:
            break
        found.append(dealt)
        seats = winners(dealt)
    return found


def winners(launch: Launch) -> tuple[int, ...]:
    """The seats with the highest total of ranks."""
    top = max(map(total, launch.values()))
    return tuple([seat for seat, tiles in launch.items() if total(tiles) == top])


def total(tiles: Sequence[Tile]) -> int:
    return sum([tile.rank for tile in tiles])


def _dealt(seats: Sequence[int], pieces: Iterator[Tile], each: int) -> Launch:
    return {seat: tuple(itertools.islice(pieces, each)) for seat in seats}


def _belt(box: Box, source: Source) -> Iterator[Tile]:
    """All tiles in random order, and all again in the unlikely case that they run out."""
    while True:
        yield from source.shuffled(box.every_tile)
