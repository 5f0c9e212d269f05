"""The parts of the table screen that are only read: the seats, the log and the table."""

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Region, Size, Spacing
from textual.message import Message
from textual.widgets import Static

from components.setup import Fact
from referee.engine.asking.guidance import Guidance
from referee.engine.game import OVER, Seat, Seats, Telling
from referee.screen.styling import cited, marked_place, uncited, wrapped_text
from referee.table import reporting
from referee.table.history import Step
from referee.table.session import Session


def seats_text(session: Session, facts: Iterable[Fact], width: int, *, brief: bool = False) -> Text:
    """A line for each player: whose turn it is, name and score; under it the facts about the player.

    brief  facts only about the players whose turn it is
    """
    turn = session.turn
    acting = turn.seats if isinstance(turn, Seats) else ()
    secret = isinstance(turn, Seats) and turn.secret
    sheet = session.game.score(session.state)
    totals = {player.name: player.total for player in sheet.players}
    own = {fact.name: fact.text for fact in facts if fact.name in session.names}
    lines: list[Text] = []
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
            lines += [Text(f"    {part}", "dim") for part in _flowed(own[name], width - 4)]
    return Text("\n").join(lines)


def _flowed(text: str, width: int) -> list[str]:
    """The text broken only after commas, so that a number stays with its name."""
    lines = [""]
    for part in text.split(", "):
        if lines[-1] and len(lines[-1]) + len(part) + 2 > width:
            lines.append(part)
        else:
            lines[-1] += f", {part}" if lines[-1] else part
    return lines


def log_lines(session: Session, tellings: Sequence[Telling]) -> list[str]:
    """Return what was told, with the formula of each figure after its line, and how the game ended."""
    lines: list[str] = []
    for telling in tellings:
        lines += telling.lines
        lines += [f"    {step.what}: {step.formula} [{step.rule}]" for step in telling.why]
    return [*lines, *reporting.ending(session, _all_lines(tellings))]


def _all_lines(tellings: Iterable[Telling]) -> list[str]:
    return [line for telling in tellings for line in telling.lines]


class Told(NamedTuple):
    """A line of the log on the screen.

    cut  whether it is to take one line, however long it is: F4 shows the whole log
    new  whether it happened since a person last acted
    """

    text: str
    cut: bool
    new: bool


def folded(session: Session, tellings: Sequence[Telling], since: int) -> list[Told]:
    """Fold what was told: what a bot did in its turn on one line, and the winner at the end.

    A line that names a person is never folded: it may be what the bot did to them.

    tellings  tellings of every step of the story
    since     the step of the story from which on everything is new
    """
    people = [name for seat, name in enumerate(session.names) if seat not in session.bots]
    named = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in people) or r"(?!)")
    told_so_far = _all_lines(tellings)
    lines: list[Told] = []
    bot: Seat | None = None  # the bot whose turn the last line is about
    for place, (step, telling) in enumerate(zip(session.story, tellings, strict=False)):
        seat = step.event.seat if isinstance(step, Step) else -1
        if seat is not None:
            goes_on, bot = seat == bot, seat if seat in session.bots else None
        else:
            goes_on = bot is not None  # a bot rolled or drew
        for line in telling.lines:
            # The last line that was told says why the game is over.
            ends = session.turn is OVER and line is told_so_far[-1]
            cut = bot is not None and not ends and not named.search(line)
            told = Told(line, cut, place >= since)
            if goes_on and told.cut and lines and lines[-1].cut:
                lines[-1] = Told(f"{lines[-1].text} {line}", True, told.new)
            else:
                lines.append(told)
            goes_on = bot is not None
    over = reporting.ending(session, told_so_far, brief=True)
    return [*lines, *(Told(line, False, True) for line in over)]


class Led(VerticalScroll, can_focus=False):
    """The words of a lesson, above the table that it is about; it is gone in any other session."""

    def compose(self) -> ComposeResult:
        yield Static(id="told", markup=False)

    def show(self, guided: Guidance | None) -> None:
        self.display = guided is not None
        if guided is not None:
            self.border_title = guided.heading
            said = self.query_one("#told", Static)
            said.update(Text("\n").join(cited(paragraph) for paragraph in guided.paragraphs))
            self.scroll_home(animate=False)


class Log(VerticalScroll, can_focus=False):
    """The last lines of the log. Lines that are new since a person last acted have an arrow."""

    KEPT: ClassVar = 60  # lines; a longer log takes longer to draw

    def compose(self) -> ComposeResult:
        yield Static(id="lines", markup=False)

    def show(self, lines: Sequence[Told], *, brief: bool) -> None:
        """brief: without the rules, which F4 shows"""
        new = sum(line.new for line in lines)
        shown = self.query_one("#lines", Static)
        width = shown.size.width or 80
        kept = lines[-max(self.KEPT, new) :]
        told = list(_laid(kept, width, brief=brief, cut=False))
        if len(told) > self.size.height:
            told = list(_laid(kept, width, brief=brief, cut=True))
        shown.update(Text("\n").join(told))
        self.call_after_refresh(self.scroll_end, animate=False)


def _laid(lines: Iterable[Told], width: int, *, brief: bool, cut: bool) -> Iterator[Text]:
    """The lines at that width; `cut`: those that may be cut take one line each."""
    for line in lines:
        text = uncited(line.text) if brief or line.cut else line.text
        if cut and line.cut:
            text = textwrap.shorten(text, max(width - 2, 20), placeholder=" …")
        style, first = ("", "▸ ") if line.new else ("dim", "  ")
        yield from wrapped_text(text, width, style=style, first=first)


class Table(VerticalScroll, can_focus=False):
    """The table, which may be larger than its frame."""

    class Resized(Message):
        """The frame has another size now, and so have the other parts of the screen."""

    _drawn: tuple[int, int] = (0, 0)  # columns and lines of what is shown
    _framed = Size(0, 0)

    def compose(self) -> ComposeResult:
        yield Static(id="picture", markup=False)

    def on_resize(self, event: events.Resize) -> None:
        # It also comes when only what is in the frame has another size.
        if event.size != self._framed:
            self._framed = event.size
            self.post_message(self.Resized())

    def show(self, draw: Callable[[int, int], Text]) -> None:
        """Show what `draw` gives for that many columns and lines, and scroll to what is marked on it."""
        width, height = self.scrollable_content_region.size
        if not width:
            return
        drawn = draw(width, height)
        lines = drawn.split("\n", allow_blank=True)
        size = (max((line.cell_len for line in lines), default=0), len(lines))
        # Laying the screen out again takes much longer than drawing other text of the same size.
        self.query_one("#picture", Static).update(drawn, layout=size != self._drawn)
        if found := marked_place(drawn):
            line, column, length = found
            there = Region(column, line, length, 1)
            if size == self._drawn:
                self._show_region(there)
            else:
                # It is known how far one can scroll only after the screen has been laid out.
                self.call_after_refresh(self.call_after_refresh, self._show_region, there)
        self._drawn = size

    def move(self, way: str) -> None:
        """Scroll: up, down, left, right."""
        across = way in ("left", "right")
        step = (8 if across else 2) * (-1 if way in ("left", "up") else 1)
        self.scroll_relative(x=step if across else 0, y=0 if across else step, animate=False)

    def _show_region(self, there: Region) -> None:
        self.scroll_to_region(there, spacing=Spacing.all(2), animate=False)
