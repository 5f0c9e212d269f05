"""The Last Blast at the table: the construction phase, the flight phase, the score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from components.reading import Table
from referee.arguments import check_player_count
from referee.engine import Event, Ruling, Seat, Telling, Turn, View
from referee.games.last_blast import draft, flight, notation, placing, scoring, telling, viewing
from referee.games.last_blast.box import SLUG, Part, Tile
from referee.games.last_blast.moves import Move, Outcome, read_move
from referee.games.last_blast.scoring import Finish
from referee.games.last_blast.state import Draft, Flight, State
from referee.outcomes import Draw, Listed, read_drawn
from referee.scoresheet import PlayerScore, ScoreSheet
from referee.starters import Starts, read_starter

slug: Final = SLUG
version: Final = 1


def start(names: Sequence[str], options: Mapping[str, str]) -> State:
    notation.check_flags(options)
    check_player_count(SLUG, len(names))
    return draft.start(tuple(names), "wrecks" in options)


def place(names: Sequence[str], options: Mapping[str, str], position: Table) -> State:
    return placing.place(tuple(names), "wrecks" in options, position)


def turn(state: State) -> Turn:
    return draft.turn(state) if isinstance(state, Draft) else flight.turn(state)


def chance(state: State) -> Draw[Tile] | Draw[Part] | Listed[Starts]:
    return draft.chance(state) if isinstance(state, Draft) else flight.chance(state)


def moves(state: State, seat: Seat) -> Sequence[Move]:
    return draft.moves(state, seat) if isinstance(state, Draft) else flight.moves(state, seat)


def check(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(state, Draft):
        return draft.check(state, seat, move)
    return flight.check(state, seat, move)


def apply(state: State, seat: Seat, move: Move) -> State:
    if isinstance(state, Draft):
        return draft.apply(state, seat, move)
    return flight.apply(state, seat, move)


def resolve(state: State, outcome: Outcome) -> State:
    return draft.resolve(state, outcome) if isinstance(state, Draft) else flight.resolve(state, outcome)


def known(state: State, seat: Seat | None) -> State:
    """In the flight nothing is hidden but the cards that are aside, which no longer matter."""
    if isinstance(state, Draft):
        return draft.known(state, seat)
    return state._replace(aside=tuple(sorted(state.aside)))


def view(state: State, seat: Seat | None) -> View:
    return viewing.view(known(state, seat))


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    return telling.tell(before, event, after, seat)


def round_name(state: State) -> str:
    """The hand of the draft, then the round of the flight."""
    return f"hand {state.hand + 1}" if isinstance(state, Draft) else f"round {state.column + 1}"


def score(state: State) -> ScoreSheet[PlayerScore]:
    """LB 5; before the end, what the cards of each rocket count now."""
    if isinstance(state, Flight):
        finishes = [
            Finish(*rocket) for rocket in zip(state.names, state.rockets, state.exploded, strict=True)
        ]
        if not state.order and state.starter is not None:
            return scoring.score(finishes)
    else:
        finishes = [Finish(*rocket) for rocket in zip(state.names, state.rockets, strict=True)]
    return scoring.standing(finishes)


def faults(state: State) -> Iterator[Ruling]:
    """Pieces that are missing or there twice, and tokens that cannot be where they are."""
    return draft.faults(state) if isinstance(state, Draft) else flight.faults(state)


def read(state: State, seat: Seat | None, text: str) -> Move | Outcome:
    where = f'"{text}"'
    if seat is not None:
        return read_move(text, first=isinstance(state, Draft) and not state.rockets[seat])
    if isinstance(state, Flight):
        return read_starter("draw", state.names, text)
    if not state.field:
        return read_drawn(draft.field_draw(state), text, lambda word: notation.read_tile(word, where))
    return read_drawn(draft.card_draw(state), text, lambda word: notation.read_part(word, where))
