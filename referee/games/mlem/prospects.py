"""The odds of a rocket under way: of the next roll, or of each use of the dice that fell."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from referee.engine import Prospects, Seat
from referee.games.mlem import travel
from referee.games.mlem.odds import Outlook, outlook
from referee.games.mlem.odds_answer import Choice, before_a_roll, choice_lines
from referee.games.mlem.rules import crash_chance
from referee.games.mlem.state import State, box_of, fresh_engineers

_UNDER_WAY = ("roll", "use", "land")


def prospects(state: State, seat: Seat | None) -> Prospects | None:
    """By best play for deep space with those aboard now; None before take-off and after the last roll."""
    if state.step not in _UNDER_WAY or state.at >= state.box.board.end:
        return None
    ahead = _outlook(state.board, len(fresh_engineers(state)))
    if state.step == "use":
        choices = sorted(_choices(state, ahead), key=lambda choice: (-choice.reach, choice.crash))
        head = f"Space {state.at}. Each use of the dice, with best play for deep space from there:"
        return Prospects((head, "", *choice_lines(choices, ahead.target)))
    space, engineers = state.box.board.spaces[state.at], len(fresh_engineers(state))
    answer = before_a_roll(ahead, space, state.pool, engineers)
    return Prospects(answer.lines, answer.why)


def _choices(state: State, ahead: Outlook) -> Iterator[Choice]:
    """Each use with what is in the roll; to call an engineer is worth the best use it makes possible."""
    fresh = len(fresh_engineers(state))
    for use, leg in travel.legs(state.board, state.at, state.roll, state.added).items():
        yield _choice(str(use), leg, ahead, fresh)
    if fresh:
        helped = travel.legs(state.board, state.at, state.roll, state.added + 1).values()
        best = max(helped, key=lambda leg: ahead.reach(leg.arrival, leg.pool, fresh - 1), default=None)
        if best:
            yield _choice("engineer", best, ahead, fresh - 1)


def _choice(use: str, leg: travel.Leg, ahead: Outlook, engineers: int) -> Choice:
    """engineers: those who can still help after it"""
    box, (to, pool) = ahead.box, leg
    over = to == box.board.end
    crash = Fraction(0) if over else crash_chance(box, box.board.spaces[to], pool, engineers)
    return Choice(use, to, pool, crash, ahead.reach(to, pool, engineers))


@cache
def _outlook(board: str, engineers: int) -> Outlook:
    """To deep space from everywhere, with that many engineers at most."""
    box = box_of(board)
    return outlook(box, box.board.end, 0, box.dice, engineers)
