"""The commands of Ring Tugs: `score` and `odds`."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from components.errors import UsageError, did_you_mean
from referee.engine.answers import Answer, Why, percent
from referee.engine.arguments import PlayerArguments, check_count, check_player_count, read_players
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from ring_tugs.box import Box, Contract, Salvage, load
from ring_tugs.rules import scoring
from ring_tugs.rules.rounds import ways_to_take

_CRYSTALS = re.compile(r"(\d{1,3})K")
_PLACES = ("1st", "2nd", "3rd", "4th")


class Hold(NamedTuple):
    """Salvage and crystals of a player and, once it is turned up, the contract."""

    cards: tuple[Salvage, ...]
    crystals: int
    contract: Contract | None


@dataclass(frozen=True)
class TugOdds:
    """The chance that a tug takes the first card, the second one, and so on."""

    tug: int
    chances: tuple[Fraction, ...]


@dataclass(frozen=True)
class PlayerOdds:
    """The odds of each tug that a player has in hand."""

    name: str
    tugs: tuple[TugOdds, ...]


@dataclass(frozen=True)
class OrderOdds:
    """The odds of every player, clockwise from the beacon."""

    players: tuple[PlayerOdds, ...]


def score(players: PlayerArguments) -> Answer[ScoreSheet[PlayerScore]]:
    """Score a game by what is in each hold.

    Write the codes of the salvage and of the contract, and 3K for three crystals. Without contracts, it is
    the score so far, and nobody wins yet.

    Example: referee score ring-tugs Ann="I4 O1 O2 3K C2" Bo="R1 R2 1K C4"
    """
    box = load()
    holds = {name: _read_hold(text, box, name) for name, text in read_players(players).items()}
    check_player_count(box.components, len(holds))
    contracts = [hold.contract for hold in holds.values()]
    _check_copies((card for hold in holds.values() for card in hold.cards), box.salvage)
    _check_copies(filter(None, contracts), box.contracts)
    missing = [name for name, hold in holds.items() if hold.contract is None]
    if missing and any(contracts):
        todo = "Write one for everybody or, for the score so far, for nobody."
        raise UsageError("This player has no contract.", where=missing[0], todo=todo)
    sheet = scoring.sheet(
        box,
        tuple(holds),
        [hold.cards for hold in holds.values()],
        [hold.crystals for hold in holds.values()],
        contracts,
        over=not missing,
    )
    why = tuple(
        Why(player.name, f"{line.what}: {line.points}", line.rule)
        for player in sheet.players
        for line in player.lines
    )
    return sheet.answer(why, ["The contracts are still to come [RT 4.7]."] if missing else [])


def odds(players: PlayerArguments) -> Answer[OrderOdds]:
    """Work out when each tug takes its card: first, second and so on.

    Name the players clockwise from the beacon, each with the tugs in hand. Everybody else sends any tug
    with the same chance.

    Example: referee odds ring-tugs Ann=0134 Bo=04 Cy=01234
    """
    box = load()
    hands = {name: _read_hand(text, box, name) for name, text in read_players(players).items()}
    check_player_count(box.components, len(hands))
    value = OrderOdds(
        tuple(
            PlayerOdds(name, tuple(TugOdds(tug, _chances(tug, place, hands)) for tug in hand))
            for place, (name, hand) in enumerate(hands.items())
        )
    )
    lines = [line for player in value.players for line in _table(player)]
    return Answer(value, tuple(lines), tuple(_why(hands)))


def _read_hold(text: str, box: Box, name: str) -> Hold:
    """Read a hold: "I4 O1 3K C2". Raises `UsageError` for what is not a code, or a contract too many."""
    contracts = {contract.code: contract for contract in box.contracts}
    cards, crystals, contract = [], 0, None
    for code in text.upper().split():
        if found := _CRYSTALS.fullmatch(code):
            crystals += int(found[1])
        elif code in contracts:
            if contract:
                raise UsageError("A player has one contract.", where=f"{name}={text}")
            contract = contracts[code]
        elif code in box.cards:
            cards.append(box.cards[code])
        else:
            todo = did_you_mean(code, (*box.cards, *contracts)) or "Crystals are written 3K."
            raise UsageError(f'"{code}" is not a card of Ring Tugs.', where=name, todo=todo)
    check_count(name, len(cards), 0, box.numbers.rounds, "cards", rule="RT 2.1")
    return Hold(tuple(cards), crystals, contract)


def _check_copies(cards: Iterable[Salvage | Contract], every: Iterable[Salvage | Contract]) -> None:
    """Raises `UsageError` if there are more copies of a card than the box has."""
    copies = Counter(every)
    for card, count in Counter(cards).items():
        if count > copies[card]:
            raise UsageError(f"{card.code} is written {count} times, but the box has {copies[card]}.")


def _read_hand(text: str, box: Box, name: str) -> tuple[int, ...]:
    """Read the tugs in a hand, from the lowest: "0134". Raises `UsageError` for anything else."""
    known = "".join(map(str, box.tugs))
    if not text or set(text) - set(known) or len(set(text)) < len(text):
        todo = f"Write the tugs in hand: {name}={known}."
        raise UsageError(f'"{text}" is not a hand of tugs.', where=name, todo=todo)
    return tuple(sorted(map(int, text)))


def _chances(tug: int, place: int, hands: Mapping[str, tuple[int, ...]]) -> tuple[Fraction, ...]:
    ways = ways_to_take(tug, place, tuple(hands.values()))
    return tuple(Fraction(count, sum(ways)) for count in ways)


def _table(player: PlayerOdds) -> Iterable[str]:
    count = len(player.tugs[0].chances)
    yield f"{player.name + ' sends':16}" + "".join(f"{place:>9}" for place in _PLACES[:count])
    for one in player.tugs:
        yield f"  tug {one.tug:<10}" + "".join(f"{percent(chance):>9}" for chance in one.chances)


def _why(hands: Mapping[str, tuple[int, ...]]) -> Iterable[Why]:
    for name, hand in hands.items():
        others = [len(other) for one, other in hands.items() if one != name]
        ways = " × ".join(map(str, others))
        yield Why(name, f"each of {len(hand)} tugs against {ways} choices of the others", "RT 3.3")
