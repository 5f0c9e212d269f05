"""Claims: a player may have the docked array counted as another array (RR 6.4)."""

from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import replaced
from referee.games.rayguns.box import Array
from referee.games.rayguns.moves import PASS, Claim, Move, Pass, claim
from referee.games.rayguns.rules.arrays import Evaluator
from referee.games.rayguns.rules.ranks import Hand
from referee.games.rayguns.rules.scoring import ALIEN, BIG_NUMBER, GLYPH, acts, refused_effect
from referee.games.rayguns.state import State

_ACTING = (GLYPH, ALIEN, BIG_NUMBER)  # These act when arrays are scored.
_ACTING_BEFORE = (GLYPH, ALIEN)  # Version 1 of the rules asked for these only.


def hands(state: State, seat: Seat) -> tuple[Hand, ...]:
    """The hands that the player's array may count as, the default first."""
    return tuple(_using(state, seat).hands(state.bays[seat].array))


def may_gain(state: State, seat: Seat) -> bool:
    """Return whether a hand to claim scores more than the default, or has better tiles under a glyph."""
    using, bay = _using(state, seat), state.bays[seat]
    array = bay.array
    by_tile = GLYPH in [bay.effect for bay in state.bays]
    if not by_tile and (state.version == 1 or bay.effect not in _ACTING):
        return using.gains(array)
    default = using.best(array)
    better = (
        other
        for other in using.hands(array, above=0 if by_tile else default.points)
        if other.points > default.points or (by_tile and other.ranks > default.ranks)
    )
    return any(state.version == 1 or _is_kept(state, seat, other.array) for other in better)


def moves(state: State, seat: Seat) -> list[Move]:
    """Passing, and the arrays that keep the special that was named (RR 5.1)."""
    bay = state.bays[seat]
    _, *others = _using(state, seat).satisfied(bay.array)
    if bay.effect in _ACTING:
        others = [other for other in others if _is_kept(state, seat, other)]
    return [PASS, *[claim(other.name) for other in others]]


def check(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Pass):
        return ALLOWED
    if not isinstance(move, Claim):
        return refused("Claim another array, or pass.", "RR 6.4")
    default, *others = _using(state, seat).satisfied(state.bays[seat].array)
    claimed = state.box.arrays[move.array]
    if claimed is default:
        return refused(f"It counts as {default.title} unless you claim another array.", "RR 6.4")
    if claimed not in others:
        return refused(f"These tiles do not make {claimed.title}.", "RR 6.4")
    return _check_kept(state, seat, claimed)


def apply(state: State, seat: Seat, move: Pass | Claim) -> State:
    array = move.array if isinstance(move, Claim) else ""
    after = state.copy()
    after.bays = replaced(state.bays, seat, state.bays[seat]._replace(claim=array))
    after.step = "done"
    return after


def _is_kept(state: State, seat: Seat, array: Array) -> bool:
    """Return whether a special that acts when arrays are scored is part of the claimed array (RR 5.1)."""
    bay = state.bays[seat]
    if bay.effect not in (_ACTING if state.version > 1 else _ACTING_BEFORE):
        return True
    return acts(bay.effect, bay.array, _claimed(state, seat, array), state.rules.orders)


def _check_kept(state: State, seat: Seat, array: Array) -> Ruling:
    if _is_kept(state, seat, array):
        return ALLOWED
    bay, hand = state.bays[seat], _claimed(state, seat, array)
    refusal = refused_effect("", bay.effect, bay.array, hand, state.rules.orders)
    assert refusal
    return refused(refusal.what, refusal.rule)


def _claimed(state: State, seat: Seat, array: Array) -> Hand:
    hand = _using(state, seat).best_as(state.bays[seat].array, array)
    assert hand is not None
    return hand


def _using(state: State, seat: Seat) -> Evaluator:
    return state.rules.evaluator_for(state.bays[seat].effect)
