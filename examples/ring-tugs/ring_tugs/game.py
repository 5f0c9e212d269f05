"""Ring Tugs at the table: the contracts, then rounds of sending tugs and taking what drifts."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from components.catalogue import Game
from referee.engine.arguments import agreed_options, check_player_count
from referee.engine.chance.outcomes import Source
from referee.engine.commits import CONCEALED, committed, concealed
from referee.engine.game import OVER, Event, Remark, Seat, Telling, View
from referee.engine.phases import Phase, Phases
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from ring_tugs import box as boxes
from ring_tugs.box import SLUG, UNKNOWN, Box
from ring_tugs.moves import GRAMMAR, Move
from ring_tugs.rules import rounds, scoring, setting_out
from ring_tugs.rules.faults import faults as faults
from ring_tugs.state import State, Step, contract_of, first_state
from ring_tugs.text import log, remarks
from ring_tugs.text import view as views

slug: Final = SLUG
version: Final = 1  # raise it when a rule changes: journals carry it

PHASES: Mapping[Step, Phase[State, Any, Any]] = {
    "beacon": Phase(outcomes=setting_out.first_beacons, resolve=setting_out.give_beacon, rule="RT 2.4"),
    "contract": Phase(
        outcomes=setting_out.contract, resolve=setting_out.deal, confides=setting_out.dealt_to, rule="RT 2.3"
    ),
    "row": Phase(outcomes=rounds.drift, resolve=rounds.fill_row, rule="RT 3.1"),
    "send": Phase(rounds.senders, rounds.sends, rounds.check_send, rounds.send, rule="RT 3.2"),
    "take": Phase(rounds.taker, rounds.takes, rounds.check_take, rounds.take, rule="RT 3.3"),
    "over": Phase(OVER, rule="RT 2.1"),
}
ASKS: Mapping[Step, str] = {
    "beacon": "Draw who has the beacon first",
    "contract": "Enter the contract that is dealt",
    "row": "Enter the cards of the row",
}
_rules = Phases[State, Move, Any](PHASES, GRAMMAR, asks=ASKS)
turn, chance, moves, check = _rules.turn, _rules.chance, _rules.moves, _rules.check
apply, resolve, read, ask = _rules.apply, _rules.resolve, _rules.read, _rules.ask
confides = _rules.confides


def read_box(components: Game, options: Mapping[str, str]) -> Box:
    return boxes.read(components)


def start(names: Sequence[str], options: Mapping[str, str], box: Box) -> State:
    agreed_options(box.components, options)
    check_player_count(box.components, len(names))
    return first_state(tuple(names), box)


def known(state: State, seat: Seat | None) -> State:
    """Without the contracts of the others, and without the tugs that they have chosen in secret."""
    if state.step == "over":
        return state
    own = contract_of(state, seat) if seat is not None else None
    contracts = tuple(one if one == own else UNKNOWN for one in state.contracts)
    commits = concealed(state.commits, seat) if state.step == "send" else state.commits
    return state._replace(contracts=contracts, commits=commits)


def guess(known: State, seat: Seat, source: Source) -> State:
    """The other contracts are drawn from those that the seat has not seen, hidden tugs from each hand."""
    unseen = iter(source.first(setting_out.not_dealt(known), known.contracts.count(UNKNOWN)))
    whole = known._replace(
        contracts=tuple([next(unseen) if one == UNKNOWN else one for one in known.contracts])
    )
    for other, choice in enumerate(known.commits):
        if choice == CONCEALED:
            sends = rounds.sends(known, other)
            whole = whole._replace(commits=committed(whole.commits, other, sends[source.below(len(sends))]))
    return whole


def view(state: State, seat: Seat | None) -> View:
    return views.view(known(state, seat), seat)


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """Tell what a move does, before it is made; nothing of one that is not allowed."""
    return remarks.remark(state, seat, move) if check(state, seat, move).allowed else Remark()


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    return Telling(tuple(log.lines(before, event, after, seat)))


def score(state: State) -> ScoreSheet[PlayerScore]:
    """The score so far (RT 4)."""
    return scoring.score(state)


def round_name(state: State) -> str:
    """A round lasts until its successor's row is drawn, so its score includes what was taken in it."""
    return f"round {state.round - (state.step == 'row' and state.round > 1)}"
