"""Dialogs over the table: something to read, a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static


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
