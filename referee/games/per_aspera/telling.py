"""What happens in Per Aspera, in words: the log, with the ruling behind each fight, sale and demand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import cast

from referee.answers import Why
from referee.engine import Event, Telling
from referee.games.per_aspera import combat, loading, opening, wording
from referee.games.per_aspera.box import Planet, box
from referee.games.per_aspera.chances import Demanded, Dice
from referee.games.per_aspera.demands import demanded
from referee.games.per_aspera.moves import (
    Ask,
    Attack,
    Buy,
    Configure,
    Drop,
    Fuel,
    Go,
    Move,
    Recruit,
    Remove,
    Sell,
    Settle,
    Take,
    Upgrade,
)
from referee.games.per_aspera.sector import HOME
from referee.games.per_aspera.state import COLONISTS, Card, State, producer_distance, sale_price
from referee.outcomes import Drawn
from referee.starters import Starts


def tell(before: State, event: Event, after: State) -> Telling:
    """The event; everybody learns the same."""
    if event.seat is None:
        lines, why = _chance_lines(before, event.what, after), _chance_why(before, event.what)
    else:
        name = before.names[event.seat]
        lines, why = iter([f"{name} {_move_text(before, event.what)}."]), _move_why(before, event.what)
    return Telling((*lines, *_turning_points(before, event, after)), why)


def _chance_lines(before: State, what: object, after: State) -> Iterator[str]:
    name = before.names[before.active]
    if isinstance(what, Starts):
        yield f"{what.name} starts [PA 4.4]."
    elif isinstance(what, Demanded):
        yield from _demand_lines(before, what, after)
    elif isinstance(what, Dice) and before.step == "pirates":
        verdict = "the pirates sell" if after.doings.friendly else "the pirates sell nothing"
        yield f"{name} rolls {what.faces[0]} at Pirate {before.ship.pirate}: {verdict} [PA 5.3]."
    elif isinstance(what, Dice):
        yield from wording.fight_lines(combat.encounter(before), combat.fought(before, what))
    elif before.step == "map":
        count = sum(isinstance(card, Planet) for card in after.chart.cards)
        yield f"The map is laid: {count} planets [PA 2.1]."
    else:
        [card] = cast(Drawn[Card], what).pieces
        yield f"{before.ship.space.text} is turned up: {card.code} [PA 2.3]."


def _demand_lines(before: State, what: Demanded, after: State) -> Iterator[str]:
    dice = opening.demand_dice(before)
    for planet, outcome in zip(dice.planets, what.outcomes, strict=True):
        levy = ", and gives a levy" if outcome.levies else ""
        wanted = " ".join(map(str, demanded(planet, outcome.result)))
        kind = f"{wording.result_name(outcome.result)}: wants {wanted}{levy}"
        yield f"{planet.code}: {kind} [PA 3.1]."
    if after.chart.levies > before.chart.levies:
        yield f"Levies: {after.chart.levies}; the goal is {after.goal} MCR [PA 6.1]."


def _chance_why(before: State, what: object) -> tuple[Why, ...]:
    if isinstance(what, Dice) and before.step == "fight":
        return wording.fight_why(combat.encounter(before), combat.fought(before, what))
    return ()


def _move_text(before: State, move: Move) -> str:
    if isinstance(move, Configure):
        cost = opening.ship_cost(move)
        return (
            f"builds Warp {move.warp}, Cannons {move.cannons}, Hold {move.hold}, "
            f"tank {move.tank}, fuel {move.fuel} for {cost} MCR [PA 4.1]"
        )
    if isinstance(move, Go):
        return _go_text(before, move)
    if isinstance(move, Buy):
        card = before.card
        assert isinstance(card, Planet)
        cost = box().resources[card.resource].value * move.units
        return f"buys {move.units} of resource {card.resource} for {cost} MCR [PA 5.2]"
    if isinstance(move, Fuel):
        rule = "PA 5.1" if before.ship.space == HOME else "PA 5.3"
        return f"buys {move.units} fuel for {move.units * loading.fuel_price(before)} MCR [{rule}]"
    if isinstance(move, Upgrade):
        cost = loading.next_price(before.ship, move.part)
        return f"upgrades {move.part} for {cost} MCR [PA 5.1]"
    if isinstance(move, Sell):
        price = sale_price(before.chart, before.active, before.ship.space, move.resource)
        return f"sells {move.units} of resource {move.resource} for {price * move.units} MCR [PA 5.10]"
    if isinstance(move, Take):
        return f"takes {_unit(move.resource)} from {_loser(before)} [PA 5.6]"
    if isinstance(move, Remove):
        return f"removes {_unit(move.unit)} from the hold of {before.names[before.active]} [PA 5.7]"
    if isinstance(move, Attack):
        return f"attacks {move.name} [PA 5.6]"
    if isinstance(move, Drop):
        return f"throws {_unit(move.unit)} overboard [PA 5.1]"
    if isinstance(move, Ask):
        return "asks the pirates for fuel [PA 5.3]"
    if isinstance(move, Recruit):
        return f"takes on colonists for {box().trade.colonist_price} MCR [PA 5.1]"
    if isinstance(move, Settle):
        return "founds a colony [PA 5.11]"
    if before.step == "take" and before.doings.taken:
        return "takes no more [PA 5.6]"
    return _DONE[before.step]


def _go_text(before: State, move: Go) -> str:
    ship = before.ship
    if move.space == ship.space and move.burn is None:
        return f"stays at {move.space.text} [PA 5.4]"
    if not ship.fuel:
        return f"drifts to {move.space.text} [PA 5.5]"
    gone = ship.fuel - loading.fuel_after(ship, move)
    return f"goes to {move.space.text}, burning {gone} [PA 5.4]"


def _move_why(before: State, move: Move) -> tuple[Why, ...]:
    if not isinstance(move, Sell):
        return ()
    seat, space = before.active, before.ship.space
    return wording.sale_why(
        box().resources[move.resource],
        producer_distance(before.chart, space, move.resource),
        move.units,
        sale_price(before.chart, seat, space, move.resource),
        before.pirates_here,
        (seat, space) in before.chart.colonies,
    )


def _turning_points(before: State, event: Event, after: State) -> Iterator[str]:
    """What follows by itself: a unit lost, a turn that begins, the end."""
    if gone := _gone(before, event, after):
        yield f"{before.names[before.active]} loses {', '.join(map(_unit, gone))} [PA 5.7]."
    if after.step == "over":
        yield _end(after)
    elif after.step == "load" and (isinstance(event.what, Go) or before.step not in ("load", "pirates")):
        yield f"Round {after.round}: {after.names[after.active]}'s turn."
        yield from _help(before, after)


def _gone(before: State, event: Event, after: State) -> tuple[int, ...]:
    """The units that pirates removed without a choice: beside what was named, nothing else was left."""
    if before.step not in ("fight", "remove"):
        return ()
    gone = Counter(before.ship.cargo) - Counter(after.ships[before.active].cargo)
    if isinstance(event.what, Remove):
        gone[event.what.unit] -= 1
    return tuple(sorted((+gone).elements()))


def _help(before: State, after: State) -> Iterator[str]:
    had = before.ships[after.active].money
    if after.active != before.active and after.ship.money > had:
        yield f"{after.names[after.active]}'s money is made up to {after.ship.money} MCR [PA 5.1]."


def _end(after: State) -> str:
    if after.winner is not None:
        ship = after.ships[after.winner]
        return f"{after.names[after.winner]} is home with {ship.money} MCR, and wins [PA 6.1]."
    return "The rounds are over: the richest wins [PA 6.2]."


def _loser(before: State) -> str:
    return before.names[combat.parties(before)[1]]


_DONE = {
    "attack": "attacks nobody [PA 5.6]",
    "take": "takes nothing [PA 5.6]",
    "unload": "unloads no more [PA 5.10]",
}


def _unit(unit: int) -> str:
    return "1 unit of colonists" if unit == COLONISTS else f"1 of resource {unit}"
