"""The commands `moves`, `do`, `words`, `undo` and `redo`."""

from typing import Annotated

import typer

from components import process
from components.errors import OutputError, PartlyDone, UsageError
from components.wording import counted
from referee.commands.base.options import ActingOption
from referee.commands.base.photographs import with_pieces
from referee.engine.answers import Answer
from referee.engine.game import ALLOWED, Seats, refused
from referee.table import shelf
from referee.table.playing import acting_seat, play_text, recorded, recorded_advance
from referee.table.reporting import CUT_OFF, Choices, Done, done_of, moves_of, taken_back


def moves(
    beginning: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD...]", help="Only moves that begin with these words: land, b attack."),
    ] = None,
    seat: ActingOption = None,
) -> Answer[Choices]:
    """List the possible moves as they are typed.

    Example: referee moves --seat Ann
    """
    words = tuple(word for text in beginning or () for word in text.split())
    session = shelf.current()
    if session.cut_off and seat is None:
        return Answer(Choices("", (), ""), (CUT_OFF,))
    if isinstance(session.turn, Seats) or seat is not None:
        return moves_of(session, acting_seat(session, seat), words)
    return moves_of(session, None)


def do(
    move: Annotated[
        list[str],
        typer.Argument(
            metavar="MOVE...", help="A move as `moves` lists it; put each of several in quotes: 'Ann: stay'."
        ),
    ],
    seat: ActingOption = None,
) -> Answer[Done]:
    """Make a move, or type what dice or cards at the table showed.

    A photograph may stand in place of codes: dock @hand.jpg.

    Example: referee do pick R2-5 front
    """
    session = shelf.current()
    recorded_advance(session)
    since = len(session.story)
    texts = move if any(" " in word for word in move) else [" ".join(move)]
    ruling = ALLOWED
    for made, text in enumerate(texts):
        try:
            ruling = play_text(session, seat, with_pieces(session, text))
        except UsageError as problem:
            if len(session.story) == since:
                raise
            # The moves before this one were made, and are told.
            ruling = refused(str(problem), "")
        except OutputError as problem:
            raise _after(made, problem) from None
        if not ruling.allowed:
            break
        process.done(f"The journal has {_made(made + 1)}; referee log shows what happened.")
    return done_of(session, ruling, since, seat)


def words(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The player who adds them.")],
    text: Annotated[
        list[str], typer.Argument(metavar="WORDS...", help="Any words; nobody need remember them.")
    ],
) -> Answer[Done]:
    """Add words of your own to the seed, in a game begun with --words.

    The dice and cards follow from the seed and the words of all players, so nobody alone chooses them.

    Example: referee words Ann green tomatoes
    """
    session = shelf.current()
    since = len(session.story)
    return done_of(session, session.add_words(name, " ".join(text)), since, None)


def undo(
    count: Annotated[int, typer.Argument(metavar="[N]", min=1, help="How many moves.")] = 1,
    agreed: Annotated[
        bool,
        typer.Option("--agreed", help="All players agree, although something was rolled or shown since."),
    ] = False,
) -> Answer[Done]:
    """Undo moves. They stay in the log.

    Example: referee undo 2 --agreed
    """
    session = shelf.current()
    since = len(session.story)
    named = taken_back(session, count)
    ruling = recorded(session, lambda: session.undo(count, agreed=agreed))
    if ruling.allowed:
        process.done("The journal has the undo.")
    return done_of(session, ruling, since, None, named if ruling.allowed else ())


def redo() -> Answer[Done]:
    """Redo the last move that was undone, with the same results.

    Example: referee redo
    """
    session = shelf.current()
    since = len(session.story)
    ruling = recorded(session, session.redo)
    if ruling.allowed:
        process.done("The journal has the redo.")
    return done_of(session, ruling, since, None)


def _after(made: int, problem: OutputError) -> OutputError:
    """The problem of a move that came after others, which stay made."""
    if not made:
        return problem
    return PartlyDone(
        f"The journal has {_made(made)} of those typed. {problem.what}",
        where=problem.where,
        todo=problem.todo,
    )


def _made(moves: int) -> str:
    return "the move" if moves == 1 else f"the first {counted(moves, 'move')}"
