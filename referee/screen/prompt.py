"""A session on a plain prompt, line by line, for pipes and simple terminals.

It reads moves from standard input as `referee do` takes them, and a few words of its own, see `_HELP`. On a
terminal the screen is wiped between secret choices, so that the next player cannot read a hand.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from components import catalogue
from components.errors import UsageError
from referee.engine import rulebook
from referee.engine.answers import Why, why_lines
from referee.engine.game import OVER, Ruling, Seat
from referee.screen.facing import facing
from referee.table import reporting
from referee.table.clock import open_clock
from referee.table.playing import play_text
from referee.table.session import Session

_HELP = """\
Type a move as it is listed, or one of these:
  moves [WORD] the possible moves, or those that begin with a word: moves land
  status       the table as the player whose turn it is sees it
  log, score   what happened, and the score
  odds         the exact odds, if the game can work them out
  why          the rule of a refusal, or how the last result was worked out
  rules 4.2    a rule by its number, or by words in it
  undo [N]     take N moves back; undo N agreed, if something was rolled or shown since
  redo         bring the last of them back
  quit         stop; referee play continues from here"""

_WIPE = "\x1b[2J\x1b[H"


def play(session: Session, wipes: bool) -> None:
    """Play until the game is over, the input ends or somebody quits.

    wipes  whether to wipe the screen between secret choices; only for terminals
    """
    _Table(session, wipes).play()


class _Table:
    def __init__(self, session: Session, wipes: bool) -> None:
        self._session = session
        self._watch = open_clock(session)
        self._wipes = wipes
        self._holder: Seat | None = None  # whose secrets may be on the screen
        self._why: tuple[Why, ...] = ()  # of the last move or refusal

    def play(self) -> None:
        """Until the game is over or the input ends."""
        try:
            self._play()
        finally:
            if self._watch:
                self._watch.stop()

    def _play(self) -> None:
        _show(f"{', '.join(self._session.names)}. Type help for help.")
        self._settle()
        while self._session.turn is not OVER:
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
        """End turns whose time is over and show that; whether there was one, so that a typed line is late."""
        since = len(self._session.story)
        late = self._watch is not None and self._watch.settle()
        if late:
            self._holder = None
            _show(*reporting.told_lines(self._session, None, since))
        return late

    def _face(self) -> Seat | None:
        """Show the table to the seat whose turn it is. None if dice or cards are to be typed."""
        now = facing(self._session, self._holder)
        if now.waiting:
            assert now.taker is not None
            self._hand_over(now.taker)
            self._holder = now.taker
            _show(*reporting.status_lines(self._session, now.taker))
        elif now.eyes != self._holder:
            self._holder = now.eyes
            if now.eyes is not None:
                _show(*reporting.status_lines(self._session, now.eyes))
        return now.seat

    def _hand_over(self, seat: Seat) -> None:
        if self._wipes:
            print(_WIPE, end="")
            _read(f"Hand the machine to {self._session.names[seat]}, then press Enter. ")
            print(_WIPE, end="")

    def _ask(self, seat: Seat | None) -> str | None:
        """A line, which is empty only if time is over; None at the end of the input."""
        prompt = "dice and cards" if seat is None else self._session.names[seat]
        while True:
            left = self._watch.seconds_left if self._watch else None
            line = _read(f"{prompt}{'' if left is None else f' ({left} s left)'}> ")
            if line is None or line.strip() or left == 0:
                return line if line is None else line.strip()

    def _answer(self, seat: Seat | None, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word == "moves":
            _show(*reporting.moves_of(self._session, seat, rest.split()).lines)
            return
        if word == "rules":
            game = catalogue.load(self._session.header.game)
            _show(*(rulebook.look_up(game, rest) if rest else rulebook.contents(game)).lines)
            return
        if word == "why":
            _show(*(why_lines(self._why) if self._why else ["There is nothing to explain."]))
            return
        if word in _WORDS:
            _show(*_WORDS[word](self._session, seat))
            return
        since = len(self._session.story)
        ruling = self._change(seat, word, rest, text)
        told, figures = reporting.telling_of(self._session, None, since)
        self._why = (*figures, *reporting.refusal_why(self._session, ruling))
        _show(*reporting.flowing(told))
        if not ruling.allowed:
            _show(reporting.refusal(ruling))
        elif word in ("undo", "redo"):
            self._holder = None

    def _change(self, seat: Seat | None, word: str, rest: str, text: str) -> Ruling:
        if word == "redo":
            return self._session.redo()
        if word != "undo":
            return play_text(
                self._session, None if seat is None else self._session.names[seat], text, self._watch
            )
        if self._watch:
            self._watch.stop()
        words = rest.split()
        agreed = "agreed" in words
        counts = [other for other in words if other != "agreed"]
        if len(counts) > 1 or not all(count.isdecimal() for count in counts):
            raise UsageError(
                f'"{rest}" is not a number of moves.', where=f'"{text}"', todo="Write undo 2 agreed."
            )
        return self._session.undo(int(counts[0]) if counts else 1, agreed=agreed)


def _status(session: Session, seat: Seat | None) -> tuple[str, ...]:
    return reporting.status_lines(session, seat)


def _log(session: Session, seat: Seat | None) -> tuple[str, ...]:
    return reporting.told_lines(session, seat, 0)


def _score(session: Session, seat: Seat | None) -> tuple[str, ...]:
    return reporting.score_of(session).lines


def _odds(session: Session, seat: Seat | None) -> tuple[str, ...]:
    found = reporting.odds_of(session, seat)
    return found.lines if found else ("There are no odds to work out here.",)


def _help(session: Session, seat: Seat | None) -> tuple[str, ...]:
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
    """A line of standard input; None at its end."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(line.rstrip("\n"), flush=True)
    return line.rstrip("\n") if line else None
