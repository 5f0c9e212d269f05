"""Per Aspera Ad Astra at the table: the opening, turns of Load, Move, Combat and Unload, the score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

from components.reading import Table
from referee.arguments import check_player_count
from referee.engine import CHANCE, OVER, Event, Ruling, Seat, Seats, Telling, Turn, View, refused
from referee.games.per_aspera import combat, loading, opening, placing, scoring, telling, unloading, viewing
from referee.games.per_aspera.agreed import read_agreed
from referee.games.per_aspera.box import SLUG, box
from referee.games.per_aspera.chances import (
    Demanded,
    Dice,
    fuel_die,
    read_card,
    read_demanded,
    read_rolled_dice,
    start_players,
)
from referee.games.per_aspera.faults import find_faults
from referee.games.per_aspera.moves import Configure, Move, Reader
from referee.games.per_aspera.scoring import Purse
from referee.games.per_aspera.sector import HOME
from referee.games.per_aspera.state import Card, State, index
from referee.outcomes import Drawn, Outcomes, read_drawn
from referee.scoresheet import PlayerScore, ScoreSheet
from referee.starters import Starts, read_starter

slug: Final = SLUG
version: Final = 1

_CHANCES = frozenset({"map", "starter", "pirates", "turn-up", "demand", "fight"})


def start(names: Sequence[str], options: Mapping[str, str]) -> State:
    agreed = read_agreed(options)
    check_player_count(SLUG, len(names))
    return opening.start(tuple(names), agreed)


def place(names: Sequence[str], options: Mapping[str, str], position: Table) -> State:
    return placing.place(start(names, options), position)


def turn(state: State) -> Turn:
    step = state.step
    if step in _CHANCES:
        return CHANCE
    return OVER if step == "over" else Seats((_actor(state),))


def chance(state: State) -> Outcomes[Any]:
    match state.step:
        case "map" | "turn-up":
            return opening.map_draw(state)
        case "demand":
            return opening.demand_dice(state)
        case "starter":
            return start_players(state.names)
        case "pirates":
            return fuel_die()
        case _:
            return combat.dice(state)


def moves(state: State, seat: Seat) -> Sequence[Move]:
    step = state.step
    if step in _CHANCES or step == "over" or seat != _actor(state):
        return ()
    if step == "load":
        return loading.moves(state)
    if step == "unload":
        return unloading.moves(state)
    return opening.moves() if step == "ship" else combat.moves(state)


def check(state: State, seat: Seat, move: Move) -> Ruling:
    step = state.step
    if step == "over":
        return refused("The game is over.", "PA 6.1" if state.winner is not None else "PA 6.2")
    if step in _CHANCES:
        return refused("Dice or cards come first.", "PA 5.1")
    if seat != _actor(state):
        return refused(f"It is for {state.names[_actor(state)]} to act.", "PA 4.4")
    if step == "load":
        return loading.check(state, move)
    if step == "unload":
        return unloading.check(state, move)
    return opening.check(move) if step == "ship" else combat.check(state, move)


def apply(state: State, seat: Seat, move: Move) -> State:
    step = state.step
    if step == "load":
        return loading.apply(state, move)
    if step == "unload":
        return unloading.apply(state, move)
    if step == "ship":
        return opening.configured(state, cast(Configure, move))
    return combat.apply(state, move)


def resolve(state: State, outcome: Drawn[Card] | Demanded | Starts | Dice) -> State:
    if isinstance(outcome, Starts):
        return opening.starting(state, outcome)
    if isinstance(outcome, Demanded):
        known = state._replace(chart=opening.with_demands(state, outcome))
        return known._replace(step="ship") if state.starter is None else combat.arrive(known)
    if isinstance(outcome, Dice):
        return loading.resolve(state, outcome) if state.step == "pirates" else combat.resolve(state, outcome)
    if state.step == "map":
        return opening.laid(state, outcome)
    chart = opening.turned_up(state.chart, index(state.ship.space), outcome.pieces[0])
    return combat.arrive(state._replace(chart=chart))


def known(state: State, seat: Seat | None) -> State:
    """Money and cargo are open, and nobody knows a card that lies face down: everything is known."""
    return state


def view(state: State, seat: Seat | None) -> View:
    return viewing.view(state)


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    return telling.tell(before, event, after)


def score(state: State) -> ScoreSheet[PlayerScore]:
    """Everybody's money (PA 6.1, PA 6.2)."""
    purses = {}
    for seat, name in enumerate(state.names):
        ship = state.ships[seat] if seat < len(state.ships) else None
        beaten = seat == state.active and state.doings.beaten
        home = ship is not None and ship.space == HOME and ship.left and not beaten
        purses[name] = Purse(ship.money if ship else box().money, home)
    return scoring.standing(purses, state.goal, _winners(state))


def round_name(state: State) -> str:
    return f"round {state.round}"


def faults(state: State) -> Iterator[Ruling]:
    """Cards that are missing or there twice, and ships that cannot be as they are."""
    return find_faults(state)


def read(state: State, seat: Seat | None, text: str) -> Move | Drawn[Card] | Demanded | Starts | Dice:
    if seat is not None:
        here = state.ships[seat].space if seat < len(state.ships) else HOME
        return Reader(here, state.names).read(text)
    match state.step:
        case "map" | "turn-up":
            return read_drawn(opening.map_draw(state), text, read_card)
        case "demand":
            return read_demanded(text)
        case "starter":
            return read_starter("roll", state.names, text)
        case _:
            return read_rolled_dice(text)


def _actor(state: State) -> Seat:
    """Who is to act: the active player, or who acts for the pirates or has won a fight."""
    if state.step == "remove":
        return state.helper
    if state.step == "take":
        return combat.parties(state)[0]
    return state.active


def _winners(state: State) -> tuple[str, ...]:
    if state.step != "over":
        return ()
    if state.winner is not None:
        return (state.names[state.winner],)
    purses = {name: Purse(ship.money, False) for name, ship in zip(state.names, state.ships, strict=True)}
    return scoring.winners(purses, state.goal, end=True)
