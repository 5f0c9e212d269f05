"""How a score came about, for `--why`: the formulas with their numbers, and the rules."""

from __future__ import annotations

from collections.abc import Iterator

from referee.answers import Why
from referee.games.rayguns.box import box, titled
from referee.games.rayguns.docking import Docked
from referee.games.rayguns.orders import Orders, circular, typical
from referee.games.rayguns.scoring import Scored, standing_tiles


def explained(scored: Scored, orders: Orders) -> tuple[Why, ...]:
    """Every step of the score: the orders, each array and its points, and the bonus."""
    steps = [*_orders(orders)]
    for name, mine in scored.docked.items():
        steps += _array(name, mine, orders)
    steps += _bonus(scored, orders)
    return tuple(steps)


def _orders(orders: Orders) -> Iterator[Why]:
    if orders.order != typical().order:
        rule = "RR 6.3" if orders.order == circular(orders.order[1]) else "RR 9.2"
        yield Why("order", ", ".join(box().arrays[name].title for name in orders.order), rule)
    if orders.wilds:
        yield Why("WILD", " or ".join(str(rank) for rank in sorted(orders.wilds)), "RR 6.2")
    if orders.flag_colours:
        yield Why("FLAG", " or ".join(sorted(orders.flag_colours)), "RR 7.3")
    if orders.ally_suits:
        yield Why("ALLY", " or ".join(sorted(orders.ally_suits)), "RR 7.3")
    for spec in orders.specs:
        card = next(card for card in box().cards.values() if card.spec == spec.name)
        yield Why("Spec", f"{titled(spec.name)}: {card.text}", "RR 9.1")


def _array(name: str, mine: Docked, orders: Orders) -> Iterator[Why]:
    reading = mine.reading
    place = orders.place(reading.array.name) + 1
    tiles = standing_tiles(reading, mine.tiles)
    yield Why(f"{name}: array", f"{tiles} is {reading.array.title}, place {place} in the order", "RR 6.4")
    formula = _sum(mine, orders)
    result = "" if formula.isdecimal() else f" = {reading.points}"
    yield Why(f"{name}: points", f"{formula}{result}", _rule(mine, orders))


def _rule(mine: Docked, orders: Orders) -> str:
    """The rule that made the points what they are last."""
    factors = {factor.name for factor in mine.reading.factors}
    if mine.reading.array.special:
        return "RR 7.4"
    if factors & {"flag", "ally"}:
        return "RR 7.3"
    if factors or orders.minuend is not None:
        return "RR 9.1"
    return "RR 7.2" if mine.reading.big else "RR 7.1"


def _sum(mine: Docked, orders: Orders) -> str:
    """The formula of the points, without the result."""
    reading = mine.reading
    if reading.array.special:
        rule = box().supernova
        ranks = [str(rank) for rank in reading.ranks[: rule.highest]]
        terms = [str(rule.flat)] if reading.base == rule.flat else [str(rule.base), *ranks]
    elif orders.minuend is not None:
        terms = [f"({orders.minuend} − {rank})" for rank in reading.stands]
    else:
        terms = [str(rank) for rank in reading.stands]
    if reading.big:
        terms.append(f"{reading.big} for the big number")
    text = " + ".join(terms)
    if reading.factors and len(terms) > 1:
        text = f"({text})"
    names = {"flag": "FLAG", "ally": "ALLY"}
    return text + "".join(
        f" × {factor.times} ({names.get(factor.name) or titled(factor.name)})" for factor in reading.factors
    )


def _bonus(scored: Scored, orders: Orders) -> Iterator[Why]:
    if scored.barred:
        rule = "RR 9.1" if any(not spec.leaders for spec in orders.specs) else "RR 5.7"
        yield Why("barred", f"{', '.join(sorted(scored.barred))}: the highest total before the round", rule)
    for step in scored.verdict.steps:
        shown = [f"{name} {_step(step.name, scored.docked[name], orders)}" for name in step.among]
        what, words, rule = _STEPS[step.name]
        yield Why(what, f"{words}: {'; '.join(shown)}", rule)
    if len(scored.verdict.names) > 1:
        what, rule = ("best tile", "RR 9.4") if scored.by_tile else ("best array", "RR 8.1")
        yield Why(what, f"tied to the end: {', '.join(scored.verdict.names)}", rule)


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
    """What the player's array has to show for that step of the comparison."""
    standing = mine.standing
    if step == "array":
        return mine.reading.array.title
    if step == "typical":
        return box().arrays[orders.plain().order[-standing.typical]].title
    if step == "wilds":
        return str(-standing.wilds)
    if step == "spare":
        return str(standing.spare or "none")
    if step == "tile":
        return _ranks(mine.reading.ranks)
    return _ranks(standing.scoring if step == "scoring" else standing.others)


def _ranks(ranks: tuple[int, ...]) -> str:
    return " ".join(map(str, ranks)) or "none"
