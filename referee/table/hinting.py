"""A hint: the moves of a seat, each with its chance to win as the bot `clever` finds it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from components.errors import UsageError
from components.prose import Block, Blocks, table
from components.wording import counted
from referee.engine.answers import Answer, percent
from referee.engine.chance.seeded import Chance
from referee.engine.game import AnyGame, Seat
from referee.engine.moves import labelled
from referee.players import clever
from referee.players.search import Budget
from referee.table.session import Session


@dataclass(frozen=True)
class HintedMove:
    """A move that was looked at.

    chance       the seat's chance to win after it, 0 to 1, as far as the search sees
    simulations  the number of games that began with it, which make the chance surer; 0 if it is worked out
    """

    move: str
    chance: float
    simulations: int


@dataclass(frozen=True)
class Hints:
    """The moves of a seat, the best first. Moves that were not looked at are left out.

    Those that were tried less than half as often as another come last: their chances say little.

    simulations  the number in all; 0 if the chances are worked out
    """

    seat: str
    simulations: int
    moves: tuple[HintedMove, ...]


def preferred(session: Session, seat: Seat, senses: dict[str, int]) -> dict[str, int]:
    """Return how sensible each of those moves is, with the move that is suggested above all others."""
    best = session.suggested(seat)
    return {**senses, best: max([0, *senses.values()]) + 1} if best else senses


class Asked(NamedTuple):
    """A hint that somebody asks for; it can be answered while the session goes on.

    state   the state as the seat knows it
    number  the number of events before it
    """

    game: AnyGame
    name: str
    seat: Seat
    state: Any
    number: int


def asked(session: Session, seat: Seat) -> Asked:
    """Return what is to be answered. Raises `UsageError` if there can be no hint now, and says why."""
    slug, name = session.header.game, session.names[seat]
    if session.header.mode != "full":
        raise UsageError("There are no hints for a score pad: the referee does not see the table.")
    if not clever.plays(slug):
        raise UsageError(f"The bot {clever.NAME}, which gives the hints, does not play {slug}.")
    if seat not in session.acting or session.awaited:
        raise UsageError(f"There are no hints now: it is not the turn of {name}.")
    return Asked(session.game, name, seat, session.game.known(session.state, seat), len(session.events))


def can_be_hinted(session: Session, seat: Seat) -> bool:
    """Tell whether that seat can have a hint now."""
    try:
        asked(session, seat)
    except UsageError:
        return False
    return True


def answered(asked: Asked, budget: Budget | None = None) -> Answer[Hints]:
    """Ask what `clever` thinks of each move; without a budget, that of its usual level.

    The same number of simulations gives the same hints again. They have nothing to do with the game's seed.
    """
    game = asked.game
    budget = budget or Budget(clever.simulations(game.slug, clever.USUAL))
    source = Chance("hint", f"{asked.number}")
    weighed = clever.advise(game, asked.state, asked.seat, budget, source)
    enough = max((one.simulations for one in weighed), default=0) / 2
    ordered = sorted(weighed, key=lambda one: (one.simulations < enough, -one.chance))
    found = tuple(HintedMove(str(one.move), one.chance, one.simulations) for one in ordered)
    hints = Hints(asked.name, sum(one.simulations for one in found), found)
    every = len(game.moves(asked.state, asked.seat))
    return Answer(hints, tuple(_blocks(game, hints, every)))


def hint_blocks(session: Session, seat: Seat | None) -> Blocks:
    """A hint for that seat or, if there can be none now, why."""
    if seat is None:
        return ("There are no hints now.",)
    try:
        return answered(asked(session, seat)).blocks
    except UsageError as problem:
        return (str(problem),)


def _blocks(game: AnyGame, hints: Hints, every: int) -> Iterator[Block | str]:
    """A row for each move, under a heading; `every` is the number of the seat's moves."""
    count = hints.simulations
    how = f"tried in {counted(count, 'simulation')}" if count else "each chance worked out"
    yield f"{hints.seat}'s moves, {how}."
    yield ""
    tried, aligned = (["tried"], ">><") if count else ([], "><")
    rows = (
        [percent(one.chance), *(f"{one.simulations}" for _ in tried), one.move, labelled(game, one.move)]
        for one in hints.moves
    )
    yield table(rows, aligned, ["chance to win", *tried, "move"])
    if any(2 * one.simulations < max(other.simulations for other in hints.moves) for one in hints.moves):
        yield "The last ones were tried too seldom for their chances to say much."
    if every > len(hints.moves):
        yield f"Not tried: {counted(every - len(hints.moves), 'move')}."
