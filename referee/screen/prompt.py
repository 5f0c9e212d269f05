"""A session on a plain prompt, line by line, for pipes and simple terminals; and questions before it.

It reads moves from standard input as `referee do` takes them, and a few words of its own, see `_HELP`.

Where several people play at one terminal, nothing that one of them alone may see is left for the next: the
screen, its scrollback and the history of lines are cleared whenever the machine changes hands.
"""

import contextlib
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from components import catalogue, process
from components.errors import DataError, OutputError, PartlyDone, UsageError
from components.files import WINDOWS
from components.terminal import text_lines
from components.wording import counted, visible
from referee.engine import rulebook
from referee.engine.answers import Why, why_table, wrapped
from referee.engine.chance.parts import Gathering
from referee.engine.game import OVER, Ruling, Seat, Turn
from referee.screen.choosing import ENTER, Choice, choices
from referee.screen.handover import handover
from referee.table import reporting
from referee.table.clock import open_clock
from referee.table.hinting import hint_blocks
from referee.table.history import Step
from referee.table.playing import play_text, recorded
from referee.table.session import Session

_HELP = """\
Type a move as it is listed, its number in the list, or one of these:
  moves [WORD] all possible moves, or those that begin with a word: moves land
  help MOVE    what a move does and how it is typed: help land
  help CODE    what a piece is: its name, what is printed on it, where it lies
  status       the table as the player whose turn it is sees it
  log, score   what happened, and the score
  odds         the exact odds, if the game can work them out
  hint         each move with its chance to win, as the bot clever finds it
  why          the rule of a refusal, or how the last result was worked out
  rules 4.2    a rule by its number, or by words in it
  undo [N]     take N moves back; undo N agreed, if something was rolled or shown since
  redo         bring the last of them back
  back         take back the last die or card, where they are typed one by one
  quit         stop; referee play continues from here"""

T = TypeVar("T")

_WIPE = "\x1b[H\x1b[2J\x1b[3J"  # the screen, then what has scrolled off it


class Question(NamedTuple):
    """A question: something to choose or, without choices, to type.

    title    the question
    choices  a line for each; the first is what Enter takes
    said     lines to show above, such as what was wrong with the last reply
    typed    the text that Enter takes without choices
    """

    title: str
    choices: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    typed: str = ""


Reply: TypeAlias = "int | str | None"  # the number of a choice from 0, or what was typed; None to go back
Reader: TypeAlias = Callable[[Session, str], str]
Talk: TypeAlias = Generator[Question, Reply, T]


def play(session: Session, wipes: bool, *, bell: bool = False, read: Reader = lambda _, text: text) -> None:
    """Play until the game is over, the input ends or somebody quits.

    wipes  whether the terminal can be cleared, and is: see above
    bell   whether to ring when the turn passes to a person
    read   what becomes of a line that somebody typed before it is a move

    Raises `UsageError` where several people at one terminal have secrets and it cannot be cleared, and
    `PartlyDone` if a move was recorded but not what follows from it.
    """
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  (gives `input` its line editing and its history)
    _Table(session, wipes, bell, read).play()


def guided_lines(session: Session) -> tuple[str, ...]:
    """Return what a lesson says now, an empty line before each paragraph; nothing in any other session."""
    if (guided := session.guidance) is None:
        return ()
    said = (*guided.opening.split("\n\n"), ENTER, *guided.paragraphs) if guided.opening else guided.paragraphs
    return tuple(line for part in said for line in ("", *wrapped(" ".join(part.split()))))


