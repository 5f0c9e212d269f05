"""The effects of specials (RR 5)."""

from collections.abc import Sequence

from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.games.rayguns.box import Box, Tile
from referee.games.rayguns.moves import PASS, Dock, Each, Move, Pass, Use, use
from referee.games.rayguns.rules.draws import with_unknown
from referee.games.rayguns.rules.orders import Orders
from referee.games.rayguns.rules.ranks import Hand
from referee.games.rayguns.rules.scoring import BIG_NUMBER, acts, refused_effect
from referee.games.rayguns.rules.tiles import known_tiles, written
from referee.games.rayguns.state import Rules, State, lacking, with_bay

hint_additions = with_unknown("dock and up to two codes")

PLANET, SATELLITE, UFO = "planet", "satellite", "ufo"
# A UFO is named when its array docks, and a big number need not be named.
_UNNAMED = ("", UFO, BIG_NUMBER)


def largest_array(box: Box, effect: str) -> int:
    """The most tiles a docked array may have under that effect (RR 3.3, 5.3, 5.4)."""
    numbers, specials = box.numbers, box.specials
    return specials[UFO].array if effect == UFO else numbers.array + specials[PLANET].add * (effect == PLANET)


def may_name(state: State, seat: Seat) -> bool:
    """Return whether the player has an effect to name; a big number scores without being named."""
    array = state.bays[seat].array
    there = {tile.special for tile in array if tile.special not in _UNNAMED}
    return any(may_use(state, seat, array, special) for special in there)


def moves(state: State, seat: Seat) -> list[Move]:
    return [PASS, *_uses(state, seat)]


def check(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Pass):
        return ALLOWED
    if not isinstance(move, Use):
        return refused("Use an effect, or pass.", "RR 5.2")
    if move.special == UFO and not state.bays[seat].effect:
        return refused("A UFO is named when its array docks.", "RR 5.3")
    return check_effect(state, seat, state.bays[seat].array, move.special)


def check_effect(state: State, seat: Seat, array: Sequence[Tile], effect: str) -> Ruling:
    """Check that the player may use that effect on that array (RR 5.1, 5.2)."""
    if state.bays[seat].effect:
        return refused("You have used your effect of this round.", "RR 5.2")
    tiles, hand, orders = _judged(state.rules, array, effect)
    refusal = refused_effect("", effect, tiles, hand, orders)
    return refused(refusal.what, refusal.rule) if refusal else ALLOWED


def may_use(state: State, seat: Seat, array: Sequence[Tile], effect: str) -> bool:
    """Return whether `check_effect` allows it: of many effects and arrays that are tried, few do anything."""
    return not state.bays[seat].effect and would_act(state.rules, array, effect)


def would_act(rules: Rules, array: Sequence[Tile], effect: str) -> bool:
    """Return whether a special of that array would act if its owner named it (RR 5.1)."""
    return rules.orders.specials_act and acts(effect, *_judged(rules, array, effect))


def apply(state: State, seat: Seat, move: Pass | Use) -> State:
    if isinstance(move, Pass):
        return state._replace(step="done")
    bay = state.bays[seat]
    array = written(bay.array, first=move.special)
    named = with_bay(state, seat, bay._replace(array=array, effect=move.special))
    match move.special:
        case "planet":
            return named._replace(step="planet")
        case "satellite":
            return named._replace(step="look")
        case _:
            return named._replace(step="done")


def additions(state: State, seat: Seat) -> Sequence[Move]:
    """Nothing, or up to two of the planet's tiles (RR 5.4)."""
    return Each(_added, known_tiles(state.drawn), *range(state.box.specials[PLANET].add + 1))


def _added(tiles: tuple[Tile, ...]) -> Dock | Pass:
    return Dock(tiles) if tiles else PASS


def check_addition(state: State, seat: Seat, move: Move) -> Ruling:
    most = state.box.specials[PLANET].add
    if isinstance(move, Pass):
        return ALLOWED
    if not isinstance(move, Dock) or not move.tiles:
        return refused(f"Dock up to {most} of the tiles the planet brought, or pass.", "RR 5.4")
    if len(move.tiles) > most:
        return refused(f"A planet adds up to {most} tiles, not {len(move.tiles)}.", "RR 5.4")
    missing = lacking(state, move.tiles, state.drawn)
    if missing:
        return refused(f"{missing.code} is not among the tiles the planet brought.", "RR 5.4")
    return ALLOWED


def add(state: State, seat: Seat, move: Pass | Dock) -> State:
    tiles = move.tiles if isinstance(move, Dock) else ()
    bay = state.bays[seat]
    return with_bay(state, seat, bay._replace(array=written((*bay.array, *tiles))), step="done", drawn=())


def _uses(state: State, seat: Seat) -> tuple[Use, ...]:
    array = state.bays[seat].array
    there = dict.fromkeys([tile.special for tile in array if tile.special and tile.special != UFO])
    return tuple([use(special) for special in there if may_use(state, seat, array, special)])


def _judged(rules: Rules, array: Sequence[Tile], effect: str) -> tuple[tuple[Tile, ...], Hand, Orders]:
    """The array and the hand that decide about that effect: its owner may have the special written first."""
    tiles = written(array, first=effect)
    return tiles, rules.evaluator_for(effect).best(tiles), rules.orders
