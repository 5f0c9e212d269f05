"""The table screen: a session played by keys.

It shows what `Game.view` gives and takes what `Game.read` reads, so it knows no game. The only secrets on it
are those of the player who has the machine, see `handover.py`.
"""

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.widgets import Static

from components.errors import DataError, OutputError, StarboxError, UsageError
from components.prose import Block
from referee.engine.game import ALLOWED, OVER, Ruling, Seat, Seats, refused
from referee.screen.choosing import ENTER
from referee.screen.dialogs import Agree, Filling, Pondered, Reading, Thinking
from referee.screen.explaining import Help
from referee.screen.handover import Handover, handover
from referee.screen.movelist import Choosing, Line
from referee.screen.panels import Led, Log, Table, folded, log_lines, seats_text
from referee.screen.styling import NightApp, as_text
from referee.screen.visible import VisibleTable
from referee.table import reporting
from referee.table.clock import open_clock
from referee.table.playing import play_text
from referee.table.session import Session

# The class of a screen that has at least that many columns or lines, for `table.tcss`.
_WIDTHS = [(0, "-narrow"), (100, "-medium"), (140, "-wide")]
_TALL = 36
_HEIGHTS = [(0, "-short"), (_TALL, "-tall")]

_TICK = 0.5  # seconds between two looks at the clock
_FOOT = "F1 Help F2 Odds F3 Table F4 Log F5 Undo F6 Redo F7 Score F8 Fields ^Q Leave"


def play(session: Session, *, bell: bool = False) -> None:
    """Play until somebody leaves.

    bell  whether the terminal is to ring when the turn passes to a person

    Raises what `run_to_the_end` raises, and `OutputError` or `DataError` if the journal can no longer be
    written and the game cannot go on.
    """
    app = TableApp(session, bell=bell)
    try:
        app.run_to_the_end()
    finally:
        if app.stopwatch and not app.failed:
            app.stopwatch.stop()
    if app.failed:
        raise app.failed


