"""The table screen: a sitting played by keys.

It shows what `Game.view` gives and takes what `Game.read` reads, and so knows no game. Nobody's
secrets are on it but those of the player who has the machine, see `referee/table/facing.py`.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.geometry import Region, Spacing
from textual.theme import Theme
from textual.widgets import Static

from components import catalogue
from components.errors import DataError, OutputError, StarboxError, UsageError
from components.process import STOPPED
from referee.engine import ALLOWED, OVER, Ruling, Seat, Seats, refused
from referee.table import reporting
from referee.table.clock import open_clock
from referee.table.facing import Facing, facing
from referee.table.prospects import prospects_of
from referee.table.screen.dialogs import Agree, Help, Reading
from referee.table.screen.panels import Choosing, Line, Log, log_lines, seats_text
from referee.table.screen.sight import Sight
from referee.table.screen.styling import as_lines, marked_place
from referee.table.session import Session

# From so many columns or lines on: the class of the screen, for `table.tcss`.
_WIDTHS = [(0, "-narrow"), (100, "-medium"), (140, "-wide")]
_TALL = 36
_HEIGHTS = [(0, "-short"), (_TALL, "-tall")]

_NIGHT = Theme(
    name="night",
    primary="#2f3b73",
    secondary="#4d5a94",
    accent="#f0b24a",
    foreground="#e6e8f2",
    background="#0f1220",
    surface="#1b2036",
    panel="#232a47",
    warning="#f0b24a",
    error="#ff7a6b",
    success="#7fd1a0",
)

_TICK = 0.5  # seconds between two looks at a clock
_FOOT = "F1 Help  F2 Odds  F3 Table  F4 Log  F5 Undo  F6 Redo  F7 Score  ^Q Leave"
_RULE = re.compile(r"\[([A-Z]{2} \d[\d.]*)")


def play(game: Session) -> None:
    """Play until somebody leaves.

    Once the terminal is as it was, raises `KeyboardInterrupt` after Ctrl-C, and `SystemExit` with 128
    and its number after another signal to stop; `OutputError` or `DataError` if the journal can be written
    no more and nobody can go on without that.
    """
    no_colour = os.environ.get("NO_COLOR")
    app = TableApp(game)
    try:
        app.run()
    finally:
        if app.stopwatch and not app.failed:
            app.stopwatch.stop()
        if no_colour is not None:
            # Textual takes it out of the environment, where what is printed afterwards looks for it.
            os.environ["NO_COLOR"] = no_colour
    if app.failed:
        raise app.failed
    if app.return_code == STOPPED:
        raise KeyboardInterrupt
    if app.return_code:
        raise SystemExit(app.return_code)


class TableApp(App[None]):
    """A sitting on the screen. It ends with the return code 0, or `STOPPED` after Ctrl-C."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    VERTICAL_BREAKPOINTS = _HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "stop", priority=True),
        Binding("ctrl+q", "leave", priority=True),
        ("f1", "help"),
        ("f2", "odds"),
        ("f3", "table"),
        ("f4", "log"),
        ("f5,ctrl+z", "undo"),
        ("f6,ctrl+y", "redo"),
        ("f7", "score"),
        ("up", "walk('up')"),
        ("down", "walk('down')"),
        ("pageup", "walk('page_up')"),
        ("pagedown", "walk('page_down')"),
        ("shift+up,ctrl+up", "table_scroll('up')"),
        ("shift+down,ctrl+down", "table_scroll('down')"),
        ("shift+left,ctrl+left", "table_scroll('left')"),
        ("shift+right,ctrl+right", "table_scroll('right')"),
        ("escape", "word_back"),
        ("enter", "take_machine"),
        ("q", "leave_unless_typing"),
        Binding("tab", "other", priority=True),
    ]

    def __init__(self, game: Session) -> None:
        plain = "NO_COLOR" in os.environ
        super().__init__(ansi_color=True if plain else None)
        self.register_theme(_NIGHT)
        self.theme = "ansi-dark" if plain else _NIGHT.name
        self.title = "Starbox"
        self.game = game
        self.stopwatch = open_clock(game)
        self.failed: StarboxError | None = None
        self._title = catalogue.load(game.header.game)
        self._holder: Seat | None = None
        self._wished: Seat | None = None
        self._marked = ""
        self._said = ""
        self._since = len(game.story)  # where the story goes on from what was shown before
        self._drawn = (0, 0)  # columns and lines of the table
        self._sight = Sight(game)

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Container(id="body"):
            with VerticalScroll(id="table", can_focus=False):
                yield Static(id="picture")
            with Vertical(id="side"):
                with VerticalScroll(id="seats", can_focus=False):
                    yield Static(id="players")
                yield Choosing()
            yield Log(id="log", can_focus=False)
        yield Static(_FOOT, id="keys")

    def on_mount(self) -> None:
        self.set_class(self.no_color, "-plain")
        for name, title in (("table", "Table"), ("seats", "Players"), ("choosing", "Moves"), ("log", "Log")):
            self.query_one(f"#{name}").border_title = title
        if self._loop and os.name == "posix":
            for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                self._loop.add_signal_handler(one, self._stop, one)
        self._face()
        if self.stopwatch:
            self.tick()
            self.set_interval(_TICK, self.tick)

    def tick(self) -> bool:
        """Show what time is left. What has none left is over; whether there was anything."""
        if not self.stopwatch:
            return False
        since = len(self.game.story)
        try:
            over = self.stopwatch.settle()
        except (OutputError, DataError, UsageError) as problem:  # without its seed a game goes no further
            self._fail(problem)
            return True
        if over:
            while len(self.screen_stack) > 1:  # what lies over the table may hold secrets
                self.pop_screen()
            self._changed(ALLOWED, since, all_look=True)
        left = self.stopwatch.seconds_left
        self._choosing.border_title = "Moves" if left is None else f"Moves: {left} s left"
        return over

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    # What the keys do.

    def action_stop(self) -> None:
        self._stop(signal.SIGINT)

    def _stop(self, one: signal.Signals) -> None:
        self.exit(return_code=128 + one)

    def action_leave(self) -> None:
        self.exit()

    def action_walk(self, step: str) -> None:
        self._choosing.walk(step)

    def action_table_scroll(self, way: str) -> None:
        table = self.query_one("#table")
        across = way in ("left", "right")
        step = (8 if across else 2) * (-1 if way in ("left", "up") else 1)
        table.scroll_relative(x=step if across else 0, y=0 if across else step, animate=False)

    def action_word_back(self) -> None:
        self._choosing.back()

    def action_take_machine(self) -> None:
        """Enter, when the machine has been handed over."""
        if self.facing.waiting:
            self._holder = self.facing.taker
            self._face()

    def action_leave_unless_typing(self) -> None:
        """q, where there is no line to type it in."""
        if self.facing.waiting:
            self.exit()

    def action_other(self) -> None:
        """The machine goes to the next player, where several may act."""
        turn = self.game.turn
        if isinstance(turn, Seats) and self.facing.seat in turn.seats:
            place = turn.seats.index(self.facing.seat)
            self._wished = turn.seats[(place + 1) % len(turn.seats)]
            if self._wished != self.facing.seat:
                self._holder = None
                self._face()

    def action_help(self) -> None:
        found = _RULE.search(self._said)
        self.push_screen(Help(self._title, found[1] if found else ""))

    def action_odds(self) -> None:
        found = None if self.facing.waiting else prospects_of(self.game, self.facing.eyes)
        if found is None:
            self._say("There are no odds to work out here.")
        else:
            why = [f"{step.what}: {step.formula} [{step.rule}]" for step in found.why]
            self._read("Odds", [*found.lines, *(["", *why] if why else [])])

    def action_table(self) -> None:
        self.push_screen(Reading("The table", lambda width: self._sight.picture(width, 0, self._marked)))

    def action_log(self) -> None:
        self._read("The log", log_lines(self._sight.tellings(), why=True), at_end=True)

    def action_score(self) -> None:
        self._read("The score", reporting.score_of(self.game).lines)

    def action_undo(self, moves: int = 1) -> None:
        if self.game.reveals(moves):
            self.push_screen(Agree(), lambda agreed: self._undo(moves, agreed=True) if agreed else None)
        else:
            self._undo(moves, agreed=False)

    def action_redo(self) -> None:
        self._change(self.game.redo, all_look=True)

    # What the list says.

    def on_choosing_marked(self, event: Choosing.Marked) -> None:
        if event.text != self._marked:
            self._marked = event.text
            self._draw_table()

    def on_choosing_made(self, event: Choosing.Made) -> None:
        if not (event.typed and self._word(event.text)):
            self._make(event.text, typed=event.typed)

    def on_line_left(self, event: Line.Left) -> None:
        self.exit()

    def on_line_questioned(self, event: Line.Questioned) -> None:
        self.action_help()

    def _word(self, text: str) -> bool:
        """Whether it is one of the screen's own words; then it is done."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if word == "undo" and (not rest or rest.isdecimal()):
            self.action_undo(int(rest or 1))
        elif word == "rules":
            self.push_screen(Help(self._title, rest))
        elif rest or word not in _WORDS:
            return False
        else:
            getattr(self, f"action_{_WORDS[word]}")()
        self._choosing.clear()
        return True

    def _make(self, text: str, *, typed: bool) -> None:
        """Make that move; what was typed and is none may mean one."""
        if self.tick():
            return
        seat = self.facing.seat
        name = None if seat is None else self.game.names[seat]
        try:
            self._change(lambda: reporting.play_text(self.game, name, text))
        except UsageError as problem:
            if not typed or not self._choosing.goes_on:
                self._refuse(str(problem))
            elif meant := self._choosing.meant():
                self._make(meant, typed=False)

    def _undo(self, moves: int, agreed: bool) -> None:
        def undone() -> Ruling:
            if self.stopwatch:
                self.stopwatch.stop()
            return self.game.undo(moves, agreed=agreed)

        self._change(undone, all_look=True)

    def _change(self, how: Callable[[], Ruling], *, all_look: bool = False) -> None:
        """Change the game and show what came of it. What cannot be written does not count, and is told."""
        since = len(self.game.story)
        try:
            ruling = how()
        except (OutputError, DataError) as problem:
            if self.game.cut_off:
                self._fail(problem)
                return
            ruling = refused(f"{problem.what} {problem.todo}".rstrip(), "")
        self._changed(ruling, since, all_look=all_look)

    def _fail(self, problem: StarboxError) -> None:
        """Nobody can go on as long as the journal cannot be written: what is in it stands."""
        self.failed = problem
        self.exit()

    def _changed(self, ruling: Ruling, since: int, *, all_look: bool = False) -> None:
        """Show what came of it, from that step of the story on; `all_look`: the machine is nobody's now."""
        if not ruling.allowed:
            if len(self.game.story) > since:  # somebody else has gone on with this game
                self._since = since
                self._face()
            self._refuse(reporting.refusal(ruling))
            return
        self._since = since
        self._wished = None
        if all_look:
            self._holder = None
        self._face()
        if self.game.turn is OVER:
            self.action_score()

    # What is shown.

    def _face(self) -> None:
        """Turn to whoever is to act; before that, to nobody."""
        self._sight.facing = facing(self.game, self._holder, self._wished)
        if self.facing.eyes != self._holder:
            self._holder = None
        if self.stopwatch:
            try:
                self.stopwatch.run(None if self.facing.waiting else self.facing.seat)
            except (OutputError, DataError) as problem:
                self._fail(problem)
        self.set_class(self.facing.waiting, "-handing")
        self._say("")
        self._ask()
        marked = self._choosing.marked
        self._marked = marked.text if marked else ""
        self.query_one("#table").scroll_home(animate=False)
        self._draw()

    def _ask(self) -> None:
        seat, choosing = self.facing.seat, self._choosing
        if self.facing.waiting:
            assert self.facing.taker is not None
            choosing.hand_over(self.game.names[self.facing.taker], self._others())
        elif self.game.turn is OVER:
            choosing.ask(
                "The game is over.\nF7 score, F4 log, q to leave.", (), "", lambda move: "", numbered=False
            )
        else:
            found = reporting.moves_of(self.game, seat).value
            if seat is None:
                taker = self.facing.taker
                asked = "Dice or cards decide" if taker is None else f"{self.game.names[taker]} has drawn"
                hint = f"Write {found.wanted}."
            else:
                turn = self.game.turn
                secret = isinstance(turn, Seats) and turn.secret
                asked = f"{self.game.names[seat]} {'chooses in secret' if secret else 'is to move'}"
                hint = found.wanted
            choosing.ask(asked, found.moves, hint, self._sight.about(), numbered=seat is not None)

    def _others(self) -> bool:
        """Whether another player may choose first."""
        turn = self.game.turn
        return isinstance(turn, Seats) and len(turn.seats) > 1

    def _draw(self) -> None:
        header = self.game.header
        kept = self.game.journal.file.stem
        dice = ", dice at the table" if header.dice == "table" else ""
        pad = ", score pad" if header.mode == "pad" else ""
        self.query_one("#head", Static).update(f"{self._title.title} ({kept}{dice}{pad})")
        players = self.query_one("#players", Static)
        # Less the frame, and a scroll bar that may come.
        width = max(self.query_one("#seats").outer_size.width - 5, 20)
        brief = self.size.height < _TALL
        players.update(seats_text(self.game, self._sight.view().facts, width, brief=brief))
        self._draw_table()
        tellings = self._sight.tellings()
        new = sum(len(telling.lines) for telling in tellings[self._since :])
        self.query_one(Log).show(log_lines(tellings), new)

    def _draw_table(self) -> None:
        table = self.query_one("#table")
        width, height = table.scrollable_content_region.size
        if not width:
            return
        drawn = self._sight.picture(width, height, self._marked)
        lines = drawn.split("\n", allow_blank=True)
        size = (max((line.cell_len for line in lines), default=0), len(lines))
        # To lay the screen out again takes much longer than to draw other words of the same size.
        self.query_one("#picture", Static).update(drawn, layout=size != self._drawn)
        if found := marked_place(drawn):
            line, column, length = found
            there = Region(column, line, length, 1)
            if size == self._drawn:
                self._scroll_to(there)
            else:
                # First the screen is laid out, and then the table knows how far it may be scrolled.
                self.call_after_refresh(self.call_after_refresh, self._scroll_to, there)
        self._drawn = size

    def _scroll_to(self, there: Region) -> None:
        self.query_one("#table").scroll_to_region(there, spacing=Spacing.all(2), animate=False)

    def _say(self, text: str) -> None:
        self._said = text
        self._choosing.say(text)

    def _refuse(self, text: str) -> None:
        self._said = text
        self._choosing.refuse(text)

    def _read(self, title: str, lines: Iterable[str], *, at_end: bool = False) -> None:
        kept = tuple(lines)
        self.push_screen(Reading(title, lambda width: as_lines(kept, width), at_end=at_end))

    @property
    def facing(self) -> Facing:
        """To whom the screen is turned."""
        return self._sight.facing

    @property
    def _choosing(self) -> Choosing:
        return self.query_one(Choosing)


_WORDS: Mapping[str, str] = {
    "help": "help",
    "odds": "odds",
    "status": "table",
    "table": "table",
    "log": "log",
    "score": "score",
    "redo": "redo",
    "quit": "leave",
    "exit": "leave",
    "q": "leave",
}
