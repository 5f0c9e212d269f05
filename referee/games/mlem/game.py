"""MLEM at the table: expeditions of take-off, travel and landing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from components.catalogue import Game
from components.errors import UsageError
from components.reading import read_text
from components.toml import Table
from referee.engine.arguments import agreed_options, check_player_count
from referee.engine.chance.outcomes import Source
from referee.engine.game import OVER, Remark, Seat
from referee.engine.phases import Phase, Phases, read_asks
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.games.mlem import box as boxes
from referee.games.mlem import position
from referee.games.mlem.box import SLUG, Box
from referee.games.mlem.moves import GRAMMAR, Move
from referee.games.mlem.position import faults as faults
from referee.games.mlem.rules import landing, scoring, take_off, travel
from referee.games.mlem.rules.astronauts import landings_in
from referee.games.mlem.state import State, Step, first_state, next_in_order
from referee.games.mlem.text import log, remarks
from referee.games.mlem.text import view as views

slug: Final = SLUG
version: Final = 1

PHASES: Mapping[Step, Phase[State, Any, Any]] = {
    "commander": Phase(outcomes=take_off.first_commanders, resolve=take_off.begin, rule="ML 2.1"),
    "board": Phase(next_in_order, take_off.moves, take_off.check, take_off.apply, rule="ML 2.2"),
    "roll": Phase(outcomes=travel.dice, resolve=travel.rolled, rule="ML 3.1"),
    "use": Phase(next_in_order, travel.moves, travel.check, travel.apply, rule="ML 2.2"),
    "land": Phase(next_in_order, landing.moves, landing.check, landing.apply, rule="ML 2.2"),
    "parachute": Phase(next_in_order, landing.moves, landing.check, landing.apply, rule="ML 4.1"),
    "over": Phase(OVER, rule="ML 7.1"),
}
_rules = Phases[State, Move, Any](PHASES, GRAMMAR, asks=read_asks(__file__))
turn, chance, moves, check = _rules.turn, _rules.chance, _rules.moves, _rules.check
apply, resolve, read, ask = _rules.apply, _rules.resolve, _rules.read, _rules.ask
view, tell = views.view, log.tell


def read_box(components: Game, options: Mapping[str, str]) -> Box:
    """The option `board` is the text of a board, see `embed`. Raises `DataError` if it is not a board."""
    return boxes.read(components, options.get("board", ""))


def start(names: Sequence[str], options: Mapping[str, str], box: Box) -> State:
    agreed_options(box.components, options)
    check_player_count(box.components, len(names))
    return first_state(tuple(names), box)


def embed(options: Mapping[str, str]) -> dict[str, str]:
    """The options with the board itself in place of its file."""
    if "board" not in options:
        return dict(options)
    if not options["board"]:
        raise UsageError("No file is named.", where="--option board", todo="Write --option board=FILE.")
    file = Path(options["board"])
    boxes.load(file)
    return {**options, "board": read_text(file)}


def place(names: Sequence[str], options: Mapping[str, str], box: Box, table: Table) -> State:
    return position.place(start(names, options, box), table)


def known(state: State, seat: Seat | None) -> State:
    """Nothing is hidden."""
    return state


def guess(known: State, seat: Seat, source: Source) -> State:
    """Everything is known."""
    return known


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """Remark on a move; if it is not allowed, say why."""
    ruling = check(state, seat, move)
    return remarks.remark(state, seat, move) if ruling.allowed else Remark(ruling.reason, sense=-1)


def score(state: State) -> ScoreSheet[PlayerScore]:
    """The score (ML 7); nobody has won before the game is over."""
    sheet, _ = scoring.score(state.box, state.names, landings_in(state))
    return sheet if state.step == "over" else replace(sheet, winners=())


def round_name(state: State) -> str:
    """An expedition: its score includes what was landed in it."""
    return f"expedition {state.expedition}"
