"""Boxes, sized by the number and thickness of what is in them.

A deck of cards gets a tuck box, a whole game a tray with its lid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from components.catalogue import Deck, Game
from components.languages import Words
from components.pieces import Piece
from generator.build.decks import GAME_BOX
from generator.sheets import layout
from generator.sheets.packing import Parcel, Room, rooms
from generator.sheets.paper import Paper

if TYPE_CHECKING:
    from generator.faces.renderer import Renderer
    from generator.pdf.ink.inks import PrintHouse

_PLAY = (1.5, 1.0, 1.5)  # extra room in width, height and depth, mm
_SHALLOWEST = 8.0  # a box thinner than this does not hold its shape, mm
_FLAP = 14.0  # the part of the lid that tucks in, mm
_TAB = 9.0  # the tab that is glued, mm
_FEWEST = 9  # smaller decks need no box

TRAY, LID = "box-tray", "box-lid"
_CARD = 0.3  # the thickness of a piece, mm
_AROUND = 2.0  # the room around the parts in a tray, mm
_OVER = 1.6  # the lid is wider than the tray by this, mm
_COVERED = 0.8  # share of the tray's height that the lid covers
_LOWEST = 16.0  # a lower tray would not hold its shape, mm
_EDGE = 5.0  # round the words and the picture on the back, mm
_SHOWN = (0.5, 0.56)  # the largest picture on the back, in widths and depths of the tray
_WORDS = 38.0  # the depth that the words under and over it take, mm
_FLOOR = (88.0, 64.0)  # the width and depth of the smallest tray that has room for its words, mm


class Box(NamedTuple):
    """Inner width, height and depth of a box, mm."""

    width: float
    height: float
    depth: float

    @property
    def net(self) -> tuple[float, float]:
        """The size of the flat net: tab, front, side, back, side; lids and flaps above and below."""
        return (
            round(_TAB + 2 * self.width + 2 * self.depth, 2),
            round(self.height + 2 * (self.depth + _FLAP), 2),
        )


def box_for(deck: Deck, thickness: float) -> Box:
    """The box that holds all cards of a deck, each `thickness` mm thick."""
    width, height = deck.size
    return Box(width + _PLAY[0], height + _PLAY[1], max(_SHALLOWEST, deck.count * thickness + _PLAY[2]))


def boxes_for(
    decks: Iterable[Deck], thickness: float, words: Words | None = None, poster: str = "pages/poster.svg.j2"
) -> Iterator[Deck]:
    """A box, as a deck of one piece, for each deck of cards. `poster` is as `poster_of` says."""
    for deck in decks:
        if deck.shape == "card" and deck.back and deck.count >= _FEWEST:
            box = _deck(deck, box_for(deck, thickness), words or Words(), poster)
            if words:
                words.know([box.pieces[0].tag])
            yield box


def _deck(deck: Deck, box: Box, words: Words, poster: str) -> Deck:
    fields = {
        "box": box._asdict(),
        "tab": _TAB,
        "flap": _FLAP,
        "holds": deck.title,
        "count": deck.count,
        "poster": poster,
    }
    return Deck(
        name=f"box-{deck.name}",
        title=words("Box for {}", deck.title),
        size=box.net,
        shape="net",
        face="pages/tuckbox",
        back="",
        sprue=f"box-{deck.name}",
        pieces=(Piece(f"box-{deck.name}", 1, fields),),
    )


def game_box(
    game: Game, decks: Sequence[Deck], paper: Paper, scene: tuple[float, float] | None, poster: str
) -> list[Deck]:
    """The tray and the lid for all parts of a game, each as a deck of one piece; none if they fit no sheet.

    scene   width and height of the picture on the back, in any unit; None for a back with words alone
    poster  the template that draws the game's picture and title
    """
    parcels = [Parcel(*_lying(deck), deck.count) for deck in decks]
    areas = [page.area for page in layout.pages(paper)]
    found = rooms(parcels, _AROUND, max(max(area.size) for area in areas) - 2 * _LOWEST)
    fitting = [
        room for room in found if room.width >= _FLOOR[0] and room.depth >= _FLOOR[1] and _sheets(room, paper)
    ]
    if not fitting:
        return []
    inside = min(fitting, key=lambda room: (_sheets(room, paper), room.width * room.depth * room.height))
    holds = [f"{deck.count} {deck.title}" for deck in decks]
    made = []
    for name, room in zip((TRAY, LID), _both(inside), strict=True):
        hole = _hole(room, scene) if scene else (0.0, 0.0, 0.0, 0.0)
        fields = {"box": room._asdict(), "holds": holds, "hole": hole, "poster": poster}
        title = "Box, tray" if name == TRAY else "Box, lid"
        piece = Piece(name, 1, fields)
        made.append(Deck(name, title, _net(room), "net", f"pages/{name}", "", GAME_BOX, (piece,)))
    return made


def poster_of(renderer: Renderer) -> str:
    """The template that draws the picture of a game: its own, or that of all games."""
    return "poster.svg.j2" if renderer.has_template("poster") else "pages/poster.svg.j2"


def game_box_pdf(
    game: Game,
    decks: Sequence[Deck],
    renderer: Renderer,
    paper: Paper,
    house: PrintHouse | None = None,
) -> bytes:
    """The sheets of the box for these decks; empty for none, or if the box fits no sheet.

    `house` says how it is made for a print house.
    """
    if not decks:
        return b""
    from generator.book.gamebox import back_picture, back_scene
    from generator.pdf import document
    from generator.sheets.imposition import Item, Part, impose

    paper = paper._replace(duplex="off", registration=0)
    scene = back_scene(game)
    shown = (scene.size[0], scene.size[1]) if scene else None
    items = []
    for deck in game_box(game, decks, paper, shown, poster_of(renderer)):
        face = renderer.faces(deck, deck.pieces[0]).front
        items.append(Item(deck, deck.name, 1, renderer.drawings.drawn(face), ""))
    if not items:
        return b""
    part = Part(GAME_BOX, game.words("Box"), impose(items, paper))
    picture = back_picture(game, renderer, TRAY, scene) if scene else None
    drawn = {(GAME_BOX, index): picture for index in range(len(part.sheets)) if picture}
    credit = game.credits.byline
    return document.write(
        [part], renderer.drawings, game.title, credit, paper, drawn, house=house, words=game.words
    )


def _hole(room: Room, scene: tuple[float, float]) -> tuple[float, float, float, float]:
    """Return the part of the tray's net where the picture shows: left, top, width and height, mm."""
    across, down = _SHOWN[0] * room.width, min(_SHOWN[1] * room.depth, room.depth - _WORDS)
    scale = min(across / scene[0], down / scene[1])
    width, height = scale * scene[0], scale * scene[1]
    return room.height + room.width - _EDGE - width, room.height + _EDGE, width, height


