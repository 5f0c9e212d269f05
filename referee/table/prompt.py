"""A sitting on a plain prompt, line by line: for pipes, and for terminals that can do no more.

It reads moves from the standard input as `referee do` takes them, and a few words of its own, see
`_HELP`. On a terminal the screen is wiped between secret choices, so that a hand is not left to be
read by the next player.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from components import catalogue
from components.errors import UsageError
from referee import rulebook
from referee.answers import Why, why_lines
from referee.engine import OVER, Ruling, Seat
from referee.table import reporting
from referee.table.clock import open_clock
from referee.table.facing import facing
from referee.table.prospects import prospects_of
from referee.table.session import Session

_HELP = """\
Type a move as it is listed. Besides:
  moves [WORD] the moves there are, or those that begin so: moves land
  status       the table, as the player sees it who is to act
  log, score   what happened, and how it stands
  odds         the exact odds, where the game can tell them
  why          the rule of a refusal, or how what happened last was worked out
  rules 4.2    a rule by its number, or by words in it
  undo [N]     take N moves back; undo N agreed, if something was rolled or shown since
  redo         bring the last of them back
  quit         stop; referee play goes on from here"""

_WIPE = "\x1b[2J\x1b[H"


def play(game: Session, wipes: bool) -> None:
    """Play until the game is over, the input ends or somebody quits.

    wipes  whether to wipe the screen between secret choices, which is for terminals
    """
    _Table(game, wipes).play()


class _Table:
    def __init__(self, game: Session, wipes: bool) -> None:
        self._game = game
        self._watch = open_clock(game)
        self._wipes = wipes
        self._holder: Seat | None = None  # whose secrets may be on the screen
        self._why: tuple[Why, ...] = ()  # of what happened or was refused last

    def play(self) -> None:
        """Until the game is over or the input ends."""
        try:
            self._play()
        finally:
            if self._watch:
                self._watch.stop()

    def _play(self) -> None:
        _show(f"{', '.join(self._game.names)}. Type help for help.")
        self._settle()
        while self._game.turn is not OVER:
            seat = self._face()
            if self._watch:
                self._watch.run(seat)
            text = self._ask(seat)
            if text is None or text in ("quit", "exit"):
                return
            if self._settle():
                continue
            try:
                self._answer(seat, text)
            except UsageError as problem:
                _show(str(problem))
            self._settle()

    def _settle(self) -> bool:
        """Whether somebody's time was over; then that is told, and what was typed is too late."""
        since = len(self._game.story)
        late = self._watch is not None and self._watch.settle()
        if late:
            self._holder = None
            _show(*reporting.told_lines(self._game, None, since))
        return late

    def _face(self) -> Seat | None:
        """The seat that is to act, with its hand on the screen; None if dice or cards are to be typed."""
        now = facing(self._game, self._holder)
        if now.waiting:
            assert now.taker is not None
            self._hand_over(now.taker)
            self._holder = now.taker
            _show(*reporting.status_lines(self._game, now.taker))
        elif now.eyes != self._holder:
            self._holder = now.eyes
            if now.eyes is not None:
                _show(*reporting.status_lines(self._game, now.eyes))
        return now.seat

    def _hand_over(self, seat: Seat) -> None:
        if self._wipes:
            print(_WIPE, end="")
            _read(f"Hand over to {self._game.names[seat]}, then press Enter. ")
            print(_WIPE, end="")

    def _ask(self, seat: Seat | None) -> str | None:
        """A line, which is empty only when time is over; None at the end of the input."""
        prompt = "dice and cards" if seat is None else self._game.names[seat]
        while True:
            left = self._watch.seconds_left if self._watch else None
            line = _read(f"{prompt}{'' if left is None else f' ({left} s left)'}> ")
            if line is None or line.strip() or left == 0:
                return line if line is None else line.strip()

    def _answer(self, seat: Seat | None, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word == "moves":
            _show(*reporting.moves_of(self._game, seat, rest.split()).lines)
            return
        if word == "rules":
            game = catalogue.load(self._game.header.game)
            _show(*(rulebook.look_up(game, rest) if rest else rulebook.contents(game)).lines)
            return
        if word == "why":
            _show(*(why_lines(self._why) if self._why else ["There is nothing to explain."]))
            return
        if word in _WORDS:
            _show(*_WORDS[word](self._game, seat))
            return
        since = len(self._game.story)
        ruling = self._change(seat, word, rest, text)
        told, figures = reporting.telling_of(self._game, None, since)
        self._why = (*figures, *reporting.refusal_why(self._game, ruling))
        _show(*reporting.flowing(told))
        if not ruling.allowed:
            _show(reporting.refusal(ruling))
        elif word in ("undo", "redo"):
            self._holder = None

    def _change(self, seat: Seat | None, word: str, rest: str, text: str) -> Ruling:
        if word == "redo":
            return self._game.redo()
        if word != "undo":
            return reporting.play_text(self._game, None if seat is None else self._game.names[seat], text)
        if self._watch:
            self._watch.stop()
        words = rest.split()
        agreed = "agreed" in words
        counts = [other for other in words if other != "agreed"]
        if len(counts) > 1 or not all(count.isdecimal() for count in counts):
            raise UsageError(
                f'"{rest}" is no number of moves.', where=f'"{text}"', todo="Write undo 2 agreed."
            )
        return self._game.undo(int(counts[0]) if counts else 1, agreed=agreed)


def _status(game: Session, seat: Seat | None) -> tuple[str, ...]:
    return reporting.status_lines(game, seat)


def _log(game: Session, seat: Seat | None) -> tuple[str, ...]:
    return reporting.told_lines(game, seat, 0)


def _score(game: Session, seat: Seat | None) -> tuple[str, ...]:
    return reporting.score_of(game).lines


def _odds(game: Session, seat: Seat | None) -> tuple[str, ...]:
    found = prospects_of(game, seat)
    return found.lines if found else ("There are no odds to work out here.",)


def _help(game: Session, seat: Seat | None) -> tuple[str, ...]:
    return (_HELP,)


_WORDS: Mapping[str, Callable[[Session, Seat | None], tuple[str, ...]]] = {
    "status": _status,
    "log": _log,
    "score": _score,
    "odds": _odds,
    "help": _help,
    "?": _help,
}


def _show(*lines: str) -> None:
    for line in lines:
        print(line, flush=True)


def _read(prompt: str) -> str | None:
    """A line of the standard input; None at its end."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(line.rstrip("\n"), flush=True)
    return line.rstrip("\n") if line else None
