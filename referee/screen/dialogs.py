"""Dialogs over the table: something to read, a question, a move to fill in part by part."""

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from components.errors import StarboxError
from components.prose import Blocks
from referee.engine.asking.choosing import Question
from referee.engine.asking.picks import NONE, Pieces
from referee.engine.game import Event, Seat
from referee.engine.moves import Form
from referee.screen.styling import as_text
from referee.table.playing import recorded
from referee.table.session import Session


class Reading(ModalScreen[None]):
    """Something to read, as large as the screen allows. Esc or q closes it.

    draw  gives the text for that many columns
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,enter,f1,f2,f3,f4,f7", "dismiss"),
        ("up", "scroll('scroll_up')"),
        ("down", "scroll('scroll_down')"),
        ("left", "scroll('scroll_left')"),
        ("right", "scroll('scroll_right')"),
        ("pageup", "scroll('scroll_page_up')"),
        ("pagedown,space", "scroll('scroll_page_down')"),
        ("home", "scroll('scroll_home')"),
        ("end", "scroll('scroll_end')"),
    ]

    def __init__(self, title: str, draw: Callable[[int], Text], *, at_end: bool = False) -> None:
        super().__init__()
        self._title, self._draw, self._at_end = title, draw, at_end

    def compose(self) -> ComposeResult:
        dialog = Vertical(id="dialog")
        dialog.border_title = self._title
        with dialog:
            with VerticalScroll(can_focus=False) as scroll:
                scroll.styles.overflow_x = "auto"
                yield Static(id="reading", markup=False)
            yield Static("↑ ↓ scroll   Esc back", classes="foot", markup=False)

    def on_resize(self) -> None:
        self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        scroll = self.query_one(VerticalScroll)
        # Without a scroll bar that may appear.
        self.query_one("#reading", Static).update(self._draw(scroll.size.width - 1))
        if self._at_end:
            self.call_after_refresh(scroll.scroll_end, animate=False)

    def action_scroll(self, how: str) -> None:
        getattr(self.query_one(VerticalScroll), how)(animate=False)


class Pondered(Reading):
    """Something to read that takes its time; it is worked out beside the screen.

    above, below  what is known at once
    """

    def __init__(
        self,
        title: str,
        ponder: Callable[[], Blocks],
        above: Blocks = (),
        below: Sequence[str] = (),
    ) -> None:
        self._above, self._below = (*above, "") if above else (), ("", *below) if below else ()
        self._blocks: Blocks = (*self._above, "Looking ahead …", *self._below)
        super().__init__(title, lambda width: as_text(self._blocks, width))
        self._ponder = ponder

    def on_mount(self) -> None:
        self.run_worker(self._work_out, thread=True)

    def _work_out(self) -> None:
        self._blocks = (*self._above, *self._ponder(), *self._below)
        self.app.call_from_thread(self._fill)


class Thinking(ModalScreen[StarboxError | None]):
    """While bots think that take their time: each of their moves is worked out beside the screen, then made.

    Gives the error if the game cannot go on. Nothing else may change the session meanwhile.
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Static(id="thinker", markup=False)

    def on_mount(self) -> None:
        self._think()

    def _think(self) -> None:
        seat = self._session.thinker
        if seat is None:
            self.dismiss(None)
            return
        self.query_one("#thinker", Static).update(f"{self._session.names[seat]} is thinking …")
        # Whoever leaves does not wait for it: the bot will find the same move when the game goes on.
        threading.Thread(target=self._work_out, args=(self.app, seat), daemon=True).start()

    def _work_out(self, app: App[object], seat: Seat) -> None:
        try:
            event, problem = Event(seat, self._session.bot_move(seat)), None
        except StarboxError as error:
            event, problem = None, error
        if app.is_running:
            with contextlib.suppress(RuntimeError):  # it was left at this very moment
                app.call_from_thread(self._made, event, problem)

    def _made(self, event: Event | None, problem: StarboxError | None) -> None:
        try:
            if event:
                recorded(self._session, lambda: self._session.play(event))
        except StarboxError as error:
            problem = error
        if problem:
            self.dismiss(problem)
        else:
            self._think()


class Agree(ModalScreen[bool]):
    """Ask whether the players agree to take back what was rolled, drawn or shown."""

    BINDINGS: ClassVar[list[BindingType]] = [("y", "answer(True)"), ("n,escape,q", "answer(False)")]

    def __init__(self, what: str, *, alone: bool) -> None:
        """what: the move that is taken back, in words; `alone`: whether one person plays, against bots"""
        super().__init__()
        self._what, self._alone = what, alone

    def compose(self) -> ComposeResult:
        dialog = Vertical(id="dialog")
        dialog.border_title = "Undo"
        with dialog:
            yield Static(f"To take back: {self._what}\n", markup=False)
            yield Static(
                "Something was rolled, drawn or shown since that move. "
                "The same dice and cards will come again.\n\n"
                f"{'Take it back?' if self._alone else 'Do all players agree to take it back?'}\n",
                markup=False,
            )
            agree = "take it back" if self._alone else "all agree"
            yield Static(f"y  {agree}      n  do not undo", classes="foot", markup=False)

    def action_answer(self, agreed: bool) -> None:
        self.dismiss(agreed)


