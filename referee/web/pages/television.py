"""The television: a table as one picture, from what everybody may know.

It knows no game. A game says in `television.toml`, beside its rules, what stands where in the picture; a
game that says nothing has its boards on the left and its players on the right.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from components import catalogue
from components.setup import Fact
from components.toml import parse_toml
from generator.exports.web.placement import Box
from referee.engine.game import OVER, Seat, Seats
from referee.games import package
from referee.table.rounds import SessionScore, session_score
from referee.table.session import Session
from referee.web.pages.drawing import Drawn, Faces
from referee.web.table import Table

_WIDTH, _HEIGHT = 114.0, 49.0  # rem of the middle of the picture, without head and foot
_TITLE, _GAP = 2.2, 1.0  # rem of a title over an area, and between two areas
_EDGE, _NAME, _LINE = 0.8, 3.0, 2.0  # rem of the edge of a card, and of its lines
_LARGEST, _HALVINGS = 1.0, 24  # rem a mm at most, and steps to find the scale
_APART = 2.0  # mm between the pieces of a row
_NEWS, _LATEST = 3, 12  # events that are told, of the latest
_WORDS = (20.0, 12.0)  # mm of a piece that is written in words


class Panel(NamedTuple):
    """A box of the picture.

    at      left, top, width and height, in rem; of the seats, the box that their cards share
    areas   names of the areas in it, `*` for any letters; of a seat, with its number as `{seat}`
    facts   the facts in it; of a seat, with its name as `{name}`
    across  cards of players side by side
    places  the places of a row of pieces; those without a piece are outlined
    titles  whether the areas have their titles
    """

    at: tuple[float, ...]
    areas: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    across: int = 1
    places: int = 0
    titles: bool = False

    @property
    def box(self) -> Box:
        return Box(*self.at)


_BOARDS = Panel((0, 0, 74, _HEIGHT), ("*",), titles=True)


class Layout(NamedTuple):
    """A picture for at most so many players."""

    players: int
    seats: Panel
    panels: tuple[Panel, ...]


class Television(NamedTuple):
    """The layouts of a game, for few players first, and the facts in its top line."""

    head: tuple[str, ...] = ()
    layouts: tuple[Layout, ...] = ()


_ANY = Television(
    layouts=tuple(
        Layout(
            most, Panel((75.5, 0, 38.5, _HEIGHT), ("*-{seat}", "*-{name}"), ("{name}",), across), (_BOARDS,)
        )
        for most, across in ((4, 1), (99, 2))
    )
)


class Fitted(NamedTuple):
    """An area in its box, in rem, without its title; a row of pieces as cells of that size, in mm."""

    drawn: Drawn
    box: Box
    cell: tuple[float, float] = (0.0, 0.0)
    across: int = 1
    places: int = 0

    @property
    def down(self) -> int:
        """The rows of the pieces of a row that is too long for its box."""
        return math.ceil(self.places / self.across)


@dataclass(frozen=True)
class Card:
    """A box of the picture with what stands in it; that of a player has a name and a seat."""

    box: Box
    areas: tuple[Fitted, ...]
    facts: tuple[Fact, ...]
    panel: Panel
    seat: Seat | None = None


@dataclass(frozen=True)
class Picture:
    """A table on a television. `news`: the latest events, the latest first; `acting`: whose turn it is."""

    title: str
    head: tuple[str, ...]
    acting: tuple[Seat, ...]
    secret: bool
    over: bool
    cards: tuple[Card, ...]
    news: tuple[str, ...]
    score: SessionScore


def picture_of(table: Table, faces: Faces) -> Picture:
    """The picture of a game that is played or over."""
    session = table.session
    assert session is not None
    slug, turn, view = session.header.game, session.turn, session.game.view(session.state, None)
    television, count = television_of(slug), len(session.names)
    layout = next((one for one in television.layouts if count <= one.players), television.layouts[-1])
    facts = {fact.name: fact for fact in view.facts}
    drawn = [faces.drawn(slug, area) for area in view.areas if area.pieces]
    return Picture(
        catalogue.load(slug).title,
        tuple(f"{name.lower()} {facts[name].text}" for name in television.head if name in facts),
        turn.seats if isinstance(turn, Seats) else (),
        isinstance(turn, Seats) and turn.secret,
        turn is OVER,
        tuple(_cards(layout, drawn, facts, session.names)),
        tuple(_news(session)),
        table.shared("score", lambda: session_score(session)),
    )


@cache
def box_rules() -> str:
    """A stylesheet of places and sizes in half rems: no element may have a style of its own."""
    sides = {"x": "left", "y": "top", "w": "width", "h": "height"}
    return "".join(
        f".{letter}{n}{{{side}:{n / 2}rem}}"
        for letter, side in sides.items()
        for n in range(2 * int(_WIDTH) + 1)
    )


@cache
def television_of(slug: str) -> Television:
    """The layouts that the game declares beside its rules. Raises `DataError` for what cannot be read."""
    file = files(package(slug)) / "television.toml"
    if not file.is_file():
        return _ANY
    said = parse_toml(file.read_text("utf-8"), str(file))
    television = said.record(Television)
    said.done()
    return television


def _news(session: Session) -> Iterator[str]:
    told = list(session.told(None, max(0, len(session.story) - _LATEST)))
    yield from [" ".join(one.lines) for one in reversed(told) if one.lines][:_NEWS]


def _cards(
    layout: Layout, drawn: Sequence[Drawn], facts: Mapping[str, Fact], names: Sequence[str]
) -> Iterator[Card]:
    left = list(drawn)

    def card(panel: Panel, box: Box, seat: Seat | None = None) -> Card:
        known = {} if seat is None else {"seat": seat + 1, "name": names[seat]}
        own = [one for one in left if _named(one.area.name, panel.areas, known)]
        left[:] = [one for one in left if one not in own]
        said = tuple(facts[name] for one in panel.facts if (name := one.format(**known)) in facts)
        lines = _NAME * (seat is not None) + _LINE * len(said)
        room = Box(_EDGE, _EDGE + lines, box.width - 2 * _EDGE, box.height - 2 * _EDGE - lines)
        return Card(box, tuple(_packed(own, room, panel)), said, panel, seat)

    boxes = _grid(layout.seats.box, len(names), layout.seats.across)
    cards = [card(layout.seats, box, seat) for seat, box in enumerate(boxes)]
    yield from (card(panel, panel.box) for panel in layout.panels)
    yield from cards


def _named(name: str, patterns: Sequence[str], known: Mapping[str, object]) -> bool:
    return any(fnmatchcase(name, one.format(**known)) for one in patterns)


def _grid(box: Box, count: int, across: int) -> Iterator[Box]:
    """As many boxes as that, so many side by side."""
    down = math.ceil(count / across)
    width, height = (box.width + _GAP) / across, (box.height + _GAP) / down
    for number in range(count):
        row, column = divmod(number, across)
        yield Box(box.x + column * width, box.y + row * height, width - _GAP, height - _GAP)


def _packed(areas: Sequence[Drawn], room: Box, panel: Panel) -> Iterator[Fitted]:
    """The areas on shelves, all at the largest scale at which they fit the room."""
    low, high = 0.0, _LARGEST
    for _ in range(_HALVINGS):
        scale = (low + high) / 2
        shelves = _shelved(areas, scale, room, panel)
        fits = not shelves or (shelves[0][0].box.width <= room.width and _height(shelves) <= room.height)
        low, high = (scale, high) if fits else (low, scale)
    shelves = _shelved(areas, low, room, panel)
    y = room.y + (room.height - _height(shelves)) / 2
    title = _TITLE * panel.titles
    for shelf in shelves:
        x = room.x + (room.width - sum(one.box.width + _GAP for one in shelf) + _GAP) / 2
        for one in shelf:
            yield one._replace(box=one.box._replace(x=x, y=y + title, height=one.box.height - title))
            x += one.box.width + _GAP
        y += max(one.box.height for one in shelf) + _GAP


def _shelved(areas: Sequence[Drawn], scale: float, room: Box, panel: Panel) -> list[list[Fitted]]:
    """The widest areas first, each on the first shelf that has room for it."""
    shelves: list[list[Fitted]] = []
    for one in sorted((_sized(area, scale, room, panel) for area in areas), key=lambda one: -one.box.width):
        wide = room.width - one.box.width
        shelf = next((row for row in shelves if sum(box.width + _GAP for _, box, *_ in row) <= wide), None)
        if shelf is None:
            shelves.append([one])
        else:
            shelf.append(one)
    return shelves


def _sized(drawn: Drawn, scale: float, room: Box, panel: Panel) -> Fitted:
    """The area at so many rem a mm; a row is as long as the room is wide."""
    title = _TITLE * panel.titles
    if drawn.width:
        return Fitted(drawn, Box(0, 0, drawn.width * scale, drawn.height * scale + title))
    places = max(len(drawn.pieces), len(drawn.steps), panel.places)
    width = max((one.width or _WORDS[0] for one in drawn.pieces), default=_WORDS[0]) + _APART
    height = max((one.height or _WORDS[1] for one in drawn.pieces), default=_WORDS[1]) + _APART
    across = max(1, min(places, int(room.width / width / scale)))
    fitted = Fitted(drawn, Box(0, 0, across * width * scale, 0), (width, height), across, places)
    return fitted._replace(box=fitted.box._replace(height=fitted.down * height * scale + title))


def _height(shelves: Sequence[Sequence[Fitted]]) -> float:
    return sum(max(one.box.height for one in shelf) + _GAP for shelf in shelves) - _GAP
