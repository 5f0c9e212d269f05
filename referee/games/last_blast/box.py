"""What is in the box of The Last Blast, as the referee uses it: cards, tiles and the game's numbers.

All of it is read from `components/last_blast/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeAlias, cast

from components import catalogue
from components.reading import Table

SLUG = "last-blast"

End: TypeAlias = Literal["front", "rear"]
Tie: TypeAlias = Literal["most-cards", "highest-number"]
Pass: TypeAlias = Literal["left", "right"]
Starter: TypeAlias = Literal["lowest-front-number", "fewest-cards", "next-clockwise", "random"]


class Part(NamedTuple):
    """A face of a part card (LB 1.3).

    symbol  the value of its symbol
    copies  how many such cards are in the box
    """

    code: str
    system: str
    number: int
    symbol: int
    copies: int


class Tile(NamedTuple):
    """A face of an asteroid tile (LB 1.1); `symbol` is the value of its symbol."""

    code: str
    symbol: int
    copies: int


Rocket: TypeAlias = tuple[Part, ...]  # from the front to the rear
Field: TypeAlias = tuple[tuple[Tile | None, ...], ...]  # rows of columns; None is a tile that is taken


@dataclass(frozen=True)
class DamageTable:
    """The numbers of LB 4.3 to 4.6.

    per_row, per_step  damage for a row changed, and for a step between two symbol values
    minimum            what jump and collision damage are at least
    removal            where the first points fall; the owner chooses for all others
    """

    per_row: int
    per_step: int
    jump_protection: str
    collision_protection: str
    minimum: int
    removal: tuple[End, ...]


@dataclass(frozen=True)
class Construction:
    """The numbers of LB 3.

    hand   cards dealt to a player at a time
    picks  of each hand
    blind  the first pick at which a card may be drawn blind, from 1
    passes  where each hand is passed to; left is clockwise
    """

    hand: int
    picks: int
    blind: int
    passes: tuple[Pass, ...]

    @property
    def rocket(self) -> int:
        """Cards of a rocket when it is finished (LB 3.6)."""
        return len(self.passes) * self.picks


@dataclass(frozen=True)
class Box:
    """The Last Blast.

    players           the fewest and the most
    columns           of the field, and rounds of the flight
    survivors_to_win  so many win at once
    first_starter     who is Start Player first, first things first
    next_starter      and who in every later round
    drift             columns a wreck moves in a round
    ties              what decides a tie, first things first
    options           names of the options; each is on or off
    """

    title: str
    players: tuple[int, int]
    parts: Mapping[str, Part]
    tiles: Mapping[str, Tile]
    columns: int
    rows_beyond_players: int
    construction: Construction
    survivors_to_win: int
    first_starter: tuple[Starter, ...]
    next_starter: tuple[Starter, ...]
    drift: int
    damage: DamageTable
    ties: tuple[Tie, ...]
    options: tuple[str, ...]

    @property
    def hand(self) -> int:
        """Cards dealt to a player at a time (LB 3.1)."""
        return self.construction.hand

    @property
    def rocket(self) -> int:
        """Cards of a rocket when it is finished (LB 3.6)."""
        return self.construction.rocket

    def rows(self, players: int) -> int:
        """Rows of the field for that many players (LB 2.1)."""
        return players + self.rows_beyond_players


@cache
def box() -> Box:
    """The box. Raises `DataError` if its files are wrong."""
    game = catalogue.load(SLUG)
    construction, field, flight = (game.tables[name] for name in ("construction", "field", "flight"))
    return Box(
        title=game.title,
        players=game.players,
        parts={
            piece.code: Part(piece.code, piece["system"], piece["number"], piece["symbol"], piece.copies)
            for piece in game.deck("parts").pieces
        },
        tiles={
            piece.code: Tile(piece.code, piece["symbol"], piece.copies) for piece in game.deck("tiles").pieces
        },
        columns=field.integer("columns"),
        rows_beyond_players=field.integer("rows_beyond_players"),
        construction=_construction(construction),
        survivors_to_win=flight.integer("survivors_to_win"),
        first_starter=cast(
            tuple[Starter, ...], _words(flight, "first_start_player", ("lowest-front-number", "random"))
        ),
        next_starter=cast(
            tuple[Starter, ...],
            _words(flight, "next_start_player", ("fewest-cards", "lowest-front-number", "next-clockwise")),
        ),
        drift=flight.table("wrecks").integer("drift"),
        damage=_damage_table(flight.table("damage")),
        ties=cast(tuple[Tie, ...], _words(flight.table("scoring"), "ties", ("most-cards", "highest-number"))),
        options=tuple(option.text("name") for option in game.tables["options"].tables("option")),
    )


def _construction(table: Table) -> Construction:
    picks, blind = table.integer("picks"), table.integer("blind_from_pick")
    if blind < picks:
        # Who draws blind keeps the hand, which is only discarded behind the last pick (LB 3.5).
        raise table.error(
            "blind_from_pick", f"is {blind}.", f"Cards are drawn blind at the last pick, {picks}."
        )
    return Construction(
        hand=table.integer("hand"),
        picks=picks,
        blind=blind,
        passes=cast(tuple[Pass, ...], _words(table, "passes", ("left", "right"))),
    )


def _damage_table(table: Table) -> DamageTable:
    return DamageTable(
        per_row=table.integer("per_row"),
        per_step=table.integer("per_step"),
        jump_protection=table.text("jump_protection"),
        collision_protection=table.text("collision_protection"),
        minimum=table.integer("minimum"),
        removal=cast(tuple[End, ...], _words(table, "removal", ("front", "rear"))),
    )


def _words(table: Table, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """The texts under `key`, each one of those the rules know. Raises `DataError`."""
    words = table.texts(key)
    for word in words:
        if word not in known:
            raise table.error(key, f'has "{word}".', f"Known: {', '.join(known)}.")
    return words
