"""What the box of MLEM holds, typed: dice, astronauts, goals, the numbers of an expedition, the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from components import catalogue
from components.catalogue import Game
from components.reading import Table, parse_toml, read_toml
from referee.games.mlem.board import Board, read_board

SLUG = "mlem"


@dataclass(frozen=True)
class Astronaut:
    """One of the eight astronauts of a player (ML 1.6).

    doubles  where it multiplies points: "planet", "moon", "deep" or, mostly, nowhere
    number   the number of its ability: a factor, dice, a face, spaces; 0 if there is none
    """

    code: str
    name: str
    doubles: str
    number: int


@dataclass(frozen=True)
class Goal:
    """A goal with its points and the astronauts or planets it takes (ML 1.7)."""

    code: str
    name: str
    needed: int
    points: int


@dataclass(frozen=True)
class Expedition:
    """The numbers of an expedition, by the names they have in the box."""

    start_space: int
    refill: int
    landing_from: int
    crash_steps: int
    least_pool: int
    failures: int


@dataclass(frozen=True)
class Box:
    """The numbers of the game.

    players  fewest and most
    faces    of one die, in the order in which a plain die counts
    dice     how many are in the pool at take-off
    """

    players: tuple[int, int]
    faces: tuple[str, ...]
    dice: int
    astronauts: tuple[Astronaut, ...]
    goals: tuple[Goal, ...]
    expedition: Expedition
    board: Board

    def doubling(self, kind: str) -> Astronaut:
        """The astronaut that multiplies points on a "planet", on a "moon" or in "deep" space (ML 7.3)."""
        return next(one for one in self.astronauts if one.doubles == kind)

    @property
    def engineers_face(self) -> str:
        """What the die of an engineer shows (ML 3.4)."""
        return str(self._number("engineer"))

    @property
    def scouts_space(self) -> int:
        """Where the rocket starts with a scout aboard (ML 2.1)."""
        return self._number("scout")

    @property
    def collectors_dice(self) -> int:
        """How many dice a collector takes out of the pool (ML 5.3)."""
        return self._number("collector")

    @property
    def navigators_reach(self) -> int:
        """How many spaces lower or higher a navigator may land (ML 5.3)."""
        return self._number("navigator")

    def _number(self, code: str) -> int:
        return next(one.number for one in self.astronauts if one.code == code)


def load(board: Path | None = None) -> Box:
    """The box; with `board`, a file with the lists `space`, `moon`, `planet` and `deep`, on that board.

    Raises `DataError` for a file that is no board.
    """
    return _box(read_toml(board) if board else None)


def load_written(board: str) -> Box:
    """The box with the board that text is, written as in such a file. Raises `DataError` if it is none."""
    return _box(parse_toml(board, "the board of the game"))


def _box(typed: Table | None) -> Box:
    """The box with the board of that table, or with our own."""
    game = catalogue.load(SLUG)
    (die,) = game.deck("dice").pieces
    faces: tuple[str, ...] = die["faces"]
    expedition = _expedition(game.tables["expedition"])
    track, places = typed or game.tables["track"], typed or game.tables["places"]
    return Box(
        players=game.players,
        faces=faces,
        dice=die.copies,
        astronauts=tuple(_astronauts(game)),
        goals=tuple(
            Goal(piece.code, piece["name"], piece["needed"], piece["points"])
            for piece in game.deck("goals").pieces
        ),
        expedition=expedition,
        board=read_board(track, places, faces, expedition.landing_from),
    )


def _expedition(table: Table) -> Expedition:
    expedition = Expedition(
        start_space=table.integer("start_space"),
        refill=table.integer("refill"),
        landing_from=table.integer("landing_from"),
        crash_steps=table.integer("crash_steps"),
        least_pool=table.integer("least_pool"),
        failures=table.integer("failures"),
    )
    table.done()
    return expedition


def _astronauts(game: Game) -> Iterable[Astronaut]:
    """Those of the first seat: every seat has the same."""
    for piece in game.deck("astronauts").pieces:
        if piece["seat"] == game.seats[0]:
            code = piece.code.removesuffix(f"-{piece['seat'].letter}")
            yield Astronaut(code, piece["name"], piece["doubles"] or "", piece["number"] or 0)