class Filling(ModalScreen[str]):
    """Fill in a move part by part: steppers with their totals, pieces that Space takes, words to go through.

    Gives its text; empty if nobody wants to make it any more.

    question  of the seat that makes it
    parts     those that are chosen at first
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,f8", "give_up"),
        ("up", "walk(-1)"),
        ("down", "walk(1)"),
        ("left,minus", "step(-1)"),
        ("right,plus", "step(1)"),
        ("space", "take"),
        ("enter", "make"),
    ]

    def __init__(self, question: Question, form: Form, parts: Mapping[str, str]) -> None:
        super().__init__()
        self._question, self._form = question, form
        self._at = 0  # the line with the arrow
        self._typed = ""  # the digits typed on it
        self._said = ""
        self._left = question.left(form.text, parts)

    def compose(self) -> ComposeResult:
        dialog = Vertical(id="dialog")
        dialog.border_title = self._question.ask_of(self._form) or self._form.about
        with dialog:
            with VerticalScroll(can_focus=False):
                yield Static(id="parts", markup=False)
            yield Static(id="tried", markup=False)
            yield Static(_KEYS, classes="foot", markup=False)

    def on_mount(self) -> None:
        self._show()

    def lines(self) -> list[tuple[str, str, str]]:
        """A line for each part and, where it is several pieces, for each of them: part, piece, and words."""
        return [line for name in (*self._form.fields, *self._form.flags) for line in self._lines_of(name)]

    def on_key(self, event: events.Key) -> None:
        """Digits are the number of the line that has the arrow."""
        name, piece, _ = self.lines()[self._at]
        if event.character and event.character.isdecimal() and not piece:
            self._typed += event.character
            self._set(name, self._typed)

    def action_give_up(self) -> None:
        self.dismiss("")

    def action_walk(self, step: int) -> None:
        self._at, self._typed = (self._at + step) % len(self.lines()), ""
        self._show()

    def action_step(self, step: int) -> None:
        """The next value of a part, or the one before; a number of a mix may say why not."""
        name, piece, _ = self.lines()[self._at]
        now, values = self._left.parts.get(name, ""), self._left.values[name]
        self._typed = ""
        if piece:
            self.action_take()
        elif self._form.mixed and now.isdecimal():
            wanted = f"{int(now) + step}"
            # From a number that is refused any step is a way back.
            reason = self._left.why.get((name, wanted), "") if self._left.whole else ""
            self._set(name, now if reason else wanted, said=reason)
        elif values:
            place = values.index(now) + step if now in values else 0
            self._set(name, values[min(max(place, 0), len(values) - 1)])

    def action_take(self) -> None:
        """Take the piece of this line, or put it back."""
        name, piece, words = self.lines()[self._at]
        chosen = self._left.parts.get(name, "").replace(",", " ").split()
        if not piece:
            self.action_step(1)
        elif words.startswith("[✓]"):
            chosen.remove(piece)
            self._set(name, " ".join(chosen))
        elif reason := self._question.why(self._form.text, self._left.parts, name, piece):
            self._set(name, " ".join(chosen), said=reason)
        else:
            self._set(name, " ".join((*chosen, piece)))

    def action_make(self) -> None:
        """Make the move; of pieces that are not all chosen, choose those that make most sense."""
        if self._left.whole:
            self.dismiss(self._left.whole)
        elif self._left.best:
            best = self._left.best.partition(" ")[2]
            self._set(next(iter(self._form.fields)), best)

    def _set(self, name: str, text: str, said: str = "") -> None:
        self._said = said
        self._left = self._question.left(self._form.text, {**self._left.parts, name: text})
        self._show()

    def _lines_of(self, name: str) -> Iterator[tuple[str, str, str]]:
        field, chosen = self._form.fields.get(name), self._left.parts.get(name, "")
        label = field.label if field else name.capitalize()
        values = self._left.values[name]
        if self._question.most(self._form.text, name) > 1:
            taken = chosen.replace(",", " ").split()
            for code, words in self._pieces(name, [*taken, *values]):
                if has := code in taken:
                    taken.remove(code)
                yield name, code, f"[{'✓' if has else ' '}] {words}"
            return
        about = ", ".join(value for value in values if value != NONE)
        if field and field.counts and values and not self._form.mixed:
            about = f"{values[0]} to {values[-1]} {field.unit}" if len(values) > 1 else field.unit
        elif len(values) > _FEW:
            about = f"{', '.join(values[:_FEW])} …"
        if self._form.mixed and field and field.counts:
            price = self._question.prices(self._form.text, self._left.parts).get(name)
            about = f"{field.unit}, {price[0]} {self._form.mixed.total}" if price else field.unit
        yield name, "", f"{label:<12} ‹ {chosen if chosen != NONE else '–'} ›  {about}".rstrip()

    def _pieces(self, name: str, codes: list[str]) -> Iterator[tuple[str, str]]:
        """The pieces among which a part is chosen, with their names; of dice a group of each face."""
        field = self._form.fields[name]
        if not isinstance(field.pick, Pieces):
            yield from ((code, code) for code in sorted(set(codes)))
            return
        for piece in self._question.pieces(field.pick):
            if piece.code:
                words = f"{piece.name} ({piece.code})" if piece.name else piece.code
                yield from [(piece.code, words)] * piece.count

    def _show(self) -> None:
        text = Text()
        for number, (_, _, words) in enumerate(self.lines()):
            text.append(
                f"{'▸' if number == self._at else ' '} {words}\n", "bold" if number == self._at else ""
            )
        self.query_one("#parts", Static).update(text)
        left, said = self._left, self._said or self._left.remark.text
        rest = f"Enter chooses {left.best.partition(' ')[2]}" if left.best else ""
        head = left.does or left.whole or rest
        tried = self.query_one("#tried", Static)
        tried.update("\n".join(filter(None, (head, said))))
        tried.set_class(bool(self._said) or not (left.whole or left.best), "-refused")


_FEW = 6  # values of a part that are shown beside it
_KEYS = "↑ ↓ line  ← → change  Space take  Enter make it  Esc back"
