"""A bot for Ring Tugs: the card that is worth most now, and a tug that is likely to reach it."""

from collections.abc import Mapping
from typing import Any, Final

from referee.engine.chance.outcomes import Source
from referee.engine.game import Game, Seat
from referee.engine.play import Insight
from referee.engine.tuples import replaced
from ring_tugs.box import UNKNOWN, Salvage
from ring_tugs.moves import Move, Send
from ring_tugs.rules import rounds, scoring
from ring_tugs.state import State, clockwise, contract_of

VERSION: Final = 1  # raise it when a bot would make another move: journals say which version played

_STRENGTH = 0.3  # points that a number of a tug is worth later on
_HOME = 0.5  # points for each tug that the tender brings home


def greedy(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """Takes what is worth most now and would help the next one; sends a tug that pays for what it costs.

    Of moves that are equally good it makes any.
    """
    if state.step == "take":
        gains = _gains(state, seat)
        worths: list[tuple[float, Move]] = [(gains[take.card], take) for take in rounds.takes(state, seat)]
    else:
        worths = _sends(state, seat)
    best = max(worth for worth, _ in worths)
    good = [move for worth, move in worths if worth == best]
    return good[source.below(len(good))]


def _sends(state: State, seat: Seat) -> list[tuple[float, Move]]:
    values = sorted(_gains(state, seat).values(), reverse=True)
    values += values[-1:] * (len(state.row) - len(values))  # cards that are alike
    hands = tuple(state.tugs[other] for other in clockwise(state, state.beacon))
    place = clockwise(state, state.beacon).index(seat)
    left = state.box.numbers.rounds - state.round
    found: list[tuple[float, Move]] = []
    for tug in state.tugs[seat]:
        ways = rounds.ways_to_take(tug, place, hands)
        worth = sum(count / sum(ways) * value for count, value in zip(ways, values, strict=False))
        out = len(state.box.tugs) - len(state.tugs[seat])
        later = _HOME * out if tug == state.box.tender else -_STRENGTH * tug
        found.append((worth + later * min(1, left / 3), Send(tug)))
    return found


def _gains(state: State, seat: Seat) -> dict[str, float]:
    """Value each card of the row for the seat: points now, and a little of what may become of it."""
    contract = contract_of(state, seat) or UNKNOWN
    before = scoring.points(state.box, state.holds, seat, state.crystals[seat], contract)
    kinds = {card.kind for card in state.holds[seat]}
    found: dict[str, float] = {}
    for one in state.row:
        holds = replaced(state.holds, seat, (*state.holds[seat], one.card))
        after = scoring.points(state.box, holds, seat, state.crystals[seat] + one.crystals, contract)
        worth = after - before + _promise(state, seat, one.card)
        if contract.of == "set" and one.card.kind in scoring.SET:
            worth += contract.points / len(scoring.SET) * (one.card.kind not in kinds)
        found[one.card.code] = max(worth, found.get(one.card.code, worth))
    return found


def _promise(state: State, seat: Seat, card: Salvage) -> float:
    """Estimate what a card may bring with others that may still come."""
    box = state.box
    left = 1 - state.round / box.numbers.rounds
    if card.kind == "ore":
        mine = 1 + sum(other.kind == "ore" for other in state.holds[seat])
        return left * (scoring.ore_points(box, mine + 1) - scoring.ore_points(box, mine))
    if card.kind == "lamp":
        lamps = [other.code for other in state.holds[seat] if other.kind == "lamp"]
        waits = lamps.count(card.code) >= len(lamps) - lamps.count(card.code)
        return left * box.numbers.pair / 2 if waits else 0
    if card.kind == "relic":
        return left * box.numbers.relics / 4
    return 0


BOTS: Final[Mapping[str, Any]] = {"greedy": greedy}
INSIGHT: Final = Insight(50, greedy)
