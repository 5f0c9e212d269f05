"""What the one who looks at the screen may see: the table, what was told, and what is said of a move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rich.text import Text

from components.errors import UsageError
from referee.engine import Remark, Remarks, Seat, Telling, View
from referee.table.facing import Facing
from referee.table.screen import picture
from referee.table.session import Session


class Sight:
    """A sitting as those see it to whom the screen is turned: set `facing` whenever it turns."""

    def __init__(self, game: Session) -> None:
        self.game = game
        self.facing = Facing(None, None)
        self._known: tuple[Any, Facing, Any] = (None, self.facing, None)  # of a state, to whom, what
        self._told: dict[Seat | None, list[Telling]] = {}

    def view(self) -> View:
        return self.game.game.view(self.game.state, self.facing.eyes)

    def tellings(self) -> list[Telling]:
        """What was told from the beginning on; told once, as the story only grows."""
        told = self._told.setdefault(self.facing.eyes, [])
        told += self.game.told(self.facing.eyes, len(told))
        return told

    def picture(self, width: int, height: int, marked: str) -> Text:
        """The table with the places of the marked move; height 0 for all of it."""
        view = self.view()
        eyes = self.facing.eyes if self.facing.seat is None else self.facing.seat
        own = self.game.names
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

    def about(self) -> Callable[[str], str]:
        """What stands beside a move in the list: what the game remarks, or else what lies where it leads."""
        where = {} if isinstance(self.game.game, Remarks) else picture.where_of(self.view().areas)

        def said(move: str) -> str:
            remark = self._remark(move)
            if remark is not None:
                return remark.text
            return ", ".join(where[word] for word in move.split() if word in where)

        return said

    def _remark(self, move: str) -> Remark | None:
        """What the game says of that move of the seat that is to act; None if it says nothing of any."""
        game, seat = self.game.game, self.facing.seat
        if not isinstance(game, Remarks):
            return None
        if seat is None or self.facing.waiting or not move:
            return Remark()
        known = self._as_known_to(seat)
        try:
            return game.remark(known, seat, game.read(known, seat, move))
        except UsageError:
            return Remark()  # the beginning of several moves

    def _as_known_to(self, seat: Seat) -> Any:
        """The state as that seat knows it, which is asked for with every move of a list."""
        state, facing, known = self._known
        if state is not self.game.state or facing is not self.facing:
            known = self.game.game.known(self.game.state, seat)
            self._known = (self.game.state, self.facing, known)
        return known


def _places(move: str) -> set[str]:
    """The words of a move that may name a piece or a place; a number only if nothing else is said."""
    verb, *rest = move.split() or [""]
    names = {word for word in rest if not word.isdigit() or len(rest) == 1}
    return names | {f"{verb} {rest[0]}"} if rest else names
