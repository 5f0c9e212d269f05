"""Points of a hold (RT 4)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from components.wording import counted
from referee.engine.game import Seat
from referee.engine.scoresheet import PlayerScore, ScoreLine, ScoreSheet
from ring_tugs.box import SLUG, UNKNOWN, Box, Contract, Salvage
from ring_tugs.state import State, contract_of

SET = ("ice", "ore", "lamp", "relic")  # the kinds of a set (RT 1.4)


def score(state: State) -> ScoreSheet[PlayerScore]:
    """The score so far; contracts count when the game is over, and only then somebody has won (RT 4.7)."""
    over = state.step == "over"
    contracts = [contract_of(state, seat) if over else None for seat in range(len(state.names))]
    return sheet(state.box, state.names, state.holds, state.crystals, contracts, over)


def sheet(
    box: Box,
    names: Sequence[str],
    holds: Sequence[Sequence[Salvage]],
    crystals: Sequence[int],
    contracts: Sequence[Contract | None],
    over: bool,
) -> ScoreSheet[PlayerScore]:
    """Return the score, everything seat by seat. A contract that is None or unknown does not count yet."""
    lines = [tuple(_lines(box, holds, seat, crystals[seat], contracts[seat])) for seat in range(len(names))]
    totals = [sum(line.points for line in own) for own in lines]
    players = tuple(
        PlayerScore(name=name, points=total, total=total, lines=own)
        for name, total, own in zip(names, totals, lines, strict=True)
    )
    best = max(zip(totals, crystals, strict=True))
    ranks = zip(names, totals, crystals, strict=True)
    winners = tuple(name for name, total, own in ranks if (total, own) == best)
    return ScoreSheet(SLUG, players, winners if over else ())


def _lines(
    box: Box, holds: Sequence[Sequence[Salvage]], seat: Seat, crystals: int, contract: Contract | None
) -> Iterator[ScoreLine]:
    hold = holds[seat]
    kinds = Counter(card.kind for card in hold)
    parts = [
        (counted(kinds["ice"], "ice card"), card_points(hold, "ice"), "RT 4.1"),
        (counted(kinds["ore"], "ore card"), ore_points(box, kinds["ore"]), "RT 4.2"),
        (counted(pairs(box, hold), "pair") + " of lamps", pairs(box, hold) * box.numbers.pair, "RT 4.3"),
        (counted(kinds["relic"], "relic"), relic_points(box, holds, seat), "RT 4.4"),
        (counted(kinds["reactor"], "reactor"), card_points(hold, "reactor"), "RT 4.5"),
        (counted(crystals, "crystal"), crystals * box.numbers.crystal, "RT 4.6"),
    ]
    yield from (ScoreLine(*part) for part in parts if part[1])
    if contract and contract != UNKNOWN:
        yield ScoreLine(contract.name, contract_points(contract, hold, crystals), "RT 4.7")


def points(
    box: Box, holds: Sequence[Sequence[Salvage]], seat: Seat, crystals: int, contract: Contract
) -> int:
    """Count the points of that seat, with a contract that may be unknown."""
    hold = holds[seat]
    return (
        card_points(hold, "ice")
        + ore_points(box, sum(card.kind == "ore" for card in hold))
        + pairs(box, hold) * box.numbers.pair
        + relic_points(box, holds, seat)
        + card_points(hold, "reactor")
        + crystals * box.numbers.crystal
        + contract_points(contract, hold, crystals)
    )


def card_points(hold: Sequence[Salvage], kind: str) -> int:
    """The points printed on the cards of that kind (RT 4.1, RT 4.5)."""
    return sum(card.points for card in hold if card.kind == kind)


def ore_points(box: Box, count: int) -> int:
    """RT 4.2"""
    return box.numbers.ore[min(count, len(box.numbers.ore) - 1)]


def pairs(box: Box, hold: Sequence[Salvage]) -> int:
    """The pairs of a red and a green lamp (RT 4.3)."""
    colours = Counter(card.code for card in hold if card.kind == "lamp")
    return min(colours.values()) if len(colours) == len(box.lamps) else 0


def relic_points(box: Box, holds: Sequence[Sequence[Salvage]], seat: Seat) -> int:
    """The most relics; seats that are level share the points, without the remainder (RT 4.4)."""
    counts = [sum(card.kind == "relic" for card in hold) for hold in holds]
    most = max(counts)
    return box.numbers.relics // counts.count(most) if most and counts[seat] == most else 0


def contract_points(contract: Contract, hold: Sequence[Salvage], crystals: int) -> int:
    """RT 4.7"""
    kinds = Counter(card.kind for card in hold)
    if contract.of == "set":
        return contract.points * min(kinds[kind] for kind in SET)
    return contract.points * (crystals if contract.of == "crystal" else kinds[contract.of])
