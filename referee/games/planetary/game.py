"""Planetary at the table: the system is drawn, round 0, then rounds of turns until one crew is left."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from components.catalogue import Game
from referee.engine.arguments import check_player_count
from referee.engine.chance.outcomes import Drawn
from referee.engine.game import OVER, Remark, Seat, View
from referee.engine.phases import Phase, Phases, read_asks
from referee.games.planetary import box as boxes
from referee.games.planetary.box import SLUG, Box
from referee.games.planetary.moves import GRAMMAR, Move
from referee.games.planetary.position import faults as faults
from referee.games.planetary.rules import (
    building,
    damage,
    decks,
    ending,
    guessing,
    profiles,
    round_0,
    round_end,
    sides,
    system,
    turns,
    upkeep,
    visibility,
)
from referee.games.planetary.rules import clock as clocks
from referee.games.planetary.rules.draws import Named, Words
from referee.games.planetary.rules.round_end import Grown
from referee.games.planetary.rules.sequence import settled
from referee.games.planetary.state import State, Step, active, active_seat
from referee.games.planetary.text import log, remarks
from referee.games.planetary.text import view as views

slug: Final = SLUG
version: Final = 4
earlier: Final = (1, 2, 3)  # Journals of these versions can still be played.

Outcome: TypeAlias = Words | Drawn[Named] | Grown

PHASES: Mapping[Step, Phase[State, Any, Any]] = {
    "sizes": Phase(outcomes=system.sizes, resolve=system.lay("maps"), rule="PL 1.2"),
    "maps": Phase(outcomes=system.maps, resolve=system.lay("sides"), rule="PL 1.2"),
    "sides": Phase(outcomes=system.sides, resolve=system.lay("colours"), rule="PL 1.2"),
    "colours": Phase(outcomes=system.colours, resolve=system.lay_planets, rule="PL 1.2"),
    "dust": Phase(outcomes=system.dust, resolve=system.lay_dust, rule="PL 1.3"),
    "bars": Phase(outcomes=sides.bar, resolve=sides.deal_bar, confides=sides.next_bar, rule="PL 2.4"),
    "space": Phase(round_0.choosers, round_0.starts, round_0.check_start, round_0.start, rule="PL 3.1"),
    "spaces": Phase(outcomes=round_0.spaces, resolve=round_0.draw_spaces, rule="PL 3.1"),
    "build": Phase(round_0.choosers, round_0.builds, round_0.check_build, round_0.build, rule="PL 3.1"),
    "strays": Phase(outcomes=round_0.stray_cell, resolve=round_0.place_stray, rule="PL 3.1"),
    "first": Phase(outcomes=round_0.first_space, resolve=round_0.count_from, rule="PL 3.2"),
    "lots": Phase(outcomes=round_0.lots, resolve=round_0.draw_lots, rule="PL 3.2"),
    "upkeep": Phase(active, upkeep.moves, upkeep.check, upkeep.apply, rule="PL 3.2"),
    "drill": Phase(active, upkeep.drill_moves, upkeep.check_drill, upkeep.drill, rule="PL 3.2"),
    "draw": Phase(outcomes=building.draws, resolve=building.resolve, confides=active_seat, rule="PL 4.4"),
    "act": Phase(active, turns.moves, turns.check, turns.apply, rule="PL 3.2"),
    "swap": Phase(outcomes=building.draws, resolve=building.resolve, confides=active_seat, rule="PL 4.7"),
    "fall": Phase(damage.falling, damage.falls, damage.check_fall, damage.fall, rule="PL 4.11"),
    "growth": Phase(outcomes=round_end.dice, resolve=round_end.resolve, rule="PL 5.1"),
    "reward": Phase(outcomes=ending.reward_draw, resolve=ending.rewarded, rule="PL 7.3"),
    "over": Phase(OVER, rule="PL 7.1"),
}
_rules = Phases[State, Move, Outcome](PHASES, GRAMMAR, settled, read_asks(__file__))
turn, chance, moves, check = _rules.turn, _rules.chance, _rules.moves, _rules.check
resolve, read, ask, confides = _rules.resolve, _rules.read, _rules.ask, _rules.confides
clocked, clock, expire = clocks.clocked, clocks.clock, clocks.expire
known, guess = visibility.known, guessing.guess  # PL 3.3: what is out of sight, as a ready deck would have it
tell, score = log.tell, ending.score


def read_box(components: Game, options: Mapping[str, str]) -> Box:
    return boxes.read(components)


def start(names: Sequence[str], options: Mapping[str, str], box: Box) -> State:
    check_player_count(box.components, len(names))
    return sides.start(tuple(names), options, box)


def apply(state: State, seat: Seat, move: Move) -> State:
    return visibility.remembering(state, _rules.apply(state, seat, move))


def by_version(state: State, version: int, options: Mapping[str, str]) -> State:
    """Start again with the ready decks of that version."""
    return sides.start(state.names, options, decks.earlier_box(state.box, version))


def embed(options: Mapping[str, str]) -> dict[str, str]:
    """The options with the decks themselves in place of files: `deck Ann=sunrise.toml`."""
    box = boxes.load()
    return {
        key: decks.option_text(box, text, owner, "--deck") if (owner := sides.deck_owner(key)) else text
        for key, text in options.items()
    }


def view(state: State, seat: Seat | None) -> View:
    return views.view(known(state, seat), seat)


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """Remark on a move; if it is not allowed, say why."""
    ruling = check(state, seat, move)
    return remarks.remark(state, seat, move) if ruling.allowed else Remark(ruling.reason, sense=-1)


def keep(state: State, mark: str) -> None:
    """Pay the rewards into the players' profiles (PL 7.4)."""
    profiles.pay(state.box, ending.rewards(state), "--save", mark)


def round_name(state: State) -> str:
    return f"round {state.round}"
