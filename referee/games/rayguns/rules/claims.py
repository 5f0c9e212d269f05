"""Claims: a player may have the docked array counted as another array (RR 6.4)."""

from __future__ import annotations

from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.games.rayguns.box import box
from referee.games.rayguns.moves import PASS, Claim, Move, Pass, claim
from referee.games.rayguns.rules.ranks import Hand
from referee.games.rayguns.rules.scoring import ALIEN, BIG_NUMBER, GLYPH, refused_effect
from referee.games.rayguns.state import State, with_bay

_ACTING = (GLYPH, ALIEN, BIG_NUMBER)  # when arrays are scored
_ACTING_BEFORE = (GLYPH, ALIEN)  # what version 1 of the rules asked for


def hands(state: State, seat: Seat) -> tuple[Hand, ...]:
    """The hands that the player's array may count as, the default first."""
    bay = state.bays[seat]
    return state.rules.evaluator_for(bay.effect).every(bay.array)


def may_gain(state: State, seat: Seat) -> bool:
    """Whether a hand that may be claimed scores more than the default, or has better tiles under a glyph."""
    default, *others = hands(state, seat)
    by_tile = GLYPH in [bay.effect for bay in state.bays]
    better = [
        other
        for other in others
        if other.points > default.points or (by_tile and other.ranks > default.ranks)
    ]
    return any(state.version == 1 or _check_kept(state, seat, other).allowed for other in better)


def moves(state: State, seat: Seat) -> list[Move]:
    """Passing, and the arrays that keep the special that was named (RR 5.1)."""
    _, *others = hands(state, seat)
    able = (other for other in others if _check_kept(state, seat, other).allowed)
    return [PASS, *(claim(other.array.name) for other in able)]


def check(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Pass):
        return ALLOWED
    if not isinstance(move, Claim):
        return refused("Claim another array, or pass.", "RR 6.4")
    default, *others = hands(state, seat)
    if move.array == default.array.name:
        return refused(f"It counts as {default.array.title} unless you claim another array.", "RR 6.4")
    for other in others:
        if move.array == other.array.name:
            return _check_kept(state, seat, other)
    return refused(f"These tiles do not make {box().arrays[move.array].title}.", "RR 6.4")


def apply(state: State, seat: Seat, move: Pass | Claim) -> State:
    array = move.array if isinstance(move, Claim) else ""
    return with_bay(state, seat, state.bays[seat]._replace(claim=array), step="done")


def _check_kept(state: State, seat: Seat, hand: Hand) -> Ruling:
    """A special that acts when arrays are scored has to be part of the hand that is claimed (RR 5.1)."""
    bay = state.bays[seat]
    if bay.effect not in (_ACTING if state.version > 1 else _ACTING_BEFORE):
        return ALLOWED
    refusal = refused_effect("", bay.effect, bay.array, hand, state.rules.orders)
    return refused(refusal.what, refusal.rule) if refusal else ALLOWED
