"""Drawing, building and sacrificing blueprints (PL 4.4, PL 4.7)."""

from collections.abc import Sequence
from functools import cache, lru_cache

from referee.engine.chance.outcomes import Draw, Drawn
from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import remembered_lately
from referee.games.planetary.box import Box
from referee.games.planetary.moves import (
    Build,
    Move,
    Sacrifice,
    give_up,
)
from referee.games.planetary.rules import power
from referee.games.planetary.rules.draws import Named, blueprints, card_reader, cards, named
from referee.games.planetary.rules.numbers import Blueprint
from referee.games.planetary.rules.ships import Module
from referee.games.planetary.state import Side, State, affords


def builds(state: State, seat: Seat) -> Sequence[Build]:
    """Everything that seat may build: what is allowed on one cell is on every other."""
    side, watts = state.sides[seat], _watts(state)
    if not side.ship.core_hp:
        return ()
    found: list[Build] = []
    blueprints, cells = state.box.blueprints, side.ship.rim
    for code in dict.fromkeys(side.bar):
        blueprint = blueprints[code]
        if _check_price(side, blueprint, watts).allowed:
            ways = _ways(state.box, code, _check_on(side, blueprint, watts).allowed)
            found += [move for cell in cells for move in ways[cell]]
    return found


def check_build(state: State, seat: Seat, move: Build) -> Ruling:
    side, watts = state.sides[seat], _watts(state)
    blueprint = state.box.blueprints[move.code]
    if not side.ship.core_hp:
        return refused("With the core destroyed nothing more is built.", "PL 4.11")
    if move.code not in side.bar:
        return refused(f"{move.code} is not in your bar.", "PL 4.7")
    if side.ship.cells[move.cell] is not None:
        return refused("There is a module on that cell.", "PL 2.3")
    if move.cell not in side.ship.rim:
        return refused("A module goes next to the core or another module.", "PL 2.3")
    ruling = _check_price(side, blueprint, watts)
    return _check_on(side, blueprint, watts) if move.on and ruling.allowed else ruling


@remembered_lately()
def _ways(box: Box, code: str, powered: bool) -> Sequence[Sequence[Build]]:
    """For each cell that blueprint on it: off and, if it can be powered, on."""
    ways = (False, True) if powered else (False,)
    return [[Build(code, cell, way) for way in ways] for cell in box.board.cells]


def _watts(state: State) -> int | None:
    """Return the watts that may still be spent; None in round 0, where building takes none (PL 3.1)."""
    return power.left(state) if state.step == "act" else None


def _check_price(side: Side, blueprint: Blueprint, watts: int | None) -> Ruling:
    if not affords(side.materials, side.ship.box.prices[blueprint.code]):
        return _too_dear(blueprint.code, blueprint.iron, blueprint.copper)
    return ALLOWED if watts is None or watts >= blueprint.watts else _too_much(blueprint.watts, watts)


def _check_on(side: Side, blueprint: Blueprint, watts: int | None) -> Ruling:
    """Tell whether the active player can pay the upkeep of what is built at once (PL 4.3)."""
    if watts is None:
        return _ROUND_0
    if not blueprint.upkeep:
        return _never_on(blueprint.code)
    if watts < blueprint.watts + blueprint.upkeep:
        return _too_much_on(blueprint.watts + blueprint.upkeep, watts)
    if power.is_generator(blueprint) and not side.affords(power.fuel_cost(side)):
        return _NO_FUEL
    return ALLOWED


# Rulings that come up for every blueprint of every bar.
_ROUND_0 = refused("No upkeep is paid in round 0.", "PL 3.1")
_NO_FUEL = refused("There is no fuel for that generator.", "PL 4.2")


@cache
def _too_dear(code: str, iron: int, copper: int) -> Ruling:
    return refused(f"{code} costs {iron} iron and {copper} copper.", "PL 4.7")


@cache
def _too_much(needed: int, watts: int) -> Ruling:
    return refused(f"It takes {needed} W, and you have {watts}.", "PL 4.7")


@cache
def _never_on(code: str) -> Ruling:
    return refused(f"{code} has no upkeep: it is neither on nor off.", "PL 4.3")


