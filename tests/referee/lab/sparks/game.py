"""The rules of Sparks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, NamedTuple

from components.catalogue import Game
from components.setup import Fact
from referee.engine.arguments import check_player_count
from referee.engine.asking.fields import Field, Typed
from referee.engine.chance.outcomes import Draw, Drawn, Roll, Rolled
from referee.engine.game import ALLOWED, OVER, Event, Ruling, Seat, Telling, View, refused
from referee.engine.moves import Grammar, move
from referee.engine.phases import Phase, Phases, alone
from referee.engine.scoresheet import PlayerScore, ScoreSheet

slug: Final = "sparks"
version: Final = 1


class Card(NamedTuple):
    code: str
    points: int
    cost: int


class Numbers(NamedTuple):
    rounds: int
    row: int
    jokers: int
    faces: int
    seat_bonus: int
    snowball: int
    tax: int
    target: int
    rounding: int
    needed: int


@dataclass(frozen=True, eq=False)
class Box:
    components: Game
    numbers: Numbers
    cards: tuple[Card, ...]


def _card(text: str, typed: Typed) -> Card:
    return next(card for card in typed.state.box.cards if card.code == text)


@move("take {card}")
class Take:
    """Take that card (SP 1.2)."""

    card: Annotated[Card, Field("Card", _card, lambda card: card.code)]


@move("joker")
class Joker:
    """Turn up other cards (SP 1.3)."""


GRAMMAR = Grammar(Take, Joker)


class State(NamedTuple):
    names: tuple[str, ...]
    box: Box
    totals: tuple[int, ...]
    jokers: tuple[int, ...]
    step: str = "draw"
    round: int = 1
    active: int = 0
    row: tuple[Card, ...] = ()


def draw(state: State) -> Draw[Card]:
    return Draw("cards", state.box.cards, state.box.numbers.row)


def turned_up(state: State, outcome: Drawn[Card]) -> State:
    return state._replace(step="take", row=outcome.pieces)


def moves(state: State, seat: Seat) -> list[Any]:
    every = [*map(Take, dict.fromkeys(state.row)), Joker()]
    return [one for one in every if check(state, seat, one).allowed]


def check(state: State, seat: Seat, move: Any) -> Ruling:
    if isinstance(move, Joker):
        return ALLOWED if state.jokers[seat] else refused("You have no joker left.", "SP 1.3")
    if move.card not in state.row:
        return refused(f"{move.card.code} is not there.", "SP 1.2")
    if move.card.cost > max(state.totals[seat], 0):
        return refused(f"{move.card.code} costs {move.card.cost}.", "SP 1.2")
    return ALLOWED


def apply(state: State, seat: Seat, move: Any) -> State:
    if isinstance(move, Joker):
        return state._replace(step="draw", jokers=_plus(state.jokers, seat, -1))
    return state._replace(step="roll", totals=_plus(state.totals, seat, move.card.points), row=())


def die(state: State) -> Roll:
    return Roll("die", 1, tuple(map(str, range(1, state.box.numbers.faces + 1))))


def rolled(state: State, outcome: Rolled) -> State:
    totals = _plus(state.totals, state.active, int(outcome.faces[0]))
    after = state._replace(step="draw", totals=totals, active=(state.active + 1) % len(state.names))
    return after if after.active else _round_end(after)


def _round_end(state: State) -> State:
    numbers, totals, leader = state.box.numbers, state.totals, _leader(state.totals)
    last = state.round >= numbers.rounds and max(totals) >= numbers.target
    if leader is not None:
        totals = _plus(totals, leader, numbers.snowball - (numbers.tax if last else 0))
    if not last:
        return state._replace(totals=totals, round=state.round + 1)
    totals = _plus(totals, 0, numbers.seat_bonus)
    return state._replace(totals=tuple(total // numbers.rounding for total in totals), step="over")


def _leader(totals: tuple[int, ...]) -> Seat | None:
    return totals.index(max(totals)) if totals.count(max(totals)) == 1 else None


def _plus(values: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*values[:seat], values[seat] + more, *values[seat + 1 :])


PHASES: Mapping[Any, Phase[State, Any, Any]] = {
    "draw": Phase(outcomes=draw, resolve=turned_up, rule="SP 1.2"),
    "take": Phase(lambda state: alone(state.active), moves, check, apply, rule="SP 1.2"),
    "roll": Phase(outcomes=die, resolve=rolled, rule="SP 1.4"),
    "over": Phase(OVER, rule="SP 2.6"),
}
_rules = Phases[State, Any, Any](PHASES, GRAMMAR)
turn, chance, resolve, read = _rules.turn, _rules.chance, _rules.resolve, _rules.read


def read_box(components: Game, options: Mapping[str, str]) -> Box:
    cards = tuple(
        Card(piece.code, piece["points"], piece["cost"])
        for piece in components.deck("cards").pieces
        for _ in range(piece.copies)
    )
    return Box(components, components.tables["numbers"].record(Numbers), cards)


def start(names: Sequence[str], options: Mapping[str, str], box: Box) -> State:
    check_player_count(box.components, len(names))
    return State(tuple(names), box, (0,) * len(names), (box.numbers.jokers,) * len(names))


def known(state: State, seat: Seat | None) -> State:
    return state


def view(state: State, seat: Seat | None) -> View:
    return View((), (Fact("Round", f"{state.round}", "SP 1.1"),))


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    if after.step == "over":
        return Telling(("The game is over [SP 2.6].",))
    return Telling((f"{event.what} [{PHASES[before.step].rule}].",))


def round_name(state: State) -> str:
    return f"round {state.round}"


def score(state: State) -> ScoreSheet[PlayerScore]:
    best = max(state.totals)
    won = state.step == "over" and best >= state.box.numbers.needed
    players = tuple(
        PlayerScore(name=name, points=total, total=total)
        for name, total in zip(state.names, state.totals, strict=True)
    )
    return ScoreSheet(slug, players, tuple(one.name for one in players if won and one.total == best))


def faults(state: State) -> Iterator[Ruling]:
    return iter(())
