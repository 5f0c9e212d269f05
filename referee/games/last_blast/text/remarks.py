"""Remarks on a move before it is made: tile and damage, the cards that fall, the rocket that is left."""

from collections.abc import Sequence
from fractions import Fraction

from components.wording import counted, listed
from referee.engine.game import Remark, Seat
from referee.games.last_blast.box import Box, End, Part, Rocket
from referee.games.last_blast.codes import write_rocket
from referee.games.last_blast.moves import Blind, Lose, Move, Pick, Place, Row
from referee.games.last_blast.rules import flight
from referee.games.last_blast.rules.damage import Taken, loss, removals
from referee.games.last_blast.state import Draft, Flight, State

_NAMED = 1  # cards that fall are named in full up to this number, and more by their codes


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """Tell what a legal move of that seat does; the state is as that seat knows it.

    Moves are sorted by the points that the rocket then has. A move that loses the rocket comes last.
    """
    if isinstance(state, Flight):
        if isinstance(move, Row):
            return _row(state, seat, move)
        return _lose(state, seat, move) if isinstance(move, Lose) else Remark()
    match move:
        case Pick():
            return _joins(state.box, state.rockets[seat], move.card, move.end)
        case Place() if state.drawn is not None:
            return _joins(state.box, state.rockets[seat], state.drawn, move.end)
        case Blind():
            return _blind(state, seat)
    return Remark()


def _row(state: Flight, seat: Seat, move: Row) -> Remark:
    """The tile, the damage and what it takes (LB 4.5 to 4.7)."""
    rocket, tile = state.rockets[seat], flight.tile_at(state, move.row)
    points = (("field", (state.column, move.row - 1)),)
    hit = flight.damage_of(state, seat, move.row)
    lost = loss(state.box, hit.total, len(rocket))
    where, figure = f"{tile.code} {tile.name}", str(hit.total)
    if lost.explodes:
        text = f"{where}, damage {hit.total}: the rocket of {counted(len(rocket), 'card')} explodes"
        return Remark(text, points, sense=-1, figure=figure)
    best = max(_points(taken.left_of(rocket)) for taken in removals(lost))
    if not hit.total:
        text = f"{where}, no damage; {_size(len(rocket), best)} left"
        return Remark(text, points, sense=best, figure=figure)
    fallen = [write_rocket(part) for part in _fallen(rocket, lost.taken) if part]
    fallen += [f"{lost.choice} of your choice"] if lost.choice else []
    after = _size(len(rocket) - hit.total, best, "up to " if lost.choice else "")
    text = f"{where}, damage {hit.total}: {listed(fallen)} {_verb(hit.total)}; {after} left"
    return Remark(text, points, sense=best, figure=figure)


def _lose(state: Flight, seat: Seat, move: Lose) -> Remark:
    """The cards that fall, and the rocket without them (LB 4.6)."""
    rocket, taken = state.rockets[seat], flight.taken_by(state, move)
    left = taken.left_of(rocket)
    ends = [
        f"{_cards(cards, full=state.choice <= _NAMED)} at the {end}"
        for end, cards in zip(("front", "rear"), _fallen(rocket, taken), strict=True)
        if cards
    ]
    fallen = f"{' and '.join(ends)} {_verb(state.choice)}"
    after = f"{_size(len(left), _points(left))} left, {left[0].code} in front"
    return Remark(f"{fallen}; {after}", sense=_points(left))


def _joins(box: Box, rocket: Rocket, card: Part, end: End | None) -> Remark:
    """The card, what it does in front, and the rocket with it (LB 3.2)."""
    points = _points(rocket) + card.number
    # The first card of a rocket is at the front, too.
    parts = [card.name, "" if end == "rear" else _in_front(box, card), _size(len(rocket) + 1, points)]
    return Remark("; ".join(part for part in parts if part), sense=points)


def _blind(state: Draft, seat: Seat) -> Remark:
    """The points to expect of a card that the seat has not seen (LB 3.4)."""
    unseen = state.unseen
    if not unseen:
        return Remark("any card")
    mean = Fraction(sum(card.number for card in unseen), len(unseen))
    protecting = sum(1 for card in unseen if _in_front(state.box, card))
    text = (
        f"1 of {counted(len(unseen), 'card')} it can be: {float(mean):.1f} points on average,"
        f" {protecting} of them protect in front"
    )
    return Remark(text, sense=_points(state.rockets[seat]) + int(mean))


def _in_front(box: Box, card: Part) -> str:
    """Say what the card does at the front of the rocket (LB 4.3, 4.4); empty if nothing."""
    numbers = box.flight.damage
    kinds = {numbers.jump_protection: "jump", numbers.collision_protection: "collision"}
    return f"in front: {kinds[card.system]} damage −{card.number}" if card.system in kinds else ""


def _cards(cards: Sequence[Part], full: bool) -> str:
    if not full:
        return write_rocket(cards)
    return " and ".join(f"{card.code} ({card.name})" for card in cards)


def _fallen(rocket: Rocket, taken: Taken) -> tuple[Rocket, Rocket]:
    """The cards taken from the front, and those from the rear."""
    return rocket[: taken.front], rocket[len(rocket) - taken.rear :]


def _verb(cards: int) -> str:
    return "falls" if cards == 1 else "fall"


def _size(cards: int, points: int, most: str = "") -> str:
    return f"{counted(cards, 'card')}, {most}{counted(points, 'point')}"


def _points(rocket: Rocket) -> int:
    """LB 5.1"""
    return sum(card.number for card in rocket)
