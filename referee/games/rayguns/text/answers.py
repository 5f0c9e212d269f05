"""One-shot answers in words: how a score came about, who might claim more, which tiles to keep."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from components.prose import Block, table
from referee.engine.answers import Answer, Why
from referee.engine.scoresheet import ScoreSheet
from referee.games.rayguns.box import SLUG, Box, Tile, titled
from referee.games.rayguns.rules.best_array import Docked
from referee.games.rayguns.rules.orders import Orders, circular, typical
from referee.games.rayguns.rules.scoring import Alternative, ArrayScore, Refused, Scored, standing_tiles

if TYPE_CHECKING:
    from referee.games.rayguns.odds.second_draw import Choice


def scored_answer(scored: Scored | Refused) -> Answer[ScoreSheet[ArrayScore] | Refused]:
    """The answer of `score rayguns`."""
    if isinstance(scored, Refused):
        refusals = (f"{one.name}: {one.what} [{one.rule}]" for one in scored.refused)
        return Answer(scored, tuple(refusals), ok=False)
    return scored.sheet.answer(explained(scored), notes=_better_claims(scored))


@dataclass(frozen=True)
class Kept:
    """One way to keep tiles: their codes, those put back, and the points to expect after the second draw."""

    keep: tuple[str, ...]
    put_back: tuple[str, ...]
    expected: Fraction


@dataclass(frozen=True)
class KeepOdds:
    """The best tiles to keep for the second draw.

    draw     tiles drawn
    choices  all ways to keep tiles, best first
    """

    game: str
    draw: int
    keep: tuple[str, ...]
    expected: Fraction
    choices: tuple[Kept, ...]


def keep_answer(box: Box, found: Sequence[Choice], draw: int) -> Answer[KeepOdds]:
    """The answer of `odds rayguns`. The choices come best first, and `draw` tiles are drawn."""
    choices = tuple(Kept(_codes(one.keep), _codes(one.put_back), one.expected) for one in found)
    kept = choices[0]
    value = KeepOdds(SLUG, draw, kept.keep, kept.expected, choices)
    belt = len(box.every_tile) - len(kept.keep)
    drawn = f"{math.comb(belt, draw):,} draws of {draw} from {belt} tiles".replace(",", " ")
    what = f"mean of the most points of any 5 of {len(kept.keep) + draw} tiles, over {drawn}"
    return Answer(value, tuple(_keep_blocks(value)), (Why("expected", what, "RR 3.3"),))


def better_claim(player: ArrayScore) -> Alternative | None:
    """The array of most points that the player might claim, if it is worth more (RR 6.4)."""
    best = max(player.alternatives, key=lambda other: other.points, default=None)
    return best if best and best.points > player.points else None


def explained(scored: Scored) -> tuple[Why, ...]:
    """Every step of the score, for `--why`: the orders, each array and its points, and the bonus."""
    steps = [*_orders(scored.orders)]
    for name, mine in scored.docked:
        steps += _array(name, mine, scored.orders)
    return (*steps, *_bonus(scored))


def _orders(orders: Orders) -> Iterator[Why]:
    if orders.order != typical(orders.box).order:
        rule = "RR 6.3" if orders.order == circular(orders.box, orders.order[1]) else "RR 9.2"
        yield Why("order", ", ".join(titled(name) for name in orders.order), rule)
    if orders.wilds:
        yield Why("WILD", " or ".join(str(rank) for rank in sorted(orders.wilds)), "RR 6.2")
    if orders.flag_colours:
        yield Why("FLAG", " or ".join(sorted(orders.flag_colours)), "RR 7.3")
    if orders.ally_suits:
        yield Why("ALLY", " or ".join(sorted(orders.ally_suits)), "RR 7.3")
    for spec in orders.specs:
        card = next(card for card in orders.box.cards.values() if card.spec == spec.name)
        yield Why("Spec", f"{titled(spec.name)}: {card.text}", "RR 9.1")


def _array(name: str, mine: Docked, orders: Orders) -> Iterator[Why]:
    hand = mine.hand
    place = orders.place(hand.array.name) + 1
    tiles = standing_tiles(hand, mine.tiles)
    yield Why(f"{name}: array", f"{tiles} is {hand.array.title}, place {place} in the order", "RR 6.4")
    formula = _sum(mine, orders)
    result = "" if formula.isdecimal() else f" = {hand.points}"
    yield Why(f"{name}: points", f"{formula}{result}", _rule(mine, orders))


def _rule(mine: Docked, orders: Orders) -> str:
    """The rule of the last step of the points."""
    factors = {factor.name for factor in mine.hand.factors}
    if mine.hand.array.special:
        return "RR 7.4"
    if factors & {"flag", "ally"}:
        return "RR 7.3"
    if factors or orders.minuend is not None:
        return "RR 9.1"
    return "RR 7.2" if mine.hand.big else "RR 7.1"


def _sum(mine: Docked, orders: Orders) -> str:
    """The formula of the points, without the result."""
    hand = mine.hand
    if hand.array.special:
        rule = orders.box.supernova
        ranks = [str(rank) for rank in hand.ranks[: rule.highest]]
        terms = [str(rule.flat)] if hand.base == rule.flat else [str(rule.base), *ranks]
    elif orders.minuend is not None:
        terms = [f"({orders.minuend} − {rank})" for rank in hand.stands]
    else:
        terms = [str(rank) for rank in hand.stands]
    if hand.big:
        terms.append(f"{hand.big} for the big number")
    text = " + ".join(terms)
    if hand.factors and len(terms) > 1:
        text = f"({text})"
    names = {"flag": "FLAG", "ally": "ALLY"}
    return text + "".join(
        f" × {factor.times} ({names.get(factor.name) or titled(factor.name)})" for factor in hand.factors
    )


def _bonus(scored: Scored) -> Iterator[Why]:
    docked, orders = dict(scored.docked), scored.orders
    if scored.barred:
        rule = "RR 9.1" if any(not spec.leaders for spec in orders.specs) else "RR 5.7"
        yield Why("barred", f"{', '.join(sorted(scored.barred))}: the highest total before the round", rule)
    for step in scored.verdict.steps:
        shown = [f"{name} {_step(step.name, docked[name], orders)}" for name in step.among]
        what, words, rule = _STEPS[step.name]
        yield Why(what, f"{words}: {'; '.join(shown)}", rule)
    if len(scored.verdict.names) > 1:
        what, rule = ("best tile", "RR 9.4") if scored.by_tile else ("best array", "RR 8.1")
        yield Why(what, f"still tied: {', '.join(scored.verdict.names)}", rule)


_STEPS = {
    "array": ("best array", "the order", "RR 8.1"),
    "typical": ("best array", "what the Supernova would be", "RR 8.2"),
    "wilds": ("best array", "fewest wilds", "RR 8.1"),
    "scoring": ("best array", "scoring tiles", "RR 8.1"),
    "others": ("best array", "other tiles", "RR 8.1"),
    "spare": ("best array", "highest spare part", "RR 8.1"),
    "tile": ("best tile", "scoring tiles", "RR 9.4"),
}


def _step(step: str, mine: Docked, orders: Orders) -> str:
    """Say what that step compares in the player's array."""
    standing = mine.standing
    if step == "array":
        return mine.hand.array.title
    if step == "typical":
        return titled(orders.plain().order[-standing.typical])
    if step == "wilds":
        return str(-standing.wilds)
    if step == "spare":
        return str(standing.spare or "none")
    if step == "tile":
        return _ranks(mine.hand.ranks)
    return _ranks(standing.scoring if step == "scoring" else standing.others)


def _ranks(ranks: tuple[int, ...]) -> str:
    return " ".join(map(str, ranks)) or "none"


def _keep_blocks(value: KeepOdds) -> Iterator[Block | str]:
    whole = "all" if len(value.choices) == 1 else " ".join(value.keep)
    after = f"after drawing {value.draw}" if value.draw else "without a second draw"
    yield f"Keep {whole}: {float(value.expected):.2f} points expected {after}."
    if len(value.choices) > 1:
        yield ""
        rows = ((" ".join(one.put_back), f"{float(one.expected):.2f}") for one in value.choices)
        yield table(rows, "<>", ("Put back", "Expected"))
    yield ""
    yield "Array points with big numbers, but without bonus, powers and other effects."


def _codes(tiles: Iterable[Tile]) -> tuple[str, ...]:
    return tuple(tile.code for tile in tiles)


def _better_claims(scored: Scored) -> list[str]:
    return [
        f"{player.name} may claim {titled(other.array)} for {other.points} points: "
        f"--claim {player.name}={other.array}"
        for player in scored.sheet.players
        if (other := better_claim(player))
    ]
