"""A lesson in progress: the game it has reached, what the learner may see, and what comes next."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from components import catalogue
from components.errors import DataError, UsageError
from components.setup import Area, Fact
from components.wording import listed
from referee.engine.chance.seeded import Chance
from referee.engine.game import (
    CHANCE,
    OVER,
    AnyGame,
    Event,
    Remark,
    Remarks,
    Ruling,
    Seat,
    Seats,
    Telling,
    embedded,
)
from referee.engine.moves import labelled
from referee.engine.play import follow, start_game
from referee.engine.rulebook import look_up
from referee.games import find_game
from referee.lessons.lesson import Lesson, Step
from referee.players.bots import find_bot

LEARNER: Seat = 0

_FIGURE = re.compile(r"\{([^{}]+)\}")
_OWN = "Leave out by, and say what the learner does."


class Played(NamedTuple):
    """A move that was made or refused, and what the learner was told of all that followed."""

    ruling: Ruling
    told: tuple[str, ...]


def rehearse(slug: str, lesson: Lesson) -> Course:
    """Play the lesson up to its last step; the course as it stands then.

    Raises `DataError`, naming file and step, for a move that is not allowed or out of turn, a mistake that
    the rules allow or refuse by another rule, and a rule, an area or a figure that is not there.
    """
    course, components = Course(slug, lesson), catalogue.load(slug)
    course.begin()
    while (step := course.step) is not None:
        if course.over:
            raise DataError("The game is over before this step.", where=step.where)
        if step.by:
            raise DataError(f"It is the turn of {lesson.players[LEARNER]}.", where=step.where, todo=_OWN)
        try:
            look_up(components, step.rule)
            if len(areas := course.areas(step.show)) != len(step.show) and "table" not in step.show:
                missing = {*step.show} - {area.name for area in areas}
                raise DataError(f'There is no area "{min(missing)}".', where=f"{step.where}.show")
            course.said(step)
            ruling = course.try_mistake() if step.mistake else course.make(step.move).ruling
        except UsageError as problem:
            raise DataError(str(problem), where=step.where) from None
        if step.mistake and ruling.rule != step.rule:
            raise DataError(f'"{step.mistake}" is refused by {ruling.rule}.', where=f"{step.where}.rule")
        if step.move and not ruling.allowed:
            raise _refused(step, ruling)
    return course


class Course:
    """A lesson as it is played. Dice and cards come from its seed, so that it is the same for everybody."""

    def __init__(self, slug: str, lesson: Lesson) -> None:
        """Raises `UsageError` for players or options that the game refuses."""
        self.lesson = lesson
        self.game: AnyGame = find_game(slug)
        self.state: Any = start_game(self.game, lesson.players, embedded(self.game, lesson.options))
        self._steps = list(lesson.steps)
        self._labels = Counter[str]()  # number of questions to each stream of chance
        self._bot = find_bot(slug, lesson.bot)

    @property
    def over(self) -> bool:
        return self.game.turn(self.state) is OVER

    @property
    def step(self) -> Step | None:
        """The step that is due; None once play is free."""
        return self._steps[0] if self._steps else None

    @property
    def free(self) -> bool:
        """True once all steps are done."""
        return not self._steps

    def begin(self) -> tuple[str, ...]:
        """Roll, draw and let others act until the learner decides; what was told."""
        return tuple(self._go_on())

    def said(self, step: Step) -> str:
        """Return what the step says, with its figures as they stand now, see `_figure`.

        Raises `DataError` for a figure that there is not.
        """
        return _FIGURE.sub(lambda found: self._figure(found[1], step.where), step.say)

    def try_mistake(self) -> Ruling:
        """Try what the step asks to be tried. Raises `DataError` if the rules do not refuse it."""
        step = self._steps.pop(0)
        ruling = self._check(step.mistake)
        if ruling.allowed:
            raise DataError(f'"{step.mistake}" is not a mistake here.', where=step.where)
        return ruling

    def make(self, text: str) -> Played:
        """Make that move of the learner, and go on until the learner decides again or the game is over.

        Raises `UsageError` for a text that is not a move.
        """
        move = self.game.read(self.state, LEARNER, text)
        ruling = self.game.check(self.state, LEARNER, move)
        if not ruling.allowed:
            return Played(ruling, ())
        if self._steps:
            self._steps.pop(0)
        return Played(ruling, (*self._follow(Event(LEARNER, move)), *self._go_on()))

    def is_step(self, text: str) -> bool:
        """Tell whether the text means the move that is due. Raises `UsageError` if it is not a move."""
        step = self.step
        if step is None or step.mistake:
            return False
        known = self.game.read(self.state, LEARNER, step.move)
        return bool(self.game.read(self.state, LEARNER, text) == known)

    def check(self, text: str) -> Ruling:
        """Tell whether the learner may make that move. Raises `UsageError` if it is not a move."""
        return self._check(text)

    def moves(self) -> tuple[str, ...]:
        """The moves of the learner, those that make most sense first."""
        moves = [str(move) for move in self.game.moves(self.state, LEARNER)]
        return tuple(sorted(moves, key=lambda move: -self._remark(move).sense))

    def remark(self, move: str) -> str:
        """Say what that move does, in a few words."""
        return self._remark(move).text or labelled(self.game, move)

    def advice(self) -> str:
        """The move that the bot would make in the learner's place."""
        known = self.game.known(self.state, LEARNER)
        return str(self._bot(self.game, known, LEARNER, Chance(self.lesson.seed, "advice")))

    def areas(self, names: tuple[str, ...]) -> tuple[Area, ...]:
        """The areas of the table of those names, or all of them for "table", as the learner sees them."""
        areas = self.game.view(self.state, LEARNER).areas
        return areas if "table" in names else tuple(area for area in areas if area.name in names)

    def facts(self) -> tuple[Fact, ...]:
        """The facts of the table, as the learner sees them."""
        return self.game.view(self.state, LEARNER).facts

    def _figure(self, name: str, where: str) -> str:
        """Return "total Ann", "field" and "field T6" as numbers, and "BEST" as the fact of that name says it.

        The pieces of an area are counted, or those with that code.
        """
        what, _, which = name.partition(" ")
        view = self.game.view(self.state, LEARNER)
        totals = {one.name: one.total for one in self.game.score(self.state).players}
        if what == "total" and which in totals:
            return str(totals[which])
        for area in view.areas:
            if area.name == what:
                return str(sum(piece.count for piece in area.pieces if which in ("", piece.code)))
        for fact in view.facts:
            if fact.name == name:
                return fact.text
        known = listed([*(f'"{area.name}"' for area in view.areas), '"total NAME"'])
        raise DataError(f'There is no figure "{name}".', where=f"{where}.say", todo=f"There are {known}.")

    def _check(self, text: str) -> Ruling:
        return self.game.check(self.state, LEARNER, self.game.read(self.state, LEARNER, text))

    def _remark(self, move: str) -> Remark:
        if not isinstance(self.game, Remarks):
            return Remark()
        known = self.game.known(self.state, LEARNER)
        return self.game.remark(known, LEARNER, self.game.read(known, LEARNER, move))

    def _go_on(self) -> Iterator[str]:
        """Everything up to the learner's next decision, in words."""
        while True:
            turn = self.game.turn(self.state)
            if turn is CHANCE:
                outcomes = self.game.chance(self.state)
                self._labels[outcomes.label] += 1
                stream = Chance(self.lesson.seed, f"{outcomes.label}/{self._labels[outcomes.label]}")
                yield from self._follow(Event(None, outcomes.pick(stream)))
            elif isinstance(turn, Seats) and LEARNER not in turn.seats:
                yield from self._follow(self._others_move(turn.seats[0]))
            else:
                return

    def _others_move(self, seat: Seat) -> Event:
        """Return what another player does: as the lesson says or, once play is free, as the bot does."""
        step = self.step
        if step is not None:
            player = self.lesson.players[seat]
            if step.by != player:
                todo = f'Write by = "{player}" and a move of that player.'
                raise DataError(f"It is the turn of {player}.", where=step.where, todo=todo)
            self._steps.pop(0)
            return Event(seat, self._legal(seat, step))
        known = self.game.known(self.state, seat)
        drawn = Chance(self.lesson.seed, f"bot/{self._labels.total()}")
        return Event(seat, self._bot(self.game, known, seat, drawn))

    def _legal(self, seat: Seat, step: Step) -> Any:
        """The move of the step. Raises `DataError` if the rules refuse it."""
        try:
            move = self.game.read(self.state, seat, step.move)
        except UsageError as problem:
            raise DataError(str(problem), where=step.where) from None
        ruling = self.game.check(self.state, seat, move)
        if not ruling.allowed:
            raise _refused(step, ruling)
        return move

    def _follow(self, event: Event) -> tuple[str, ...]:
        """Let it happen; what the learner is told."""
        before = self.state
        self.state = follow(self.game, before, event)
        told: Telling = self.game.tell(before, event, self.state, LEARNER)
        return told.lines


def _refused(step: Step, ruling: Ruling) -> DataError:
    return DataError(f'"{step.move}" is refused: {ruling.reason} [{ruling.rule}]', where=step.where)
