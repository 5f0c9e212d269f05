"""Dialogs over the table: something to read, a question, the help with the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from components.catalogue import Game
from components.errors import UsageError
from referee.engine import rulebook
from referee.screen.styling import cited

KEYS = """\
↑ ↓  PgUp PgDn  mark a move       Enter  make the marked move
1 … 9           make the move with that number, or go on to its next word
a … z           the same after a word that was picked; Space starts typing
letters         narrow the list; a move may be typed in full
Esc             go back a word
Tab             another player, where several may act
F1 or ?         help and rules; after a refusal, its rule
F2              the odds, if the game can work them out
Shift + ↑ ↓     scroll a table that is larger than its frame
F3  F4  F7      the table, the log, the score on the whole screen
F5  F6          undo, redo
Ctrl-Q          leave; referee play continues from there

Typed with Enter: undo 2  redo  odds  log  score  rules 4.2  q
"""


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
                yield Static(id="reading")
            yield Static("↑ ↓ scroll   Esc back", classes="foot")

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
                "Do all players agree to take it back?\n"
            )
            yield Static("y  all agree      n  do not undo", classes="foot")

    def action_answer(self, agreed: bool) -> None:
        self.dismiss(agreed)


class Help(ModalScreen[None]):
    """The keys, and the rules of the game by number or by words."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,f1", "dismiss"),
        ("up", "scroll('scroll_up')"),
        ("down", "scroll('scroll_down')"),
        ("pageup", "scroll('scroll_page_up')"),
        ("pagedown", "scroll('scroll_page_down')"),
    ]

    def __init__(self, game: Game, wanted: str = "") -> None:
        super().__init__()
        self._game, self._wanted = game, wanted

    def compose(self) -> ComposeResult:
        dialog = Vertical(id="dialog")
        dialog.border_title = f"Help and rules: {self._game.title}"
        with dialog:
            yield Input(self._wanted, placeholder="the number or words of a rule: 4.2, damage", compact=True)
            with VerticalScroll(can_focus=False):
                yield Static(id="rules")
            yield Static("type to search the rules   ↑ ↓ scroll   Esc back", classes="foot")

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        self._look_up(self._wanted)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._look_up(event.value)

    def action_scroll(self, how: str) -> None:
        getattr(self.query_one(VerticalScroll), how)(animate=False)

    def _look_up(self, wanted: str) -> None:
        self.query_one("#rules", Static).update(
            Text("\n").join(cited(line) for line in self._lines(wanted.strip()))
        )
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def _lines(self, wanted: str) -> Sequence[str]:
        if not wanted:
            return (*KEYS.splitlines(), "", *rulebook.contents(self._game).lines)
        try:
            return rulebook.look_up(self._game, wanted).lines
        except UsageError as problem:
            return (problem.what,)
