"""Positions of Per Aspera, and what is typed in them."""

from __future__ import annotations

from typing import Any

from referee.engine.game import CHANCE, Seats
from referee.engine.play import open_box
from referee.games.per_aspera import game
from referee.games.per_aspera.box import Box
from referee.games.per_aspera.rules.map_spaces import HOME, Space
from referee.games.per_aspera.state import Ship, State

BOX = open_box(game)
EAST, FAR, WEST = Space(1, 0), Space(3, 0), Space(-1, 0)
RECOMMENDED = Ship(2, 1, 2, 10, 10, 10)


def table(
    cards: dict[Space, str],
    demands: dict[Space, int] | None = None,
    ships: Any = (),
    *,
    box: Box = BOX,
    **changes: Any,
) -> State:
    """A turn of seat 0 in Load; spaces not named are empty space, as far as there is any."""
    by_code = {card.code: card for card in box.deck}
    laid = tuple(box.home_card if space == HOME else by_code[cards.get(space, "E")] for space in box.spaces)
    ships = tuple(ships) or (RECOMMENDED, RECOMMENDED)
    start = game.start(("Ann", "Bo", "Cy")[: len(ships)], changes.pop("options", {}), box)
    results = tuple((demands or {}).get(space, 0) for space in box.spaces)
    chart = start.chart._replace(
        cards=laid,
        demands=results,
        levies=changes.pop("levies", 0),
        colonies=changes.pop("colonies", ()),
    )
    return start._replace(chart=chart, ships=ships, starter=0, step="load")._replace(**changes)


def do(state: State, *texts: str) -> State:
    """Moves and outcomes as typed, each of them allowed."""
    for text in texts:
        turn = game.turn(state)
        if turn is CHANCE:
            outcome = game.read(state, None, text)
            assert game.chance(state).refusal(outcome) == ""
            state = game.resolve(state, outcome)  # type: ignore[arg-type]
        else:
            assert isinstance(turn, Seats)
            [seat] = turn.seats
            move: Any = game.read(state, seat, text)
            assert game.check(state, seat, move) == (True, "", ""), text
            assert move in game.moves(state, seat)
            state = game.apply(state, seat, move)
    return state


def why_not(state: State, text: str, seat: int = 0) -> str:
    """The rule that forbids the move."""
    move: Any = game.read(state, seat, text)
    assert move not in game.moves(state, seat)
    return game.check(state, seat, move).rule
