"""The odds of Planetary: what an attack does, what is drawn next, where plants grow.

Attacks and shots need no luck: what they do is certain, as far as a seat sees the target.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from components.wording import counted
from referee.engine.answers import Why, percent
from referee.engine.game import Prospects, Seat
from referee.games.planetary.moves import Fire, Move, Strike
from referee.games.planetary.rules import building, round_end, turns
from referee.games.planetary.rules.planets import ring_distance
from referee.games.planetary.rules.power import core_of, in_light, power_of
from referee.games.planetary.state import State
from referee.games.planetary.text import remarks


def prospects(state: State, seat: Seat | None) -> Prospects | None:
    """None before the first turn and after the end; an onlooker learns only about plants."""
    if not state.order or state.step in ("reward", "over"):
        return None
    lines: list[str] = []
    why: list[Why] = []
    if seat is not None and state.sides[seat].out is None:
        if seat == state.active and state.step == "act":
            lines += _blows(state, seat)
        lines += _guns(state, seat)
        lines += _next_watts(state, seat)
        lines += _cards(state, seat)
        why += _cards_why(state, seat)
    count = len(list(round_end.growing(state)))
    if count:
        chance = Fraction(len(state.box.growth.grows), state.box.growth.sides)
        lines.append(_plants(count, chance))
        why.append(_plants_why(count, chance))
    return Prospects(tuple(lines), tuple(why)) if lines else None


def _blows(state: State, seat: Seat) -> Iterator[str]:
    """Yield what each attack and each shot does; it does not matter who operates a gun."""
    told: dict[str, str] = {}
    for move in turns.moves(state, seat):
        if isinstance(move, Strike | Fire):
            told.setdefault(_blow(state, move), remarks.remark(state, seat, move).text)
    if told:
        yield "What your attacks do now, for certain:"
        yield from (f"  {blow:16} {result}" for blow, result in told.items())


def _blow(state: State, move: Move) -> str:
    if not isinstance(move, Fire):
        return str(move)
    gun = state.side.ship.module(move.gun)
    return f"{gun.code} {move.gun} at {move.target}"


def _guns(state: State, seat: Seat) -> Iterator[str]:
    """Guns of ships in sight that reach the seat's ship where both are now."""
    own = state.sides[seat].ship
    for other, side in enumerate(state.sides):
        if other == seat or side.out is not None or side.ship.space < 0:
            continue
        away = ring_distance(own.space, side.ship.space, state.spaces)
        for cell, module, effect in side.ship.on:
            if effect.damage and away <= effect.range:
                gun = f"{state.names[other]}'s {module.code} on {cell}"
                where = f"{counted(away, 'space')} away" if away else "your space"
                yield f"{gun} reaches your ship from {where}: {effect.damage} damage a turn."


def _next_watts(state: State, seat: Seat) -> Iterator[str]:
    """The watts of the core alone, if the ship does no more than it has done in this turn."""
    side = state.sides[seat]
    core = core_of(side)
    if not side.ship.core_hp or core.fuel:
        return
    later = in_light(state.but(round=state.round + 1), seat)
    flown = (state.doings.flown or 0) if seat == state.active else side.travelled
    power = power_of(state.box, core, light=later, travelled=flown)
    where = f"after {flown} spaces" if core.watts_per_space else "in light" if later else "in the dark"
    yield f"Watts of your core in your next turn, if you stay as you are: {power.core}, {where} [PL 4.2]."


def _cards(state: State, seat: Seat) -> Iterator[str]:
    deck = building.with_deck(state.sides[seat]).deck
    if deck:
        chances = (
            f"{code} {percent(Fraction(copies, len(deck)))}" for code, copies in Counter(deck).most_common()
        )
        yield f"Your next blueprint, of {len(deck)}: {', '.join(chances)} [PL 4.4]."
        if len(state.sides[seat].bar) >= state.box.start.bar:
            yield "Your bar is full: you draw none until you build or sacrifice one."


def _cards_why(state: State, seat: Seat) -> Iterator[Why]:
    deck = building.with_deck(state.sides[seat]).deck
    for code, copies in Counter(deck).most_common(1):
        yield Why(f"next blueprint {code}", f"{copies} / {len(deck)}", "PL 4.4")


def _plants(count: int, one: Fraction) -> str:
    """The odds of `count` dice, on each of which plants grow with the chance `one`."""
    dice = f"{counted(count, 'grassy plain')} {'rolls' if count == 1 else 'roll'} a die"
    average = f"{float(count * one):.1f} grow on average"
    return f"Plants at the round's end: {dice}; {average}, any {percent(1 - (1 - one) ** count)} [PL 5.1]."


def _plants_why(count: int, one: Fraction) -> Why:
    chance = 1 - (1 - one) ** count
    return Why("any plants", f"1 - (1 - {one})^{count} = {percent(chance)}", "PL 5.1")
