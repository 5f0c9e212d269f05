"""Planetary at the table: the system is drawn, round 0, then rounds of turns till one crew is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from referee.arguments import check_player_count
from referee.engine import (
    CHANCE,
    OVER,
    Clock,
    Event,
    Remark,
    Ruling,
    Seat,
    Seats,
    Telling,
    Turn,
    View,
    refused,
)
from referee.games.planetary import (
    decks,
    ending,
    opening,
    profiles,
    remarks,
    sight,
    telling,
    timing,
    turning,
    viewing,
)
from referee.games.planetary.box import SLUG
from referee.games.planetary.chances import Grown, Growths, Named, Series, Words, read_named
from referee.games.planetary.faults import find_faults
from referee.games.planetary.glance import glance
from referee.games.planetary.moves import Move
from referee.games.planetary.notation import find_blueprint
from referee.games.planetary.pieces import guest_of
from referee.games.planetary.reading import Reader
from referee.games.planetary.state import State
from referee.outcomes import Draw, Drawn, Outcomes, read_drawn
from referee.scoresheet import PlayerScore, ScoreSheet
from referee.typed import words_behind_verb

slug: Final = SLUG
version: Final = 1

_OPENING = frozenset(
    {"sizes", "maps", "sides", "colours", "dust", "spaces", "bars", "strays", "first", "lots"}
)
# Which rule has cards drawn or dice rolled at that step.
_CHANCE_RULES = {
    "sizes": "PL 1.2",
    "maps": "PL 1.2",
    "sides": "PL 1.2",
    "colours": "PL 1.2",
    "dust": "PL 1.3",
    "spaces": "PL 3.1",
    "bars": "PL 2.4",
    "strays": "PL 3.1",
    "first": "PL 3.2",
    "lots": "PL 3.2",
    "draw": "PL 4.4",
    "swap": "PL 4.7",
    "growth": "PL 5.1",
    "reward": "PL 7.3",
}
_CHANCES = frozenset(_CHANCE_RULES)
_ROUND_0 = frozenset({"space", "build"})


def start(names: Sequence[str], options: Mapping[str, str]) -> State:
    check_player_count(slug, len(names))
    return opening.start(tuple(names), options)


def embed(options: Mapping[str, str]) -> dict[str, str]:
    """The options with the decks themselves where files are named: `deck Ann=sunrise.toml`."""
    return {
        key: decks.option_text(text, owner, "--deck") if (owner := opening.deck_owner(key)) else text
        for key, text in options.items()
    }


def turn(state: State) -> Turn:
    step = state.step
    if step in _CHANCES:
        return CHANCE
    if step in _ROUND_0:
        return Seats(tuple(seat for seat, ready in enumerate(state.ready) if not ready), secret=True)
    if step == "over":
        return OVER
    return Seats((turning.actor(state),))


def chance(state: State) -> Outcomes[Any]:
    if state.step in _OPENING:
        return opening.chance(state)
    return ending.reward_draw(state) if state.step == "reward" else turning.chance(state)


def confides(state: State) -> Seat | None:
    """Blueprints are drawn by their owner alone (PL 3.3)."""
    if state.step == "bars":
        return opening.next_bar(state)
    return state.active if state.step in ("draw", "swap") else None


def moves(state: State, seat: Seat) -> Sequence[Move]:
    step = state.step
    if step in _ROUND_0:
        return tuple(opening.moves(state, seat))
    if step in _CHANCES or step == "over" or seat != turning.actor(state):
        return ()
    return turning.moves(state)


def check(state: State, seat: Seat, move: Move) -> Ruling:
    step = state.step
    if step == "over":
        return refused("The game is over.", "PL 7.1")
    if step in _CHANCES:
        return refused("Dice or cards come first.", _CHANCE_RULES[step])
    if step in _ROUND_0:
        return opening.check(state, seat, move)
    if seat != turning.actor(state):
        rule = "PL 4.11" if state.fall else "PL 3.2"
        return refused(f"It is for {state.names[turning.actor(state)]} to act.", rule)
    return turning.check(state, move)


def apply(state: State, seat: Seat, move: Move) -> State:
    return opening.apply(state, seat, move) if state.step in _ROUND_0 else turning.apply(state, move)


def resolve(state: State, outcome: Words | Drawn[Named] | Grown) -> State:
    if isinstance(outcome, Grown):
        return turning.grown(state, outcome)
    if state.step in _OPENING:
        return opening.resolve(state, outcome)
    assert isinstance(outcome, Drawn)
    return ending.rewarded(state, outcome) if state.step == "reward" else turning.resolve(state, outcome)


def known(state: State, seat: Seat | None) -> State:
    return sight.known(state, seat)


def view(state: State, seat: Seat | None) -> View:
    seen = sight.known(state, seat)
    whole = viewing.view(seen, seat)
    return replace(whole, glance=glance(seen, seat, whole))


def remark(state: State, seat: Seat, move: Move) -> Remark:
    return remarks.remark(state, seat, move)


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    return telling.tell(before, event, after, seat)


def score(state: State) -> ScoreSheet[PlayerScore]:
    """Living units while the game goes on, then money and blueprints (PL 7.1 to 7.3)."""
    return ending.score(state)


def keep(state: State, mark: str) -> None:
    """The rewards in the players' profiles (PL 7.4)."""
    profiles.pay(ending.rewards(state), "--save", mark)


def clocked(state: State) -> bool:
    """As the option `clock` says (PL 3.4)."""
    return state.clock


def clock(state: State, seat: Seat) -> Clock | None:
    return timing.clock(state, seat)


def expire(state: State, seat: Seat) -> State:
    return timing.expired(state, seat)


def round_name(state: State) -> str:
    return f"round {state.round}"


def faults(state: State) -> Iterator[Ruling]:
    """Blueprints that are missing or there twice, and units, ships and hexes that cannot be as they are."""
    return find_faults(state)


def read(state: State, seat: Seat | None, text: str) -> Move | Words | Drawn[Named] | Grown:
    if seat is not None:
        return _reader(state, seat).read(text)
    outcomes = chance(state)
    if isinstance(outcomes, Growths):
        return outcomes.read(text)
    if isinstance(outcomes, Series):
        return Words(tuple(word.lower() for word in words_behind_verb("draw", text)))
    assert isinstance(outcomes, Draw)
    if state.step == "lots":
        return read_drawn(outcomes, text, lambda word: opening.read_lot(state, word))
    codes = [piece.code for piece in outcomes.pool]
    return read_drawn(outcomes, text, lambda word: read_named(codes, find_blueprint(word) or word))


def _reader(state: State, seat: Seat) -> Reader:
    ship = state.sides[seat].ship
    anchors = tuple(world.planet.space for world in state.worlds)

    def find(text: str, owner: Seat) -> int | None:
        code = find_blueprint(text) or text.strip().upper()
        cells = enumerate(state.sides[owner].ship.cells)
        found = [cell for cell, module in cells if module and module.code == code]
        return found[0] if len(found) == 1 else None

    aboard = tuple(guest_of(unit, seat) for unit in state.sides[seat].units)
    return Reader(state.names, state.spaces, anchors, seat, ship.space, ship.planet, aboard, find)