@cache
def _too_much_on(needed: int, watts: int) -> Ruling:
    return refused(f"With its upkeep it takes {needed} W; you have {watts}.", "PL 4.3")


def build(state: State, seat: Seat, move: Build) -> State:
    side = state.sides[seat]
    blueprint = state.box.blueprints[move.code]
    module = Module(move.code, blueprint.hp)
    doings = state.doings
    side = side.gains(side.box.prices[move.code], -1)
    if state.step == "act":
        doings = doings._replace(spent=doings.spent + blueprint.watts)
    if move.on:
        side, module = power.counted(*power.switched_on(side, module))
        doings = doings._replace(spent=doings.spent + blueprint.upkeep)
    side = without_card(side, move.code)
    return state.with_side(seat, side._replace(ship=side.ship.with_cell(move.cell, module)), doings=doings)


def sacrifices(state: State) -> tuple[Move, ...]:
    """List the sacrifices that are allowed: what is for one blueprint of the bar is for every other."""
    side = state.side
    return () if _has_sacrificed(state) else _sacrifices(side.bar, _has_cards(side))


def check_sacrifice(state: State, seat: Seat, move: Sacrifice) -> Ruling:
    side = state.side
    if _has_sacrificed(state):
        return refused("You have sacrificed a blueprint in this turn.", "PL 4.5")
    if move.code not in side.bar:
        return refused(f"{move.code} is not in your bar.", "PL 4.7")
    if move.card and not _has_cards(side):
        return refused("There is no card to draw.", "PL 4.4")
    return ALLOWED


def _has_sacrificed(state: State) -> bool:
    return state.doings.sacrificed >= state.box.turn.sacrifice.most


def _has_cards(side: Side) -> bool:
    """Tell whether there is a card to draw, if need be from a deck that is made again (PL 4.4)."""
    return bool(side.deck or side.pile)


def sacrifice(state: State, seat: Seat, move: Sacrifice) -> State:
    """For materials; for a card, one is to be drawn, and the blueprint joins the pile after that."""
    side = without_card(state.side, move.code)
    doings = state.doings._replace(sacrificed=state.doings.sacrificed + 1)
    if move.card:
        return state.with_side(
            state.active, with_deck(side), doings=doings._replace(swapped=move.code), step="swap"
        )
    side = side.gains(state.box.sacrifice_gains)._replace(pile=state.box.in_order((*side.pile, move.code)))
    return state.with_side(state.active, side, doings=doings)


def with_deck(side: Side) -> Side:
    """An empty deck is made again from the sacrificed blueprints (PL 4.4)."""
    return side if side.deck else side._replace(deck=side.pile, pile=())


def without_card(side: Side, code: str) -> Side:
    place = side.bar.index(code)
    return side._replace(bar=side.bar[:place] + side.bar[place + 1 :])


def drawn(side: Side, codes: tuple[str, ...]) -> Side:
    """With those blueprints from the deck in the bar."""
    deck = list(side.deck)
    for code in codes:
        deck.remove(code)
    return side._replace(deck=tuple(deck), bar=side.box.in_order((*side.bar, *codes)))


def draws(state: State) -> Draw[Named]:
    """The blueprint of the turn (PL 4.4), or the one for a sacrifice (PL 4.7)."""
    side, turn = state.side, state.box.turn
    count = (
        turn.sacrifice.draw if state.step == "swap" else min(turn.draw, state.box.start.bar - len(side.bar))
    )
    count = min(count, len(side.deck))
    wanted = blueprints(count, f"{state.names[state.active]} draws")
    return cards("blueprint", named(side.deck), count, wanted, card_reader(state.box))


def resolve(state: State, outcome: Drawn[Named]) -> State:
    side = drawn(state.side, tuple(one.code for one in outcome.pieces))
    if state.step == "swap":
        side = side._replace(pile=state.box.in_order((*side.pile, state.doings.swapped)))
    return state.with_side(state.active, side, step="act", doings=state.doings._replace(swapped=""))


@lru_cache(maxsize=1024)
def _sacrifices(bar: tuple[str, ...], cards: bool) -> tuple[Sacrifice, ...]:
    """Each blueprint for materials and, if there are cards, for one of them."""
    ways = (False, True) if cards else (False,)
    return tuple([give_up(code, card) for code in dict.fromkeys(bar) for card in ways])
