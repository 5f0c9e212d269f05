"""Actions of a table's forms: moves, votes, bots, a rematch. Called with the table's lock held."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from starlette.datastructures import FormData

from components.errors import UsageError
from referee.engine.game import Ruling
from referee.web.pages import choosing
from referee.web.requests import RefusedError, must_sit
from referee.web.rights import Right
from referee.web.server import Server
from referee.web.table import Table, Way

_LONGEST_NUMBER = 9  # digits


@dataclass(frozen=True)
class Asked:
    """A form that was sent.

    host  whether it comes from the device of the host
    """

    server: Server
    table: Table
    right: Right
    host: bool
    form: FormData

    def text(self, name: str) -> str:
        """A field, without the spaces around it; empty if it was not sent."""
        return str(self.form.get(name, "")).strip()


Change: TypeAlias = Callable[[Asked], Ruling | None]


def change(what: str) -> Change:
    """Return the action of a form with that address. It raises `StarboxError` and `RefusedError`.

    Raises `RefusedError` for an unknown address.
    """
    found = _CHANGES.get(what)
    if found is None:
        raise RefusedError(404, "There is no such thing to do.", "Open the table again.")
    return found


def _move(asked: Asked) -> Ruling:
    must_sit(asked.right)
    table, text = asked.table, asked.text("move")
    seat = table.seat_of(asked.right)
    if dice := asked.text("dice"):
        text = _rolled(asked, int(dice) if dice.isdecimal() and len(dice) < 3 else 0)
    elif not text and table.session is not None and seat is not None:
        values = [str(value) for value in asked.form.getlist("part")]
        text = choosing.chosen(table.session, seat, asked.text("form"), values)
    return table.play(asked.right.player, text, _number(asked.text("seen")))


def _rolled(asked: Asked, dice: int) -> str:
    """The faces that were tapped, as they are typed. Raises `UsageError` if some are missing."""
    faces = [asked.text(f"die-{number}") for number in range(dice)]
    if not all(faces):
        raise UsageError("Some dice are missing.", todo="Tap a face for each die.")
    return f"roll {','.join(faces)}"


def _undo(asked: Asked) -> Ruling:
    must_sit(asked.right)
    return asked.table.undo(asked.right.player, _number(asked.text("seen")))


def _vote(asked: Asked) -> Ruling:
    must_sit(asked.right)
    return asked.table.answer(asked.right.player, asked.text("answer") == "yes")


def _words(asked: Asked) -> Ruling:
    must_sit(asked.right)
    return asked.table.add_words(asked.right.player, asked.text("words"))


def _start(asked: Asked) -> None:
    _must_be_host_or_sit(asked)
    way = _WAYS.get(asked.text("way") or "referee")
    if way is None:
        raise UsageError("There is no such way to play.", todo="Choose one of the list.")
    words = asked.text("words") == "yes"
    asked.table.start(asked.server.begin, way._replace(words=words))


def _bot(asked: Asked) -> None:
    _must_be_host_or_sit(asked)
    asked.table.add_bot(" ".join(asked.text("player").split()), asked.text("bot") or "random")


def _leave(asked: Asked) -> None:
    other = asked.text("player") if asked.host else ""
    asked.table.leave(other or asked.right.player, by_host=bool(other))


def _again(asked: Asked) -> None:
    """The same game, or another one, with the same people."""
    _must_be_host_or_sit(asked)
    if game := asked.text("game"):
        asked.server.another_game(asked.table, game)
    else:
        asked.server.rematch(asked.table)


def _invite(asked: Asked) -> None:
    """Make the QR code and the letters void, and others in their place."""
    _must_be_host(asked, "Only the host may make a new code.")
    asked.table.invite_anew()


def _seat(asked: Asked) -> None:
    """Another code for one seat; the phone that has it, and the code before, are good no longer."""
    _must_be_host(asked, "Only the host may make a new code.")
    asked.table.new_seat_code(asked.text("player"))


def _end(asked: Asked) -> None:
    _must_be_host(asked, "Only the host may close a table.")
    asked.server.end(asked.table)


_CHANGES: dict[str, Change] = {
    "move": _move, "undo": _undo, "vote": _vote, "words": _words, "start": _start, "bot": _bot,
    "leave": _leave, "again": _again, "invite": _invite, "seat": _seat, "end": _end,
}  # fmt: skip

# Ways to play, as the lobby's form names them.
_WAYS = {"referee": Way(), "table": Way(dice="table"), "pad": Way(mode="pad")}


def _must_be_host(asked: Asked, what: str) -> None:
    if not asked.host:
        raise RefusedError(403, what, "Ask the host.")


def _must_be_host_or_sit(asked: Asked) -> None:
    if not asked.host:
        must_sit(asked.right)


def _number(text: str) -> int:
    """The number, or -1, which no table has seen."""
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_NUMBER else -1
