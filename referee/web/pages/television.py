"""A table on a television: what stands where in the picture, from what everybody may know.

It knows no game. A game may say in `television.toml`, beside its rules, where its parts are; one that says
nothing has its boards on the left and its players on the right.
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from components.setup import Fact
from components.toml import parse_toml
from referee.engine.game import OVER, Seat, Seats
from referee.games import package
from referee.table.rounds import SessionScore, session_score
from referee.table.session import Session
from referee.web.pages.drawing import Drawn, Faces
from referee.web.table import Table

_LATEST = 12  # events among which those that are told are looked for


class Panel(NamedTuple):
    """A part of the picture.

    at      left, top, width and height in rem, of the 114 by 49 between head and foot
    areas   names of the areas in it, `*` for any letters; of each player, with the seat as `{seat}`
    facts   names of the facts in it; of each player, with the name as `{name}`
    across  cards of players side by side
    places  places of a row of pieces: those without a piece are outlined
    titles  whether the areas have their titles
    """

    at: tuple[float, ...]
    areas: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    across: int = 1
    places: int = 0
    titles: bool = False


class Layout(NamedTuple):
    """A picture for at most so many players; `seats` is shared by the cards of all."""

    players: int
    seats: Panel
    panels: tuple[Panel, ...]


class Television(NamedTuple):
    """The layouts of a game, for few players first, and the facts in its top line."""

    layouts: tuple[Layout, ...]
    head: tuple[str, ...] = ()


_BOARDS = Panel((0, 0, 74, 49), ("*",), titles=True)
_OWN = (75.5, 0, 38.5, 49), ("*-{seat}", "*-{name}"), ("{name}",)
_PLAIN = Television((Layout(4, Panel(*_OWN), (_BOARDS,)), Layout(99, Panel(*_OWN, across=2), (_BOARDS,))))


class Part(NamedTuple):
    """Areas and facts that stand in a panel, or in a player's card."""

    panel: Panel
    areas: tuple[Drawn, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Picture:
    """A game as everybody may see it.

    acting  whose turn it is
    seats   the cards of the players
    news    the latest events, the latest first
    """

    head: tuple[Fact, ...]
    acting: tuple[Seat, ...]
    secret: bool
    over: bool
    seats: tuple[Part, ...]
    panels: tuple[Part, ...]
    news: tuple[str, ...]
    score: SessionScore


def picture_of(table: Table, session: Session, faces: Faces) -> Picture:
    slug, turn, view = session.header.game, session.turn, session.game.view(session.state, None)
    television = television_of(slug)
    layout = next(
        (one for one in television.layouts if len(session.names) <= one.players), television.layouts[-1]
    )
    left = [faces.drawn(slug, area) for area in view.areas if area.pieces]
    facts = {fact.name: fact for fact in view.facts}

    def part(panel: Panel, **known: object) -> Part:
        names = [pattern.format_map(known) for pattern in panel.areas]
        own = [one for one in left if any(fnmatchcase(one.area.name, name) for name in names)]
        left[:] = [one for one in left if one not in own]
        said = [name.format_map(known) for name in panel.facts]
        return Part(panel, tuple(own), tuple(facts[name] for name in said if name in facts))

    told = list(session.told(None, max(0, len(session.story) - _LATEST)))
    return Picture(
        tuple(facts[name] for name in television.head if name in facts),
        turn.seats if isinstance(turn, Seats) else (),
        isinstance(turn, Seats) and turn.secret,
        turn is OVER,
        tuple(part(layout.seats, seat=seat, name=name) for seat, name in enumerate(session.names, 1)),
        tuple(map(part, layout.panels)),
        tuple(" ".join(one.lines) for one in reversed(told) if one.lines),
        table.shared("score", lambda: session_score(session)),
    )


@cache
def television_of(slug: str) -> Television:
    """The layouts that the game declares beside its rules. Raises `DataError` for what cannot be read."""
    file = files(package(slug)) / "television.toml"
    if not file.is_file():
        return _PLAIN
    said = parse_toml(file.read_text("utf-8"), str(file))
    television = said.record(Television)
    said.done()
    return television