class TableApp(NightApp[None]):
    """A session on the screen. Its return code is 0, or `STOPPED` after Ctrl-C."""

    CSS_PATH = "table.tcss"
    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    VERTICAL_BREAKPOINTS = _HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "stop", priority=True),
        Binding("ctrl+q", "leave", priority=True),
        ("f1", "help"),
        ("f2", "chances"),
        ("f3", "table"),
        ("f4", "log"),
        ("f5,ctrl+z", "undo"),
        ("f6,ctrl+y", "redo"),
        ("f7", "score"),
        ("f8", "fill_in"),
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

    def __init__(self, session: Session, *, bell: bool = False) -> None:
        super().__init__()
        self.title = "Starbox"
        self.session = session
        self.stopwatch = open_clock(session)
        self.failed: StarboxError | None = None
        self._rings = bell
        self._holder: Seat | None = None
        self._wished: Seat | None = None
        self._marked = ""
        self._said = ""
        self._since = len(session.story)  # the first step of the story that was not shown before
        self._sight = VisibleTable(session)
        session.apart = session.pensive

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        yield Led(id="led")
        with Container(id="body"):
            yield Table(id="table", can_focus=False)
            with Vertical(id="side"):
                with VerticalScroll(id="seats", can_focus=False):
                    yield Static(id="players", markup=False)
                yield Choosing()
            yield Log(id="log", can_focus=False)
        yield Static(_FOOT, id="keys", markup=False)

    def on_mount(self) -> None:
        self.set_class(self.no_color, "-plain")
        for name, title in (("table", "Table"), ("seats", "Players"), ("choosing", "Moves"), ("log", "Log")):
            self.query_one(f"#{name}").border_title = title
        self._face()
        if (guided := self.session.guidance) and guided.opening:
            self._read(guided.title, [*guided.opening.split("\n"), "", ENTER])
        if self.stopwatch:
            self.tick()
            self.set_interval(_TICK, self.tick)

    def tick(self) -> bool:
        """Show the time left, and end the turn of a seat that has none; whether there was one."""
        if not self.stopwatch or isinstance(self.screen, Thinking):
            return False
        since = len(self.session.story)
        try:
            over = self.stopwatch.settle()
        except (OutputError, DataError, UsageError) as problem:  # the seed may be missing
            self._fail(problem)
            return True
        if over:
            while len(self.screen_stack) > 1:  # dialogs may show secrets
                self.pop_screen()
            self._changed(ALLOWED, since, all_look=True)
        left = self.stopwatch.seconds_left
        self._choosing.border_title = "Moves" if left is None else f"Moves: {left} s left"
        return over

    def on_table_resized(self) -> None:
        self._draw()

    # The keys.

    def action_walk(self, step: str) -> None:
        self._choosing.walk(step)

    def action_table_scroll(self, way: str) -> None:
        self.query_one(Table).move(way)

    def action_word_back(self) -> None:
        self._choosing.back()

    def action_take_machine(self) -> None:
        """Enter, after the machine was handed over."""
        if self.handover.waiting:
            self._holder = self.handover.taker
            self._face()

    def action_leave_unless_typing(self) -> None:
        """q, where there is no line to type on."""
        if self.handover.waiting:
            self.exit()

    def action_other(self) -> None:
        """Let the next player have the machine, where several may act; in a dialog, go to the next field."""
        if len(self.screen_stack) > 1:
            self.screen.focus_next()
            return
        turn = self.session.turn
        if isinstance(turn, Seats) and self.handover.seat in turn.seats:
            place = turn.seats.index(self.handover.seat)
            self._wished = turn.seats[(place + 1) % len(turn.seats)]
            if self._wished != self.handover.seat:
                self._holder = None
                self._face()

    def action_help(self) -> None:
        choosing = self._choosing
        about = self._sight.explanation(choosing.in_question, choosing.hint, self._said)
        self.push_screen(Help(self._sight.box, about=about))

    def action_odds(self) -> None:
        odds, why = self._sight.odds()
        if odds:
            self._read("Odds", [*odds, "", *why] if why else odds)
        else:
            self._note("There are no odds to work out here.")

    def action_chances(self) -> None:
        """The odds and, where there can be one, a hint under them; then how the odds came about."""
        if self._sight.has_hint:
            self.push_screen(Pondered("Odds", self._sight.hint, *self._sight.odds()))
        else:
            self.action_odds()

    def action_hint(self) -> None:
        self.push_screen(Pondered("Hint", self._sight.hint))

    def action_table(self) -> None:
        self.push_screen(Reading("The table", lambda width: self._sight.picture(width, 0, self._marked)))

    def action_log(self) -> None:
        self._read("The log", tuple(log_lines(self.session, self._sight.tellings())), at_end=True)

    def action_score(self) -> None:
        self.push_screen(Reading("The score", self._sight.score))

    def action_fill_in(self, begun: str = "") -> None:
        """Fill in the marked move, or one that begins so, field by field."""
        found = self._sight.begun(begun or self._choosing.in_question)
        if found is None:
            self._note("This move has no fields to fill in.")
        else:
            self.push_screen(Filling(*found), lambda text: self._make(text, typed=False) if text else None)

    def action_undo(self, moves: int = 1) -> None:
        if self.session.reveals(moves):
            what = self._sight.undoes(moves)
            alone = len(self.session.names) - len(self.session.bots) == 1
            self.push_screen(
                Agree(what, alone=alone), lambda agreed: self._undo(moves, agreed=True) if agreed else None
            )
        else:
            self._undo(moves, agreed=False)

    def action_redo(self) -> None:
        self._change(self.session.redo, all_look=True)

    # Reports of the list of moves.

    def on_choosing_marked(self, event: Choosing.Marked) -> None:
        if event.text != self._marked:
            self._marked = event.text
            self._draw_table()

    def on_choosing_made(self, event: Choosing.Made) -> None:
        if not (event.typed and self._word(event.text)):
            self._make(event.text, typed=event.typed)

    def on_choosing_begun(self, event: Choosing.Begun) -> None:
        """Pieces and mixes of numbers are filled in; other words are picked one after the other."""
        if self._sight.is_better_filled_in(event.text):
            self.action_fill_in(event.text)

    def on_line_left(self, event: Line.Left) -> None:
        self.exit()

    def on_line_questioned(self, event: Line.Questioned) -> None:
        self.action_help()

    def _word(self, text: str) -> bool:
        """Do what one of the screen's own words says; whether it was one."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if word == "undo" and (not rest or rest.isdecimal()):
            self.action_undo(int(rest or 1))
        elif word == "rules":
            self.push_screen(Help(self._sight.box, rest))
        elif rest or word not in _WORDS:
            return False
        else:
            getattr(self, f"action_{_WORDS[word]}")()
        self._choosing.clear()
        return True

    def _make(self, text: str, *, typed: bool) -> None:
        """Make that move; a text that is not a move may be the beginning of one."""
        if self.tick():
            return
        found = self._sight.gathered(text) if typed else None
        if found and found.parts and (found.next or found.reason):
            self._choosing.write_on(
                found.told, " ".join(found.words[: found.fitting]) if found.reason else text
            )
            return
        seat = self.handover.seat
        name = None if seat is None else self.session.names[seat]
        try:
            self._change(lambda: play_text(self.session, name, text, self.stopwatch))
        except UsageError as problem:
            if typed and self._choosing.goes_on:
                if meant := self._choosing.meant():
                    self._make(meant, typed=False)
            elif typed and (full := self._choosing.in_full(text)) and self._reads(full):
                self._make(full, typed=False)
            else:
                self._say(str(problem))

    def _reads(self, text: str) -> bool:
        """Tell whether that is the text of a move, though it may not be allowed."""
        try:
            self.session.read(self.handover.seat, text)
        except UsageError:
            return False
        return True

    def _undo(self, moves: int, agreed: bool) -> None:
        def undone() -> Ruling:
            if self.stopwatch:
                self.stopwatch.stop()
            return self.session.undo(moves, agreed=agreed)

        what, before = self._sight.undoes(moves), len(self.session.events)
        self._change(undone, all_look=True)
        if len(self.session.events) < before and not self.handover.waiting:
            self._note(f"Taken back: {what}")

    def _change(self, how: Callable[[], Ruling], *, all_look: bool = False) -> None:
        """Change the game and show the result. A change that cannot be written is refused."""
        since = len(self.session.story)
        try:
            ruling = how()
        except (OutputError, DataError) as problem:
            if self.session.cut_off:
                self._fail(problem)
                return
            ruling = refused(f"{problem.what} {problem.todo}".rstrip(), "")
        self._changed(ruling, since, all_look=all_look)

    def _fail(self, problem: StarboxError) -> None:
        """End the screen, because the game cannot go on. Everything in the journal is safe."""
        self.failed = problem
        self.exit()

    def _changed(self, ruling: Ruling, since: int, *, all_look: bool = False) -> None:
        """Show the story from that step on; `all_look`: everybody may look at the screen now."""
        if self.session.thinker is not None:
            self._since, self._marked = since, ""
            self._draw()
            go_on = functools.partial(self._changed, ruling, since, all_look=all_look)
            self.push_screen(Thinking(self.session), lambda end: self._fail(end) if end else go_on())
            return
        if not ruling.allowed:
            # Somebody else has gone on with this game, or the mistake of a lesson was tried.
            if len(self.session.story) > since or self.session.is_lesson:
                self._since = since
                self._face()
            self._say(reporting.refusal(ruling))
            return
        before, self._since = self.handover.taker, since
        self._wished = None
        if all_look:
            self._holder = None
        self._face()
        if self._rings and self._sight.is_passed(before, since):
            self.bell()
        if self.session.turn is OVER:
            self.action_score()

    # The display.

    def _face(self) -> None:
        """Turn the screen to the player whose turn it is, or ask for the machine to be handed over."""
        self._sight.handover = handover(self.session, self._holder, self._wished)
        if self.handover.eyes != self._holder:
            self._holder = None
        if self.stopwatch:
            try:
                self.stopwatch.run(None if self.handover.waiting else self.handover.seat)
            except (OutputError, DataError) as problem:
                self._fail(problem)
        self.set_class(self.handover.waiting, "-handing")
        self._say("")
        self._ask()
        marked = self._choosing.marked
        self._marked = marked.text if marked else ""
        self.query_one("#table").scroll_home(animate=False)
        self._draw()

    def _ask(self) -> None:
        if self.handover.waiting:
            assert self.handover.taker is not None
            turn = self.session.turn
            others = isinstance(turn, Seats) and len(turn.seats) > 1  # somebody else may choose first
            self._choosing.hand_over(self.session.names[self.handover.taker], others)
            return
        question = self._sight.question()
        self._choosing.ask(
            question.asked,
            question.moves,
            question.hint,
            about=self._sight.about(),
            senses=self._sight.senses(),
            typed=self._sight.gathering,
            numbered=question.numbered,
        )

    def _draw(self) -> None:
        self.query_one("#head", Static).update(self._sight.heading())
        players = self.query_one("#players", Static)
        # Without the frame, and a scroll bar that may appear.
        width = max(self.query_one("#seats").outer_size.width - 5, 20)
        brief = self.size.height < _TALL
        players.update(seats_text(self.session, self._sight.view().facts, width, brief=brief))
        self.query_one(Led).show(self.session.guidance)
        self._draw_table()
        told = folded(self.session, self._sight.tellings(), self._since)
        self.query_one(Log).show(told, brief=self.size.width < _WIDTHS[1][0])

    def _draw_table(self) -> None:
        self.query_one(Table).show(lambda width, height: self._sight.picture(width, height, self._marked))

    def _say(self, text: str) -> None:
        self._said = text
        self._choosing.say(text)

    def _note(self, text: str) -> None:
        """Say something until the next key."""
        self._choosing.say(text, passing=True)

    def _read(self, title: str, blocks: Iterable[Block | str], *, at_end: bool = False) -> None:
        self.push_screen(Reading(title, lambda width: as_text(blocks, width), at_end=at_end))

    @property
    def handover(self) -> Handover:
        """Whom the screen is turned to."""
        return self._sight.handover

    @property
    def _choosing(self) -> Choosing:
        return self.query_one(Choosing)


# The screen's own words, and the actions that they stand for.
_SAME = ("help", "odds", "hint", "table", "log", "score", "redo")
_LEAVING = dict.fromkeys(("quit", "exit", "q"), "leave")
_WORDS: Mapping[str, str] = {**{word: word for word in _SAME}, "status": "table", **_LEAVING}
