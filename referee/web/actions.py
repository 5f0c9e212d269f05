"""Actions of a table's forms: moves, votes, bots, a rematch. Called with the table's lock held."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from starlette.datastructures import FormData

from components import catalogue
from components.errors import UsageError
from referee.engine.game import ALLOWED, OVER, Ruling
from referee.web.pages import choosing
from referee.web.requests import RefusedError, must_sit
from referee.web.rights import Right
from referee.web.server import Server, bot_names, check_game
from referee.web.table import Table, Way
from referee.web.thinking import let_bot_play

_LONGEST_NUMBER = 9  # digits


@dataclass(frozen=True)
class FormRequest:
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


Change: TypeAlias = Callable[[FormRequest], Ruling | None]


def change(what: str) -> Change:
    """Return the action of a form with that address. It raises `StarboxError` and `RefusedError`.

    Raises `RefusedError` for an unknown address.
    """
    found = _CHANGES.get(what)
    if found is None:
        raise RefusedError(404, "There is no such thing to do.", "Open the table again.")
    return found


def _move(request: FormRequest) -> Ruling:
    must_sit(request.right)
    table, text = request.table, request.text("move")
    seat = table.seat_of(request.right)
    if dice := request.text("dice"):
        text = _rolled(request, int(dice) if dice.isdecimal() and len(dice) < 3 else 0)
    elif not text and table.session is not None and seat is not None:
        form = request.text("form")
        parts = choosing.parts_of(request.form.multi_items(), form)
        drawn = not form and choosing.DRAWN in parts
        text = parts[choosing.DRAWN] if drawn else choosing.chosen(table.session, seat, form, parts)
    return table.play(request.right.player, text, request.text("ask"))


def _rolled(request: FormRequest, dice: int) -> str:
    """The faces that were tapped, as they are typed. Raises `UsageError` if some are missing."""
    faces = [request.text(f"die-{number}") for number in range(dice)]
    if not all(faces):
        raise UsageError("Some dice are missing.", todo="Tap a face for each die.")
    return f"roll {','.join(faces)}"


def _undo(request: FormRequest) -> Ruling:
    must_sit(request.right)
    return request.table.undo(request.right.player, _number(request.text("seen")))


def _vote(request: FormRequest) -> Ruling:
    must_sit(request.right)
    agrees = request.text("answer") == "yes"
    return request.table.answer(request.right.player, request.text("question"), agrees)


def _words(request: FormRequest) -> Ruling:
    must_sit(request.right)
    return request.table.add_words(request.right.player, request.text("words"))


def _start(request: FormRequest) -> None:
    _must_be_host_or_sit(request)
    way = _WAYS.get(request.text("way") or "referee")
    if way is None:
        raise UsageError("There is no such way to play.", todo="Choose one of the list.")
    words = request.text("words") == "yes"
    request.table.start(request.server.begin, way._replace(words=words))


def _bot(request: FormRequest) -> None:
    _must_be_host_or_sit(request)
    request.table.add_bot(" ".join(request.text("player").split()), request.text("bot") or "random")


def _leave(request: FormRequest) -> None:
    other = request.text("player") if request.host else ""
    request.table.leave(other or request.right.player, by_host=bool(other))


def _again(request: FormRequest) -> Ruling:
    """The same game, or another one, with the same people: at once for the host, else once all agree."""
    _must_be_host_or_sit(request)
    server, table, game = request.server, request.table, request.text("game")
    if game:
        check_game(game)

    def again() -> Ruling:
        if game:
            server.another_game(table, game)
        else:
            server.rematch(table)
        return ALLOWED

    if request.host or table.session is None or table.session.turn is not OVER:
        return again()
    about = f"play {catalogue.load(game).title}" if game else "play a rematch"
    return table.ask(request.right.player, about, "The result stays.", again)


def _stop(request: FormRequest) -> Ruling:
    """End a game before its end: at once for the host, else once all agree."""
    _must_be_host_or_sit(request)
    table = request.table

    def stopped() -> Ruling:
        request.server.stop(table)
        return ALLOWED

    if request.host:
        return stopped()
    return table.ask(request.right.player, "end the game; its journal stays", "The game goes on.", stopped)


def _stand_in(request: FormRequest) -> Ruling:
    """Let a bot play for somebody: at once for the host, else once all agree. Whoever is back plays again."""
    _must_be_host_or_sit(request)
    table, player = request.table, request.text("player")
    bot = bot_names(table.game)[0] if request.text("bot") else ""

    def taken() -> Ruling:
        let_bot_play(table, player, bot)
        return ALLOWED

    if request.host or (not bot and player == request.right.player):
        return taken()
    if not table.lets_bots or player not in table.people:
        raise UsageError("No bot can play for that player.", todo="Ask the host to release the seat.")
    about = f"let a bot play for {player}" if bot else f"let {player} play again"
    return table.ask(request.right.player, about, "Everything stays as it is.", taken)


def _invite(request: FormRequest) -> None:
    """Make the QR code and the letters void, and others in their place."""
    _must_be_host(request, "Only the host may make a new code.")
    request.table.invite_anew()


def _seat(request: FormRequest) -> None:
    """Another code for one seat; the phone that has it, and the code before, are good no longer."""
    _must_be_host(request, "Only the host may make a new code.")
    request.table.new_seat_code(request.text("player"))


def _end(request: FormRequest) -> None:
    _must_be_host(request, "Only the host may close a table.")
    request.server.end(request.table)


_CHANGES: dict[str, Change] = {
    "move": _move, "undo": _undo, "vote": _vote, "words": _words, "start": _start, "bot": _bot,
    "leave": _leave, "again": _again, "invite": _invite, "seat": _seat, "end": _end, "stop": _stop,
    "stand-in": _stand_in,
}  # fmt: skip

# Ways to play, as the lobby's form names them.
_WAYS = {"referee": Way(), "table": Way(dice="table"), "pad": Way(mode="pad")}


def _must_be_host(request: FormRequest, what: str) -> None:
    if not request.host:
        raise RefusedError(403, what, "Ask the host.")


def _must_be_host_or_sit(request: FormRequest) -> None:
    if not request.host:
        must_sit(request.right)


def _number(text: str) -> int:
    """The number, or -1, which no table has seen."""
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_NUMBER else -1
