"""Rayguns and Rocketships at the table: the launch, four rounds of exploration, the Port of Call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from components.reading import Table
from referee.arguments import check_options, check_player_count
from referee.engine import CHANCE, OVER, Event, Ruling, Seat, Seats, Telling, Turn, View, refused
from referee.games.rayguns import (
    chances,
    closing,
    effects,
    exploring,
    placing,
    powers,
    telling,
    turns,
    typed,
    viewing,
)
from referee.games.rayguns.box import SLUG, Card, Tile, box
from referee.games.rayguns.faults import find_faults
from referee.games.rayguns.moves import UNKNOWN, Move
from referee.games.rayguns.setup import winners
from referee.games.rayguns.state import Account, Bay, State, Step
from referee.outcomes import Drawn, Outcomes
from referee.scoresheet import PlayerScore, ScoreSheet

slug: Final = SLUG
version: Final = 1


class _Choice(NamedTuple):
    """What a seat may do at a step. hint: what may be typed besides, where tiles are not known."""

    moves: Callable[[State], Sequence[Move]]
    check: Callable[[State, Move], Ruling]
    apply: Callable[[State, Any], State]
    hint: str = ""


_CHOICES: Mapping[Step, _Choice] = {
    "orders": _Choice(powers.window, powers.check_window, powers.pay),
    "array": _Choice(
        exploring.lays, exploring.check_lay, exploring.lay, "array and the five codes of the opening array"
    ),
    "spare": _Choice(
        exploring.spares, exploring.check_spare, exploring.keep, "spare and up to two codes of the rest"
    ),
    "opened": _Choice(exploring.openings, exploring.check_opened, exploring.open_),
    "dock": _Choice(
        exploring.swaps,
        exploring.check_swap,
        exploring.swap_or_dock,
        "swap, a tile drawn and the tile it goes in for; dock and a sixth tile, if that is a UFO",
    ),
    "sixth": _Choice(exploring.sixths, exploring.check_sixth, exploring.sixth, "dock and the sixth tile"),
    "power": _Choice(powers.moves, powers.check, powers.apply),
    "effect": _Choice(effects.moves, effects.check, effects.apply),
    "add": _Choice(effects.additions, effects.check_addition, effects.add, "dock and up to two codes"),
    "claim": _Choice(effects.claims, effects.check_claim, effects.claimed),
    "last": _Choice(exploring.lasts, exploring.check_last, exploring.last),
}

# What comes after tiles were drawn.
_DRAWN: Mapping[Step, Step] = {"draw": "array", "draw-again": "dock", "planet": "add", "port": "last"}
_CHANCES = frozenset({"launch", "card", "new-card", "look", *_DRAWN})


def start(names: Sequence[str], options: Mapping[str, str]) -> State:
    check_options(options, ())
    check_player_count(SLUG, len(names))
    return State(
        names=tuple(names),
        round=1,
        commander=0,
        phase="orders-1",
        step="launch",
        active=0,
        cards=(),
        deck=tuple(sorted(box().cards.values(), key=lambda card: card.code)),
        discards=(),
        bays=(Bay(),) * len(names),
        accounts=(Account(),) * len(names),
    )


def place(names: Sequence[str], options: Mapping[str, str], position: Table) -> State:
    return _closed(placing.place(start(names, options), position))


def turn(state: State) -> Turn:
    step = state.step
    if step in _CHANCES:
        return CHANCE
    return OVER if step == "over" else _acting(state.active)


def chance(state: State) -> Outcomes[Any]:
    if state.step == "launch":
        return chances.first_player(state)
    return chances.next_card(state) if state.step in ("card", "new-card") else chances.tiles(state)


def confides(state: State) -> Seat | None:
    """Tiles that are drawn are seen by who draws them, but in the Port of Call (RR 3.2, 10.1)."""
    return state.active if state.step in ("draw", "draw-again", "look", "planet") else None


def moves(state: State, seat: Seat) -> Sequence[Move]:
    """What `check` lets through; of tiles that nobody knows `hint` says what may be typed."""
    choice = _CHOICES.get(state.step)
    return choice.moves(state) if choice and seat == state.active else ()


def hint(state: State, seat: Seat) -> str:
    """What that seat may type besides `moves`, with tiles that it alone has seen."""
    choice = _CHOICES.get(state.step)
    return choice.hint if choice and seat == state.active and UNKNOWN in state.hand else ""


def check(state: State, seat: Seat, move: Move) -> Ruling:
    choice = _CHOICES.get(state.step)
    if choice is None:
        if state.step == "over":
            return refused("The game is over.", "RR 10.2")
        return refused("Tiles or cards are drawn first.", "RR 3.2")
    if seat != state.active:
        return refused(f"It is for {state.names[state.active]} to act.", "RR 3.2")
    return choice.check(state, move)


def apply(state: State, seat: Seat, move: Move) -> State:
    return _closed(_applied(state, move))


def resolve(state: State, outcome: Drawn[Any]) -> State:
    return _closed(_resolved(state, outcome))


def played(state: State, move: Move) -> State:
    """The state after that move alone, before anything follows from it."""
    return _CHOICES[state.step].apply(state, move)


def known(state: State, seat: Seat | None) -> State:
    """Hidden are the tiles that another player has drawn and not chosen yet."""
    if seat == state.active or not state.hand:
        return state
    return state._replace(hand=(UNKNOWN,) * len(state.hand))


def view(state: State, seat: Seat | None) -> View:
    return viewing.view(known(state, seat))


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    ready = _resolved(before, event.what) if event.seat is None else _applied(before, event.what)
    return telling.tell(before, event, ready, after, seat)


def score(state: State) -> ScoreSheet[PlayerScore]:
    """Every player's total and how it came about (RR 10.2)."""
    return closing.sheet(state.names, state.accounts, state.winners, state.bonus_to)


def round_name(state: State) -> str:
    """A round lasts until the next one's card is drawn, with the total of its end."""
    fresh = state.step == "card" or (state.step == "port" and not any(bay.docked for bay in state.bays))
    return closing.stage(max(1, state.round - fresh))


def faults(state: State) -> Iterator[Ruling]:
    """Pieces that are missing or there too often, arrays and totals that cannot be."""
    return find_faults(state)


def read(state: State, seat: Seat | None, text: str) -> Move | Drawn[Tile] | Drawn[Card]:
    return typed.read_outcome(state, text) if seat is None else typed.read_move(state, seat, text)


@cache
def _acting(seat: Seat) -> Seats:
    return Seats((seat,))


def _applied(state: State, move: Move) -> State:
    """After the move; if the round is over, it is not scored yet."""
    return turns.advance(played(state, move))


def _resolved(state: State, outcome: Drawn[Any]) -> State:
    """After the outcome; if the round is over, it is not scored yet."""
    step, pieces = state.step, outcome.pieces
    if step in _DRAWN:
        return state._replace(step=_DRAWN[step], hand=pieces)
    if step == "launch":
        [seat] = winners(chances.launched(len(state.names), pieces)[-1])
        return state._replace(commander=seat, active=seat, step="card")
    if step == "look":
        return turns.advance(
            exploring.opened(state) if state.phase == "opening" else state._replace(step="done")
        )
    turned = chances.with_cards(state, pieces)
    return turns.advance(turns.begin(turned) if step == "card" else turned._replace(step="done"))


def _closed(state: State) -> State:
    return closing.close(state) if state.step == "score" else state
