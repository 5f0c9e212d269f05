"""Remarks on a move before it is made: where the rocket goes, what a landing pays, the risk of a crash."""

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from components.wording import counted, listed
from referee.engine.answers import percent
from referee.engine.game import Remark, Seat
from referee.games.mlem.moves import Aboard, Crash, Help, Land, Move, Use
from referee.games.mlem.odds import crash_chance
from referee.games.mlem.rules import goals, landing, scoring
from referee.games.mlem.rules.travel import Rocket, with_an_engineer
from referee.games.mlem.state import Leg, State, fresh_engineers

LANE = "lane"  # the area of the track


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """Tell what a legal move of that seat does.

    Flights that go far and are safe come first, then landings by the points they bring.
    """
    match move:
        case Aboard():
            return _boards(state, move)
        case Use():
            return _flight(state, seat, state.shown.legs[move.faces])
        case Help():
            return _help(state, seat)
        case Crash():
            return Remark(f"{_failure(state)}; all aboard go home", _lane(state.at), sense=-1)
        case Land():
            return _landing(state, seat, move)
    return _staying(state)


class Payment(NamedTuple):
    """Points that a landing adds to the score of its seat.

    what    the place, and the rank on a planet: "Planet A Anvil: second"
    points  more than before, goals included
    goals   the names of the goals that it claims
    """

    what: str
    points: int
    goals: tuple[str, ...]


def payment(state: State, seat: Seat, place: str) -> Payment:
    """Return what the seat's astronaut adds by landing there, as the board is now (ML 6.1, 7.2, 7.3)."""
    box = state.box
    number = box.board.numbers[place]
    there = state.landed[number]
    after = (*there, (seat, state.aboard[seat]))
    line = scoring.line_of(state.box, number, after, seat)
    assert line is not None
    landed, kind = (*state.landings[seat], number), box.board.kinds[number]
    claimed = goals.claimed(box, state.goals, seat, landed, kind)
    won = [goal for goal, old, new in zip(box.goals, state.goals, claimed, strict=True) if old != new]
    points = line.points - scoring.worth(state.box, number, there, seat) + sum(goal.points for goal in won)
    return Payment(line.what, points, tuple(goal.name for goal in won))


def _boards(state: State, move: Aboard) -> Remark:
    astronaut = state.box.astronaut(move.astronaut)
    first = "" if state.crew else "; you command"
    return Remark(f"{astronaut.effect}{first}")


def _flight(state: State, seat: Seat, leg: Leg) -> Remark:
    at, pool = leg
    board = state.box.board
    if at == board.end:
        return _deep_space(state, seat)
    crash = _crash(state, at, pool)
    text = f"to {at}{_open(state, seat, at)}; {percent(crash)} crash: {_dice(state, at, pool)}"
    facts = (
        (f"{max(0, state.pool - pool)}", "dice spent"),
        (f"{pool}", "dice left"),
        (percent(crash), "crash next"),
    )
    return Remark(text, _lane(at), sense=round(_SENSE * at / board.end * (1 - crash)), facts=facts)


_SENSE = 100  # sense of a flight to the end of the track


def _deep_space(state: State, seat: Seat) -> Remark:
    """All aboard land: the commander on the comet, the others on the galaxy (ML 5.4)."""
    board = state.box.board
    others = [state.names[one] for one in state.crew if one != seat]
    text = f"to {board.end}, {_pays(payment(state, seat, board.comet.code))}"
    if others:
        text += f"; {board.galaxy.name.lower()} for {listed(others)}"
    return Remark(text, _lane(board.end), sense=_SENSE)


def _open(state: State, seat: Seat, at: int) -> str:
    """Tell where the seat's astronaut may land from that space, and what it pays."""
    if at < state.box.expedition.landing_from:
        return ""
    there = landing.destinations(replace(state, at=at, step="land"), seat)
    pays = (f"{one.place}: {_points(payment(state, seat, one.place).points)}" for one in there)
    return f" ({', '.join(pays) or 'nothing free'})"


def _help(state: State, seat: Seat) -> Remark:
    """The flights that the engineer's die makes possible (ML 3.4)."""
    own = state.box.engineers_face
    now = state.shown.legs
    helped = with_an_engineer(state).legs
    stops = sorted({leg.arrival for faces, leg in helped.items() if own in faces})
    helper = state.names[fresh_engineers(state)[0]]
    whose = "your engineer" if helper == state.names[seat] else f"{helper}'s engineer"
    if not stops:
        return Remark(f"{whose} adds a {own}, which space {state.at} does not take", sense=-1)
    text = f"{whose} adds a {own}: to {' or '.join(map(str, stops))}"
    points = tuple(place for stop in stops for place in _lane(stop))
    return Remark(text if now else f"{text}; without it, a crash", points, sense=0 if now else _SENSE)


def _landing(state: State, seat: Seat, move: Land) -> Remark:
    box = state.box
    pays = payment(state, seat, move.place)
    text = _pays(pays)
    if state.step == "land":
        others = [one for one in state.crew if one != seat]
        if state.aboard[seat] == "collector" and others:
            left = max(box.expedition.least_pool, state.pool - box.collectors_dice)
            text += f"; {counted(left, 'die', 'dice')} left for the others"
        if others and state.crew[0] == seat:
            text += f"; {state.names[others[0]]} commands then"
    return Remark(text, _lane(state.at), sense=pays.points, about=box.board.place(move.place).title)


def _staying(state: State) -> Remark:
    if state.step == "parachute":
        return Remark("back to your mat, without points", sense=-1)
    at, pool = state.at, state.pool
    return Remark(f"{percent(_crash(state, at, pool))} crash: {_dice(state, at, pool)}", _lane(at))


def _pays(pays: Payment) -> str:
    """ "+4 points: Planet A Anvil, first"; "+6 points with goal Moon fever: Moon m2"."""
    won = f" with goal {listed(pays.goals)}" if pays.goals else ""
    return f"{_points(pays.points)}{won}: {pays.what.replace(': ', ', ')}"


def _points(count: int) -> str:
    return f"+{counted(count, 'point')}"


def _dice(state: State, at: int, pool: int) -> str:
    """The pool, and the faces that the space takes."""
    return f"{counted(pool, 'die', 'dice')} for faces {' '.join(state.box.board.spaces[at].faces)}"


def _crash(state: State, at: int, pool: int) -> Fraction:
    rocket = Rocket(state.box.board.spaces[at], pool, len(fresh_engineers(state)))
    return crash_chance(state.box, rocket)


def _failure(state: State) -> str:
    box = state.box.expedition
    failures = state.failures + box.crash_steps
    end = ", which ends the game" if failures >= box.failures else ""
    return f"failure {failures} of {box.failures}{end}"


def _lane(space: int) -> tuple[tuple[str, tuple[int, int]], ...]:
    return ((LANE, (space, 0)),)
