"""The Last Blast at the table: the construction phase, the flight phase, the score."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from components.catalogue import Game
from components.toml import Table
from referee.engine.arguments import agreed_options, check_player_count
from referee.engine.chance.outcomes import Source
from referee.engine.game import OVER, Remark, Seat, View
from referee.engine.phases import Phase, Phases, read_asks
from referee.games.last_blast import box as boxes
from referee.games.last_blast import position
from referee.games.last_blast.box import SLUG, Box
from referee.games.last_blast.moves import GRAMMAR, Move, Outcome
from referee.games.last_blast.position import faults as faults
from referee.games.last_blast.rules import construction, flight, scoring, start_player
from referee.games.last_blast.state import Draft, State, Step
from referee.games.last_blast.text import log, remarks
from referee.games.last_blast.text.view import view as view_of

slug: Final = SLUG
version: Final = 1

PHASES: Mapping[Step, Phase[Any, Any, Any]] = {
    "field": Phase(outcomes=construction.field, resolve=construction.lay_field, rule="LB 2.1"),
    "deal": Phase(outcomes=construction.deal, resolve=construction.take_deal, rule="LB 3.1"),
    "pick": Phase(
        construction.choosers,
        construction.choices,
        construction.check_choice,
        construction.choose,
        rule="LB 3.1",
    ),
    "blind": Phase(outcomes=construction.blind_card, resolve=construction.take_blind, rule="LB 3.5"),
    "place": Phase(
        construction.taker, construction.ends, construction.check_end, construction.place, rule="LB 3.5"
    ),
    "starter": Phase(outcomes=start_player.lots, resolve=flight.begin, rule="LB 4.1"),
    "fly": Phase(flight.mover, flight.rows, flight.check_row, flight.fly, rule="LB 4.2"),
    "lose": Phase(flight.mover, flight.choices, flight.check_loss, flight.lose, rule="LB 4.2"),
    "over": Phase(OVER, rule="LB 4.10"),
}
_rules = Phases[State, Move, Outcome](PHASES, GRAMMAR, asks=read_asks(__file__))
turn, chance, moves, check = _rules.turn, _rules.chance, _rules.moves, _rules.check
apply, resolve, read, ask = _rules.apply, _rules.resolve, _rules.read, _rules.ask
tell, score = log.tell, scoring.score_state


def read_box(components: Game, options: Mapping[str, str]) -> Box:
    return boxes.read(components)


def start(names: Sequence[str], options: Mapping[str, str], box: Box) -> State:
    agreed = agreed_options(box.components, options)
    check_player_count(box.components, len(names))
    return construction.start(tuple(names), box, wrecks=bool(agreed["wrecks"]))


def place(names: Sequence[str], options: Mapping[str, str], box: Box, table: Table) -> State:
    return position.place(tuple(names), box, "wrecks" in options, table)


def known(state: State, seat: Seat | None) -> State:
    return construction.known(state, seat) if isinstance(state, Draft) else flight.known(state)


def guess(known: State, seat: Seat, source: Source) -> State:
    """The cards evenly, then each secret choice evenly among those its seat may make."""
    return construction.guess(known, source) if isinstance(known, Draft) else known


def view(state: State, seat: Seat | None) -> View:
    return view_of(known(state, seat), seat)


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """Remark on a move; nothing of one that is not allowed."""
    return remarks.remark(state, seat, move) if check(state, seat, move).allowed else Remark()


def round_name(state: State) -> str:
    """The hand of the draft, then the round of the flight."""
    return f"hand {state.hand + 1}" if isinstance(state, Draft) else f"round {state.column + 1}"
