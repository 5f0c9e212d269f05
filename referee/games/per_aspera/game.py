"""Per Aspera Ad Astra at the table: the opening, turns of Load, Move, Combat and Unload, the score."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from components.catalogue import Game
from components.toml import Table
from referee.engine.arguments import check_player_count
from referee.engine.asking.picks import Offer
from referee.engine.chance.outcomes import Source
from referee.engine.game import OVER, Seat
from referee.engine.phases import Phase, Phases, read_asks
from referee.games.per_aspera import box as boxes
from referee.games.per_aspera import position
from referee.games.per_aspera.box import SLUG, Box
from referee.games.per_aspera.moves import GRAMMAR, Configure, Move, Outcome
from referee.games.per_aspera.position import faults as faults
from referee.games.per_aspera.rules import combat, load, map_cards, ships, turns, unload
from referee.games.per_aspera.state import State, Step, first_state, read_agreed
from referee.games.per_aspera.text import log, remarks
from referee.games.per_aspera.text import view as viewing

slug: Final = SLUG
version: Final = 1

PHASES: Mapping[Step, Phase[State, Any, Any]] = {
    "map": Phase(outcomes=map_cards.whole_map, resolve=map_cards.lay, rule="PA 2.1"),
    "ship": Phase(turns.active, ships.moves, ships.check, ships.apply, rule="PA 4.4"),
    "starter": Phase(outcomes=ships.start_players, resolve=ships.begin, rule="PA 4.4"),
    "load": Phase(turns.active, load.moves, load.check, load.apply, rule="PA 4.4"),
    "pirates": Phase(outcomes=load.fuel_die, resolve=load.answered, rule="PA 5.3"),
    "turn-up": Phase(outcomes=map_cards.one_card, resolve=map_cards.turn_up, rule="PA 2.3"),
    "demand": Phase(outcomes=map_cards.demand_dice, resolve=map_cards.demand, rule="PA 3.1"),
    "attack": Phase(turns.active, combat.attack_moves, combat.check_attack, combat.attack, rule="PA 4.4"),
    "fight": Phase(outcomes=combat.dice, resolve=combat.resolve, rule="PA 5.6"),
    "take": Phase(combat.taker, combat.take_moves, combat.check_take, combat.take, rule="PA 5.6"),
    "remove": Phase(combat.helper, combat.remove_moves, combat.check_remove, combat.remove, rule="PA 5.7"),
    "unload": Phase(turns.active, unload.moves, unload.check, unload.apply, rule="PA 4.4"),
    "won": Phase(OVER, rule="PA 6.1"),
    "over": Phase(OVER, rule="PA 6.2"),
}
_rules = Phases[State, Move, Outcome](PHASES, GRAMMAR, asks=read_asks(__file__))
turn, chance, moves, check = _rules.turn, _rules.chance, _rules.moves, _rules.check
apply, resolve, read, ask = _rules.apply, _rules.resolve, _rules.read, _rules.ask
view, tell, remark, score = viewing.view, log.tell, remarks.remark, turns.score


def read_box(components: Game, options: Mapping[str, str]) -> Box:
    return boxes.read(components)


def start(names: Sequence[str], options: Mapping[str, str], box: Box) -> State:
    agreed = read_agreed(box.components, options)
    check_player_count(box.components, len(names))
    return first_state(tuple(names), agreed, box)


def place(names: Sequence[str], options: Mapping[str, str], box: Box, table: Table) -> State:
    return position.place(start(names, options, box), table)


def known(state: State, seat: Seat | None) -> State:
    """Money and cargo are open, and nobody knows a card that lies face down: everything is known."""
    return state


def guess(known: State, seat: Seat, source: Source) -> State:
    """Everything is known."""
    return known


def offers(state: State, seat: Seat) -> Sequence[Offer]:
    """The ship that the rules recommend to beginners (PA 4.2)."""
    first = Configure(*state.box.yard.recommended)
    return [Offer("Recommended", first)] if state.step == "ship" else []


def round_name(state: State) -> str:
    return f"round {state.round}"
