"""The list of moves with the line to type in, and the referee's reply."""

from collections.abc import Callable, Mapping

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from components.wording import counted
from referee.screen.choosing import FEW, PAGE, Choice, choices, completed, digits, matching, shared
from referee.screen.styling import cited, cut_lines, wrapped_text

_MANY = 2 * PAGE  # moves that are listed whole after a word that was picked, as digits pick them
_MOST = 4 * PAGE  # next words that are listed; if there are more, places go by their columns
_HINT = 2  # lines of the hint where the list needs the others; the help has all of it
_MOST_HINT = 6  # its lines where there is room
_INDENT = 3  # columns before a move, and before a remark below it


class Line(Input):
    """The line on which moves are typed.

    Letters are always typed: they narrow the list, and Enter makes a move. A digit on an empty line, or after
    words that were picked, picks from the list. After words that were typed nothing picks ("buy 10").
    """

    class Picked(Message):
        """A digit that picks was pressed, for the move at that place of the list, from 0."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    class Paged(Message):
        """A 0 was pressed: the next lines of the list are to have the digits."""

    class Typing(Message):
        """From now on digits are typed."""

    class Questioned(Message):
        """A question mark was typed on an empty line."""

    class Left(Message):
        """A q was typed on an empty line, where there are no moves left."""

    numbered = False
    ended = False
    composed: str | None = ""  # the words that were picked; None if the rest is typed
    keys: tuple[str, ...] = ()  # the digit that picks each line of the list; empty for a line without one
    pages = False  # true if 0 leads on to more lines
    pressed: Callable[[], None] = staticmethod(lambda: None)  # called at every key, before anything else

    @property
    def picked(self) -> bool:
        """True if nothing was typed: the line is empty, or every word was picked."""
        return self.value in ("", self.composed)

    async def _on_key(self, event: events.Key) -> None:
        self.pressed()
        message = self._meaning(event)
        if message is None:
            await super()._on_key(event)
        else:
            event.prevent_default()
            event.stop()
            self.post_message(message)

    def _meaning(self, event: events.Key) -> Message | None:
        """Return what a key stands for that is not typed; None if it is typed."""
        if not self.value and event.character == "?":
            return self.Questioned()
        if not self.value and self.ended and event.character == "q":
            return self.Left()
        if self.picked and event.character and event.character in self.keys:
            return self.Picked(self.keys.index(event.character))
        if self.picked and self.pages and event.character == "0":
            return self.Paged()
        if self.value and self.value == self.composed and event.key == "space":
            return self.Typing()
        return None


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

    class Begun(Message):
        """The words that several moves begin with were picked."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self) -> None:
        super().__init__(id="choosing")
        self._moves: tuple[str, ...] = ()
        self._senses: Mapping[str, int] = {}
        self._about: Callable[[str], str] = lambda move: ""
        self._typed: Callable[[str], str] = lambda text: ""
        self._listed: tuple[Choice, ...] = ()
        self._hint = ""
        self._passing = False  # true if what is said goes away at the next key
        self._composed = ""  # the words that were picked from the list
        self._narrowed = ""  # the text on the line when the list was made
        self._first = 0  # the place of the first line with a digit
        self._arrow: int | None = None  # the place of the move that has the arrow
        self._walked = False  # true if the mark was moved since something was typed
        self._width = 0  # columns for which the list was made
        self._high = 0  # lines of the list

    def compose(self) -> ComposeResult:
        yield Static(id="asked", markup=False)
        yield OptionList(id="moves", compact=True, markup=False)
        yield Static(id="hint", markup=False)
        yield Static(id="said", markup=False)
        with Horizontal(id="typing"):
            yield Static("> ", id="prompt", markup=False)
            yield Line(id="line", compact=True, select_on_focus=False)

    def on_mount(self) -> None:
        self.query_one(OptionList).can_focus = False
        self.query_one(Line).pressed = self._forget

    def on_resize(self) -> None:
        self.call_after_refresh(self._fit)

    @property
    def marked(self) -> Choice | None:
        place = self.query_one(OptionList).highlighted
        return self._listed[place] if place is not None and place < len(self._listed) else None

    @property
    def in_question(self) -> str:
        """The text that is typed, or else the marked move or its beginning."""
        line = self.query_one(Line)
        if line.value.strip() and line.value != self._composed:
            return line.value.strip()
        return self.marked.text if self.marked else line.value.strip()

    @property
    def hint(self) -> str:
        """Everything else that may be typed, in full."""
        return self._hint

    def ask(
        self,
        asked: str,
        moves: tuple[str, ...],
        hint: str,
        *,
        about: Callable[[str], str] = lambda move: "",
        senses: Mapping[str, int] | None = None,
        typed: Callable[[str], str] = lambda text: "",
        numbered: bool = True,
    ) -> None:
        """Ask for one of the moves.

        hint      what else may be typed
        about     gives a remark on a move: what it costs, what lies there
        senses    how sensible moves are, by their text; Enter never makes one below 0 unasked
        typed     gives what to say about a text that is being typed
        numbered  whether digits pick
        """
        self._moves, self._about, self._senses, self._typed = moves, about, senses or {}, typed
        self.query_one("#asked", Static).update(asked)
        self._hint = hint
        line = self.query_one(Line)
        line.numbered, line.ended = numbered, not (moves or hint)
        self._write("")
        self._put("#hint", hint)
        line.focus()

    def hand_over(self, name: str, others: bool) -> None:
        """Ask for the machine to be handed to that player; `others`: whether another player may take it."""
        self._moves = ()
        self._hint = ""
        self._write("")
        asked = f"Hand the machine to {name}.\n\n{name}: press Enter."
        self.query_one("#asked", Static).update(asked + ("\nTab: another player first" if others else ""))
        self.screen.set_focus(None)

    def clear(self) -> None:
        """Empty the line."""
        self._write("")

    def write(self, text: str) -> None:
        """Put words on the line that were picked elsewhere."""
        self._write(text)

    def write_on(self, said: str, kept: str) -> None:
        """Let the line go on after what is kept of it, and say something."""
        line = self.query_one(Line)
        self._narrowed = line.value = f"{kept} " if kept and not kept[-1].isspace() else kept
        line.cursor_position = len(line.value)
        self.say(said)

    def say(self, text: str, *, passing: bool = False) -> None:
        """Show a text of the referee under the list, in place of the hint; an empty text removes it.

        passing  whether it goes away at the next key
        """
        self._passing = passing
        self._put("#said", text)
        self._put("#hint", "" if text else self._hint)

    def walk(self, step: str) -> None:
        """Move the mark: up, down, page_up, page_down."""
        moves = self.query_one(OptionList)
        getattr(moves, f"action_{step}" if step.startswith("page") else f"action_cursor_{step}")()
        self._walked = True

    def back(self) -> None:
        """Remove the last word on the line."""
        words = self.query_one(Line).value.split()[:-1]
        self._write("".join(f"{word} " for word in words))
        self.say("")

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if event.input.value != self._narrowed:
            self._fill()
            self.say(self._typed(event.input.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        typed, marked = event.value.strip(), self.marked
        if typed and event.value != self._composed and not self._walked:
            self.post_message(self.Made(typed, typed=True))
        elif marked:
            self._take(marked)
        elif typed:
            self.post_message(self.Made(typed, typed=True))
        elif self._listed:
            self.say("Nothing here is marked for Enter. Press a digit, or mark a move with ↑ ↓.")

    def on_line_typing(self, event: Line.Typing) -> None:
        event.stop()
        self.query_one(Line).composed = None
        self._fill()

    def on_line_picked(self, event: Line.Picked) -> None:
        if event.place < len(self._listed):
            self._take(self._listed[event.place])

    def on_line_paged(self, event: Line.Paged) -> None:
        event.stop()
        self._first = self._first + PAGE if self._first + PAGE < len(self._listed) else 0
        self._show()
        self._walked = True

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click."""
        event.stop()
        self._take(self._listed[event.option_index])

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_index != self._arrow and event.option_index < len(self._listed):
            moves = self.query_one(OptionList)
            for place in (self._arrow, event.option_index):
                if place is not None and place < len(self._listed):
                    moves.replace_option_prompt_at_index(place, self._prompt(place, event.option_index))
            self._arrow = event.option_index
        self.post_message(self.Marked(self.marked.text if self.marked else ""))

    @property
    def goes_on(self) -> bool:
        """True if any move matches what is on the line."""
        return bool(self._listed)

    def meant(self) -> str:
        """The only move that the line can mean, if the line is not a move itself; else empty.

        If it can mean several moves, the words they share are put on the line, and no move is made.
        """
        line = self.query_one(Line)
        for typed in (line.value, f"{line.value} "):  # "1" may be 1, though there is a 10
            if len(found := matching(self._moves, typed)) == 1:
                return found[0]
        words = completed(self._moves, line.value)
        if words and f"{words} " != line.value:
            self._write(f"{words} ")
        else:
            several = len(matching(self._moves, line.value))
            self.say(f"That may be any of {counted(several, 'move')}. Mark one with ↑ ↓, or type on.")
        return ""

    def in_full(self, typed: str) -> str:
        """The words that all moves begin with, before what was typed; empty if they have none in common."""
        words = shared(self._moves)
        return f"{words} {typed}" if words and words not in self._moves else ""

    def _forget(self) -> None:
        if self._passing:
            self.say("")

    def _put(self, where: str, text: str) -> None:
        static = self.query_one(where, Static)
        if text or static.display:
            width = self.query_one("#asked").size.width or 28
            # The list, the question and the line to type on come first.
            free = min(self.size.height - 2 - self._high, _MOST_HINT)
            shown = cut_lines(text, width, max(free, _HINT), " … F1") if where == "#hint" else text
            static.update(cited(shown))
            static.display = bool(text)

    def _take(self, choice: Choice) -> None:
        if choice.whole:
            self.post_message(self.Made(choice.text, typed=False))
        else:
            self._write(choice.text if choice.text.endswith(",") else f"{choice.text} ")
            self.say("")
            self.post_message(self.Begun(choice.text))

    def _write(self, text: str) -> None:
        line = self.query_one(Line)
        self._composed = text
        line.value = line.composed = text
        line.cursor_position = len(text)
        self._fill()

    def _fill(self) -> None:
        """List what matches the line."""
        line = self.query_one(Line)
        self._narrowed, self._walked, self._first = line.value, False, 0
        few = max(_MANY if line.value and line.picked else FEW, self.query_one(OptionList).size.height)
        few = PAGE if line.numbered and not line.value else few
        self._listed = choices(self._moves, line.value, few, _MOST, self._senses)
        self._show()
        line.placeholder = "type to filter, or a move" if self._moves else "type here"

    def _fit(self) -> None:
        """Break the remarks anew for another width, and the hint for another size."""
        if self._width != self._room():
            place = self.query_one(OptionList).highlighted
            self._show()
            self.query_one(OptionList).highlighted = place
        self._put("#hint", self._hint if not self.query_one("#said").display else "")

    def _show(self) -> None:
        """Show the list with its digits, and mark the first move from there that may be marked unasked."""
        line, moves = self.query_one(Line), self.query_one(OptionList)
        texts = [choice.text for choice in self._listed]
        line.keys = tuple(digits(texts, self._first)) if line.numbered and line.picked else ()
        line.pages = line.numbered and len(texts) > PAGE and "1" in line.keys and "0" not in line.keys
        self.border_subtitle = "0: more moves" if line.pages else ""
        self._width = self._room()
        mark = next((place for place in self._markable() if place >= self._first), None)
        self._arrow = mark
        prompts = [self._prompt(place, mark) for place in range(len(self._listed))]
        self._high = sum(prompt.plain.count("\n") + 1 for prompt in prompts)
        moves.clear_options()
        moves.add_options(map(Option, prompts))
        moves.highlighted = mark
        if mark is None:
            self.post_message(self.Marked(""))
            moves.scroll_home(animate=False)

    def _markable(self) -> list[int]:
        """The places of the list that Enter may take unasked."""
        return [
            place
            for place, choice in enumerate(self._listed)
            if not choice.whole or self._senses.get(choice.text, 0) >= 0
        ]

    def _room(self) -> int:
        """The columns of a line of the list, without a scroll bar that may appear.

        The list's own width would not do: it changes with the scroll bar, and so for ever.
        """
        return (self.query_one("#asked").size.width or 28) - 1

    def _prompt(self, place: int, marked: int | None) -> Text:
        """Arrow if marked, key, move, and the remark on it: beside the move if it fits, else below."""
        line, choice = self.query_one(Line), self._listed[place]
        key = line.keys[place] if place < len(line.keys) else ""
        text = Text.assemble("▸" if place == marked else " ", (f"{key or ' '} ", "dim"))
        for number, part in enumerate(wrapped_text(choice.text, self._width - _INDENT)):
            text.append("\n" + " " * _INDENT if number else "").append_text(part)
        if not choice.whole:
            text.append(f" … ({choice.stands_for})", "dim")
        about = self._about(choice.text)
        if about and len(choice.text) + len(about) + _INDENT + 2 <= self._width and choice.whole:
            text.append(f"  {about}", "dim")
        elif about:
            for part in wrapped_text(about, self._width - _INDENT, style="dim", later=0):
                text.append("\n" + " " * _INDENT).append_text(part)
        text.no_wrap = True
        text.overflow = "ellipsis"
        return text
