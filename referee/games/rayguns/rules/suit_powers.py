"""Suit powers (RR 4)."""

from collections.abc import Iterator, Sequence
from operator import attrgetter

from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.games.rayguns.box import TRAIT, Box, Tile, titled
from referee.games.rayguns.moves import ORDERS, PASS, Move, NewOrders, Pass, Trade, Zap
from referee.games.rayguns.rules.tiles import taken, written
from referee.games.rayguns.state import State, with_bay

_TRAITS = attrgetter("traits")
RAYGUN, ROCKET, ASTRONAUT, ROBOT = "raygun", "rocket", "astronaut", "robot"


def leading(box: Box, tiles: Sequence[Tile]) -> Sequence[str]:
    """The suits that lead in that array (RR 4.1)."""
    counts: int = sum(map(_TRAITS, tiles))
    leads = counts + box.short_of_leading >> TRAIT - 1 & box.suit_traits
    return [suit for suit in box.suits if leads & box.traits[suit]] if leads else ()


def moves(state: State, seat: Seat) -> list[Move]:
    """Passing, and all that the player's powers can do."""
    return [PASS, *_allowed(state, seat)]


def may_act(state: State, seat: Seat) -> bool:
    """Return whether there is anything that the player's powers can do."""
    if not leading(state.box, state.bays[seat].array):
        return False
    return next(_allowed(state, seat), None) is not None


def _allowed(state: State, seat: Seat) -> Iterator[Move]:
    array = state.bays[seat].array
    suits = leading(state.box, array)
    if not suits or not state.rules.orders.powers_act:
        return
    if RAYGUN in suits:
        for name, other in zip(state.names, state.bays, strict=True):
            for tile in dict.fromkeys(other.array):
                yield Zap(tile, name)
            for tile in dict.fromkeys(other.spares):
                yield Zap(tile, name, True)
    owners = [seat] * (ROCKET in suits) + [*range(len(state.names))] * (ROBOT in suits)
    for owner in dict.fromkeys(owners):
        name, parts = "" if owner == seat else state.names[owner], dict.fromkeys(state.bays[owner].spares)
        for tile in dict.fromkeys(array):
            if not _stays(tile, owner == seat, suits):
                for part in parts:
                    if part is not tile:
                        yield Trade(tile, part, name)
    if ASTRONAUT in suits:
        yield ORDERS


def check(state: State, seat: Seat, move: Move) -> Ruling:
    return _check(state, seat, move, leading(state.box, state.bays[seat].array))


def apply(state: State, seat: Seat, move: Pass | Zap | Trade | NewOrders) -> State:
    if isinstance(move, NewOrders):
        return state._replace(step="new-card")
    done = state._replace(step="done")
    if isinstance(move, Zap):
        owner = state.names.index(move.name)
        bay, out = state.bays[owner], (move.tile,)
        if move.spare:
            return with_bay(done, owner, bay._replace(spares=taken(bay.spares, out)))
        return with_bay(done, owner, bay._replace(array=taken(bay.array, out)))
    return _traded(done, seat, move) if isinstance(move, Trade) else done


def _check(state: State, seat: Seat, move: Move, suits: Sequence[str]) -> Ruling:
    """suits: that lead in the player's array"""
    if isinstance(move, Pass):
        return ALLOWED
    orders = state.rules.orders
    if not orders.powers_act:
        spec = next(spec for spec in orders.specs if not spec.powers)
        return refused(f"Under {titled(spec.name)} suit powers have no effect.", "RR 9.1")
    if isinstance(move, Zap):
        return _check_zap(state, move, suits)
    if isinstance(move, Trade):
        return _check_trade(state, seat, move, suits)
    if isinstance(move, NewOrders):
        return ALLOWED if ASTRONAUT in suits else refused("Astronauts do not lead your array.", "RR 4.4")
    return refused("Use the power of your leading suit, or pass.", "RR 4.1")


def _check_zap(state: State, move: Zap, suits: Sequence[str]) -> Ruling:
    if RAYGUN not in suits:
        return refused("Rayguns do not lead your array.", "RR 4.2")
    bay = state.bays[state.names.index(move.name)]
    if move.tile in (bay.spares if move.spare else bay.array):
        return ALLOWED
    where = "one of the spare parts" if move.spare else "in the array"
    return refused(f"{move.tile.code} is not {where} of {move.name}.", "RR 4.2")


def _check_trade(state: State, seat: Seat, move: Trade, suits: Sequence[str]) -> Ruling:
    own = not move.name
    if not ((own and ROCKET in suits) or ROBOT in suits):
        if own or ROCKET not in suits:
            return refused("Neither rockets nor robots lead your array.", "RR 4.3")
        return refused("Rockets swap with one of your own spare parts.", "RR 4.3")
    if move.tile not in state.bays[seat].array:
        return refused(f"{move.tile.code} is not in your array.", "RR 4.3")
    if _stays(move.tile, own, suits):
        return refused(f"{move.tile.code} is a robot, and stays.", "RR 4.5")
    owner = state.bays[seat if own else state.names.index(move.name)]
    if move.part not in owner.spares:
        whose = "your" if own else f"{move.name}'s"
        what = f"{move.part.code} is not one of {whose} spare parts."
        return refused(what, "RR 4.3" if own else "RR 4.5")
    if move.part is move.tile:
        return refused("That would change nothing.", "RR 4.3")
    return ALLOWED


def _stays(tile: Tile, own: bool, suits: Sequence[str]) -> bool:
    """Robots swap no robots (RR 4.5).

    own  whether it would be swapped with one's own spare part
    """
    return tile.suit == ROBOT and not (own and ROCKET in suits)


def _traded(state: State, seat: Seat, move: Trade) -> State:
    bay = state.bays[seat]
    array = written((*taken(bay.array, (move.tile,)), move.part))
    after = with_bay(state, seat, bay._replace(array=array))
    owner = state.names.index(move.name) if move.name else seat
    parts = (*taken(after.bays[owner].spares, (move.part,)), move.tile)
    return with_bay(after, owner, after.bays[owner]._replace(spares=parts))
