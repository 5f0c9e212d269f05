"""The bot `clever`: it looks ahead, within a budget of simulations that its level sets."""

import time
from dataclasses import dataclass
from typing import Any, Final

from components.errors import UsageError
from referee.engine.chance.outcomes import Source
from referee.engine.game import AnyGame, Guesses, Seat
from referee.engine.play import Insight
from referee.games import find_game, insight_of
from referee.players.search import Budget, Weighed, weigh

NAME: Final = "clever"
LEVELS: Final = range(1, 10)
USUAL: Final = 3  # the level of a bot that is named without one

# Raised when the search finds other moves than before: see `bots.version`.
VERSION: Final = 0


def plays(slug: str) -> bool:
    """Tell whether there is a clever bot for that game."""
    return isinstance(find_game(slug), Guesses)


def simulations(slug: str, level: int) -> int:
    """Simulations for one move at that level, 1 to 9."""
    insight: Insight = insight_of(slug)
    return int(insight.simulations * insight.growth ** (level - 1))


@dataclass(frozen=True)
class Clever:
    """Makes the move that `advise` puts first; the only one that is worth a look without asking."""

    slug: str
    level: int = USUAL

    def __call__(self, game: AnyGame, state: Any, seat: Seat, source: Source) -> Any:
        insight, known = insight_of(self.slug), game.known(state, seat)
        moves = insight.moves(game, known, seat) if insight.moves else game.moves(known, seat)
        if len(moves) == 1:
            return moves[0]
        return advise(game, known, seat, Budget(simulations(self.slug, self.level)), source)[0].move


def advise(game: AnyGame, state: Any, seat: Seat, budget: Budget, source: Source) -> tuple[Weighed, ...]:
    """The moves of a seat whose turn it is, the best first.

    As the game works them out, without simulations, as far as it can in time; else as `search.weigh` finds
    them.
    """
    insight, known = insight_of(game.slug), game.known(state, seat)
    if found := _worked_out(game, known, seat, insight, budget):
        return tuple(sorted(found, key=lambda one: -one.chance))
    return weigh(game, state, seat, insight, budget, source)


def _worked_out(game: AnyGame, known: Any, seat: Seat, insight: Insight, budget: Budget) -> list[Weighed]:
    """The first moves with the chances that the game works out; one at least, however short the time."""
    end = time.monotonic() + budget.seconds
    moves = insight.moves(game, known, seat) if insight.moves else game.moves(known, seat)
    affordable = budget.simulations if not budget.seconds else simulations(game.slug, LEVELS[-1])
    found = []
    for move, chance in zip(moves, insight.exact(known, seat, moves, affordable), strict=False):
        found.append(Weighed(move, chance, 0))
        if budget.seconds and time.monotonic() >= end:
            break
    return found


def read_level(text: str) -> int:
    """The level in that text. Raises `UsageError` for any that does not exist."""
    if text.isdecimal() and int(text) in LEVELS:
        return int(text)
    raise UsageError(
        f'There is no level "{text}" of the bot {NAME}.',
        where="--bots",
        todo=f"Levels are {LEVELS[0]} to {LEVELS[-1]}: write {NAME}:{USUAL}.",
    )
