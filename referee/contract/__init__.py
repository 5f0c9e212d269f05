"""The contract that every game at the table keeps, as tests: for the five games, and for your own.

A game's tests take all of it with one line:

    class TestContract(Contract, game=game, seats=(2, 3, 4), options=({}, {"wrecks": ""})): ...

pytest runs it; `pytest.register_assert_rewrite("referee.contract")`, before the import, shows the values with
which an assertion failed.

`imagine` makes, from a state and a seat, another state that this seat cannot tell from it; without one the
game has nothing hidden. It may not call `known`, which is what it examines. `many` is for a game that takes
too long to be played 1000 times at every run; a search, which is a run with HYPOTHESIS_PROFILE=search, plays
`search` of them and looks at 20 times as many games step by step. `forgets` excuses fields of the state in
which guesses forget what a seat was shown, and says what they forget.
"""

import copy
import inspect
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import Any, ClassVar
from unittest import SkipTest
from unittest.mock import patch

from components import catalogue
from components.setup import Placed, Resting
from referee.contract.choices import Choices, lefts, news
from referee.engine.answers import WIDTH
from referee.engine.chance.outcomes import Quick, Source
from referee.engine.chance.seeded import Chance
from referee.engine.game import CHANCE, HIDDEN, OVER, AnyGame, Confides, Event, Guesses, Over, Seats
from referee.engine.phases import misdeclared
from referee.engine.play import follow, play_out, start_game
from referee.games import bots_of, insight_of
from referee.lessons.course import rehearse
from referee.lessons.lesson import find_lesson, has_lesson
from referee.players.bots import at_random
from referee.players.recall import at_once, forgotten

Imagine = Callable[[Any, int | None, Source], Any]
Options = Mapping[str, str]

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
SAMPLES = 3  # whole games looked at step by step, for each number of seats and each set of options
MANY = 1000  # whole games played for each number of seats
SEARCHING = os.environ.get("HYPOTHESIS_PROFILE") == "search"
MORE = 20 if SEARCHING else 1  # times as many samples
ALTERNATIVES = 3  # other draws that are looked at in place of a secret one
LONGEST = 20_000  # steps: a game that takes more does not end


