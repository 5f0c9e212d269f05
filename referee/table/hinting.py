"""A hint: the moves of a seat, each with its chance to win as the bot `clever` finds it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from components.errors import UsageError
from components.wording import counted
from referee.engine.answers import WIDTH, Answer, percent, wrapped
from referee.engine.chance.seeded import Chance
from referee.engine.game import AnyGame, Seat
from referee.engine.moves import labelled
from referee.players import clever
from referee.players.search import Budget
from referee.table.session import Session


@dataclass(frozen=True)
class HintedMove:
    """A move that was looked at.

    chance       of the seat to win after it, 0 to 1, as far as the search sees
    simulations  of games that began with it: the more there are, the surer is the chance
    """

    move: str
    chance: float
    simulations: int


@dataclass(frozen=True)
class Hints:
    """The moves of a seat, the best first. Moves that were not looked at are left out.

    simulations  in all; 0 if it is not the seat's turn
    """

    seat: str
    simulations: int
    moves: tuple[HintedMove, ...]


def hints_of(session: Session, seat: Seat, budget: Budget) -> Answer[Hints]:
    """What `clever` thinks of each move of that seat, from what the seat knows.

    The same number of simulations gives the same hints again. They have nothing to do with the game's seed.

    Raises `UsageError` for a score pad, and for a game that `clever` does not play.
    """
    game, name = session.game, session.names[seat]
    if session.header.mode != "full":
        raise UsageError("There are no hints for a score pad: the referee does not see the table.")
    if not clever.plays(session.header.game):
        raise UsageError(f"The bot {clever.NAME}, who gives the hints, does not play this game.")
    if seat not in session.acting:
        return Answer(Hints(name, 0, ()), (f"It is not the turn of {name}.",))
    source = Chance("hint", f"{len(session.events)}")
    weighed = clever.advise(game, session.state, seat, budget, source)
    found = tuple(HintedMove(str(one.move), one.chance, one.simulations) for one in weighed)
    hints = Hints(name, sum(one.simulations for one in found), found)
    every = len(game.moves(session.state, seat))
    return Answer(hints, tuple(_lines(game, hints, every)))


def _lines(game: AnyGame, hints: Hints, every: int) -> Iterator[str]:
    """A line for each move, under a heading; `every` is the number of the seat's moves."""
    yield from wrapped(f"{hints.seat}'s moves, tried in {counted(hints.simulations, 'simulation')}.")
    widest = max(len("move"), *(len(one.move) for one in hints.moves))
    yield "chance to win  tried  move"
    for one in hints.moves:
        text = f"{percent(one.chance):>13}  {one.simulations:>5}  {one.move:{widest}}  {labelled(game, one.move)}"
        yield text.rstrip() if len(text.rstrip()) <= WIDTH else text[: text.index(one.move) + widest].rstrip()
    if every > len(hints.moves):
        yield from wrapped(f"Not tried: {counted(every - len(hints.moves), 'move')}.")
