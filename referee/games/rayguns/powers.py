"""Suit powers (RR 4), and new orders (RR 3.4)."""

from __future__ import annotations

from referee.engine import ALLOWED, Ruling, refused
from referee.games.rayguns.box import Tile, box, titled
from referee.games.rayguns.moves import (
    ORDERS,
    PASS,
    Move,
    NewOrders,
    Pass,
    Trade,
    Zap,
    trade,
    written,
    zap,
)
from referee.games.rayguns.state import Account, State, taken, with_bay
from referee.scoresheet import ScoreLine

RAYGUN, ROCKET, ASTRONAUT, ROBOT = "raygun", "rocket", "astronaut", "robot"


def leading(tiles: tuple[Tile, ...]) -> list[str]:
    """The suits that lead in that array (RR 4.1)."""
    suits = [tile.suit for tile in tiles if tile.suit]
    return [suit for suit in dict.fromkeys(suits) if suits.count(suit) >= box().numbers.leading]


def moves(state: State) -> list[Move]:
    """To pass, and what the powers of the active player can do."""
    found: dict[Move, None] = {PASS: None}
    suits = leading(state.bay.array) if state.rules.orders.powers_act else []
    bay = state.bay
    if RAYGUN in suits:
        for name, other in zip(state.names, state.bays, strict=True):
            found |= {zap(tile, name, False): None for tile in other.array}
            found |= {zap(tile, name, True): None for tile in other.spares}
    if ROCKET in suits:
        found |= {trade(tile, part, ""): None for tile in bay.array for part in bay.spares if tile != part}
    if ROBOT in suits:
        mine = [tile for tile in bay.array if tile.suit != ROBOT]
        for seat, name in enumerate(state.names):
            owner = "" if seat == state.active else name
            parts = state.bays[seat].spares
            found |= {trade(tile, part, owner): None for tile in mine for part in parts if tile != part}
    if ASTRONAUT in suits:
        found[ORDERS] = None
    return list(found)


def check(state: State, move: Move) -> Ruling:
    if isinstance(move, Pass):
        return ALLOWED
    orders = state.rules.orders
    if not orders.powers_act:
        spec = next(spec for spec in orders.specs if not spec.powers)
        return refused(f"Under {titled(spec.name)} suit powers have no effect.", "RR 9.1")
    suits = leading(state.bay.array)
    if isinstance(move, Zap):
        return _check_zap(state, move, suits)
    if isinstance(move, Trade):
        return _check_trade(state, move, suits)
    if isinstance(move, NewOrders):
        return ALLOWED if ASTRONAUT in suits else refused("Astronauts do not lead your array.", "RR 4.4")
    return refused("Use the power of your leading suit, or pass.", "RR 4.1")


def apply(state: State, move: Pass | Zap | Trade | NewOrders) -> State:
    if isinstance(move, NewOrders):
        return state._replace(step="new-card")
    done = state._replace(step="done")
    if isinstance(move, Zap):
        seat = state.names.index(move.name)
        bay = state.bays[seat]
        if move.spare:
            return with_bay(done, bay._replace(spares=taken(bay.spares, (move.tile,))), seat)
        return with_bay(done, bay._replace(array=taken(bay.array, (move.tile,))), seat)
    if isinstance(move, Trade):
        return _traded(done, move)
    return done


def window(state: State) -> list[Move]:
    return [PASS, ORDERS]


def check_window(state: State, move: Move) -> Ruling:
    if isinstance(move, (Pass, NewOrders)):
        return ALLOWED
    return refused(f"Pay {box().numbers.orders_cost} for new orders, or pass.", "RR 3.4")


def pay(state: State, move: Pass | NewOrders) -> State:
    """With new orders to be drawn, and paid (RR 3.4)."""
    if isinstance(move, Pass):
        return state._replace(step="done")
    at = state.active
    paid = paid_for(state.accounts[at], state.round)
    return state._replace(step="new-card", accounts=(*state.accounts[:at], paid, *state.accounts[at + 1 :]))


def paid_for(account: Account, number: int) -> Account:
    """After new orders in the round of that number."""
    cost = box().numbers.orders_cost
    line = ScoreLine(f"round {number}, new orders", -cost, "RR 3.4")
    return account._replace(
        total=account.total - cost, lines=(*account.lines, line), paid=account.paid + cost
    )


def _check_zap(state: State, move: Zap, suits: list[str]) -> Ruling:
    if RAYGUN not in suits:
        return refused("Rayguns do not lead your array.", "RR 4.2")
    bay = state.bays[state.names.index(move.name)]
    if move.tile in (bay.spares if move.spare else bay.array):
        return ALLOWED
    where = "among the spare parts" if move.spare else "in the array"
    return refused(f"{move.tile.code} is not {where} of {move.name}.", "RR 4.2")


def _check_trade(state: State, move: Trade, suits: list[str]) -> Ruling:
    own = not move.name
    if not ((own and ROCKET in suits) or ROBOT in suits):
        if own or ROCKET not in suits:
            return refused("Neither rockets nor robots lead your array.", "RR 4.3")
        return refused("Rockets swap with a spare part of your own.", "RR 4.3")
    if move.tile not in state.bay.array:
        return refused(f"{move.tile.code} is not in your array.", "RR 4.3")
    if move.tile.suit == ROBOT and not (own and ROCKET in suits):
        return refused(f"{move.tile.code} is a robot, and stays.", "RR 4.5")
    owner = state.bay if own else state.bays[state.names.index(move.name)]
    if move.part not in owner.spares:
        of = "your" if own else f"{move.name}'s"
        return refused(f"{move.part.code} is none of {of} spare parts.", "RR 4.3" if own else "RR 4.5")
    if move.part is move.tile:
        return refused("That would change nothing.", "RR 4.3")
    return ALLOWED


def _traded(state: State, move: Trade) -> State:
    seat = state.names.index(move.name) if move.name else state.active
    bay = state.bay
    array = written((*taken(bay.array, (move.tile,)), move.part))
    after = with_bay(state, bay._replace(array=array))
    owner = after.bays[seat]
    parts = (*taken(owner.spares, (move.part,)), move.tile)
    return with_bay(after, owner._replace(spares=parts), seat)
