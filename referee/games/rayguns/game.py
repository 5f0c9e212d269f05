"""Rayguns and Rocketships at the table: the launch, four rounds of exploration, the Port of Call."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from components.catalogue import Game
from components.toml import Table
from referee.engine.arguments import agreed_options, check_player_count
from referee.engine.chance.outcomes import Source
from referee.engine.game import OVER, Remark, Seat, View
from referee.engine.phases import Phase, Phases, read_asks
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.games.rayguns import box as boxes
from referee.games.rayguns import position
from referee.games.rayguns.box import SLUG, Box
from referee.games.rayguns.moves import GRAMMAR, Dock, Lay, Move, Spare, Swap
from referee.games.rayguns.position import faults as faults
from referee.games.rayguns.rules import (
    claims,
    docking,
    draws,
    launch,
    opening,
    port_of_call,
    rounds,
    rules_cards,
    specials,
    suit_powers,
)
from referee.games.rayguns.rules.draws import seen_by
from referee.games.rayguns.rules.tiles import UNKNOWN
from referee.games.rayguns.state import VERSION, State, Step, acting, belt, first_state
from referee.games.rayguns.text import log, remarks
from referee.games.rayguns.text import view as viewing

slug: Final = SLUG
version: Final = VERSION
earlier: Final = (1,)  # Journals of these versions can still be played.

PHASES: Mapping[Step, Phase[State, Any, Any]] = {
    "launch": Phase(outcomes=launch.first_player, resolve=launch.launch, rule="RR 2.1"),
    "card": Phase(outcomes=rules_cards.next_card, resolve=rounds.begin, rule="RR 3.1"),
    "orders": Phase(acting, rules_cards.moves, rules_cards.check, rules_cards.apply, rule="RR 3.4"),
    "new-card": Phase(outcomes=rules_cards.next_card, resolve=rules_cards.turn_up, rule="RR 3.4"),
    "draw": Phase(outcomes=draws.tiles, resolve=draws.draw, confides=seen_by, rule="RR 3.2"),
    "array": Phase(acting, opening.moves, opening.check, opening.apply, hint=opening.hint, rule="RR 3.2"),
    "spare": Phase(
        acting, opening.spares, opening.check_spares, opening.keep, hint=opening.hint_spares, rule="RR 3.2"
    ),
    "opened": Phase(acting, opening.first_acts, opening.check_first_act, opening.act_first, rule="RR 3.2"),
    "draw-again": Phase(outcomes=draws.tiles, resolve=draws.draw, confides=seen_by, rule="RR 3.3"),
    "dock": Phase(acting, docking.moves, docking.check, docking.apply, hint=docking.hint, rule="RR 3.3"),
    "sixth": Phase(
        acting,
        docking.sixths,
        docking.check_sixth,
        docking.dock_sixth,
        hint=docking.hint_sixth,
        rule="RR 3.3",
    ),
    "power": Phase(acting, suit_powers.moves, suit_powers.check, suit_powers.apply, rule="RR 3.5"),
    "effect": Phase(acting, specials.moves, specials.check, specials.apply, rule="RR 3.5"),
    "look": Phase(outcomes=draws.tiles, resolve=opening.look, confides=seen_by, rule="RR 5.5"),
    "planet": Phase(outcomes=draws.tiles, resolve=draws.draw, confides=seen_by, rule="RR 5.4"),
    "add": Phase(
        acting,
        specials.additions,
        specials.check_addition,
        specials.add,
        hint=specials.hint_additions,
        rule="RR 5.4",
    ),
    "claim": Phase(acting, claims.moves, claims.check, claims.apply, rule="RR 6.4"),
    "port": Phase(outcomes=draws.tiles, resolve=draws.draw, rule="RR 10.1"),
    "last": Phase(acting, port_of_call.moves, port_of_call.check, port_of_call.apply, rule="RR 10.1"),
    "over": Phase(OVER, rule="RR 10.2"),
}
_rules = Phases[State, Move, Any](PHASES, GRAMMAR, rounds.settle, read_asks(__file__))
turn, chance, moves, check = _rules.turn, _rules.chance, _rules.moves, _rules.check
apply, resolve, read = _rules.apply, _rules.resolve, _rules.read
hint, confides, ask = _rules.hint, _rules.confides, _rules.ask
tell = log.tell

_OPEN: Mapping[Step, Sequence[type[Any]]] = {
    "array": (Lay,),
    "spare": (Spare,),
    "dock": (Swap, Dock),
    "sixth": (Dock,),
    "add": (Dock,),
}


def read_box(components: Game, options: Mapping[str, str]) -> Box:
    return boxes.read(components)


def start(names: Sequence[str], options: Mapping[str, str], box: Box) -> State:
    agreed_options(box.components, options)
    check_player_count(box.components, len(names))
    return first_state(tuple(names), box)


def place(names: Sequence[str], options: Mapping[str, str], box: Box, table: Table) -> State:
    return position.place(start(names, options, box), table)


def by_version(state: State, version: int, options: Mapping[str, str]) -> State:
    """The state, played by the rules of that version.

    Version 1 asked for claims where there was none to make, and took those without a named big number.
    """
    return state._replace(version=version)


def known(state: State, seat: Seat | None) -> State:
    """Tiles that another player has drawn and not chosen yet are hidden."""
    if seat == state.active or not state.drawn:
        return state
    return state._replace(drawn=(UNKNOWN,) * len(state.drawn))


def guess(known: State, seat: Seat, source: Source) -> State:
    """Tiles that are not known are drawn from the belt."""
    if UNKNOWN not in known.drawn:
        return known
    tiles = iter(source.first(belt(known), known.drawn.count(UNKNOWN)))
    return known._replace(drawn=tuple(next(tiles) if tile is UNKNOWN else tile for tile in known.drawn))


def view(state: State, seat: Seat | None) -> View:
    return viewing.view(known(state, seat))


def score(state: State) -> ScoreSheet[PlayerScore]:
    """Every player's total and how it came about (RR 10.2), with the arrays that do not count yet."""
    last = state.result.sheet if state.result else None
    over = state.step == "over"
    winners = last.winners if last and over else ()
    sheet = rounds.sheet(state.names, state.accounts, winners, last.bonus_to if last else ())
    if over:
        return sheet
    players = (
        replace(player, lines=(*player.lines, *viewing.lines_so_far(state, bay)))
        for player, bay in zip(sheet.players, state.bays, strict=True)
    )
    return replace(sheet, players=tuple(players))


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """The remark on a move; empty for one that is not allowed."""
    return remarks.remark(state, seat, move) if check(state, seat, move).allowed else Remark()


def opens(state: State, seat: Seat) -> Sequence[type[Any]]:
    """Tiles that only their owner has seen may be any."""
    return _OPEN.get(state.step, ()) if UNKNOWN in state.drawn and seat == state.active else ()


def round_name(state: State) -> str:
    """A round lasts until the card of the next is drawn, so its end includes its totals."""
    fresh = state.step == "card" or (state.step == "port" and not any(bay.docked for bay in state.bays))
    return state.box.round_title(max(1, state.round - fresh))
