"""What can be told beforehand in Planetary: what a blow does, what is drawn next, where plants grow.

Blows and shots need no luck: what they do is certain, as far as a seat sees whom it hits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from referee.answers import Why, percent
from referee.engine import Prospects, Seat
from referee.games.planetary import building, remarks, rules, turning, turns, watts
from referee.games.planetary.board import cell_text
from referee.games.planetary.box import box
from referee.games.planetary.hexes import ring_distance
from referee.games.planetary.moves import Fire, Move, Strike
from referee.games.planetary.numbers import numbers
from referee.games.planetary.state import State


def prospects(state: State, seat: Seat | None) -> Prospects | None:
    """None before the first turn and when all is over; an onlooker is told of plants alone."""
    if not state.order or state.step in ("reward", "over"):
        return None
    lines: list[str] = []
    why: list[Why] = []
    if seat is not None and state.sides[seat].out is None:
        if seat == turning.actor(state) and state.step == "act":
            lines += _blows(state, seat)
        lines += _guns(state, seat)
        lines += _next_watts(state, seat)
        lines += _cards(state, seat)
        why += _cards_why(state, seat)
    count = len(list(turns.growing(state)))
    if count:
        lines.append(_plants(count))
        why.append(_plants_why(count))
    return Prospects(tuple(lines), tuple(why)) if lines else None


def _blows(state: State, seat: Seat) -> Iterator[str]:
    """What each attack and each shot does; who operates a gun is all the same."""
    told: dict[str, str] = {}
    for move in turning.moves(state):
        if isinstance(move, Strike | Fire):
            told.setdefault(_blow(state, move), remarks.remark(state, seat, move).text)
    if told:
        yield "What your attacks do now, for certain:"
        yield from (f"  {blow:16} {result}" for blow, result in told.items())


def _blow(state: State, move: Move) -> str:
    if not isinstance(move, Fire):
        return str(move)
    gun = state.side.ship.cells[move.gun]
    assert gun is not None
    return f"{gun.code} {cell_text(move.gun)} at {move.target}"


def _guns(state: State, seat: Seat) -> Iterator[str]:
    """Guns of ships in sight that reach the seat's ship where both are now."""
    own = state.sides[seat].ship
    for other, side in enumerate(state.sides):
        if other == seat or side.out is not None or side.ship.space < 0:
            continue
        away = ring_distance(own.space, side.ship.space, state.spaces)
        for cell, module, effect in side.ship.on:
            if effect.damage and away <= effect.range:
                gun = f"{state.names[other]}'s {module.code} on {cell_text(cell)}"
                where = "your space" if not away else f"{away} space{'' if away == 1 else 's'} away"
                yield f"{gun} reaches your ship from {where}: {effect.damage} damage a turn."


def _next_watts(state: State, seat: Seat) -> Iterator[str]:
    """Of the core alone, if the ship does what it has done in this turn and no more."""
    side = state.sides[seat]
    core = watts.core_of(side)
    if not side.ship.core_hp or core.fuel:
        return
    later = turns.in_light(state.but(round=state.round + 1), seat)
    flown = (state.doings.flown or 0) if seat == state.active else side.travelled
    power = rules.power(core, light=later, travelled=flown)
    where = f"after {flown} spaces" if core.watts_per_space else "in light" if later else "in the dark"
    yield f"Watts of your core in your next turn, if you stay as you are: {power.core}, {where} [PL 4.2]."


def _cards(state: State, seat: Seat) -> Iterator[str]:
    deck = building.with_deck(state.sides[seat]).deck
    if deck:
        chances = (
            f"{code} {percent(Fraction(copies, len(deck)))}" for code, copies in Counter(deck).most_common()
        )
        yield f"Your next blueprint, of {len(deck)}: {', '.join(chances)} [PL 4.4]."
        if len(state.sides[seat].bar) >= box().bar:
            yield "Your bar is full: none is drawn till one is built or sacrificed."


def _cards_why(state: State, seat: Seat) -> Iterator[Why]:
    deck = building.with_deck(state.sides[seat]).deck
    for code, copies in Counter(deck).most_common(1):
        yield Why(f"next blueprint {code}", f"{copies} / {len(deck)}", "PL 4.4")


def _plants(count: int) -> str:
    one = _growth()
    dice = "1 grassy plain rolls a die" if count == 1 else f"{count} grassy plains roll a die"
    average = f"{float(count * one):.1f} grow on average"
    return f"Plants at the round's end: {dice}; {average}, any {percent(1 - (1 - one) ** count)} [PL 5.1]."


def _plants_why(count: int) -> Why:
    one = _growth()
    chance = 1 - (1 - one) ** count
    return Why("any plants", f"1 - (1 - {one})^{count} = {percent(chance)}", "PL 5.1")


def _growth() -> Fraction:
    growth = numbers().growth
    return Fraction(growth.grows, growth.sides)
