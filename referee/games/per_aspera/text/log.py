"""The log of Per Aspera: every event in words, with the ruling on each fight and sale."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

from components.wording import counted, listed
from referee.engine.answers import Why
from referee.engine.chance.outcomes import Drawn
from referee.engine.chance.starters import Starts
from referee.engine.game import Event, Seat, Telling
from referee.games.per_aspera import moves
from referee.games.per_aspera.box import Card, Planet
from referee.games.per_aspera.rules import combat, load, map_cards, moving, ships, unload
from referee.games.per_aspera.rules.map_spaces import HOME
from referee.games.per_aspera.state import State
from referee.games.per_aspera.text import answers
from referee.games.per_aspera.text.pieces import planet_name


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    """Return what everybody learns from the event."""
    if event.seat is None:
        lines, why = _chance_lines(before, event.what, after), _chance_why(before, event.what)
    else:
        name = before.names[event.seat]
        lines, why = iter([f"{name} {_move_text(before, event.what)}."]), _move_why(before, event.what)
    told = (*lines, *_turning_points(before, event, after))
    return Telling(told, why, news=_news(before, event, told))


def _news(before: State, event: Event, told: Sequence[str]) -> str:
    """The demands, the winner of a fight, or the planet that a ship flies to, in one sentence."""
    what = event.what
    if isinstance(what, moves.Demanded):
        if len(what.results) > 1:
            return f"The demands of {len(what.results)} planets are rolled [PA 3.1]."
        planet, result = map_cards.demand_dice(before).planets[0], what.results[0].result
        goods = listed(map(before.box.good, before.box.demanded[result, planet.resource]))
        return f"{planet_name(before.box, planet)} wants {goods} [PA 3.1]."
    if isinstance(what, moves.Go) and what.space != before.ship.space:
        there = before.chart.sites[what.space].planet if what.space in before.chart.sites else None
        where = planet_name(before.box, there) if there else "home" if what.space == HOME else what.space.text
        return f"{before.names[before.active]} flies {'' if where == 'home' else 'to '}{where} [PA 5.4]."
    fight = before.step == "fight" and len(told) > 1
    return f"{told[1][:-1]} [PA 5.6]." if fight else ""


def _chance_lines(before: State, what: object, after: State) -> Iterator[str]:
    name = before.names[before.active]
    if isinstance(what, Starts):
        yield f"{what.name} starts [PA 4.4]."
    elif isinstance(what, moves.Demanded):
        yield from _demand_lines(before, what, after)
    elif isinstance(what, moves.Dice) and before.step == "pirates":
        verdict = "the pirates sell" if after.doings.friendly else "the pirates sell nothing"
        yield f"{name} rolls {what.faces[0]} at Pirate {before.ship.pirate}: {verdict} [PA 5.3]."
    elif isinstance(what, moves.Dice):
        yield from answers.fight_lines(
            before.box,
            combat.encounter(before),
            combat.fought(before, what),
            _unloading(before, after),
            loaded=bool(before.ship.cargo),
        )
    elif before.step == "map":
        count = sum(isinstance(card, Planet) for card in after.chart.cards)
        yield f"The map is laid: {count} planets [PA 2.1]."
    else:
        [card] = cast(Drawn[Card], what).pieces
        yield f"{before.ship.space.text} is turned up: {card.code} [PA 2.3]."


def _unloading(before: State, after: State) -> str:
    """Return in words what comes of Unload after a fight that does not keep the ship from it."""
    if before.doings.drifted:
        return "The ship drifted, so it skips Unload."
    if after.step == "unload":
        return "Unload follows."
    kept = after.step != "remove" and after.ships[before.active].cargo
    return "Nothing aboard can be unloaded here." if kept else ""


def _demand_lines(before: State, what: moves.Demanded, after: State) -> Iterator[str]:
    dice = map_cards.demand_dice(before)
    for planet, outcome in zip(dice.planets, what.results, strict=True):
        levy = ", and gives a levy" if outcome.levies else ""
        wanted = " ".join(map(str, before.box.demanded[outcome.result, planet.resource]))
        kind = f"{answers.result_name(before.box, outcome.result)}: wants {wanted}{levy}"
        yield f"{planet.code}: {kind} [PA 3.1]."
    if after.chart.levies > before.chart.levies:
        yield f"Levies: {after.chart.levies}; the goal is {after.goal} MCR [PA 6.1]."


def _chance_why(before: State, what: object) -> tuple[Why, ...]:
    if isinstance(what, moves.Dice) and before.step == "fight":
        return answers.fight_why(combat.encounter(before), combat.fought(before, what))
    return ()


def _move_text(before: State, move: moves.Move) -> str:
    box = before.box
    if isinstance(move, moves.Configure):
        cost = ships.ship_cost(box, move)
        return (
            f"builds a ship with Warp {move.warp}, Cannons {move.cannons}, Hold {move.hold}, "
            f"tank {move.tank} and fuel {move.fuel} for {cost} MCR [PA 4.1]"
        )
    if isinstance(move, moves.Go):
        return _go_text(before, move)
    if isinstance(move, moves.Buy):
        planet = before.site.planet
        assert planet
        cost = box.resources[planet.resource].value * move.units
        return f"buys {answers.goods(box, planet.resource, move.units)} for {cost} MCR [PA 5.2]"
    if isinstance(move, moves.Fuel):
        rule, cost = "PA 5.1" if before.ship.space == HOME else "PA 5.3", load.fuel_price(before) * move.units
        return f"buys {counted(move.units, 'unit')} of fuel for {cost} MCR [{rule}]"
    if isinstance(move, moves.Upgrade):
        cost = load.next_price(box, before.ship, move.part)
        return f"upgrades {move.part} for {cost} MCR [PA 5.1]"
    if isinstance(move, moves.Sell):
        price = unload.sale_price(before.chart, before.active, before.ship.space, move.resource)
        return f"sells {answers.goods(box, move.resource, move.units)} for {price * move.units} MCR [PA 5.10]"
    if isinstance(move, moves.Take):
        return f"takes {answers.goods(box, move.resource, 1)} from {_loser(before)} [PA 5.6]"
    if isinstance(move, moves.Remove):
        robbed = before.names[before.active]
        return f"removes {answers.goods(box, move.unit, 1)} from the hold of {robbed} [PA 5.7]"
    if isinstance(move, moves.Attack):
        return f"attacks {move.name} [PA 5.6]"
    if isinstance(move, moves.Drop):
        return f"throws {answers.goods(box, move.unit, 1)} overboard [PA 5.1]"
    if isinstance(move, moves.Ask):
        return "asks the pirates for fuel [PA 5.3]"
    if isinstance(move, moves.Recruit):
        return f"takes on colonists for {box.trade.homeworld.colonist_price} MCR [PA 5.1]"
    if isinstance(move, moves.Settle):
        return "founds a colony [PA 5.11]"
    if before.step == "take" and before.doings.taken:
        return "takes no more [PA 5.6]"
    return _DONE[before.step]


def _go_text(before: State, move: moves.Go) -> str:
    ship = before.ship
    if move.space == ship.space and move.burn is None:
        return f"stays at {move.space.text} [PA 5.4]"
    if not ship.fuel:
        return f"drifts to {move.space.text} [PA 5.5]"
    gone = ship.fuel - moving.fuel_after(before.box, ship, move)
    return f"goes to {move.space.text}, burning {gone} [PA 5.4]"


def _move_why(before: State, move: moves.Move) -> tuple[Why, ...]:
    if not isinstance(move, moves.Sell):
        return ()
    seat, space = before.active, before.ship.space
    return answers.sale_why(
        before.box,
        before.box.resources[move.resource],
        unload.producer_distance(before.chart, space, move.resource),
        move.units,
        unload.sale_price(before.chart, seat, space, move.resource),
        pirate=before.site.pirates,
        colony=(seat, space) in before.chart.colonies,
    )


def _turning_points(before: State, event: Event, after: State) -> Iterator[str]:
    """Yield what follows without a choice: a unit lost, a turn that begins, the end."""
    if gone := _gone(before, event, after):
        lost = ", ".join(answers.goods(before.box, unit, 1) for unit in gone)
        yield f"{before.names[before.active]} loses {lost} [PA 5.7]."
    if after.step == "won":
        yield f"{after.names[after.active]} is home with {after.ship.money} MCR, and wins [PA 6.1]."
    elif after.step == "over":
        yield "The last round is over: the richest wins [PA 6.2]."
    elif after.step == "load" and (
        isinstance(event.what, moves.Go) or before.step not in ("load", "pirates")
    ):
        yield f"Round {after.round}: {after.names[after.active]}'s turn."
        yield from _help(before, after)


def _gone(before: State, event: Event, after: State) -> tuple[int, ...]:
    """Return the units that pirates removed without a choice, as nothing else was left."""
    if before.step not in ("fight", "remove"):
        return ()
    gone = Counter(before.ship.cargo) - Counter(after.ships[before.active].cargo)
    if isinstance(event.what, moves.Remove):
        gone[event.what.unit] -= 1
    return tuple(sorted((+gone).elements()))


def _help(before: State, after: State) -> Iterator[str]:
    had = before.ships[after.active].money
    if after.active != before.active and after.ship.money > had:
        yield f"{after.names[after.active]}'s money is made up to {after.ship.money} MCR [PA 5.1]."


def _loser(before: State) -> str:
    return before.names[combat.parties(before)[1]]


_DONE = {
    "attack": "attacks nobody [PA 5.6]",
    "take": "takes nothing [PA 5.6]",
    "unload": "unloads no more [PA 5.10]",
}
