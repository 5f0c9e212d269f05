"""Planetary keeps to what every game at the table promises."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.contract import Contract, recorded
from referee.engine.chance.outcomes import Quick, Source
from referee.engine.game import OVER, AnyGame, Chooser, Event, Seat
from referee.engine.play import follow, play_out, start_game
from referee.games.planetary import game
from referee.games.planetary.bots import greedy
from referee.games.planetary.moves import Build, Fly, Fuel, Many, Move, On, Ready, Repair, Sacrifice
from referee.games.planetary.rules.visibility import sees
from referee.games.planetary.state import ABOARD, UNPLACED, Crew, Place, Side, State
from referee.players.bots import at_random
from tests.referee.games.planetary.tables import (
    BOX,
    table,
    why_not,
)
from tests.searching import SEARCHING

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


def imagine(state: State, seat: Seat | None, source: Source) -> State:
    """Another state that the seat cannot tell from this one: what it does not see is otherwise."""
    if state.step in ("reward", "over"):
        return state
    for other in range(len(state.sides)):
        if other == seat:
            continue
        if not sees(state, seat, other):
            state = _elsewhere(state, seat, other, source)
        state = state.with_side(other, _other_cards(state.sides[other], source))
    if state.active != seat and state.order:
        state = state.but(doings=state.doings._replace(spent=source.below(9), flown=source.below(3)))
    return state


def _elsewhere(state: State, seat: Seat | None, other: Seat, source: Source) -> State:
    """With that ship in another place out of sight, its units on other cells, and other stocks."""
    side = state.sides[other]
    if side.ship.space >= 0:
        space = source.below(state.spaces)
        while not _hidden_at(state, seat, other, space):
            space = source.below(state.spaces)
        side = side._replace(ship=side.ship._replace(space=space))
    cells = [place.spot for place in state.occupants if place.field == ABOARD + other]
    own = [n for n, unit in enumerate(side.units) if unit.place.field == ABOARD + other]
    free = [
        cell
        for cell, module in enumerate(side.ship.cells)
        if module and (cell not in cells or any(side.units[n].place.spot == cell for n in own))
    ]
    if side.units and not state.order and any(unit.place == UNPLACED for unit in side.units):
        own = []
    for number, cell in zip(own, source.shuffled(free), strict=False):
        unit = side.units[number]
        hp = 1 + source.below(BOX.units[number].hp)
        side = side.with_unit(number, unit._replace(hp=hp, place=Place(ABOARD + other, cell)))
    side = side._replace(materials=tuple(source.below(9) for _ in side.materials))
    return state.with_side(other, side)


def _hidden_at(state: State, seat: Seat | None, other: Seat, space: int) -> bool:
    moved = state.sides[other]._replace(ship=state.sides[other].ship._replace(space=space))
    return not sees(state.with_side(other, moved), seat, other)


def _other_cards(side: Side, source: Source) -> Side:
    """With bar, deck and pile dealt anew."""
    cards = source.shuffled((*side.bar, *side.deck, *side.pile))
    bar, deck = len(side.bar), len(side.deck)
    return side._replace(
        bar=side.box.in_order(tuple(cards[:bar])),
        deck=side.box.in_order(tuple(cards[bar : bar + deck])),
        pile=side.box.in_order(tuple(cards[bar + deck :])),
        travelled=source.below(4),
    )


class TestContract(
    Contract,
    game=game,
    seats=(2, 3),
    options=({"rounds": "1"},),
    imagine=imagine,
    many=60,
    samples=2,
): ...


def test_greedy_beats_random() -> None:
    """In short games, from either seat; a game that is drawn counts for nobody."""
    source = Quick(1)
    wins = {"greedy": 0, "random": 0}
    for seat in (0, 1, 0, 1):
        end = play_out(game, start_game(game, NAMES[:2], {"rounds": "25"}), _greedy_at(seat), source)
        winners = game.score(end).winners
        if len(winners) == 1:
            wins["greedy" if winners == (NAMES[seat],) else "random"] += 1
    assert wins["greedy"] >= 3
    assert not wins["random"]


@pytest.mark.parametrize("count", range(2, 9))
def test_every_number_of_players_plays_to_the_end(count: int) -> None:
    """8 is the largest system there is. A search plays 200 games of full length, else one of two rounds."""
    start = start_game(game, NAMES[:count], {} if SEARCHING else {"rounds": "2"})
    source = Quick(count)
    for _ in range(200 if SEARCHING else 1):
        assert game.turn(play_out(game, start, at_random, source)) is OVER


def _greedy_at(place: Seat) -> Chooser[State, Move]:
    def choose(rules: AnyGame, state: State, seat: Seat, source: Source) -> Move:
        if seat == place:
            return greedy(rules, rules.known(state, seat), seat, source)
        return at_random(rules, state, seat, source)

    return choose


def test_nobody_is_told_what_a_ship_out_of_sight_does() -> None:
    """PL 3.3: nothing that happens aboard, no draw, no move from one hidden space to another."""
    silent = 0
    for number in range(2):
        state = start_game(game, NAMES[:4], {"rounds": "3", "start": "random"})
        for event in recorded(game, state, Quick(number)):
            after = follow(game, state, event)
            if state.order and _aboard_only(state, event):
                mover = state.active
                for seat in range(4):
                    if seat != mover and not sees(state, seat, mover) and not sees(after, seat, mover):
                        told = game.tell(state, event, after, seat).lines
                        assert not [line for line in told if line.startswith(f"{NAMES[mover]} ")]
                        assert not [line for line in told if line.startswith(f"{NAMES[mover]}'s ship")]
                        silent += 1
            state = after
    assert silent > 50


def _aboard_only(state: State, event: Event) -> bool:
    """Tell whether it concerns nothing but the active player's own ship."""
    if event.seat is None:
        return state.step in ("draw", "swap")
    return isinstance(event.what, Fly | Build | On | Many | Ready | Fuel | Repair | Sacrifice)


@pytest.mark.parametrize(
    ("step", "rule"),
    [
        ("sizes", "PL 1.2"),
        ("dust", "PL 1.3"),
        ("spaces", "PL 3.1"),
        ("bars", "PL 2.4"),
        ("strays", "PL 3.1"),
        ("lots", "PL 3.2"),
        ("draw", "PL 4.4"),
        ("swap", "PL 4.7"),
        ("growth", "PL 5.1"),
        ("reward", "PL 7.3"),
        ("over", "PL 7.1"),
    ],
)
def test_a_move_while_chance_decides_names_the_rule_of_the_draw(step: str, rule: str) -> None:
    assert why_not(table().but(step=step), "done") == rule


@pytest.mark.parametrize("players", [2, 4])
def test_what_was_worked_out_about_earlier_states_stays_true(players: int) -> None:
    """Ships, sides and planets take along what is known about them: the moves are those found out anew."""
    asked = 0

    def choose(game: AnyGame, state: State, seat: Seat, source: Source) -> Move:
        nonlocal asked
        moves: Sequence[Move] = game.moves(state, seat)
        assert list(moves) == list(game.moves(forgotten(state), seat))
        asked += len(moves)
        return moves[source.below(len(moves))]

    play_out(game, start_game(game, NAMES[:players], {}), choose, Quick(players))
    assert asked > 10_000


def forgotten(state: State) -> State:
    """The same state, with nothing worked out about it yet."""
    sides = [side._replace(ship=side.ship._replace(), units=Crew(side.units)) for side in state.sides]
    worlds = [world._replace() for world in state.worlds]
    return state.but(sides=tuple(sides), worlds=tuple(worlds))
