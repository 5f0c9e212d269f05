"""Dialogs over the table: something to read, a question, a move to fill in field by field."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from components.errors import StarboxError
from components.prose import Blocks
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

    def __init__(self, what: str) -> None:
        """what: the move that is taken back, in words"""
        super().__init__()
        self._what = what

    def compose(self) -> ComposeResult:
        dialog = Vertical(id="dialog")
        dialog.border_title = "Undo"
        with dialog:
            yield Static(f"To take back: {self._what}\n", markup=False)
            yield Static(
                "Something was rolled, drawn or shown since that move. "
                "The same dice and cards will come again, but everybody has seen them.\n\n"
                "Do all players agree to take it back?\n",
                markup=False,
            )
            yield Static("y  all agree      n  do not undo", classes="foot", markup=False)

    def action_answer(self, agreed: bool) -> None:
        self.dismiss(agreed)


class Blank:
    """A move to fill in: the fields of its form, and what each may be.

    moves  those that may be made, the best first: the text of each field by its name, a flag's own name if
           it is set. The fields are filled in like the first that begins with `values`, at first
    """

    def __init__(self, form: Form, moves: Sequence[Mapping[str, str]], values: Sequence[str] = ()) -> None:
        self._form, self._moves = form, moves
        flags = _FLAG.findall(form.text)
        self.labels = {name: field.label for name, field in form.fields.items()} | {
            flag: flag.capitalize() for flag in flags
        }
        self._units = {name: field.unit for name, field in form.fields.items()}
        wanted = dict(zip(form.fields, values, strict=False))
        fitting = [move for move in moves if all(move.get(name) == wanted[name] for name in wanted)]
        first = (fitting or moves or [{}])[0]
        self.values = {name: first.get(name, "") for name in self.labels} | wanted

    def choices(self, name: str) -> list[str]:
        """Return what that field may be, as the fields before it are filled in; numbers in their order."""
        before = list(self.labels)[: list(self.labels).index(name)]
        fitting = (move for move in self._moves if all(move.get(one) == self.values[one] for one in before))
        found = list(dict.fromkeys(move[name] for move in fitting if move.get(name)))
        return sorted(found, key=int) if found and all(map(str.isdecimal, found)) else found

    def range(self, name: str) -> str:
        """The choices in words: "1 to 5 levels"."""
        choices = self.choices(name)
        if not choices:
            return ""
        if all(map(str.isdecimal, choices)):
            ends = choices[0] if len(choices) == 1 else f"{choices[0]} to {choices[-1]}"
            return f"{ends} {self._units.get(name, '')}".strip()
        return ", ".join(choices[:_FEW]) + (" …" if len(choices) > _FEW else "")

    def stepped(self, name: str, step: int) -> str:
        """The next choice of that field, or the one before; the nearest, if it is none of them now."""
        choices, value = self.choices(name), self.values[name]
        if value not in choices:
            if value.isdecimal() and all(map(str.isdecimal, choices)):
                return min(choices, key=lambda choice: abs(int(choice) - int(value)), default=value)
            return choices[0] if choices else value
        return choices[min(max(choices.index(value) + step, 0), len(choices) - 1)]

    @property
    def text(self) -> str:
        """The move as it is typed."""

        def optional(found: re.Match[str]) -> str:
            if flag := _FLAG.fullmatch(found[0]):
                return f" {flag[1]}" if self.values[flag[1]] else ""
            names = re.findall(r"\{(\w+)", found[0])
            return found[1] if any(self.values[name] for name in names) else ""

        form = re.sub(r"\[([^\]]*)\]", optional, self._form.text)
        return re.sub(r"\{(\w+)(?:\.\.\.)?\}", lambda found: self.values[found[1]], form).strip()


class Filling(ModalScreen[str]):
    """Fill in a move field by field. Gives its text; empty if nobody wants to make it any more.

    try_out  says whether a move of that text is allowed, and what it does or why it is refused
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,f8", "give_up"),
        ("up", "step(1)"),
        ("down", "step(-1)"),
        ("shift+tab", "app.focus_previous"),
    ]

    def __init__(self, title: str, blank: Blank, try_out: Callable[[str], tuple[bool, str]]) -> None:
        super().__init__()
        self._title, self._blank, self._try_out = title, blank, try_out

    def compose(self) -> ComposeResult:
        dialog = Vertical(id="dialog")
        dialog.border_title = self._title
        wide = max(map(len, self._blank.labels.values()))
        with dialog:
            for name, label in self._blank.labels.items():
                with Horizontal(classes="field"):
                    yield Static(f"{label:<{wide}} ", classes="label", markup=False)
                    yield Input(self._blank.values[name], id=f"field-{name}", compact=True)
                    yield Static(id=f"range-{name}", classes="range", markup=False)
            yield Static(id="tried", markup=False)
            yield Static(
                "Tab next field   ↑ ↓ more, less   Enter make it   Esc back", classes="foot", markup=False
            )

    def on_mount(self) -> None:
        self.query(Input).first().focus()
        self._show()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._blank.values[_named(event.input)] = event.value.strip()
        self._show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self._try_out(self._blank.text)[0]:
            self.dismiss(self._blank.text)

    def action_give_up(self) -> None:
        self.dismiss("")

    def action_step(self, step: int) -> None:
        if isinstance(self.focused, Input):
            self.focused.value = self._blank.stepped(_named(self.focused), step)
            self.focused.cursor_position = len(self.focused.value)

    def _show(self) -> None:
        for name in self._blank.labels:
            self.query_one(f"#range-{name}", Static).update(self._blank.range(name))
        allowed, told = self._try_out(self._blank.text)
        tried = self.query_one("#tried", Static)
        tried.update(f"{self._blank.text}\n{told}")
        tried.set_class(not allowed, "-refused")


_FLAG = re.compile(r"\[ (\w+)\]")
_FEW = 6  # choices that are listed


def _named(field: Input) -> str:
    return (field.id or "").removeprefix("field-")
