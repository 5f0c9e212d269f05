"""The replay screen: a session that is over, or goes on, scene by scene, forwards and backwards."""

import bisect
from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from components.prose import Block
from referee.archive import transcript
from referee.archive.scenes import Replay
from referee.screen import picture
from referee.screen.dialogs import Reading
from referee.screen.styling import NightApp, as_text, cited

_FOOT = "← → Step  PgUp PgDn Round  g Go to  F2 Odds  F4 Log  F7 Score  q Leave"


def show(replay: Replay, first: int = 0) -> None:
    """Show the replay from that scene on, until somebody leaves.

    Raises what `run_to_the_end` raises.
    """
    ReplayApp(replay, first).run_to_the_end()


class ReplayApp(NightApp[None]):
    """A replay on the screen; `number` is the scene that is shown."""

    CSS = """
    Screen { layout: vertical; }
    #head { height: 1; background: $primary; color: $foreground; padding: 0 1; }
    #where { height: auto; max-height: 2; padding: 0 1; text-style: bold; }
    #table { height: 1fr; border: round $secondary; padding: 0 1; overflow-x: auto; }
    #picture { width: auto; }
    #told { height: auto; max-height: 35%; min-height: 4; border: round $secondary; padding: 0 1; }
    #go { display: none; }
    #keys { height: 1; background: $primary; color: $foreground; padding: 0 1; }
    Reading { align: center middle; }
    #dialog { width: 90%; height: 90%; border: round $accent; background: $surface; padding: 0 1; }
    .foot { height: 1; dock: bottom; }
    """
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "stop", priority=True),
        Binding("ctrl+q", "leave", priority=True),
        ("q", "leave"),
        ("right,space,n", "walk(1)"),
        ("left,backspace,b", "walk(-1)"),
        ("pagedown", "walk_rounds(1)"),
        ("pageup", "walk_rounds(-1)"),
        ("home", "go(0)"),
        ("end", "go(-1)"),
        ("up", "scroll_table(-2)"),
        ("down", "scroll_table(2)"),
        ("g", "ask"),
        ("escape", "put_away"),
        ("f2", "odds"),
        ("f4", "log"),
        ("f7", "score"),
    ]

    def __init__(self, replay: Replay, first: int = 0) -> None:
        super().__init__()
        self.replay = replay
        self.number = first
        self._rounds = replay.rounds()

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        yield Static(id="where", markup=False)
        with VerticalScroll(id="table", can_focus=False):
            yield Static(id="picture", markup=False)
        with VerticalScroll(id="told", can_focus=False):
            yield Static(id="lines", markup=False)
        yield Input(id="go", placeholder="the number of a step, or a round: round 3", compact=True)
        yield Static(_FOOT, id="keys", markup=False)

    def on_mount(self) -> None:
        self.query_one("#head", Static).update(transcript.title(self.replay))
        self.query_one("#table").border_title = "Table"
        self.query_one("#told").border_title = "What happened"

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    # The keys.

    def action_go(self, number: int) -> None:
        """Show that scene; negative numbers count from the end."""
        count = len(self.replay.scenes)
        self.number = min(max(number + count if number < 0 else number, 0), count - 1)
        self._draw()

    def action_walk(self, steps: int) -> None:
        self.action_go(max(self.number + steps, 0))

    def action_walk_rounds(self, steps: int) -> None:
        """To the beginning of the next round, or of this one or, if that is shown, of the one before."""
        starts = [number for _, number in self._rounds]
        place = (
            bisect.bisect_right(starts, self.number)
            if steps > 0
            else bisect.bisect_left(starts, self.number) - 1
        )
        if 0 <= place < len(starts):
            self.action_go(starts[place])
        else:
            self.action_go(0 if steps < 0 else -1)

    def action_scroll_table(self, lines: int) -> None:
        self.query_one("#table").scroll_relative(y=lines, animate=False)

    def action_ask(self) -> None:
        go = self.query_one("#go", Input)
        go.value = ""
        go.display = True
        go.focus()

    def action_put_away(self) -> None:
        self.query_one("#go").display = False
        self.screen.set_focus(None)

    def action_odds(self) -> None:
        found = self.replay.odds(self.number)
        why = [f"{step.what}: {step.formula} [{step.rule}]" for step in found.why] if found else []
        self._read("Odds", [*found.blocks, *why] if found else ["There are no odds to work out here."])

    def action_log(self) -> None:
        lines = [
            line
            for scene in self.replay.scenes[: self.number + 1]
            for line in (f"{scene.number}  {transcript.headline(scene)}", *transcript.told_lines(scene.told))
        ]
        self._read("The log", lines, at_end=True)

    def action_score(self) -> None:
        self._read("The score", self.replay.score(self.number).answer().blocks)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        number = self.replay.find(event.value)
        if number is None:
            event.input.value = ""
            event.input.placeholder = f'There is no "{event.value}". Type a number or a round: round 3'
            return
        self.action_put_away()
        self.action_go(number)

    # The display.

    def _draw(self) -> None:
        replay = self.replay
        scene = replay.scenes[self.number]
        where = f"{self.number} of {len(replay.scenes) - 1}  {transcript.headline(scene)}"
        self.query_one("#where", Static).update(Text(where))
        table = self.query_one("#table")
        width, height = table.scrollable_content_region.size
        names = replay.session.names
        drawn = picture.picture(replay.view(self.number), names, width=max(width, 40), height=height)
        self.query_one("#picture", Static).update(drawn)
        lines = [cited(line) for line in transcript.told_lines(scene.told)]
        self.query_one("#lines", Static).update(Text("\n").join(lines))
        self.query_one("#told").scroll_home(animate=False)

    def _read(self, title: str, blocks: Iterable[Block | str], *, at_end: bool = False) -> None:
        self.push_screen(Reading(title, lambda width: as_text(blocks, width), at_end=at_end))
