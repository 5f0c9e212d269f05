"""A lesson in progress: a session whose first moves are led, see `Guidance`.

The learner makes the moves of the steps, the lesson those of the others; after the last step play is free,
and a bot plays the others. It has a journal as any session, so that a lesson that was left goes on.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from components import catalogue
from components.errors import DataError, StarboxError, UsageError
from components.files import folder
from components.wording import listed
from components.writing import make_folder, scratch_folder
from referee.engine.asking.guidance import Guidance
from referee.engine.game import OVER, Event, Ruling, Seat, Seats, embedded, refused
from referee.engine.play import start_game
from referee.engine.rulebook import look_up
from referee.games import find_game
from referee.lessons.lesson import Lesson, Step, find_lesson
from referee.players.bots import version
from referee.table import shelf
from referee.table.journal import Journal
from referee.table.journal.lines import Header
from referee.table.replay import replay
from referee.table.seeds import Secret
from referee.table.session import Session

LEARNER: Seat = 0

_FIGURE = re.compile(r"\{([^{}]+)\}")
_OWN = "Leave out by, and say what the learner does."


def begin(slug: str) -> Course:
    """The lesson of that game from its beginning, in a file of its own.

    Raises `UsageError` if the game has none, `DataError` for a broken one, and `OutputError`.
    """
    make_folder(_folder())
    for number in itertools.count(1):
        file = _folder() / f"{slug}-{number}.jsonl"
        if not file.exists():
            return _begun(file, slug, find_lesson(slug))
    raise AssertionError


def go_on(file: Path) -> Course:
    """The lesson of that journal. Raises what opening a journal raises, and what `begin` does."""
    journal = Journal.open(file)
    course = Course(journal, journal.header.game, find_lesson(journal.header.game))
    replay(course, journal.records, file)
    course.advance()
    return course


def latest(slug: str) -> Course | None:
    """The lesson of that game that was begun last, if it was left before its end and can go on.

    Every other that was kept of that game is removed.
    """
    files = sorted(_folder().glob(f"{slug}-[0-9]*.jsonl"), key=lambda file: file.stat().st_mtime_ns)
    found = None
    for file in reversed(files):
        with contextlib.suppress(StarboxError):  # the lesson or the rules may have changed since
            found = found or _unfinished(go_on(file))
        if found is None or found.journal.file != file:
            with contextlib.suppress(UsageError):  # somebody learns at another screen
                shelf.delete(file)
    return found


def is_lesson(file: Path) -> bool:
    """Tell whether that is the journal of a lesson."""
    return file.parent == _folder()


def rehearse(slug: str, lesson: Lesson, until: Callable[[Step], bool] = lambda step: False) -> Course:
    """Play the lesson up to its last step, or up to that one of the learner's; the course as it stands then.

    Raises `DataError`, naming file and step, for a move that is not allowed or out of turn, a mistake that
    the rules allow or refuse by another rule, and a rule, an area or a figure that is not there.
    """
    components = catalogue.load(slug)
    with scratch_folder() as place:
        course = _begun(place / "lesson.jsonl", slug, lesson)
        while (step := course.step) is not None and not until(step):
            if course.turn is OVER:
                raise DataError("The game is over before this step.", where=step.where)
            if step.by:
                raise DataError(f"It is the turn of {lesson.players[LEARNER]}.", where=step.where, todo=_OWN)
            try:
                look_up(components, step.rule)
                areas = {area.name for area in course.game.view(course.state, LEARNER).areas}
                if missing := {*step.show} - areas - {"table"}:
                    raise DataError(f'There is no area "{min(missing)}".', where=f"{step.where}.show")
                course.said(step)
                ruling = course.play(course.read(LEARNER, step.mistake or step.move))
            except UsageError as problem:
                raise DataError(str(problem), where=step.where) from None
            if step.mistake and ruling.rule != step.rule:
                raise DataError(f'"{step.mistake}" is refused by {ruling.rule}.', where=f"{step.where}.rule")
            if step.move and not ruling.allowed:
                raise _refused(step, ruling)
    return course


class Course(Session):
    """A lesson as it is played. Dice and cards come from its seed, so that it is the same for everybody."""

    is_lesson = True

    def __init__(self, journal: Journal, slug: str, lesson: Lesson) -> None:
        super().__init__(journal, find_game(slug), Secret(lesson.seed))
        self.lesson = lesson
        self._tried = 0  # the number of the last step whose mistake was tried, from 1

    @property
    def number(self) -> int:
        """The number of the step that is due, from 1; one more than there are once play is free."""
        made = sum(event.seat is not None for event in self.events)
        for number, step in enumerate(self.lesson.steps, 1):
            if step.mistake and not made and number > self._tried:
                return number
            if step.move:
                if not made:
                    return number
                made -= 1
        return len(self.lesson.steps) + 1

    @property
    def step(self) -> Step | None:
        """The step that is due; None once play is free."""
        return self.lesson.steps[self.number - 1] if self.number <= len(self.lesson.steps) else None

    @property
    def guidance(self) -> Guidance | None:
        lesson, step = self.lesson, self.step
        if step is None:
            made = sum(event.seat == LEARNER for event in self.events)
            closes = made == sum(bool(one.move) and not one.by for one in lesson.steps)
            return Guidance(lesson.title, lesson.closing.strip()) if closes else None
        own = [one for one in lesson.steps if not one.by]
        if step not in own:
            return None
        number = own.index(step)
        because = f"{own[number - 1].because}\n\n" if number and own[number - 1].mistake else ""
        return Guidance(
            lesson.title,
            f"{because}{self.said(step)}",
            step.rule,
            step.show,
            step.move or step.mistake,
            bool(step.mistake),
            number + 1,
            len(own),
            "" if number else lesson.opening.strip(),
        )

    @property
    def comeback(self) -> str:
        return f"referee teach {self.header.game}"

    def suggested(self, seat: Seat) -> str:
        step = self.step
        return step.move or step.mistake if step and seat == LEARNER else super().suggested(seat)

    def said(self, step: Step) -> str:
        """Return what the step says, with its figures as they stand now, see `_figure`.

        Raises `DataError` for a figure that there is not.
        """
        return _FIGURE.sub(lambda found: self._figure(found[1], step.where), step.say)

    def play(self, event: Event) -> Ruling:
        """Make the move that is due, or try the mistake; other moves are refused, even if allowed."""
        step = self.step
        if step is None or event.seat != LEARNER:
            return super().play(event)
        ruling, due = self.check(event), self.game.read(self.state, LEARNER, step.move or step.mistake)
        if event.what == due and step.mistake:
            if ruling.allowed:
                raise DataError(f'"{step.mistake}" is not a mistake here.', where=step.where)
            self._tried = self.number
            return ruling
        if event.what != due and ruling.allowed:
            first = f"First try {due}, on purpose." if step.mistake else f"This lesson goes on with {due}."
            return refused(f"{event.what} is allowed. {first}", "")
        return super().play(event)

    def bot_to_move(self) -> Seat | None:
        """The learner, who may be among those to choose in secret, is not hurried."""
        turn = self.turn
        return None if isinstance(turn, Seats) and LEARNER in turn.seats else super().bot_to_move()

    def bot_move(self, seat: Seat) -> Any:
        """Return what another player does: as the lesson says or, once play is free, as the bot does."""
        step = self.step
        if step is None:
            return super().bot_move(seat)
        player = self.names[seat]
        if step.by != player:
            todo = f'Write by = "{player}" and a move of that player.'
            raise DataError(f"It is the turn of {player}.", where=step.where, todo=todo)
        try:
            move = self.game.read(self.state, seat, step.move)
        except UsageError as problem:
            raise DataError(str(problem), where=step.where) from None
        ruling = self.game.check(self.state, seat, move)
        if not ruling.allowed:
            raise _refused(step, ruling)
        return move

    def stream(self, label: str) -> str:
        """Each question of the lesson has a stream with its number, the first one too."""
        return f"{label}/{self._labels.count(label) + 1}"

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


def _begun(file: Path, slug: str, lesson: Lesson) -> Course:
    """Raises `UsageError` for players or options that the game refuses, and what `rehearse` raises."""
    rules = find_game(slug)
    options = embedded(rules, lesson.options)
    start_game(rules, lesson.players, options)
    others = {name: lesson.bot for seat, name in enumerate(lesson.players) if seat != LEARNER}
    header = Header(
        slug,
        rules.version,
        "full",
        "referee",
        lesson.players,
        others,
        dict(options),
        bots_version=version(slug),
    )
    course = Course(Journal.create(file, header), slug, lesson)
    course.advance()
    return course


def _unfinished(course: Course) -> Course | None:
    return None if course.turn is OVER else course


def _folder() -> Path:
    return folder("data") / "lessons"


def _refused(step: Step, ruling: Ruling) -> DataError:
    return DataError(f'"{step.move}" is refused: {ruling.reason} [{ruling.rule}]', where=step.where)
