"""The page of a table: everything on it is built from what one right may know.

It knows no game. It shows what the session tells: view, moves with their remarks, log, score.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import groupby
from typing import Any, NamedTuple

from markupsafe import Markup

from components import catalogue
from components.errors import UsageError
from components.prose import Blocks
from components.setup import Area, Fact
from components.wording import counted, listed
from referee.engine.asking.guidance import Guidance
from referee.engine.asking.picks import Asks
from referee.engine.chance.outcomes import Roll
from referee.engine.game import CHANCE, OVER, Rounds, Seat, Seats, View
from referee.engine.scoresheet import PlayerScore
from referee.table import reporting
from referee.table.hinting import answered, asked
from referee.table.rounds import SessionScore, session_score
from referee.table.session import Session
from referee.web.pages.charting import Chart, chart_of
from referee.web.pages.choosing import Moves, Sight, entry, moves_of, results
from referee.web.pages.drawing import Drawn, Faces, Shown, owner_first
from referee.web.rights import Right
from referee.web.table import Table

_LOG = 30  # steps of the story that are on a page, or a few more
BLOCK = 6  # steps of the story that are one part of a page
_PICTURES = 6  # faces of pieces that an event shows


@dataclass(frozen=True)
class TablePage:
    """A table at which a game is played, as one right may see it.

    ask     what the reader is to do, or who is to act; `where` says where in the game that is
    state   the same as a sentence, for titles and for whoever does not see the page
    acting  whether the reader may do something now
    chips   the players, in the order of the seats
    boards  the parts of the table, but for those of other players that the reader does not need now
    now     the names of the areas that the reader needs for what is asked; the others are on the tab Table
    others  what other players have besides
    kept    parts of the table's pages, by all that they say
    wanted  words for what else may be typed
    log     the latest event first
    hints   whether the reader may ask for a hint
    standing  the players, winners first, then by their totals
    chart   how the scores grew; None before the second round
    built   pieces of whoever has won, once it is over
    dice    those whose faces are to be tapped in, if there are any
    guided  the words of a lesson to the reader
    """

    title: str
    ask: str
    where: str
    state: str
    acting: bool
    over: bool
    chips: tuple[Chip, ...]
    boards: tuple[Drawn, ...]
    now: frozenset[str]
    others: tuple[Other, ...]
    facts: tuple[Fact, ...]
    moves: Moves
    kept: dict[Any, Markup]
    wanted: str
    log: tuple[Event, ...]
    score: SessionScore
    standing: tuple[PlayerScore, ...]
    chart: Chart | None
    built: tuple[Shown, ...]
    hints: bool
    dice: Dice | None
    guided: Guidance | None

    @property
    def blocks(self) -> Iterator[tuple[Event, ...]]:
        """The log in blocks, of which only the latest grows."""
        for _, block in groupby(self.log, lambda event: event.number // BLOCK):
            yield tuple(block)


class Other(NamedTuple):
    """Areas of another player, folded up; `about` says how much lies there."""

    seat: Seat
    about: str
    boards: tuple[Drawn, ...]


class Chip(NamedTuple):
    """A player in the top line.

    sign   the points or, while all choose in secret, whether the player has chosen: "✓" or "…"
    turns  whether it is the player's turn
    """

    name: str
    sign: str
    turns: bool
    own: bool


@dataclass(frozen=True)
class Dice:
    """Dice that were rolled at the table and are tapped in: how many, and the faces of one."""

    count: int
    faces: tuple[str, ...]


class Event(NamedTuple):
    """An event of the log, numbered from the beginning of the game.

    who       the seat that did it; None where dice or cards did
    text      one sentence for people
    pictures  the faces of the pieces that it names
    dice      the faces that were rolled
    lines     all of it, as the log has it
    """

    number: int
    who: Seat | None
    text: str
    rule: str
    pictures: tuple[str, ...]
    dice: tuple[str, ...]
    lines: tuple[str, ...]


def table_page(table: Table, right: Right, faces: Faces) -> TablePage:
    """The page."""
    session = table.session
    assert session is not None
    seat, turn, slug = table.seat_of(right), session.turn, session.header.game
    view = session.view(seat)
    chooses = isinstance(turn, Seats) and seat in turn.seats and not session.awaited
    types = turn is CHANCE and seat is not None and session.header.dice == "table"
    found = reporting.moves_of(session, None).value if types else None
    roll = session.game.chance(session.state) if types else None
    dice = Dice(roll.count, tuple(dict.fromkeys(roll.faces))) if isinstance(roll, Roll) else None
    areas = owner_first(view.areas, right.player if seat is not None else "")
    drawn = [faces.drawn(slug, area) for area in _explained_once(areas)]
    boards = tuple(_once([board for board in drawn if board.area.pieces or board.area.note]))
    sight, moves = partial(_sight, boards, partial(faces.key, slug)), Moves()
    if chooses and seat is not None:
        moves = table.asked(seat, lambda: moves_of(session, seat, sight()))
    elif found:
        moves = results(found.moves) if found.moves else entry(session, sight())
    owners = _owners(boards, session.names, seat)
    guided = session.guidance if chooses else None
    now = _needed(view, boards, moves, owners) | {*(guided.show if guided else ())}
    near = [board for board in boards if board.area.name in now or board.area.name not in owners]
    score = table.shared("score", lambda: session_score(session))
    draws = _draws(session, dice) if types else ""
    state = f"{draws}." if draws else _turn(session, seat)
    return TablePage(
        title=catalogue.load(slug).title,
        ask=moves.ask or "It is your turn" if chooses else draws or state,
        where=_where(session, acting=chooses or types),
        state=state,
        acting=chooses or types,
        over=turn is OVER,
        chips=tuple(_chips(session, score, seat)),
        boards=tuple(sorted(near, key=lambda board: not _led_to(board, moves))),
        now=now,
        others=tuple(_others(boards, now, owners, session.names)),
        facts=view.facts,
        moves=moves,
        kept=table.parts,
        dice=dice,
        wanted=session.hint(seat) if chooses and seat is not None else found.wanted if found else "",
        log=tuple(_log(table, session, seat, faces)),
        score=score,
        standing=tuple(sorted(score.players, key=lambda one: (one.name not in score.winners, -one.total))),
        chart=table.shared("chart", lambda: chart_of(score)),
        built=tuple(_built(boards, session.names, score)) if turn is OVER else (),
        guided=guided,
        hints=chooses and session.header.mode == "full" and _alone(session),
    )


def odds_blocks(table: Table, right: Right) -> Blocks:
    """The exact odds of the position as that right may know it."""
    with table.lock:
        seat = table.seat_of(right)
        if table.session is None or seat is None:
            return ("There are no odds to work out here.",)
        return reporting.odds_blocks(table.session, seat)


def hint_blocks(table: Table, right: Right) -> Blocks:
    """Tell what the bot `clever` thinks of the moves of that seat, if it plays against bots alone.

    Others can play on meanwhile: only the question needs the table to itself.
    """
    with table.lock:
        seat = table.seat_of(right)
        if table.session is None or seat is None or not _alone(table.session):
            return ("There are hints only for a player who plays against bots alone.",)
        try:
            question = asked(table.session, seat)
        except UsageError as problem:
            return (str(problem),)
    with _BUSY:
        return answered(question).blocks


def _alone(session: Session) -> bool:
    return len(session.names) - len(session.bots) == 1


_BUSY = threading.Semaphore(1)  # searches at a time: each takes a core


def _sight(boards: Iterable[Drawn], key: Callable[[str], Shown | None]) -> Sight:
    """The pieces that the reader sees, and what the places are called."""
    pieces = [piece for board in boards for piece in board.pieces]
    spaces = [(one.place, one.name) for one in pieces]
    spaces += [(one.place, one.name) for board in boards for one in board.steps]
    return Sight(
        {piece.code: piece for piece in pieces if piece.code and piece.picture},
        {place: name.partition(",")[0] for place, name in spaces if place and name},
        key,
        {one.code: one.name.partition(",")[0] for one in pieces if one.name and one.place == one.code},
    )


def _owners(boards: Iterable[Drawn], names: Sequence[str], seat: Seat | None) -> Mapping[str, Seat]:
    """The players whose areas those are, other than the reader, by the names of the areas."""
    found = ((board.area.name, _owner(board.area.title, tuple(names))) for board in boards)
    return {area: owner for area, owner in found if owner is not None and owner != seat}


def _others(
    boards: Sequence[Drawn], now: frozenset[str], owners: Mapping[str, Seat], names: Sequence[str]
) -> Iterator[Other]:
    """Find what each of the other players has, but for the areas that the reader needs now."""
    for seat in dict.fromkeys(owners.values()):
        own = [board for board in boards if owners.get(board.area.name) == seat]
        counts = []
        for area in (board.area for board in own if board.area.pieces):
            title = area.title.replace(f" of {names[seat]}", "")
            counts.append(f"{counted(len(area.pieces), 'piece')} in {title[:1].lower()}{title[1:]}")
        yield Other(seat, ", ".join(counts), tuple(board for board in own if board.area.name not in now))


@lru_cache(1024)
def _owner(title: str, names: Sequence[str]) -> Seat | None:
    """The player whose name that title of an area has; None if it has none."""
    found = (seat for seat, name in enumerate(names) if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", title))
    return max(found, default=None)


def _needed(view: View, boards: Iterable[Drawn], moves: Moves, owners: Mapping[str, Seat]) -> frozenset[str]:
    """The areas for what is asked: where moves lead, and what matters now of the rest.

    Pieces from which the reader chooses are shown where they are chosen.
    """
    chosen = {
        value.piece.code
        for kind in moves.kinds
        for facet in kind.facets
        for value in facet.values
        if facet.look == "pieces" and value.piece
    }
    glance = {area.name for area in view.glance.areas} if view.glance else None
    needed = set()
    for board in boards:
        name, codes = board.area.name, {piece.code for piece in board.area.pieces}
        if _led_to(board, moves):
            needed.add(name)
        elif codes <= chosen and board.area.layout == "list":
            continue
        elif name in glance if glance is not None else name not in owners:
            needed.add(name)
    return frozenset(needed)


def _led_to(board: Drawn, moves: Moves) -> bool:
    """Tell whether it is a board with places where a move leads."""
    return bool(board.width or board.steps) and not board.targets.isdisjoint(moves.targets)


def _draws(session: Session, dice: Dice | None) -> str:
    """Say what the table is to roll or draw, a verb first."""
    if dice:
        shows = "it shows" if dice.count == 1 else "they show"
        return f"Roll {counted(dice.count, 'die', 'dice')}, then tap what {shows}"
    asked = session.game.ask(session.state, None) if isinstance(session.game, Asks) else ""
    return asked or "Enter what the table shows"


def _where(session: Session, *, acting: bool) -> str:
    """Say where in the game this is."""
    game, turn = session.game, session.turn
    parts = [game.round_name(session.state)] if isinstance(game, Rounds) and turn is not OVER else []
    if isinstance(turn, Seats) and turn.secret:
        parts.append("in secret")
    if acting:
        parts.insert(0, "Your turn" if isinstance(turn, Seats) else "Dice or cards of the table")
    return " · ".join(parts)


def _chips(session: Session, score: SessionScore, seat: Seat | None) -> Iterator[Chip]:
    turn = session.turn
    acting = turn.seats if isinstance(turn, Seats) else ()
    secret = isinstance(turn, Seats) and turn.secret and len(session.names) > 1
    for number, player in enumerate(score.players):
        sign = ("…" if number in acting else "✓") if secret else str(player.total).replace("-", "−")
        yield Chip(player.name, sign, number in acting, number == seat)


def _once(boards: Sequence[Drawn]) -> Iterator[Drawn]:
    """Without the areas of a single piece that is seen on a printed board."""
    places = [place for board in boards if board.printed for place in board.area.pieces]
    seen = {(held.deck, held.code) for place in places for held in place.holds}
    for board in boards:
        pieces = board.area.pieces
        if len(pieces) != 1 or (pieces[0].deck, pieces[0].code) not in seen:
            yield board


def _explained_once(areas: Iterable[Area]) -> Iterator[Area]:
    """The areas without words of legends that another has before them; pictures of maps keep theirs."""
    told = set[tuple[str, str]]()
    for area in areas:
        left = tuple(row for row in area.legend if row not in told)
        told.update(area.legend)
        yield area if area.under or left == area.legend else replace(area, legend=left)


def _built(boards: Sequence[Drawn], names: Sequence[str], score: SessionScore) -> Sequence[Shown]:
    """Pieces with faces of the first area of the first winner that has some."""
    owners = _owners(boards, names, None)
    winners = [names.index(name) for name in score.winners[:1]]
    for board in boards:
        shown = [piece for piece in board.pieces if piece.picture]
        if shown and owners.get(board.area.name) in winners:
            return shown[:_PICTURES]
    return ()


def _log(table: Table, session: Session, seat: Seat | None, faces: Faces) -> list[Event]:
    """The latest events that this seat was told of, the latest first."""
    game = session.header.game

    def told(since: int) -> dict[int, Event]:
        lines = {number: one.lines for number, one in enumerate(session.told(seat, since), since)}
        events = dict[int, Event]()
        for number, one in session.news(seat, since):
            pictures = tuple(filter(None, (faces.told(game, piece) for piece in one.pieces)))[:_PICTURES]
            dice = tuple(piece.code for piece in one.pieces if piece.deck == "dice")
            events[number] = Event(number, one.who, one.text, one.rule, pictures, dice, lines[number])
        return events

    return table.log(seat, max(0, len(session.story) - _LOG) // BLOCK * BLOCK, told)[::-1]


def _turn(session: Session, seat: Seat | None) -> str:
    turn = session.turn
    if turn is OVER:
        winners = session.game.score(session.state).winners
        return f"The game is over. {'Winner: ' + listed(winners) if winners else 'Nobody has won'}."
    if session.awaited:
        return f"Words are to come from {listed(session.awaited)}."
    if not isinstance(turn, Seats):
        return "Dice or cards at the table decide."
    if seat in turn.seats:
        return "Choose in secret." if turn.secret else "It is your turn."
    if session.thinker is not None:
        return f"{session.names[session.thinker]} is thinking …"
    names = listed([session.names[one] for one in turn.seats])
    if turn.secret:
        return f"{names} {'chooses' if len(turn.seats) == 1 else 'choose'} in secret."
    return f"It is {names}'s turn." if len(turn.seats) == 1 else f"{names} may act."
