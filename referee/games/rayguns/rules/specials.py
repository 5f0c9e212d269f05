"""The effects of specials (RR 5)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache

from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.games.rayguns.box import Card, Tile, box
from referee.games.rayguns.moves import PASS, Dock, Move, Pass, Use, use
from referee.games.rayguns.rules.draws import with_unknown
from referee.games.rayguns.rules.scoring import BIG_NUMBER, refused_effect
from referee.games.rayguns.rules.tiles import known_tiles, written
from referee.games.rayguns.state import State, lacking, rules_of, with_bay

hint_additions = with_unknown("dock and up to two codes")

PLANET, SATELLITE, UFO = "planet", "satellite", "ufo"


def largest_array(effect: str) -> int:
    """The most tiles a docked array may have under that effect (RR 3.3, 5.3, 5.4)."""
    numbers, specials = box().numbers, box().specials
    return specials[UFO].array if effect == UFO else numbers.array + specials[PLANET].add * (effect == PLANET)


def may_name(state: State, seat: Seat) -> bool:
    """Whether the player has an effect to name; a big number scores without being named."""
    return any(move.special != BIG_NUMBER for move in _uses(state, seat))


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
    """Whether the player may use that effect on that array (RR 5.1, 5.2)."""
    if state.bays[seat].effect:
        return refused("You have used your effect of this round.", "RR 5.2")
    return _check_acts(state.cards, tuple(array), effect)


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


def additions(state: State, seat: Seat) -> list[Move]:
    """Nothing, or up to two of the planet's tiles (RR 5.4)."""
    tiles = written(known_tiles(state.drawn))
    chosen = [
        dict.fromkeys(itertools.combinations(tiles, count))
        for count in range(1, box().specials[PLANET].add + 1)
    ]
    return [PASS, *map(Dock, itertools.chain.from_iterable(chosen))]


def check_addition(state: State, seat: Seat, move: Move) -> Ruling:
    most = box().specials[PLANET].add
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
    return tuple([use(special) for special in there if check_effect(state, seat, array, special).allowed])


@lru_cache(maxsize=256)
def _check_acts(cards: tuple[Card, ...], tiles: tuple[Tile, ...], effect: str) -> Ruling:
    """Whether the effect acts on that array under those cards (RR 5.1). It is asked more than once.

    The owner of an array may have the special written first (RR 6.4).
    """
    rules = rules_of(cards)
    array = written(tiles, first=effect)
    refusal = refused_effect("", effect, array, rules.evaluator_for(effect).best(array), rules.orders)
    return refused(refusal.what, refusal.rule) if refusal else ALLOWED