def _lying(deck: Deck) -> tuple[float, float, float]:
    """The longer and the shorter side of a piece in the box, and its height."""
    first, second, height = deck.packed or (*deck.size, _CARD)
    return max(first, second), min(first, second), height


def _both(inside: Room) -> tuple[Room, Room]:
    """The tray, and the lid that goes over it."""
    tray = inside._replace(height=max(_LOWEST, inside.height))
    lid = Room(tray.width + _OVER, tray.depth + _OVER, round(max(_LOWEST, tray.height * _COVERED), 1))
    return tray, lid


def _net(room: Room) -> tuple[float, float]:
    """The flat net of a tray: its floor with a wall on each side."""
    return round(room.width + 2 * room.height, 2), round(room.depth + 2 * room.height, 2)


def _sheets(room: Room, paper: Paper) -> int:
    """The sheets that the nets of a tray and its lid take; 0 if they do not fit."""
    nets = [_net(one) for one in _both(room)]
    areas = [page.area for page in layout.pages(paper)]
    widest, deepest = max(net[0] for net in nets), sum(net[1] for net in nets) + layout.ROUND_GAP
    for area in areas:
        if widest <= area.width and deepest <= area.height:
            return 1
    fit = all(any(net[0] <= a.width and net[1] <= a.height for a in areas) for net in nets)
    return 2 if fit else 0
