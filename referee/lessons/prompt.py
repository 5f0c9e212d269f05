"""A lesson on a plain prompt: a sentence before each decision, the move to make, and what came of it."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from components import catalogue
from components.catalogue import Game
from components.errors import UsageError
from components.wording import visible
from referee.engine import rulebook
from referee.engine.answers import Answer, wrapped
from referee.engine.areas import area_lines, fact_lines
from referee.engine.game import Ruling
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.lessons.course import Course
from referee.lessons.lesson import Lesson, Step

_HELP = """\
Press Enter to make the move that is suggested, or type one of these:
  rule       the rule that is at work here
  rules 3.2  another rule, by its number or by words in it
  moves      every move that is possible now, and what it does
  table      everything that is on the table
  quit       leave the lesson"""
_MOST = 24  # moves that are listed


def teach(slug: str, lesson: Lesson) -> Answer[ScoreSheet[PlayerScore]]:
    """Lead through the lesson until it is over, the input ends or the learner quits; the score by then."""
    course = Course(slug, lesson)
    _Teacher(catalogue.load(slug), course).teach()
    score: Answer[ScoreSheet[PlayerScore]] = course.game.score(course.state).answer()
    return score


class _LeftError(Exception):
    """The learner has left."""


class _Teacher:
    def __init__(self, game: Game, course: Course) -> None:
        self._game = game
        self._course = course

    def teach(self) -> None:
        lesson, course = self._course.lesson, self._course
        _say(f"{lesson.title}: about {lesson.minutes} minutes.")
        _say(lesson.opening)
        _say("Enter makes the suggested move, help shows what else you can type.", apart=True)
        try:
            self._told(course.begin())
            while (step := course.step) is not None and not course.over:
                self._lead(step)
            if not course.over:
                _say(lesson.closing, apart=True)
            while not course.over:
                self._free()
        except _LeftError:
            _say("You have left the lesson. Begin it again at any time.", apart=True)
            return
        slug = self._game.slug
        _say(
            f"That was {self._game.title}. Begin a game of your own: referee new {slug} You Mia.", apart=True
        )

    def _lead(self, step: Step) -> None:
        """One step of the learner's, until it is done."""
        course = self._course
        print()
        for area in course.areas(step.show):
            _show((*area_lines(area), ""))
        _say(f"{course.said(step)} [{step.rule}]")
        while True:
            if step.mistake:
                text = self._ask(f"Try this on purpose: {step.mistake}", step.rule) or step.mistake
                if text == step.mistake:
                    _say(f"Refused: {_reason(course.try_mistake())}")
                    _say(step.because)
                    return
                _show((f"Try {step.mistake} first: it is a mistake one makes once.",))
                continue
            text = self._ask(f"Your move: {step.move}{_about(course.remark(step.move))}", step.rule)
            if self._makes(text or step.move, step):
                return

    def _makes(self, text: str, step: Step) -> bool:
        """Make the move of the step if the text means it; whether it did."""
        course = self._course
        try:
            if course.is_step(text):
                self._told(course.make(text).told)
                return True
            ruling = course.check(text)
        except UsageError as problem:
            _show((str(problem),))
            return False
        if ruling.allowed:
            _say(f"{text} is allowed{_about(course.remark(text))}. This lesson goes on with {step.move}.")
        else:
            _say(f"Refused: {_reason(ruling)}")
        return False

    def _free(self) -> None:
        """A move of the learner's own choice; Enter makes the one that the bot would make."""
        course = self._course
        advice = course.advice()
        print()
        text = self._ask(f"Your move, perhaps {advice}{_about(course.remark(advice))}", "") or advice
        try:
            played = course.make(text)
        except UsageError as problem:
            _show((str(problem),))
            return
        if played.ruling.allowed:
            self._told(played.told)
        else:
            _say(f"Refused: {_reason(played.ruling)}")

    def _ask(self, suggested: str, rule: str) -> str:
        """Read what the learner types, once it is not a word of the lesson's own; empty for Enter."""
        _say(suggested)
        while True:
            text = _read("> ")
            if text is None or text in ("quit", "exit", "q"):
                raise _LeftError
            word, _, rest = text.partition(" ")
            if word in ("help", "?"):
                print(_HELP)
            elif word == "rule" and not rest:
                self._rules(rule)
            elif word in ("rule", "rules"):
                self._rules(rest)
            elif text == "moves":
                self._moves()
            elif text == "table":
                for area in self._course.areas(("table",)):
                    _show(area_lines(area))
                _show(fact_lines(self._course.facts()))
            else:
                return text

    def _rules(self, wanted: str) -> None:
        try:
            _show((rulebook.look_up(self._game, wanted) if wanted else rulebook.contents(self._game)).lines)
        except UsageError as problem:
            _show((str(problem),))

    def _moves(self) -> None:
        moves = self._course.moves()
        for move in moves[:_MOST]:
            _say(f"  {move}{_about(self._course.remark(move))}", hanging=6)
        if len(moves) > _MOST:
            print(f"  … and {len(moves) - _MOST} more")

    def _told(self, lines: Iterable[str]) -> None:
        for line in lines:
            _show(wrapped(line, indent=2, hanging=2))


def _about(remark: str) -> str:
    return f" ({remark})" if remark else ""


def _reason(ruling: Ruling) -> str:
    return f"{ruling.reason} [{ruling.rule}]" if ruling.rule else ruling.reason


def _say(text: str, *, apart: bool = False, hanging: int = 0) -> None:
    """The text broken to the width of a terminal; `apart`: an empty line before it."""
    for number, paragraph in enumerate(text.strip("\n").split("\n\n")):
        if apart or number:
            print()
        indent = len(paragraph) - len(paragraph.lstrip())
        _show(wrapped(" ".join(paragraph.split()), indent=indent, hanging=hanging))


def _show(lines: Iterable[str]) -> None:
    for line in lines:
        print(visible(line), flush=True)


def _read(prompt: str) -> str | None:
    """A line of standard input; None at its end."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(visible(line.rstrip("\n")), flush=True)
    return line.strip() if line else None
