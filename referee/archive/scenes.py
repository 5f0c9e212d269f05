"""A session scene by scene: what was on the table, what was told and what the odds were, at every point.

The scenes of a game that is over have no secrets: they show what every player saw. Those of a game that goes
on show what an onlooker sees, and those as seen by one player show what that player saw at the time.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from components.setup import Area, Fact, Placed
from referee.engine.areas import is_board
from referee.engine.game import (
    HIDDEN,
    OVER,
    Confides,
    Prospects,
    Rounds,
    Seat,
    Seats,
    Telling,
    View,
)
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.games import prospects_of
from referee.table.history import Step
from referee.table.journal.lines import UndoRecord
from referee.table.session import Session


class Scene(NamedTuple):
    """A point of a session.

    number  number of the scene: 0 before anything has happened
    round   the round it belongs to; empty in a game without rounds
    player  who moved; empty for dice, cards and what was taken back
    typed   the move or the result as typed; empty for the first scene, for what was taken back, and for
            what whoever watches may not know
    told    what happened, and the figures of the ruling
    state   what it led to
    """

    number: int
    round: str
    player: str
    typed: str
    told: Telling
    state: Any


class Replay:
    """The scenes of a session.

    eyes    the seat through whose eyes all is seen; None for everybody's
    open    whether all secrets are shown, because the game is over and nobody's eyes were asked for
    scenes  one more than there are steps of the story: each with what it led to
    """

    def __init__(self, session: Session, eyes: Seat | None = None) -> None:
        self.session = session
        self.eyes = eyes
        self.open = eyes is None and session.turn is OVER
        self.scenes = tuple(self._scenes())

    @property
    def seen_by(self) -> str:
        """Through whose eyes the scenes are seen, in words."""
        if self.eyes is not None:
            return f"as {self.session.names[self.eyes]} saw it"
        return "with everybody's secrets" if self.open else "without anybody's secrets"

    def view(self, number: int) -> View:
        """The table at that scene."""
        game, state = self.session.game, self.scenes[number].state
        view = game.view(state, self.eyes)
        if not self.open:
            return view
        return merged(view, [game.view(state, seat) for seat in range(len(self.session.names))])

    def odds(self, number: int) -> Prospects | None:
        """The exact odds as whoever is to move knows them; None if there are none."""
        session, state = self.session, self.scenes[number].state
        work_out = None if session.header.mode == "pad" else prospects_of(session.header.game)
        turn = session.game.turn(state)
        if work_out is None or turn is OVER:
            return None
        seat = turn.seats[0] if self.open and isinstance(turn, Seats) else self.eyes
        return work_out(session.game.known(state, seat), seat)

    def score(self, number: int) -> ScoreSheet[PlayerScore]:
        """The score at that scene."""
        return self.session.game.score(self.scenes[number].state)

    def rounds(self) -> list[tuple[str, int]]:
        """Each round and the number of its first scene; empty in a game without rounds."""
        numbers = itertools.groupby(self.scenes, lambda scene: scene.round)
        return [(name, next(scenes).number) for name, scenes in numbers if name]

    def find(self, where: str) -> int | None:
        """The scene with that number, or the first of that round: "12", "round 3"; None if there is none."""
        word = where.strip().casefold()
        for name, number in self.rounds():
            if word == name.casefold():
                return number
        if word.isdecimal() and int(word) < len(self.scenes):
            return int(word)
        return None

    def _scenes(self) -> Iterator[Scene]:
        session = self.session
        states = [session.states[0]]
        yield Scene(0, self._round(states[0]), "", "", Telling(()), states[0])
        for number, happened in enumerate(session.story, 1):
            player = typed = ""
            if isinstance(happened, Step):
                states.append(happened.after)
                player = "" if happened.event.seat is None else session.names[happened.event.seat]
                typed, told = self._shown(happened), self._told(happened)
            else:
                told = next(session.told(None, number - 1))
                if isinstance(happened, UndoRecord):
                    del states[-happened.undo :]
            yield Scene(number, self._round(states[-1]), player, typed, told, states[-1])

    def _round(self, state: Any) -> str:
        game = self.session.game
        return game.round_name(state) if isinstance(game, Rounds) else ""

    def _told(self, step: Step) -> Telling:
        """Return what was told of a step: where all is open, to whoever moved or drew."""
        game = self.session.game
        return game.tell(step.before, step.event, step.after, self._closest(step) if self.open else self.eyes)

    def _closest(self, step: Step) -> Seat | None:
        """The seat that knows most of what happened."""
        game = self.session.game
        if step.event.seat is None:
            return game.confides(step.before) if isinstance(game, Confides) else None
        return step.event.seat

    def _shown(self, step: Step) -> str:
        """The move or the result as typed. Unless all is open, it may hold what others have not been told."""
        closest = self._closest(step)
        return str(step.event.what) if self.open or (closest is not None and closest == self.eyes) else ""


Cells: TypeAlias = dict[tuple[int, int] | None, list[Placed]]


def merged(onlooker: View, players: Sequence[View]) -> View:
    """Merge all the views, in the onlooker's order; what only players see follows."""
    versions: dict[tuple[str, str], list[Area]] = {}
    for view in (onlooker, *players):
        for area in view.areas:
            versions.setdefault((area.name, area.title), []).append(area)
    public = {(area.name, area.title): area for area in onlooker.areas}
    areas = tuple(_area(public.get(key), every) for key, every in versions.items())
    return View(areas, tuple(_facts(onlooker.facts, [fact for view in players for fact in view.facts])))


def _area(public: Area | None, every: Sequence[Area]) -> Area:
    """The version that hides least and tells most; on a board, whatever any player knows of a place."""
    if public is not None and all(area == public for area in every):
        return public
    best = min(every, key=lambda area: (_unknown(area.pieces), -len(area.pieces), -_told(area)))
    if public is None or not is_board(best):
        return best
    known = _cells(public)
    cells: Cells = {}
    for cell in (cell for area in (best, *every) for cell in _cells(area).items()):
        at, pieces = cell
        if at not in cells or (cells[at] == known.get(at) and _unknown(pieces) <= _unknown(cells[at])):
            cells[at] = pieces
    return replace(best, pieces=tuple(piece for pieces in cells.values() for piece in pieces))


def _cells(area: Area) -> Cells:
    cells: Cells = {}
    for piece in area.pieces:
        cells.setdefault(piece.at, []).append(piece)
    return cells


def _told(area: Area) -> int:
    """Count the characters of the notes on its pieces."""
    return sum(len(piece.note) for piece in area.pieces)


def _unknown(pieces: Iterable[Placed]) -> int:
    """Count the pieces that are not known."""
    return sum(piece.count for piece in pieces if HIDDEN in piece.code or not (piece.up or piece.code))


def _facts(public: Sequence[Fact], private: Sequence[Fact]) -> Iterator[Fact]:
    """The public facts, as told by the first player who knows more, then those that only players know."""
    names = {fact.name for fact in public}
    told = set(public)
    for fact in public:
        yield next((one for one in private if one.name == fact.name and one not in told), fact)
    for fact in private:
        if fact.name not in names and fact not in told:
            told.add(fact)
            yield fact
