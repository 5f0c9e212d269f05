"""Effects of specials, and claims (RR 5, 6.4)."""

from __future__ import annotations

import itertools
from functools import lru_cache

from referee.engine import ALLOWED, Ruling, Seat, refused
from referee.games.rayguns.box import Card, Tile, box
from referee.games.rayguns.moves import PASS, Claim, Dock, Move, Pass, Use, claim, use, written
from referee.games.rayguns.ranks import Reading
from referee.games.rayguns.scoring import ALIEN, BIG_NUMBER, GLYPH, refused_effect
from referee.games.rayguns.state import Bay, State, lacking, rules_of, with_bay

PLANET, SATELLITE, UFO = "planet", "satellite", "ufo"


@lru_cache(maxsize=256)
def check_acts(cards: tuple[Card, ...], tiles: tuple[Tile, ...], effect: str) -> Ruling:
    """Whether the effect acts on that array under those cards (RR 5.1); it is asked for more than once.

    The owner of an array may have the special written first (RR 6.4).
    """
    rules = rules_of(cards)
    array = written(tiles, first=effect)
    refusal = refused_effect("", effect, array, rules.reads(effect).read(array), rules.orders)
    return refused(refusal.what, refusal.rule) if refusal else ALLOWED


def asks(state: State, seat: Seat) -> bool:
    """Whether the player has an effect to name; a big number scores without being named."""
    return any(move.special != BIG_NUMBER for move in _uses(state, state.bays[seat]))


def moves(state: State) -> list[Move]:
    return [PASS, *_uses(state, state.bay)]


def _uses(state: State, bay: Bay) -> tuple[Use, ...]:
    if bay.effect or not state.rules.orders.specials_act:
        return ()
    there = dict.fromkeys([tile.special for tile in bay.array if tile.special and tile.special != UFO])
    return tuple([use(special) for special in there if check_acts(state.cards, bay.array, special).allowed])


def check(state: State, move: Move) -> Ruling:
    if isinstance(move, Pass):
        return ALLOWED
    if not isinstance(move, Use):
        return refused("Use an effect, or pass.", "RR 5.2")
    if state.bay.effect:
        return refused("You have used your effect of this round.", "RR 5.2")
    if move.special == UFO:
        return refused("A UFO is named when its array docks.", "RR 5.3")
    return check_acts(state.cards, state.bay.array, move.special)


def apply(state: State, move: Pass | Use) -> State:
    if isinstance(move, Pass):
        return state._replace(step="done")
    bay = state.bay
    array = written(bay.array, first=move.special)
    named = with_bay(state, bay._replace(array=array, effect=move.special))
    match move.special:
        case "planet":
            return named._replace(step="planet")
        case "satellite":
            return named._replace(step="look")
        case _:
            return named._replace(step="done")


def additions(state: State) -> list[Move]:
    """None, or up to two of the planet's tiles (RR 5.4)."""
    hand = [tile for tile in written(state.hand) if tile.rank]
    chosen = [
        dict.fromkeys(itertools.combinations(hand, count))
        for count in range(1, box().specials[PLANET].add + 1)
    ]
    return [PASS, *(Dock(tiles) for tiles in itertools.chain.from_iterable(chosen))]


def check_addition(state: State, move: Move) -> Ruling:
    most = box().specials[PLANET].add
    if isinstance(move, Pass):
        return ALLOWED
    if not isinstance(move, Dock) or not move.tiles:
        return refused(f"Dock up to {most} of the tiles the planet brought, or pass.", "RR 5.4")
    if len(move.tiles) > most:
        return refused(f"A planet adds up to {most} tiles, not {len(move.tiles)}.", "RR 5.4")
    missing = lacking(state, move.tiles, state.hand)
    if missing:
        return refused(f"{missing.code} is not among the tiles the planet brought.", "RR 5.4")
    return ALLOWED


def add(state: State, move: Pass | Dock) -> State:
    tiles = move.tiles if isinstance(move, Dock) else ()
    bay = state.bay
    added = with_bay(state, bay._replace(array=written((*bay.array, *tiles))))
    return added._replace(step="done", hand=())


def readings(state: State, seat: Seat) -> tuple[Reading, ...]:
    """What the player's array may be read as, by default first (RR 6.4)."""
    bay = state.bays[seat]
    return tuple(state.rules.reads(bay.effect).readings(bay.array))


def asks_claim(state: State, seat: Seat) -> bool:
    """Whether another array than the default one scores more, or has better tiles under a glyph."""
    default, *others = readings(state, seat)
    if max([other.points for other in others], default=0) > default.points:
        return True
    by_tile = any(bay.effect == GLYPH for bay in state.bays)
    return by_tile and any(other.ranks > default.ranks for other in others)


def claims(state: State) -> list[Move]:
    _, *others = readings(state, state.active)
    return [PASS, *(claim(other.array.name) for other in others if _check_kept(state, other).allowed)]


def check_claim(state: State, move: Move) -> Ruling:
    if isinstance(move, Pass):
        return ALLOWED
    if not isinstance(move, Claim):
        return refused("Claim another array, or pass.", "RR 6.4")
    default, *others = readings(state, state.active)
    if move.array == default.array.name:
        return refused(f"It is read as {default.array.title} unless you claim another.", "RR 6.4")
    for other in others:
        if move.array == other.array.name:
            return _check_kept(state, other)
    return refused(f"These tiles are no {box().arrays[move.array].title}.", "RR 6.4")


def claimed(state: State, move: Pass | Claim) -> State:
    array = move.array if isinstance(move, Claim) else ""
    return with_bay(state, state.bay._replace(claim=array))._replace(step="done")


def _check_kept(state: State, reading: Reading) -> Ruling:
    """A special that acts when arrays are scored has to be part of what is claimed (RR 5.1)."""
    bay = state.bay
    if bay.effect not in (GLYPH, ALIEN):
        return ALLOWED
    refusal = refused_effect("", bay.effect, bay.array, reading, state.rules.orders)
    return refused(refusal.what, refusal.rule) if refusal else ALLOWED