class _Table:
    def __init__(self, session: Session, wipes: bool, bell: bool, read: Reader) -> None:
        self._session, self._reading = session, read
        self._watch = open_clock(session)
        self._wipes, self._bell = wipes, bell
        self._several = len(set(session.names) - set(session.header.bots)) > 1
        self._holder: Seat | None = None  # the seat whose secrets may be on the screen
        self._private = False  # true if they are on it
        self._heard = dict.fromkeys(range(len(session.names)), len(session.story))  # story each has heard
        self._drawn = len(session.story)  # length of the story when the table was shown
        self._turn: Turn | None = None  # the turn when it was shown; None before
        self._offered: object = None  # `_now` when moves were listed
        self._listed: tuple[Choice, ...] = ()  # the choices that numbers stand for
        self._why: tuple[Why, ...] = ()  # figures of the last move or refusal
        self._gathering = Gathering()  # the dice or cards that were typed so far

    def play(self) -> None:
        """Until the game is over or the input ends."""
        try:
            self._play()
        finally:
            if self._watch:
                self._watch.stop()
            self._cover()

    def _play(self) -> None:
        _show(f"{', '.join(self._session.names)}. Type help for help.")
        self._settle()
        while self._session.turn is not OVER:
            seat = self._face()
            if self._watch:
                self._watch.run(seat)
            text = self._ask(seat)
            if text is None or text in ("quit", "exit", "q"):
                return
            if self._settle() or not (text := text or self._led(seat)):
                continue
            try:
                self._answer(seat, text)
            except PartlyDone:
                raise  # everything that follows from the move has to be written first
            except (UsageError, DataError, OutputError) as problem:
                _show(str(problem))
            self._settle()
        if self._private and self._holder is not None:
            since = self._heard[self._holder]
            self._cover()
            _show(*reporting.told_lines(self._session, None, since))

    def _settle(self) -> bool:
        """End turns whose time is over and show that; whether there was one, so that a typed line is late."""
        since = len(self._session.story)
        late = self._watch is not None and self._watch.settle()
        if late:
            self._holder = None
            _show(*reporting.told_lines(self._session, None, since))
        return late

    # Whom the screen is turned to.

    def _face(self) -> Seat | None:
        """Show the table to the seat whose turn it is. None if dice or cards are to be typed."""
        now = handover(self._session, self._holder)
        passes = now.waiting or now.eyes != self._holder
        if now.waiting:
            assert now.taker is not None
            self._hand_over(now.taker)
            self._holder = now.taker
            self._private = self._several
            self._tell_news(now.taker, now.taker)
        elif passes:
            if self._private:
                self._cover()
                self._tell_news(now.seat, now.eyes)
            self._holder = now.eyes
        if shows := passes or self._goes_on(now.seat):
            self._drawn, self._turn = len(self._session.story), self._session.turn
            self._ring()
            _show(*reporting.status_lines(self._session, self._holder))
        listening = self._heard if self._holder is None or not self._private else (self._holder,)
        self._heard.update(dict.fromkeys(listening, len(self._session.story)))
        anew, self._offered = passes or self._offered != self._now, self._now
        if now.seat is None:
            self._listed = ()
            if anew and not shows:
                _show(*reporting.moves_of(self._session, None).lines)
        elif anew:
            self._offer(now.seat)
        return now.seat

    @property
    def _now(self) -> tuple[object, ...]:
        """Tell where the game and the lesson, if it is one, are."""
        return len(self._session.story), self._session.guidance

    def _goes_on(self, seat: Seat | None) -> bool:
        """Tell whether the turn differs from when the table was shown, or somebody else has moved since."""
        new = self._session.story[self._drawn :]
        others = (isinstance(step, Step) and step.event.seat not in (None, seat) for step in new)
        return self._turn != self._session.turn or any(others)

    def _hand_over(self, seat: Seat) -> None:
        name = self._session.names[seat]
        if not self._wipes:
            if sys.stdin.isatty() and self._several:
                raise UsageError(
                    f"This is for {name} alone, but the terminal cannot be cleared for the next player.",
                    where="referee play",
                    todo=f'Let each player type alone: referee status --seat "{name}",'
                    f' referee do --seat "{name}" MOVE.',
                )
            return
        _wipe()
        _drop_typed_ahead()
        _read(f"Hand the machine to {name}, then press Enter. ")
        _wipe()

    def _cover(self) -> None:
        """Leave nothing on the screen that only its last holder may see."""
        if self._wipes and self._several and (self._private or self._holder is not None):
            _wipe()
        self._private = False

    def _tell_news(self, listener: Seat | None, eyes: Seat | None) -> None:
        """Tell what happened since the listener last looked, as those eyes may know it."""
        since = min(self._heard.values()) if listener is None else self._heard[listener]
        if news := reporting.told_lines(self._session, eyes, since):
            _show(*news, "")

    def _ring(self) -> None:
        if self._bell and sys.stdout.isatty():
            print("\a", end="", flush=True)

    @contextlib.contextmanager
    def _ringing(self, seconds: int | None) -> Iterator[None]:
        """Ring when so many seconds are over, if there is a clock and somebody to hear it."""
        if not seconds or not sys.stdout.isatty():
            yield
            return
        timer = threading.Timer(seconds, print, ["\a"], {"end": "", "flush": True})
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    # The typing.

    def _ask(self, seat: Seat | None) -> str | None:
        """A line, which is empty only if time is over; None at the end of the input."""
        prompt = self._next_part() if seat is None else self._session.names[seat]
        while True:
            left = self._watch.seconds_left if self._watch else None
            with self._ringing(left):
                line = _read(f"{prompt}{'' if left is None else f' ({left} s left)'}> ")
            if line is None or line.strip() or left == 0 or self._led(seat):
                return line if line is None else line.strip()

    def _led(self, seat: Seat | None) -> str:
        """The move that Enter makes in a lesson; empty in any other session."""
        return self._session.suggested(seat) if self._session.is_lesson and seat is not None else ""

    def _answer(self, seat: Seat | None, text: str) -> None:
        text = self._reading(self._session, text)
        word, _, rest = text.partition(" ")
        if seat is not None and text.isdecimal() and text not in self._moves(seat):
            self._pick(seat, text)
        elif word == "moves":
            self._list(seat, rest)
        elif word == "rules":
            game = catalogue.load(self._session.header.game)
            _show(*(rulebook.look_up(game, rest) if rest else rulebook.contents(game)).lines)
        elif word in ("help", "?") and rest:
            _show(*reporting.explained(self._session, seat, rest))
        elif word == "why":
            _show(*(text_lines([why_table(self._why)]) if self._why else ["There is nothing to explain."]))
        elif word in _WORDS:
            _show(*_WORDS[word](self._session, seat))
        elif seat is None and word not in ("undo", "redo"):
            self._gather(text)
        else:
            self._move(seat, text)

    def _gather(self, text: str) -> None:
        """Take down a result or a part of it; parts are kept until all are there."""
        outcomes = self._session.game.chance(self._session.state)
        if text == "back":
            self._gathering.back()
        elif not outcomes.parts(()):
            self._move(None, text)
        else:
            before = self._gathering.words
            found = self._gathering.add(outcomes, text)
            if found.reason or found.next:
                _show(found.told)
                return
            self._gathering.words = before
            self._move(None, " ".join(found.words))

    def _next_part(self) -> str:
        """The prompt for dice and cards: the name of the next of them."""
        words = self._gathering.words
        parts = self._session.game.chance(self._session.state).parts(words)
        return f"dice and cards: {parts[len(words)]}" if len(parts) > 1 else "dice and cards"

    def _move(self, seat: Seat | None, text: str) -> None:
        """Make that move, take down that result, or undo or redo."""
        word, _, rest = text.partition(" ")
        since = len(self._session.story)
        ruling = self._change(seat, word, rest, text)
        if ruling.allowed:
            self._gathering = Gathering()
            process.done(f"The journal has every move that was made; {self._session.comeback} continues.")
        eyes = self._holder if self._private or not self._several else None
        told, figures = reporting.telling_of(self._session, eyes, since)
        self._why = (*figures, *reporting.refusal_why(self._session, ruling))
        _show(*reporting.flowing(told))
        if not ruling.allowed:
            _show(*reporting.flowing([reporting.refusal(ruling)]))
        elif word in ("undo", "redo"):
            self._holder = None

    def _change(self, seat: Seat | None, word: str, rest: str, text: str) -> Ruling:
        if word == "redo":
            return recorded(self._session, self._session.redo)
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
        moves = int(counts[0]) if counts else 1
        named = reporting.taken_back(self._session, moves)
        ruling = self._session.undo(moves, agreed=agreed)
        if ruling.allowed:
            _show(*reporting.flowing(named))
        return ruling

    # The list of moves.

    def _moves(self, seat: Seat) -> Sequence[str]:
        return reporting.moves_of(self._session, seat).value.moves

    def _offer(self, seat: Seat, typed: str = "") -> None:
        """List the moves that match what is typed or, if they are many, their next words."""
        _show(*([] if typed else (*guided_lines(self._session), *reporting.asked_of(self._session, seat))))
        moves = self._moves(seat)
        self._show_list(seat, choices(moves, typed, senses=reporting.senses_of(self._session, seat, moves)))
        if not typed and (hint := self._session.hint(seat)):
            _show(*reporting.flowing([hint]))

    def _list(self, seat: Seat | None, beginning: str) -> None:
        """List all moves, or those that begin with these words."""
        found = reporting.moves_of(self._session, seat, beginning.split())
        moves = found.value.moves
        if seat is None or not moves:
            _show(*found.lines)
            return
        self._show_list(
            seat, choices(moves, few=len(moves), senses=reporting.senses_of(self._session, seat, moves))
        )
        if found.value.wanted:
            _show(*reporting.flowing([found.value.wanted]))

    def _show_list(self, seat: Seat, listed: Sequence[Choice]) -> None:
        """With numbers and remarks."""
        few = len(listed) <= reporting.REMARKED
        remarks = reporting.remarks_of(self._session, seat, [one.text for one in listed]) if few else ()
        self._listed = tuple(listed)
        width = max((len(one.text) for one in listed), default=0)
        for number, one in enumerate(listed, 1):
            about = remarks[number - 1].text if few else ""
            said = about if one.whole else f"… {counted(one.stands_for, 'move')}"
            _show(*wrapped(f"{number:3}  {one.text:{min(width, 30)}}  {said}".rstrip(), hanging=7))

    def _pick(self, seat: Seat, number: str) -> None:
        """Make the move with that number in the list, or list the moves that begin with its words."""
        if not self._listed:
            raise UsageError("No list has numbers now.", where=f'"{number}"', todo="Type moves for one.")
        if not 1 <= int(number) <= len(self._listed):
            what = f"There is no move {number}; the list has 1 to {len(self._listed)}."
            raise UsageError(what, where=f'"{number}"', todo="Type moves to see all.")
        picked = self._listed[int(number) - 1]
        if picked.whole:
            _show(picked.text)
            self._move(seat, picked.text)
        else:
            self._offer(seat, picked.text if picked.text.endswith(",") else f"{picked.text} ")


