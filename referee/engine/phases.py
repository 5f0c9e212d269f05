"""A game as a table of contents: for each step, whose turn it is, what is legal and what comes of it.

    PHASES = {
        "board": Phase(turn=next_in_order, moves=boarding.moves, check=boarding.check, apply=boarding.apply),
        "roll": Phase(outcomes=travel.dice, resolve=travel.rolled, rule="ML 3.1"),
        "over": Phase(turn=OVER, rule="ML 7.1"),
    }
    _rules = Phases(PHASES, GRAMMAR)
    turn, chance, moves, check = _rules.turn, _rules.chance, _rules.moves, _rules.check
    apply, resolve, read = _rules.apply, _rules.resolve, _rules.read

A state has a `step`, which names its phase, and the `names` of the players.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType, ModuleType, SimpleNamespace
from typing import Any, Generic, Protocol, TypeVar, get_args, get_type_hints, runtime_checkable

from components.errors import DataError, UsageError, did_you_mean
from components.toml import read_toml
from components.wording import listed
from referee.engine.asking.picks import Says, words_of
from referee.engine.chance.outcomes import Outcomes
from referee.engine.game import ALLOWED, CHANCE, OVER, Game, Ruling, Seat, Seats, Turn, refused
from referee.engine.moves import Declares, Grammar, form_of


class Stepped(Protocol):
    """A state that knows its phase."""

    @property
    def step(self) -> str: ...

    @property
    def names(self) -> tuple[str, ...]: ...


S = TypeVar("S", bound=Stepped)
M = TypeVar("M")
O = TypeVar("O")  # noqa: E741


_NOTHING: Mapping[Any, Any] = MappingProxyType({})


def read_asks(game: str) -> Mapping[str, str]:
    """The questions of a game, step by step: `text/asks.toml` beside that module, its `__file__`."""
    table = read_toml(Path(game).parent / "text" / "asks.toml")
    return {step: table.text(step) for step in table.data}


def no_moves(state: Any, seat: Seat) -> tuple[Any, ...]:
    return ()


def anything(state: Any, seat: Seat, move: Any) -> Ruling:
    return ALLOWED


def _never(*_: Any) -> Any:
    raise AssertionError("this phase has no such thing")


def for_all_eyes(state: Any) -> Seat | None:
    return None


@dataclass(frozen=True)
class Phase(Generic[S, M, O]):
    """Rules of one step: seats choose, or chance decides, or the game is over.

    turn      the seats that choose; `CHANCE` or `OVER` where that never changes
    moves     a seat's candidates that `check` lets through
    check     whether a seat whose turn it is may make that move: the one source of legality
    apply     the state after a move that `check` allows
    outcomes  what chance may bring
    resolve   the state after that outcome
    hint      words on what a seat may type besides `moves`, or what they are in a state for a seat
    confides  the seat for whose eyes alone the outcome is; None if all may see it
    rule      the rule that says whose turn it is, what is rolled or drawn, or why the game is over
    """

    turn: Turn | Callable[[S], Turn] = CHANCE
    moves: Callable[[S, Seat], Sequence[M]] = no_moves
    check: Callable[[S, Seat, M], Ruling] = anything
    apply: Callable[[S, Seat, M], S] = _never
    outcomes: Callable[[S], Outcomes[O]] = _never
    resolve: Callable[[S, O], S] = _never
    hint: Says = ""
    confides: Callable[[S], Seat | None] = for_all_eyes
    rule: str = ""


class Phases(Generic[S, M, O]):
    """The functions of the protocol `Game` that a table of phases and the declared moves decide.

    settle  what follows by itself from every move and outcome, such as the score of a round that is over
    asks    for each step what the seat is to choose, a verb first and at most `LONGEST_ASK` letters; or what
            a table is to roll or draw. A step may be left out where only one form is possible
    """

    def __init__(
        self,
        phases: Mapping[Any, Phase[S, M, O]],
        grammar: Grammar,
        settle: Callable[[S], S] | None = None,
        asks: Mapping[Any, Says] = _NOTHING,
    ) -> None:
        self._phases = phases
        # A game is made of hundreds of steps, and of millions in a simulation: each looks up one function.
        self._turns = {step: _turn_of(phase.turn) for step, phase in phases.items()}
        self._moves = {step: phase.moves for step, phase in phases.items()}
        self._apply = {step: phase.apply for step, phase in phases.items()}
        self._resolve = {step: phase.resolve for step, phase in phases.items()}
        self._outcomes = {step: phase.outcomes for step, phase in phases.items()}
        self._settle = settle
        self._asks = asks
        self._grammar = grammar
        # The turn of a state is asked for again and again, so the last one is kept. States do not change.
        self._last: tuple[S | None, Turn] = (None, OVER)

    def turn(self, state: S) -> Turn:
        last, turn = self._last
        if last is not state:
            try:
                whose = self._turns[state.step]
            except KeyError:
                what, todo = f'There is no phase "{state.step}".', did_you_mean(state.step, self._turns)
                raise DataError(what, where="PHASES", todo=todo) from None
            turn = whose(state)
            self._last = (state, turn)
        return turn

    def chance(self, state: S) -> Outcomes[O]:
        return self._outcomes[state.step](state)

    def moves(self, state: S, seat: Seat) -> Sequence[M]:
        last, turn = self._last
        if last is not state:
            turn = self.turn(state)
        if isinstance(turn, Seats) and seat in turn.seats:
            return self._moves[state.step](state, seat)
        return ()

    def check(self, state: S, seat: Seat, move: M) -> Ruling:
        phase, turn = self._phases[state.step], self.turn(state)
        if turn is OVER:
            return refused("The game is over.", phase.rule)
        if not isinstance(turn, Seats):
            return refused("Dice or cards come first.", phase.rule)
        if seat not in turn.seats:
            return refused(_whose_turn(state, turn), phase.rule)
        return phase.check(state, seat, move)

    def apply(self, state: S, seat: Seat, move: M) -> S:
        after = self._apply[state.step](state, seat, move)
        return self._settle(after) if self._settle else after

    def resolve(self, state: S, outcome: O) -> S:
        after = self._resolve[state.step](state, outcome)
        return self._settle(after) if self._settle else after

    def read(self, state: S, seat: Seat | None, text: str) -> M | O:
        """The move of that seat, or with None what chance brought, as people type it. Raises `UsageError`."""
        if seat is None:
            if self.turn(state) is not CHANCE:
                raise UsageError("There is nothing to roll or draw now.", where=f'"{text}"')
            return self.chance(state).read(text)
        move: M = self._grammar.read(text, state, seat, self.moves)
        return move

    def hint(self, state: S, seat: Seat) -> str:
        phase, turn = self._phases[state.step], self.turn(state)
        return words_of(phase.hint, state, seat) if isinstance(turn, Seats) and seat in turn.seats else ""

    def ask(self, state: S, seat: Seat | None) -> str:
        """Say what that seat is to choose or, with None, what the table is to roll or draw; see `Asks`."""
        return words_of(self._asks.get(state.step, ""), state, seat)

    def confides(self, state: S) -> Seat | None:
        return self._phases[state.step].confides(state)


@runtime_checkable
class Tabled(Protocol):
    """A game that is a table of phases, as our five are."""

    PHASES: Mapping[str, Phase[Any, Any, Any]]


@cache
def misdeclared(rules: ModuleType, protocol: type = Game) -> str:
    """Say what is wrong with how a game, or a pad, is declared, in a sentence; empty if nothing is.

    It lacks a function of the protocol, or a form does not fit its move, or a phase what is done in it.
    """
    needed = {name for kind in protocol.__mro__ for name in vars(kind) if kind.__module__ == Game.__module__}
    missing = sorted(name for name in needed if not name.startswith("_") and not hasattr(rules, name))
    if missing:
        return f"{rules.__name__} has no {listed(missing)}."
    try:
        for kind in rules.GRAMMAR.kinds if isinstance(rules, Declares) else ():
            form_of(kind)
    except DataError as problem:
        return str(problem)
    return next(_misplaced(rules), "") if isinstance(rules, Tabled) else ""


def _misplaced(rules: Any) -> Iterator[str]:
    """Say what is wrong with the phases, a sentence each."""
    annotations = SimpleNamespace(__annotations__={"PHASES": rules.__annotations__.get("PHASES", "")})
    with suppress(NameError):  # Some names are imported for types alone.
        steps = get_args(get_args(get_type_hints(annotations, vars(rules))["PHASES"])[0])
        for step in rules.PHASES.keys() - steps if steps else ():
            yield f'PHASES has the step "{step}", which Step does not have. {did_you_mean(step, steps)}'
    for step, phase in rules.PHASES.items():
        acts = ("outcomes", "resolve") if phase.turn is CHANCE else ("moves", "apply")
        for name in acts if phase.turn is not OVER else ():
            if getattr(phase, name) in (_never, no_moves):
                yield f'The phase "{step}" has no {name}.'


@cache
def alone(seat: Seat) -> Seats:
    """The turn of one seat."""
    return Seats((seat,))


def _turn_of(turn: Turn | Callable[[S], Turn]) -> Callable[[S], Turn]:
    return turn if callable(turn) else lambda state: turn


def _whose_turn(state: Stepped, turn: Seats) -> str:
    names = [state.names[seat] for seat in turn.seats]
    if len(names) == 1 and not turn.secret:
        return f"It is {names[0]}'s turn."
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'} still to choose."
