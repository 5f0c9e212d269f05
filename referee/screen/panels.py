"""The parts of the table screen: the seats, the list of moves with the line to type in, the log."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from components.setup import Fact
from referee.engine.game import Seats, Telling
from referee.screen.choosing import FEW, Choice, choices, completed, matching, next_words
from referee.screen.styling import cited, wrapped_text
from referee.table.session import Session


def seats_text(session: Session, facts: Iterable[Fact], width: int, *, brief: bool = False) -> Text:
    """A line for each player: whose turn it is, name and score; under it the facts about the player.

    brief  facts only about the players whose turn it is, at the end
    """
    turn = session.turn
    acting = turn.seats if isinstance(turn, Seats) else ()
    secret = isinstance(turn, Seats) and turn.secret
    sheet = session.game.score(session.state)
    totals = {player.name: player.total for player in sheet.players}
    own = {fact.name: fact.text for fact in facts if fact.name in session.names}
    lines, details = [], list[Text]()
    for seat, name in enumerate(session.names):
        tags = [
            *(["bot"] if name in session.header.bots else []),
            *(["has chosen"] if secret and seat not in acting else []),
            *(["wins"] if name in sheet.winners else []),
        ]
        tag = f" ({', '.join(tags)})" if tags else ""
        room = width - 3 - len(str(totals[name]))
        line = Text("▸ " if seat in acting else "  ")
        line.append(f"{name}{tag}"[:room].ljust(room), "bold" if seat in acting else "")
        line.append(f" {totals[name]}", "bold")
        lines.append(line)
        if name in own and (seat in acting or not brief):
            (details if brief else lines).extend(
                Text(f"    {part}", "dim") for part in _flowed(own[name], width - 4)
            )
    return Text("\n").join([*lines, *details])


def _flowed(text: str, width: int) -> list[str]:
    """The text broken only after commas, so that a number stays with its name."""
    lines = [""]
    for part in text.split(", "):
        if lines[-1] and len(lines[-1]) + len(part) + 2 > width:
            lines.append(part)
        else:
            lines[-1] += f", {part}" if lines[-1] else part
    return lines


def log_lines(tellings: Iterable[Telling], why: bool = False) -> list[str]:
    """What was told, line by line; with `why`, the formula of each figure after it."""
    lines: list[str] = []
    for telling in tellings:
        lines += telling.lines
        if why:
            lines += [f"    {step.what}: {step.formula} [{step.rule}]" for step in telling.why]
    return lines


class Log(VerticalScroll, can_focus=False):
    """The last lines of the log. Lines that are new since a person last acted have an arrow."""

    KEPT: ClassVar = 60  # lines; a longer log takes longer to draw

    def compose(self) -> ComposeResult:
        yield Static(id="lines")

    def show(self, lines: Sequence[str], new: int) -> None:
        """new: how many of the last lines are new"""
        lines = lines[-max(self.KEPT, new) :]
        shown = self.query_one("#lines", Static)
        old = len(lines) - new
        told = [
            part
            for place, line in enumerate(lines)
            for part in wrapped_text(
                line,
                shown.size.width or 80,
                style="" if place >= old else "dim",
                first="▸ " if place >= old else "  ",
            )
        ]
        shown.update(Text("\n").join(told))
        self.call_after_refresh(self.scroll_end, animate=False)


_DIGITS = "123456789"
_LETTERS = string.ascii_lowercase
_MANY = 20  # moves that are listed whole after a word that was picked, as keys pick them


class Line(Input):
    """Where moves are typed.

    A digit on an empty line picks from the list. After words that were picked, letters pick too, until the
    space bar is pressed: then the rest is typed. After words that were typed nothing picks ("buy 10"), and a
    digit never picks where the words to pick are other numbers.
    """

    class Picked(Message):
        """A key that picks was pressed, for the move at that place of the list, from 0."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    class Typing(Message):
        """From now on letters and digits are typed."""

    class Questioned(Message):
        """A question mark was typed on an empty line."""

    class Left(Message):
        """A q was typed on an empty line, where there are no moves left."""

    numbered = False
    ended = False
    composed: str | None = ""  # the words that were picked; None if the rest is typed
    keys = ""  # the keys that pick, one for each line of the list

    @property
    def picked(self) -> bool:
        """Whether nothing was typed: the line is empty, or every word was picked."""
        return self.value in ("", self.composed)

    async def _on_key(self, event: events.Key) -> None:
        if not self.value and event.character == "?":
            event.prevent_default()
            event.stop()
            self.post_message(self.Questioned())
        elif not self.value and self.ended and event.character == "q":
            event.prevent_default()
            event.stop()
            self.post_message(self.Left())
        elif self.picked and event.character and event.character in self.keys:
            event.prevent_default()
            event.stop()
            self.post_message(self.Picked(self.keys.index(event.character)))
        elif self.value and self.value == self.composed and event.key == "space":
            event.prevent_default()
            event.stop()
            self.post_message(self.Typing())
        else:
            await super()._on_key(event)


