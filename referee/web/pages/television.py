"""A table on a television: what stands where in the picture, from what everybody may know.

It knows no game. A game may say in `text/television.toml` where its parts are; one that says nothing has its
boards on the left and its players on the right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from components import catalogue
from components.setup import Fact
from components.toml import parse_toml
from referee.engine.asking.choosing import Question
from referee.engine.asking.news import Told, gathered
from referee.engine.game import OVER, AnyGame, Remarks, Seat, Seats
from referee.games import package
from referee.table.rounds import SessionScore, session_score
from referee.web.pages.drawing import Drawn, Faces
from referee.web.pages.rendering import Pages
from referee.web.table import Table

_LATEST = 12  # events among which those that are told are looked for


class Panel(NamedTuple):
    """A part of the picture.

    at      left, top, width and height in rem, of the 114 by 49 between head and foot
    areas   names of the areas in it, `*` for any letters; of each player, with the seat as `{seat}`
    facts   names of the facts in it; of each player, with the name as `{name}`
    across  cards of players side by side
    places  places of a row of pieces: those without a piece are outlined
    shows   of the areas their titles or notes, or the notes of pieces, pinned to them; rings round the places
            that the moves of whose turn it is lead to; and facts such as "fuel 2 of 10, warp 2" as gauges
    """

    at: tuple[float, ...]
    areas: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    across: int = 1
    places: int = 0
    shows: tuple[Literal["titles", "notes", "pins", "reach", "gauges"], ...] = ()


class Layout(NamedTuple):
    """A picture for at most so many players; `seats` is shared by the cards of all."""

    players: int
    seats: Panel
    panels: tuple[Panel, ...]


class Television(NamedTuple):
    """The layouts of a game, for few players first, and the facts in its top line."""

    layouts: tuple[Layout, ...]
    head: tuple[str, ...] = ()


class Part(NamedTuple):
    """Areas and facts that stand in a panel, or in a player's card."""

    panel: Panel
    areas: tuple[Drawn, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Picture:
    """A game as everybody may see it.

    head    facts of the top line
    seats   the cards of the players
    news    the latest events, the latest first
    acting  whose turn it is
    ask     what is to be done, a verb first; empty where several choose, or nothing is to be said
    reach   places that its moves lead to
    """

    head: tuple[Fact, ...]
    seats: tuple[Part, ...]
    panels: tuple[Part, ...]
    news: tuple[Told, ...]
    score: SessionScore
    over: bool
    acting: tuple[Seat, ...]
    secret: bool
    ask: str
    reach: frozenset[str]


def television_page(pages: Pages, faces: Faces, table: Table, *, host: bool, base: str) -> str:
    """The page of a table, before, during and after its game.

    host  whether it is the host's, on which others see by which code they come to a game
    base  the address of the server
    """
    session, picture = table.session, None
    if session is not None:
        news = [one for _, one in session.news(None, max(0, len(session.story) - _LATEST))]
        score = table.shared("score", lambda: session_score(session))
        picture = picture_of(session.game, session.state, news, score, faces)
    game = catalogue.load(table.game)
    return pages.page("tv.html.j2", table=table, picture=picture, game=game, host=host, base=base)


def picture_of(game: AnyGame, state: Any, news: Sequence[Told], score: SessionScore, faces: Faces) -> Picture:
    """The picture of that state of a game.

    news  the latest events as everybody was told of them, the latest last
    """
    turn, view, television = game.turn(state), game.view(state, None), television_of(game.slug)
    fitting = [one for one in television.layouts if len(state.names) <= one.players]
    layout = (fitting or television.layouts[-1:])[0]
    left = [faces.drawn(game.slug, area) for area in view.areas if area.pieces]
    facts = {fact.name: fact for fact in view.facts}

    def part(panel: Panel, **known: object) -> Part:
        names = [pattern.format_map(known) for pattern in panel.areas]
        own = [one for one in left if any(fnmatchcase(one.area.name, name) for name in names)]
        left[:] = [one for one in left if one not in own]
        said = [name.format_map(known) for name in panel.facts]
        return Part(panel, tuple(own), tuple(facts[name] for name in said if name in facts))

    seats = tuple(part(layout.seats, seat=seat, name=name) for seat, name in enumerate(state.names, 1))
    panels = tuple(map(part, layout.panels))
    head = tuple(facts[one] for one in television.head if one in facts)
    known, secret = game.known(state, None), isinstance(turn, Seats) and turn.secret
    acting = turn.seats if isinstance(turn, Seats) else ()
    seat = acting[0] if acting else None
    ask = "" if seat is None or secret else Question(game, known, seat).ask
    points: list[tuple[str, tuple[int, int]]] = []
    reaching = not secret and any("reach" in panel.shows for panel in layout.panels)
    if reaching and seat is not None and isinstance(game, Remarks):
        for move in game.moves(known, seat):
            points += game.remark(known, seat, move).points
    reach = frozenset(f"{area} {x},{y}" for area, (x, y) in points)
    latest = tuple(gathered(news))[::-1]
    return Picture(head, seats, panels, latest, score, turn is OVER, acting, secret, ask, reach)


@cache
def television_of(slug: str) -> Television:
    """The layouts of that game: those in its folder, or the plain ones. Raises `DataError`."""
    own = files(package(slug)) / "text" / "television.toml"
    file = own if own.is_file() else files("templates") / "web" / "television.toml"
    said = parse_toml(file.read_text("utf-8"), str(file))
    television = said.record(Television)
    said.done()
    return television
