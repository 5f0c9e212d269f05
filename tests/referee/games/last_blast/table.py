"""Positions of The Last Blast for the tests, and moves typed into them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.engine.chance.outcomes import Drawn, Quick
from referee.engine.game import Ruling
from referee.engine.play import open_box
from referee.games.last_blast import game
from referee.games.last_blast.box import Box, Field, Part
from referee.games.last_blast.codes import read_rocket
from referee.games.last_blast.rules import construction, flight
from referee.games.last_blast.state import Draft, Flight, without

BOX: Box = open_box(game)
NAMES = ("Ann", "Bo", "Cy", "Di")
FIELD = "1234561/2345612/3456123"
TWO = ("R1-1 R1-2 R1-3 R1-4 R1-5", "A4-1 A4-2 A4-3 A4-4 A4-5")
LAST_PICK = (
    "1: pick R1-1",
    "2: pick A4-1",
    "1: pick A4-2 front",
    "2: pick R1-2 rear",
    "1: pick R1-3 front",
    "2: pick A4-3 rear",
)


def dealt(*hands: str) -> Draft:
    """The first pick of a game in which these hands were dealt."""
    state = construction.start(NAMES[: len(hands)], BOX, wrecks=False)
    tiles = game.chance(state).pick(Quick(1))
    state = game.resolve(state, tiles)
    columns = zip(*(cards(hand) for hand in hands), strict=True)
    return game.resolve(state, Drawn(tuple(card for column in columns for card in column)))


def flying(*rockets: str, field: str = FIELD, wrecks: bool = False, **changes: Any) -> Flight:
    """Before round 1, with Ann as the Start Player unless said."""
    built = tuple(cards(rocket) for rocket in rockets)
    players = len(rockets)
    state = Flight(
        names=NAMES[:players],
        box=BOX,
        wrecks=wrecks,
        step="fly",
        field=laid(field),
        aside=without(BOX.all_parts, (card for rocket in built for card in rocket)),
        rockets=built,
        rows=(None,) * players,
        exploded=(None,) * players,
        column=0,
        starter=0,
        order=tuple(range(players)),
        choice=0,
        drifting=(),
    )
    return replace(state, **changes)


def built(*rockets: str) -> Flight:
    """The flight as it begins after a construction phase that ended with these rockets."""
    rest = without(BOX.all_parts, (card for rocket in rockets for card in cards(rocket)))
    state = construction.start(NAMES[: len(rockets)], BOX, wrecks=False)
    return flight.start(
        replace(state, field=laid(FIELD), unseen=rest, deck=len(rest), rockets=tuple(map(cards, rockets)))
    )


def cards(codes: str) -> tuple[Part, ...]:
    return read_rocket(codes, BOX, "test")


def laid(symbols: str) -> Field:
    """A field of those symbols, even if the box does not have that many tiles of one."""
    return tuple(tuple(BOX.tiles[f"T{symbol}"] for symbol in row) for row in symbols.split("/"))


def played(state: Any, *moves: str) -> Any:
    """After those moves, each `seat: move` with seats from 1, or a result of chance."""
    for text in moves:
        seat, colon, move = text.partition(": ")
        if colon:
            what = game.read(state, int(seat) - 1, move)
            ruling = game.check(state, int(seat) - 1, what)
            assert ruling.allowed, f"{text}: {ruling.reason}"
            state = game.apply(state, int(seat) - 1, what)
        else:
            outcome = game.read(state, None, text)
            assert game.chance(state).refusal(outcome) == ""
            state = game.resolve(state, outcome)
    return state


def checked(state: Any, text: str) -> Ruling:
    seat, _, move = text.partition(": ")
    return game.check(state, int(seat) - 1, game.read(state, int(seat) - 1, move))


def codes(rocket: Any) -> str:
    return " ".join(card.code for card in rocket)