class Choosing(Vertical):
    """The possible moves, narrowed by what is typed, and the referee's reply."""

    class Made(Message):
        """A move or a word was chosen or typed.

        text   what was typed or, if `typed` is False, what was picked from the list
        """

        def __init__(self, text: str, typed: bool) -> None:
            super().__init__()
            self.text = text
            self.typed = typed

    class Marked(Message):
        """Another move is marked in the list; the text is empty if none is."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self) -> None:
        super().__init__(id="choosing")
        self._moves: tuple[str, ...] = ()
        self._about: Callable[[str], str] = lambda move: ""
        self._listed: tuple[Choice, ...] = ()
        self._hint = ""
        self._composed = ""  # the words that were picked from the list
        self._narrowed = ""  # what was on the line when the list was made
        self._arrow = 0  # the place of the move that has the arrow
        self._walked = False  # whether the mark was moved since something was typed

    def compose(self) -> ComposeResult:
        yield Static(id="asked")
        yield OptionList(id="moves", compact=True)
        yield Static(id="hint")
        yield Static(id="said")
        with Horizontal(id="typing"):
            yield Static("> ", id="prompt")
            yield Line(id="line", compact=True)

    def on_mount(self) -> None:
        self.query_one(OptionList).can_focus = False

    @property
    def marked(self) -> Choice | None:
        place = self.query_one(OptionList).highlighted
        return self._listed[place] if place is not None and place < len(self._listed) else None

    def ask(
        self, asked: str, moves: tuple[str, ...], hint: str, about: Callable[[str], str], *, numbered: bool
    ) -> None:
        """Ask for one of the moves.

        hint      what else may be typed
        about     gives a remark on a move: what it costs, what lies there
        numbered  whether number keys pick
        """
        self._moves, self._about = moves, about
        self.query_one("#asked", Static).update(asked)
        self._hint = hint
        self._put("#hint", hint)
        line = self.query_one(Line)
        line.numbered, line.ended = numbered, not (moves or hint)
        self._write("")
        line.focus()

    def hand_over(self, name: str, others: bool) -> None:
        """Ask for the machine to be handed to that player; `others`: whether another player may take it."""
        self._moves = ()
        self._write("")
        asked = f"Hand the machine to {name}.\n\n{name}: press Enter."
        self.query_one("#asked", Static).update(asked + ("\nTab: another player first" if others else ""))
        self.screen.set_focus(None)

    def clear(self) -> None:
        """Empty the line."""
        self._write("")

    def say(self, text: str) -> None:
        """Show a text of the referee under the list, in place of the hint; an empty text removes it."""
        self._put("#said", text)
        self._put("#hint", "" if text else self._hint)

    def refuse(self, text: str) -> None:
        """Show a refusal. What is typed next replaces what was typed."""
        self.say(text)
        self.query_one(Line).select_all()

    def walk(self, step: str) -> None:
        """Move the mark: up, down, page_up, page_down."""
        moves = self.query_one(OptionList)
        getattr(moves, f"action_{step}" if step.startswith("page") else f"action_cursor_{step}")()
        self._walked = True

    def back(self) -> None:
        """Remove the last word on the line."""
        words = self.query_one(Line).value.split()[:-1]
        self._write("".join(f"{word} " for word in words))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if event.input.value != self._narrowed:
            self.say("")
            self._fill()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        typed, marked = event.value.strip(), self.marked
        if typed and event.value != self._composed and not self._walked:
            self.post_message(self.Made(typed, typed=True))
        elif marked:
            self._take(marked)
        elif typed:
            self.post_message(self.Made(typed, typed=True))

    def on_line_typing(self, event: Line.Typing) -> None:
        event.stop()
        self.query_one(Line).composed = None
        self._fill()

    def on_line_picked(self, event: Line.Picked) -> None:
        if event.place < len(self._listed):
            self._take(self._listed[event.place])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click."""
        event.stop()
        self._take(self._listed[event.option_index])

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_index != self._arrow and event.option_index < len(self._listed):
            moves = self.query_one(OptionList)
            for place in (self._arrow, event.option_index):
                moves.replace_option_prompt_at_index(place, self._prompt(place, event.option_index))
            self._arrow = event.option_index
        self.post_message(self.Marked(self.marked.text if self.marked else ""))

    @property
    def goes_on(self) -> bool:
        """Whether any move matches what is on the line."""
        return bool(self._listed)

    def meant(self) -> str:
        """The only move that the line can mean, if the line is not a move itself; else empty.

        If it can mean several moves, the words they share are put on the line, and no move is made.
        """
        line = self.query_one(Line)
        for typed in (line.value, f"{line.value} "):  # "1" may be 1, though there is a 10
            if len(found := matching(self._moves, typed)) == 1:
                return found[0]
        if words := completed(self._moves, line.value):
            self._write(f"{words} ")
        return ""

    def _put(self, where: str, text: str) -> None:
        static = self.query_one(where, Static)
        if text or static.display:
            static.update(cited(text))
            static.display = bool(text)

    def _take(self, choice: Choice) -> None:
        if choice.whole:
            self.post_message(self.Made(choice.text, typed=False))
        else:
            self._write(choice.text if choice.text.endswith(",") else f"{choice.text} ")

    def _write(self, text: str) -> None:
        line = self.query_one(Line)
        self._composed = text
        line.value = line.composed = text
        line.cursor_position = len(text)
        self._fill()

    def _fill(self) -> None:
        line = self.query_one(Line)
        self._narrowed, self._walked = line.value, False
        moves = self.query_one(OptionList)
        few = max(_MANY if line.value and line.picked else FEW, moves.size.height)
        few = len(_DIGITS) if line.numbered and not line.value else few
        self._listed = choices(self._moves, line.value, few, len(_DIGITS + _LETTERS))
        line.keys = self._keys()[: len(self._listed)]
        moves.clear_options()
        moves.add_options([Option(self._prompt(place, 0)) for place in range(len(self._listed))])
        self._arrow = 0
        moves.highlighted = 0 if self._listed else None
        if not self._listed:
            self.post_message(self.Marked(""))
        line.placeholder = "type to filter, or a move" if self._moves else "type here"

    def _keys(self) -> str:
        """The keys that pick from the list, one for each line: see `Line`."""
        line = self.query_one(Line)
        if not (line.numbered and line.picked):
            return ""
        words = next_words([choice.text for choice in self._listed])
        numbers = [word.lstrip("-")[:1].isdigit() for word in words]
        in_order = all(word == str(place) for place, word in enumerate(words, 1))
        return f"{'' if any(numbers) and not in_order else _DIGITS}{_LETTERS if line.value else ''}"

    def _prompt(self, place: int, marked: int) -> Text:
        """Arrow if marked, key, move, and the remark on it."""
        line, choice = self.query_one(Line), self._listed[place]
        number = line.keys[place : place + 1] or " "
        arrow = "▸" if place == marked else " "
        text = Text.assemble(arrow, (f"{number} ", "dim"), choice.text)
        if not choice.whole:
            text.append(f" … ({choice.stands_for})", "dim")
        if about := self._about(choice.text):
            text.append(f"  {about}", "dim")
        text.no_wrap = True
        text.overflow = "ellipsis"
        return text