class Contract(Choices):
    """Subclass it with the game; every method is a promise."""

    game: ClassVar[AnyGame]
    tables: ClassVar[Sequence[tuple[int, Options]]]
    imagine: ClassVar[Imagine | None]
    many: ClassVar[int]
    looked_at: ClassVar[int]
    forgets: ClassVar[Mapping[str, str]]

    def __init_subclass__(
        cls,
        game: AnyGame,
        seats: Sequence[int],
        options: Sequence[Options] = ({},),
        imagine: Imagine | None = None,
        many: int = MANY,
        search: int = MANY,
        samples: int = SAMPLES,
        forgets: Mapping[str, str] | None = None,
    ) -> None:
        cls.game = game
        cls.tables = [(count, option) for count in seats for option in options]
        cls.imagine = staticmethod(imagine) if imagine else None
        cls.many = search if SEARCHING else many
        cls.looked_at = samples
        cls.forgets = forgets or {}

    def test_everything_is_declared(self) -> None:
        """The game has every function of the protocol; its moves and phases are declared as they are used."""
        game: Any = self.game  # a module
        assert misdeclared(game) == ""

    def test_every_step_is_as_it_should_be(self) -> None:
        """No fault and no dead end; moves are what `check` lets through; views and tellings fit."""
        for seats, before, event, after in self.steps():
            assert list(self.game.faults(after)) == []
            self.moves_are_legal(after, seats)
            for seat in (None, *seats):
                assert all(len(line) for line in self.game.tell(before, event, after, seat).lines)
                view = self.game.view(after, seat)
                assert len({area.name for area in view.areas}) == len(view.areas)
                for area in view.areas:
                    lying = (*area.pieces, *area.under)
                    strangers = [piece for piece in lying if not self.is_printed(piece)]
                    assert not strangers, f"{told(before, event)}: {area.name} has what no deck has"
            assert {player.name for player in self.game.score(after).players} <= set(NAMES)

    def test_chances_are_exact(self) -> None:
        """Picked outcomes are possible, and where there are few, their probabilities add up to 1."""
        for _, before, event, _ in self.steps(samples=1):
            if event.seat is not None:
                continue
            outcomes = self.game.chance(before)
            assert outcomes.refusal(event.what) == ""
            assert 0 < outcomes.probability(event.what) <= 1
            listed = few(outcomes)
            if listed is not None:
                assert sum(chance for _, chance in listed) == 1
                assert all(outcomes.probability(outcome) == chance for outcome, chance in listed)

    def test_notation_reads_back(self) -> None:
        """Every move and every outcome is typed as it is shown."""
        for _, before, event, _ in self.steps():
            assert self.game.read(before, event.seat, str(event.what)) == event.what
            turn = self.game.turn(before)
            if isinstance(turn, Seats):
                for move in self.game.moves(before, turn.seats[0]):
                    assert self.game.read(before, turn.seats[0], str(move)) == move

    def test_replay_is_the_state(self) -> None:
        """The same events from the start give the same states, so undo and redo change nothing."""
        for start, states, events in self.samples():
            assert replay(self.game, start, events) == states
            for step in range(len(events) - 1, 0, -7):
                undone = replay(self.game, start, events[:step])[-1]
                assert undone == states[step]
                assert follow(self.game, undone, events[step]) == states[step + 1]

    def test_states_do_not_change(self) -> None:
        """A state can be kept, hashed and compared; playing on leaves it as it was."""
        for start, states, events in self.samples(samples=2):
            frozen = [hash(state) for state in states]
            for state, event in zip(states, events, strict=False):
                follow(self.game, state, event)
            play_out(self.game, start, at_random, Quick(1))
            assert [hash(state) for state in states] == frozen

    def test_nothing_is_copied_deeply(self) -> None:
        def never(*_: object) -> None:
            raise AssertionError("deepcopy")

        with patch.object(copy, "deepcopy", never):
            for count, options in self.tables:
                play_out(self.game, start_game(self.game, NAMES[:count], options), at_random, Quick(2))

    def test_nobody_sees_what_is_hidden(self) -> None:
        """States a seat cannot tell apart give it equal views, knowledge, tellings and moves."""
        source, imagine = Quick(3), type(self).imagine
        differs = hides = False
        for seats, before, event, after in self.steps(samples=1):
            for seat in (None, *seats):
                known, view = self.game.known(before, seat), self.game.view(before, seat)
                assert self.game.known(known, seat) == known
                assert self.game.view(known, seat) == view
                hides |= known != before
                other = before
                if imagine is not None:
                    with never_called(self.game.known):
                        other = imagine(before, seat, source)
                    differs |= other != before
                    assert list(self.game.faults(other)) == []
                    self.cannot_tell(before, other, seat)
                self.commits_are_secret(before, event, after, other, seat)
        assert differs or imagine is None, "imagine never gives another state, so it shows nothing"
        assert imagine or not hides, "the game hides something: give the contract an imagine"

    def test_nobody_learns_what_another_draws(self) -> None:
        """Had a draw that is for one seat's eyes brought something else, the others would know the same."""
        if not isinstance(self.game, Confides):
            raise SkipTest("all draws of this game are open")
        source = Quick(5)
        for seats, before, event, after in self.steps(samples=1):
            eyes = self.game.confides(before) if event.seat is None else None
            for _ in range(0 if eyes is None else ALTERNATIVES):
                other = Event(None, self.game.chance(before).pick(source))
                instead = follow(self.game, before, other)
                if OVER not in (self.game.turn(after), self.game.turn(instead)):
                    for seat in {None, *seats} - {eyes}:
                        self.tells_alike((before, event, after), (before, other, instead), seat)

    def test_what_is_guessed_cannot_be_told_from_what_is_known(self) -> None:
        """A guess has no fault, and gives the seat exactly what it knows."""
        if not isinstance(self.game, Guesses):
            raise SkipTest("this game does not guess")
        source = Quick(4)
        for seats, before, _, _ in self.steps(samples=1):
            for seat in seats:
                known = self.game.known(before, seat)
                guessed = self.game.guess(known, seat, source)
                assert list(self.game.faults(guessed)) == []
                assert self.game.known(guessed, seat) == known
                assert self.game.turn(guessed) == self.game.turn(before)

    def test_no_guess_forgets_what_the_seat_was_shown(self) -> None:
        """Guesses after a step have all that follows from the step and from what the seat knew before it."""
        if not isinstance(self.game, Guesses):
            raise SkipTest("this game does not guess")
        source = Quick(8)
        for start, states, events in self.samples(samples=1):
            for step, then in at_once(self.game, states):
                for seat in range(len(self.game.score(start).players)):
                    between = events[step:then]
                    for name, value in forgotten(
                        self.game, states[step], between, states[then], seat, source
                    ):
                        said = (
                            f"{told(states[step], events[step])}: seat {seat} has forgotten {name}: {value}"
                        )
                        assert name in self.forgets, said

    def test_whole_games_end(self) -> None:
        """No dead end and no exception in many games, with a winner or a reason why there is none."""
        for count, options in self.tables:
            start = start_game(self.game, NAMES[:count], options)
            source = Quick(count)
            for _ in range(self.many // len([table for table in self.tables if table[0] == count])):
                end = play_out(self.game, start, at_random, source)
                assert self.game.turn(end) is OVER
                assert set(self.game.score(end).winners) <= set(NAMES[:count])

    def test_bots_make_legal_moves(self) -> None:
        """The bots of `bots.py` play whole games, and so does what its `INSIGHT` plays on with."""
        slug = self.game.slug
        choosers = {**bots_of(slug), "INSIGHT.playout": insight_of(slug).playout}
        for name, choose in choosers.items():
            for count, options in self.tables:
                source, state = Quick(6), start_game(self.game, NAMES[:count], options)
                while (turn := self.game.turn(state)) is not OVER:
                    if not isinstance(turn, Seats):
                        state = self.game.resolve(state, self.game.chance(state).pick(source))
                        continue
                    seat = turn.seats[0]
                    move = choose(self.game, self.game.known(state, seat), seat, source)
                    said = f'bots.py, "{name}", step "{getattr(state, "step", "")}": {move}'
                    assert move is not None, said
                    ruling = self.game.check(state, seat, move)
                    assert ruling.allowed, f"{said} is refused: {ruling.reason}"
                    state = self.game.apply(state, seat, move)

    def test_the_lesson_is_what_the_rules_allow(self) -> None:
        """Its moves are legal, its mistakes are refused by the rules they name, and its areas are there."""
        if not has_lesson(self.game.slug):
            raise SkipTest("this game has no lesson")
        rehearse(self.game.slug, find_lesson(self.game.slug))

    def test_rules_cited_are_rules(self) -> None:
        """Every rule a ruling cites stands in the rulebook, or is a section of it without numbered rules."""
        rules = catalogue.load(self.game.slug).rules
        whole = [section.number for section in rules.sections if not section.rules]
        numbers = {f"{rules.prefix} {number}" for number in (*rules.numbers(), *whole)}
        citation = re.compile(rf"\b{rules.prefix} \d+(?:\.\d+)?")
        for seats, before, event, after in self.steps(samples=3):
            view, telling = self.game.view(before, None), self.game.tell(before, event, after, None)
            cited = {fact.rule for fact in view.facts} | {step.rule for step in telling.why}
            cited |= {line.rule for player in self.game.score(after).players for line in player.lines}
            cited |= {rule for line in telling.lines for rule in citation.findall(line)}
            acting = self.game.turn(before)
            moves = self.game.moves(before, acting.seats[0]) if isinstance(acting, Seats) else ()
            cited |= {self.game.check(after, seat, move).rule for seat in seats for move in moves[:9]}
            assert cited - {""} <= numbers

    def samples(self, samples: int | None = None) -> Iterator[tuple[Any, list[Any], list[Event]]]:
        """Whole games: the start, every state from it on, and the events between them."""
        game: Any = self.game  # it has a hash, though its type does not say so
        for count, options in self.tables:
            for number in range(min(samples or self.looked_at, self.looked_at) * MORE):
                yield sample(game, count, tuple(options.items()), number)

    def steps(self, samples: int | None = None) -> Iterator[tuple[range, Any, Event, Any]]:
        """The seats, and a state, an event and the state after it."""
        for start, states, events in self.samples(samples):
            seats = range(len(self.game.score(start).players))
            for before, event, after in zip(states, events, states[1:], strict=False):
                yield seats, before, event, after

    def moves_are_legal(self, state: Any, seats: range) -> None:
        turn = self.game.turn(state)
        acting = turn.seats if isinstance(turn, Seats) else ()
        assert acting or not isinstance(turn, Seats)
        everything = {move for seat in acting for move in self.game.moves(state, seat)}
        for seat in seats:
            moves = list(self.game.moves(state, seat))
            assert bool(moves) == (seat in acting), "a seat that is to act has a move, another has none"
            own = set(moves)
            assert len(own) == len(moves)
            for move in everything:
                ruling = self.game.check(state, seat, move)
                assert ruling.allowed == (move in own)
                assert ruling.allowed or (ruling.reason and ruling.rule and len(ruling.reason) <= WIDTH)

    def is_printed(self, piece: Placed | Resting) -> bool:
        """Tell whether a deck has that piece, and those that it holds; what has no deck may be anything."""
        codes = printed(self.game.slug)
        known = not piece.deck or piece.code in ("", HIDDEN) or piece.code in codes.get(piece.deck, ())
        return known and all(map(self.is_printed, getattr(piece, "holds", ())))

    def commits_are_secret(self, before: Any, event: Event, after: Any, other: Any, seat: int | None) -> None:
        """While others are still to choose, a seat learns only that somebody has chosen."""
        turn = self.game.turn(before)
        if not isinstance(turn, Seats) or not turn.secret or seat == event.seat or len(turn.seats) == 1:
            return
        assert event.seat is not None
        moves = self.game.moves(other, event.seat)
        for move in (moves[0], moves[-1]):
            chosen = Event(event.seat, move)
            self.tells_alike((before, event, after), (other, chosen, follow(self.game, other, chosen)), seat)

    def tells_alike(
        self, one: tuple[Any, Event, Any], other: tuple[Any, Event, Any], seat: int | None
    ) -> None:
        """The seat is told the same of both steps, and cannot tell apart where they lead to.

        Only whose turn it is may differ, such as where one of the moves is the last of several.
        """
        after, instead = one[2], other[2]
        assert self.game.tell(*other, seat) == self.game.tell(*one, seat), f"seat {seat}: {told(*one[:2])}"
        assert news(self.game, other, seat) == news(self.game, one, seat)
        assert self.game.view(instead, seat) == self.game.view(after, seat)
        if self.game.turn(instead) == self.game.turn(after):
            self.cannot_tell(after, instead, seat)

    def cannot_tell(self, state: Any, other: Any, seat: int | None) -> None:
        """Both states are one to that seat."""
        assert self.game.known(other, seat) == self.game.known(state, seat)
        assert self.game.view(other, seat) == self.game.view(state, seat)
        assert self.game.turn(other) == self.game.turn(state)
        if seat is not None:
            assert list(self.game.moves(other, seat)) == list(self.game.moves(state, seat))
            assert lefts(self.game, other, seat) == lefts(self.game, state, seat)


@contextmanager
def never_called(function: Callable[..., Any]) -> Iterator[None]:
    """Fails where that function is called, by whatever name: what it examines would only show itself."""
    code, before = getattr(inspect.unwrap(function), "__code__", None), sys.getprofile()
    called: list[FrameType] = []

    def note(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code is code:
            called.append(frame)

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)
    assert not called, (
        "imagine calls known, so it would only show what a leaky known shows: change the state itself"
    )


@cache
def printed(slug: str) -> Mapping[str, frozenset[str]]:
    """The codes of each deck of the game, by the deck's name."""
    return {deck.name: frozenset(piece.code for piece in deck.pieces) for deck in catalogue.load(slug).decks}


def told(state: Any, event: Event) -> str:
    """A step of a game, for a message."""
    return f'step "{getattr(state, "step", "")}", {event.what}'


@cache
def sample(
    game: Any, count: int, options: tuple[tuple[str, str], ...], number: int
) -> tuple[Any, list[Any], list[Event]]:
    """The whole game of that number: nobody changes states, so one playing serves every promise."""
    start = start_game(game, NAMES[:count], dict(options))
    events = list(recorded(game, start, Chance(f"contract {number}")))
    return start, replay(game, start, events), events


def recorded(game: AnyGame, state: Any, source: Source) -> Iterator[Event]:
    """The events of a game played at random from that state on."""
    for _ in range(LONGEST):
        turn = game.turn(state)
        if isinstance(turn, Seats):
            seat = turn.seats[source.below(len(turn.seats))]
            event = Event(seat, at_random(game, state, seat, source))
        elif turn is CHANCE:
            event = Event(None, game.chance(state).pick(source))
        else:
            return
        yield event
        state = follow(game, state, event)
    raise AssertionError(f"the game goes on after {LONGEST} steps")


def replay(game: AnyGame, state: Any, events: Iterable[Event]) -> list[Any]:
    """The state, and every state after it."""
    states = [state]
    for event in events:
        states.append(follow(game, states[-1], event))
    return states


def count_lines(game: AnyGame, state: Any, depth: int) -> int:
    """Count the ways that the next `depth` steps can go, moves and outcomes alike; a finished game stops.

    Where several seats are to act at once, the first of them acts first.
    """
    turn = game.turn(state)
    if depth == 0 or isinstance(turn, Over):
        return 1
    if isinstance(turn, Seats):
        seat = turn.seats[0]
        following = (game.apply(state, seat, move) for move in game.moves(state, seat))
    else:
        following = (game.resolve(state, outcome) for outcome, _ in game.chance(state))
    return sum(count_lines(game, after, depth - 1) for after in following)


def few(outcomes: Any, most: int = 500) -> list[tuple[Any, Any]] | None:
    """The outcomes with their chances; None if they are more than a test can look at."""
    listed: list[tuple[Any, Any]] = []
    for outcome in outcomes:
        if len(listed) == most:
            return None
        listed.append(outcome)
    return listed
