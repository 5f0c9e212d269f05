"""Playing one game to its end, quickly: nothing is kept but who won and how long it took."""

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from referee.engine.chance.outcomes import Quick, Source
from referee.engine.chance.starters import Starts
from referee.engine.game import CHANCE, OVER, AnyChooser, Event, Rounds, Seat, Seats
from referee.lab.plan import Series, begin
from referee.players.bots import at_random, find_bot
from referee.table.rulesets import find_rules

T = TypeVar("T")

OVER_BY_RULE, LIMIT, BROKEN, REFUSED = "over", "limit", "broken", "refused"

# Called for every event: the state before, the event, and the state after.
Witness = Callable[[Any, Event, Any], None]


class Ended(NamedTuple):
    """The result of a game.

    ending     "over" by its rules, "limit" if it was given up, "broken" if the rules or a bot failed,
               "refused" if the game cannot even begin with it
    winners    the seats that won, from 0
    totals     seat by seat
    rounds     number of rounds that began
    decisions  number of decisions of all seats
    chances    rolls and draws
    first      the seat that dice or cards made the first, or else the first that decided alone; None if all
               decide at once all the time
    """

    ending: str
    winners: tuple[Seat, ...]
    totals: tuple[int, ...]
    rounds: int
    decisions: int
    chances: int
    first: Seat | None = None


def unplayed(series: Series, ending: str) -> Ended:
    """A game that came to nothing."""
    return Ended(ending, (), (0,) * series.players, 0, 0, 0)


class Luck:
    """The chances of one game: a stream of its own for each label and for each seat's bot.

    So a rule that draws once more, or a bot that thinks otherwise, does not change what anything else draws.
    """

    def __init__(self, seed: str, deal: int) -> None:
        self._key = f"{seed}/{deal}/".encode()
        self._streams: dict[str, Source] = {}

    def stream(self, label: str) -> Source:
        found = self._streams.get(label)
        if found is None:
            digest = hashlib.blake2b(self._key + label.encode(), digest_size=8).digest()
            found = self._streams[label] = Quick(int.from_bytes(digest, "big"))
        return found


class Table:
    """A series that is ready to be played, with its box. To make one raises what `begin` raises."""

    def __init__(self, game: str, series: Series, seed: str, limit: int) -> None:
        rules = self.rules = find_rules(game)
        self.series, self.seed, self.limit = series, seed, limit
        self.start = begin(game, series)
        # Asking a module whether it has rounds takes as long as three moves.
        self.round_of = rules.round_name if isinstance(rules, Rounds) else None
        self.error = ""  # the error of the last game, if it broke off
        self.bots: dict[str, AnyChooser] = {name: find_bot(game, name) for name in series.bots}

    def play(self, number: int, witness: Witness | None = None) -> Ended:
        """The game of that number."""
        self.error = ""
        try:
            return self._play(number, witness)
        except Exception as problem:  # a box that breaks the rules is a finding, and not an error of the run
            self.error = f"{type(problem).__name__}: {problem}"
            return unplayed(self.series, BROKEN)

    def _play(self, number: int, witness: Witness | None) -> Ended:
        rules, state = self.rules, self.start
        turn_of, known, apply, resolve, chance = (
            rules.turn,
            rules.known,
            rules.apply,
            rules.resolve,
            rules.chance,
        )
        round_of = self.round_of
        luck = Luck(self.seed, self.series.deal(number))
        bots = [self.bots[name] for name in self.series.seated(number)]
        sources = [luck.stream(f"bot {seat}") for seat in range(len(bots))]
        blind = [bot is at_random for bot in bots]  # it looks at nothing, so nothing has to be hidden from it
        decisions = chances = rounds = 0
        name = None
        first: Seat | None = None
        while True:
            turn = turn_of(state)
            if isinstance(turn, Seats):
                if decisions == self.limit:
                    break
                seat = turn.seats[0]
                seen = state if blind[seat] else known(state, seat)
                move = bots[seat](rules, seen, seat, sources[seat])
                after = apply(state, seat, move)
                decisions += 1
                if first is None and len(turn.seats) == 1 and not turn.secret:
                    first = seat
                if witness:
                    witness(state, Event(seat, move), after)
            elif turn is CHANCE:
                outcomes = chance(state)
                outcome = outcomes.pick(luck.stream(outcomes.label))
                after = resolve(state, outcome)
                chances += 1
                if type(outcome) is Starts:
                    first = outcome.seat
                if witness:
                    witness(state, Event(None, outcome), after)
            else:
                break
            state = after
            if round_of is not None and (now := round_of(state)) != name:
                name = now
                rounds += 1
        sheet = rules.score(state)
        by_name = {player.name: player.total for player in sheet.players}
        seated = state.names if hasattr(state, "names") else tuple(by_name)
        return Ended(
            OVER_BY_RULE if turn is OVER else LIMIT,
            tuple(seat for seat, one in enumerate(seated) if one in sheet.winners),
            tuple(by_name[one] for one in seated),
            rounds,
            decisions,
            chances,
            first,
        )
