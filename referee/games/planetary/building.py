"""Building modules and sacrificing blueprints (PL 2.3, PL 4.7)."""

from __future__ import annotations

from functools import cache, lru_cache

from referee.engine import ALLOWED, Ruling, Seat, refused
from referee.games.planetary import watts
from referee.games.planetary.box import Blueprint, box
from referee.games.planetary.moves import Build, Move, Sacrifice, build_on
from referee.games.planetary.numbers import Amounts, amounts, numbers
from referee.games.planetary.pieces import Module
from referee.games.planetary.state import Side, State, in_order


def builds(state: State, seat: Seat) -> list[Move]:
    """Everything that seat may build; in round 0 no watts are charged (PL 3.1)."""
    side, found = state.sides[seat], list[Move]()
    free = side.ship.rim if side.ship.core_hp else ()
    for code in dict.fromkeys(side.bar):
        blueprint = box().blueprints[code]
        if not side.affords(_cost(code)):
            continue
        charged = state.step == "act"
        if charged and watts.left(state) < blueprint.watts:
            continue
        powered = charged and check_on(state, blueprint).allowed
        ways = (False, True) if powered else (False,)
        found += [build_on(code, cell, on) for cell in free for on in ways]
    return found


def check_build(state: State, seat: Seat, move: Build) -> Ruling:
    side = state.sides[seat]
    blueprint = box().blueprints[move.code]
    if not side.ship.core_hp:
        return refused("With the core destroyed nothing more is built.", "PL 4.11")
    if move.code not in side.bar:
        return refused(f"{move.code} is not in your bar.", "PL 4.7")
    if side.ship.cells[move.cell] is not None:
        return refused("There is a module on that cell.", "PL 2.3")
    if move.cell not in side.ship.rim:
        return refused("A module goes next to the core or another module.", "PL 2.3")
    if not side.affords(_cost(move.code)):
        cost = f"{blueprint.iron} iron and {blueprint.copper} copper"
        return refused(f"{move.code} costs {cost}.", "PL 4.7")
    if state.step != "act":
        return refused("No upkeep is paid in round 0.", "PL 3.1") if move.on else ALLOWED
    if watts.left(state) < blueprint.watts:
        return refused(f"It takes {blueprint.watts} W, and you have {watts.left(state)}.", "PL 4.7")
    return check_on(state, blueprint) if move.on else ALLOWED


def check_on(state: State, blueprint: Blueprint) -> Ruling:
    """Whether the active player can pay the upkeep of what is built at once (PL 4.3)."""
    if not blueprint.upkeep:
        return refused(f"{blueprint.code} has no upkeep: it is neither on nor off.", "PL 4.3")
    if watts.left(state) < blueprint.watts + blueprint.upkeep:
        whole = blueprint.watts + blueprint.upkeep
        return refused(f"With its upkeep it takes {whole} W; you have {watts.left(state)}.", "PL 4.3")
    if watts.lacks_fuel(state.side, blueprint.code, 0):
        return refused("There is no fuel for that generator.", "PL 4.2")
    return ALLOWED


def built(state: State, seat: Seat, move: Build) -> State:
    side = state.sides[seat]
    blueprint = box().blueprints[move.code]
    module = Module(move.code, blueprint.hp)
    doings = state.doings
    side = side.gains(_cost(move.code), -1)
    if state.step == "act":
        doings = doings._replace(spent=doings.spent + blueprint.watts)
    if move.on:
        side, module = watts.counted(*watts.switched_on(side, module))
        doings = doings._replace(spent=doings.spent + blueprint.upkeep)
    side = without_card(side, move.code)
    return state.with_side(seat, side._replace(ship=side.ship.with_cell(move.cell, module)), doings=doings)


def sacrifices(state: State) -> tuple[Move, ...]:
    side = state.side
    if state.doings.sacrificed >= numbers().sacrifices:
        return ()
    return _sacrifices(side.bar, bool(side.deck or side.pile))


def check_sacrifice(state: State, move: Sacrifice) -> Ruling:
    side = state.side
    if state.doings.sacrificed >= numbers().sacrifices:
        return refused("You have sacrificed a blueprint in this turn.", "PL 4.5")
    if move.code not in side.bar:
        return refused(f"{move.code} is not in your bar.", "PL 4.7")
    if move.card and not (side.deck or side.pile):
        return refused("There is no card to draw.", "PL 4.4")
    return ALLOWED


def sacrificed(state: State, move: Sacrifice) -> State:
    """For materials; for a card, one is to be drawn, and the blueprint joins the pile after that."""
    side = without_card(state.side, move.code)
    doings = state.doings._replace(sacrificed=state.doings.sacrificed + 1)
    if move.card:
        return state.with_side(
            state.active, with_deck(side), doings=doings._replace(swapped=move.code), step="swap"
        )
    side = side.gains(numbers().sacrifice)._replace(pile=in_order((*side.pile, move.code)))
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
    return side._replace(deck=tuple(deck), bar=in_order((*side.bar, *codes)))


@lru_cache(maxsize=1024)
def _sacrifices(bar: tuple[str, ...], cards: bool) -> tuple[Move, ...]:
    """Each blueprint for materials or, if there are cards, for one of them."""
    ways = (False, True) if cards else (False,)
    return tuple([Sacrifice(code, card) for code in dict.fromkeys(bar) for card in ways])


@cache
def _cost(code: str) -> Amounts:
    blueprint = box().blueprints[code]
    return amounts({"iron": blueprint.iron, "copper": blueprint.copper})
