"""Playing what is typed: a text becomes a move or a result, and the session plays it."""

from collections.abc import Callable

from components.errors import OutputError, PartlyDone, UsageError
from referee.engine.arguments import check_player
from referee.engine.game import ALLOWED, CHANCE, OVER, Announces, Event, Ruling, Seat
from referee.table.clock import Stopwatch
from referee.table.session import Session


def play_text(session: Session, player: str | None, text: str, watch: Stopwatch | None = None) -> Ruling:
    """Make the move of that text or, where dice or cards decide, take down the result.

    player  None will do if only one player may act. The text may also begin with a name: "Ann: home"
    watch   the clock that runs, which may hold a move back

    Raises `UsageError` for text that cannot be read, and for None where several may act, `PartlyDone` if the
    move was recorded but not what follows from it, and `OutputError` if nothing was.
    """
    text = text.strip()
    if session.turn is OVER or session.awaited:
        return session.play(Event(None, text))
    for name in session.names:
        if text.casefold().startswith(f"{name}:".casefold()):
            player, text = name, text[len(name) + 1 :].strip()
            break
    else:
        stranger, colon, _ = text.partition(": ")
        if colon:
            check_player(stranger, session.names, f'"{text}"')
    if player is None and _is_nobodys(session, text):
        player = session.names[session.acting[0]]
    event = session.read(None if session.turn is CHANCE else acting_seat(session, player), text)
    if watch and (held := watch.holds(event)) and session.check(event).allowed:
        return held
    return recorded(session, lambda: session.play(event))


def recorded(session: Session, change: Callable[[], Ruling]) -> Ruling:
    """Change the session; what the journal has is told truly where the rest of it cannot be written.

    A move and the roll that follows it are two records: the disk may be full between them. Raises
    `PartlyDone` then, and `OutputError` if nothing was written.
    """
    before = len(session.journal.records)
    try:
        return change()
    except PartlyDone:
        raise
    except OutputError as problem:
        if len(session.journal.records) == before:
            raise
        raise PartlyDone(
            f"{problem.what} What was decided is in the journal; what follows from it is not.",
            where=problem.where,
            todo="Do not make the move again: fix the problem, then continue with referee resume or play.",
        ) from None


def recorded_advance(session: Session) -> None:
    """Go on with a game that was interrupted; see `recorded`."""

    def advance() -> Ruling:
        session.advance()
        return ALLOWED

    recorded(session, advance)


def acting_seat(session: Session, player: str | None) -> Seat:
    """The seat of that player or, with None, the only seat whose turn it is. Raises `UsageError`."""
    if player is not None:
        return session.seat(player)
    if len(session.acting) == 1:
        return session.acting[0]
    names = [session.names[seat] for seat in session.acting]
    raise UsageError(
        f"Several may act: {', '.join(names)}.",
        where="--seat",
        todo=f'Say whose move it is, for instance as "{names[0]}: …".',
    )


def _is_nobodys(session: Session, text: str) -> bool:
    """Tell whether any player may say so. Raises `UsageError` for text that cannot be read."""
    game, acting = session.game, session.acting
    if not isinstance(game, Announces) or not acting:
        return False
    return game.is_nobodys(session.state, session.read(acting[0], text).what)