_WORDS: Mapping[str, Callable[[Session, Seat | None], Sequence[str]]] = {
    "status": reporting.status_lines,
    "log": lambda session, seat: reporting.told_lines(session, seat, 0),
    "score": lambda session, seat: reporting.score_of(session).lines,
    "odds": lambda session, seat: text_lines(reporting.odds_blocks(session, seat)),
    "hint": lambda session, seat: text_lines(hint_blocks(session, seat)),
    "help": lambda session, seat: _HELP.splitlines(),
    "?": lambda session, seat: _HELP.splitlines(),
}


def _show(*lines: str) -> None:
    for line in lines:
        print(visible(line), flush=True)


def _wipe() -> None:
    """Clear the screen, its scrollback, and the lines that the arrow keys bring back."""
    if WINDOWS:
        import os

        os.system("cls")
    print(_WIPE, end="", flush=True)
    with contextlib.suppress(ImportError):
        import readline

        readline.clear_history()


def _drop_typed_ahead() -> None:
    """Forget the keys pressed so far, so that no second Enter uncovers what is handed over."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import termios

        with contextlib.suppress(termios.error):
            termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _read(prompt: str) -> str | None:
    """A line of standard input; None at its end. On a terminal it can be edited."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        try:
            return input(visible(prompt))
        except EOFError:
            print(flush=True)
            return None
    print(visible(prompt), end="", flush=True)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        _show(line.rstrip("\n"))
    return line.rstrip("\n") if line else None
