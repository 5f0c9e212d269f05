"""What the player who looks at the screen may see: the table, the log, and remarks on moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from rich.text import Text

from components.errors import UsageError
from referee.engine.game import CHANCE, OVER, Remark, Remarks, Seat, Seats, Telling, View
from referee.engine.moves import Declares, Form, form_of, labelled
from referee.screen import picture
from referee.screen.facing import Facing
from referee.screen.styling import uncited
from referee.table import reporting
from referee.table.session import Session


class Question(NamedTuple):
    """What the screen asks for.

    hint      what else may be typed
    numbered  whether digits pick from the moves
    """

    asked: str
    moves: tuple[str, ...] = ()
    hint: str = ""
    numbered: bool = False


class Sight:
    """A session as seen by the players whom the screen is turned to. Set `facing` whenever it turns."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.facing = Facing(None, None)
        self._known: tuple[Any, Facing, Any] = (
            None,
            self.facing,
            None,
        )  # state, facing, and what is known of the state
        self._remarks: dict[str, Remark] = {}  # by the text of the move, for the state that is known
        self._told: dict[Seat | None, list[Telling]] = {}

    def view(self) -> View:
        return self.session.game.view(self.session.state, self.facing.eyes)

    def tellings(self) -> list[Telling]:
        """Everything that was told, from the beginning on. Cached, because the story only grows."""
        told = self._told.setdefault(self.facing.eyes, [])
        told += self.session.told(self.facing.eyes, len(told))
        return told

    def undoes(self, moves: int) -> str:
        """What an undo of that many moves takes back, as everybody who looks on was told of it.

        Empty if there are not that many.
        """
        session = self.session
        starts = session.starts()
        if not 1 <= moves <= len(starts):
            return ""
        at = starts[-moves]
        event = session.events[at]
        people = [seat for seat, _ in enumerate(session.names) if seat not in session.bots]
        eyes = people[0] if len(people) == 1 else None
        lines = session.game.tell(session.states[at], event, session.states[at + 1], eyes).lines
        who = "a result" if event.seat is None else f"a move of {session.names[event.seat]}"
        what = uncited(lines[0]) if lines else f"{who}."
        return what if moves == 1 else f"{moves} moves, the first of them: {what}"

    def picture(self, width: int, height: int, marked: str) -> Text:
        """The table with the places of the marked move; height 0 for any height."""
        view = self.view()
        eyes = self.facing.eyes if self.facing.seat is None else self.facing.seat
        own = self.session.names
        remark = self._remark(marked)
        return picture.picture(
            replace(view, facts=tuple(fact for fact in view.facts if fact.name not in own)),
            own,
            width=width,
            height=height,
            mine="" if eyes is None or self.facing.waiting else own[eyes],
            marked=_places(marked) if remark is None else (),
            points=remark.points if remark else (),
        )

    def question(self) -> Question:
        """What to ask the player who has the machine, or the table, for."""
        session, seat, turn = self.session, self.facing.seat, self.session.turn
        if turn is OVER:
            return Question("The game is over.\nF7 score, F4 log, q to leave.")
        found = reporting.moves_of(session, seat).value
        if seat is None:
            taker = self.facing.taker
            asked = "Dice or cards decide" if taker is None else f"{session.names[taker]} has drawn"
            return Question(asked, found.moves, f"Write {found.wanted}.")
        secret = isinstance(turn, Seats) and turn.secret
        asked = f"{session.names[seat]} {'chooses in secret' if secret else 'is to move'}"
        return Question(asked, found.moves, found.wanted, numbered=True)

    def about(self) -> Callable[[str], str]:
        """Gives the remark on a move: the game's own, or its numbers with labels, or what is in its place."""
        where = {} if isinstance(self.session.game, Remarks) else picture.where_of(self.view().areas)

        def said(move: str) -> str:
            remark = self._remark(move)
            if remark is not None:
                return remark.text
            return labelled(self.session.game, move) or ", ".join(
                where[word] for word in move.split() if word in where
            )

        return said

    def senses(self) -> dict[str, int]:
        """How sensible each move of the seat that chooses is, by its text; empty if the game does not say."""
        game, seat = self.session.game, self.facing.seat
        if not isinstance(game, Remarks) or seat is None or self.facing.waiting:
            return {}
        known = self._as_known_to(seat)
        for move in game.moves(self.session.state, seat):
            self._remarks.setdefault(str(move), game.remark(known, seat, move))
        return {text: remark.sense for text, remark in self._remarks.items()}

    def counted(self, typed: str) -> str:
        """How many of the codes or dice that the table is to type are on the line."""
        if self.session.turn is not CHANCE or not typed:
            return ""
        outcomes = self.session.game.chance(self.session.state)
        wanted = getattr(outcomes, "count", 0)
        if not isinstance(wanted, int) or wanted < 2:
            return ""
        verb, _, rest = typed.replace(",", " ").partition(" ")
        words = rest.split() if verb in ("draw", "roll") else typed.replace(",", " ").split()
        return f"{len(words)} of {wanted}: {' '.join(words)}" if words else ""

    def forms(self, text: str) -> tuple[Form, ...]:
        """The form of a move of that text or, if it is only the beginning of one, all that it may have."""
        game, seat, words = self.session.game, self.facing.seat, text.split()
        if not isinstance(game, Declares) or not words:
            return ()
        try:
            if seat is not None and not self.facing.waiting:
                return (form_of(type(game.read(self._as_known_to(seat), seat, text))),)
        except UsageError:
            pass
        return tuple(form for form in game.GRAMMAR.forms if form.verb == words[0] or form.is_named(words))

    def _remark(self, move: str) -> Remark | None:
        """The game's remark on that move of the acting seat; None if the game has no remarks."""
        game, seat = self.session.game, self.facing.seat
        if not isinstance(game, Remarks):
            return None
        if seat is None or self.facing.waiting or not move:
            return Remark()
        known = self._as_known_to(seat)
        if move not in self._remarks:
            try:
                self._remarks[move] = game.remark(known, seat, game.read(known, seat, move))
            except UsageError:
                self._remarks[move] = Remark()  # only the beginning of a move
        return self._remarks[move]

    def _as_known_to(self, seat: Seat) -> Any:
        """The state as that seat knows it. Cached, because every move of a list asks for it."""
        state, facing, known = self._known
        if state is not self.session.state or facing is not self.facing:
            known = self.session.game.known(self.session.state, seat)
            self._known = (self.session.state, self.facing, known)
            self._remarks = {}
        return known


def _places(move: str) -> set[str]:
    """The words of a move that may name a piece or a place; a number only if it is the only word."""
    verb, *rest = move.split() or [""]
    names = {word for word in rest if not word.isdigit() or len(rest) == 1}
    return names | {f"{verb} {rest[0]}"} if rest else names
