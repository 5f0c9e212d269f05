"""The colours of the screen, and the styles of text: titles, faint and marked text, citations of rules.

`NightApp` is what every full screen has in common.
"""

import os
import re
import signal
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

from components.files import WINDOWS
from components.process import HUNG_UP, STOPPED, terminal_has_vanished
from components.prose import Block, Run
from components.setup import Placed, Tone
from components.terminal import set_lines
from components.wording import masked

T = TypeVar("T")

NIGHT = Theme(
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

# Light enough to be read on the night; a terminal with fewer colours shows the nearest one it has.
_TONES: Mapping[Tone, str] = {
    "": "",
    "red": "#ff6b6b",
    "orange": "#ff9e4a",
    "amber": "#f5c542",
    "green": "#7fd17f",
    "teal": "#45c4b8",
    "blue": "#6ea8ff",
    "violet": "#b48cff",
    "pink": "#ff8fc7",
    "brown": "#c98f5f",
    "sand": "#dcc79a",
    "grey": "#a0a6b8",
    "white": "#ffffff",
}
TITLE = "bold"
FAINT = "dim"
MARKED = "reverse bold"
_RULE = "cyan"
_LOOK = 1.0  # seconds between two looks whether the terminal is still there
_CITATION = re.compile(r"\[[A-Z]{1,4} [^\]]*\]")


class NightApp(App[T]):
    """A full screen in the colours of the night, or in none where `NO_COLOR` asks for that.

    Names and titles may come from strangers. Whatever its parts show, nothing commands the terminal. It ends
    at a signal to stop, which Ctrl-C is too, and when its terminal vanishes.
    """

    ENABLE_COMMAND_PALETTE = False

    def __init__(self) -> None:
        plain = "NO_COLOR" in os.environ
        super().__init__(ansi_color=True if plain else None)
        self.register_theme(NIGHT)
        self.theme = "ansi-dark" if plain else NIGHT.name

    def run_to_the_end(self) -> None:
        """Run until somebody leaves.

        Once the terminal is restored, raises `KeyboardInterrupt` after Ctrl-C, and `SystemExit` with 128 plus
        its number after another signal to stop.
        """
        no_colour = os.environ.get("NO_COLOR")
        try:
            self.run()
        finally:
            if no_colour is not None:
                # Textual removes it from the environment, but it also holds for what is printed afterwards.
                os.environ["NO_COLOR"] = no_colour
        if self.return_code == STOPPED:
            raise KeyboardInterrupt
        if self.return_code:
            raise SystemExit(self.return_code)

    def on_mount(self) -> None:
        if self._loop and not WINDOWS:  # Windows has no SIGHUP, and its loop knows no signals
            for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                self._loop.add_signal_handler(one, self._stop, one)
        if not self.is_headless:
            self.set_interval(_LOOK, self._leave_if_alone)

    def action_stop(self) -> None:
        self._stop(signal.SIGINT)

    def action_leave(self) -> None:
        self.exit()

    def _stop(self, number: int) -> None:
        self.exit(return_code=128 + number)

    def _leave_if_alone(self) -> None:
        if terminal_has_vanished():
            self.exit(return_code=HUNG_UP)

    def get_line_filters(self) -> Sequence[LineFilter]:
        return (*super().get_line_filters(), _MASK)


class _Mask(LineFilter):
    """Masks control characters, and those that turn the direction of reading, in a line of the screen."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        masks = [masked(segment.text) for segment in segments]
        return [
            segment if segment.text == mask else Segment(mask, segment.style)
            for segment, mask in zip(segments, masks, strict=True)
        ]


_MASK = _Mask()


def tone_of(piece: Placed) -> str:
    """The style in which a piece is painted; empty if it has no colour."""
    return _TONES[piece.tone]


def cited(line: str, style: str = "") -> Text:
    """The line with its citations of rules highlighted."""
    text = Text(line, style)
    text.highlight_regex(_CITATION, _RULE)
    return text


def uncited(line: str) -> str:
    """The line without its citations of rules."""
    return re.sub(rf" ?{_CITATION.pattern}", "", line)


def wrapped_text(
    line: str,
    width: int,
    *,
    style: str = "",
    heading: int = 0,
    first: str = "",
    later: int = 2,
    least: int = 20,
) -> Iterator[Text]:
    """The line broken to that width, with later lines indented; a citation is never broken.

    heading  the number of characters that are a heading
    first    goes before the first line, and as much space before the others
    later    the number of spaces before the later lines, if nothing goes before the first
    least    columns that a line has at least
    """
    held = _CITATION.sub(lambda found: found[0].replace(" ", "\u00a0"), line)
    parts = textwrap.wrap(
        held,
        max(width, least),
        initial_indent=first,
        subsequent_indent=" " * (len(first) or later),
        break_on_hyphens=False,
    )
    for number, part in enumerate(parts):
        text = cited(part.replace("\u00a0", " "), style)
        if number == 0 and heading:
            text.stylize(TITLE, 0, heading)
        yield text


def cut_lines(line: str, width: int, most: int, end: str) -> str:
    """The line broken to that width; if it has more lines than `most`, cut at a word, with `end` after it."""
    parts = textwrap.wrap(line, max(width, 20))
    if len(parts) <= most:
        return "\n".join(parts)
    last = textwrap.shorten(" ".join(parts[most - 1 :]), max(width, 20), placeholder=end)
    return "\n".join([*parts[: most - 1], last])


def marked_place(text: Text) -> tuple[int, int, int] | None:
    """Line and column, from 0, and length of the first marked text; None if nothing is marked."""
    for span in sorted(text.spans, key=lambda span: span.start):
        if span.style == MARKED:
            before = text.plain[: span.start]
            return before.count("\n"), span.start - before.rfind("\n") - 1, span.end - span.start
    return None


def styled(blocks: Iterable[Block | str], width: int) -> Iterator[Text]:
    """Blocks and sentences in lines of that width, as they are printed: in italics, code in bold."""
    for line in set_lines(blocks, width):
        yield Text.assemble(*((run.text, _style_of(run)) for run in line))


def as_text(blocks: Iterable[Block | str], width: int) -> Text:
    """Those lines in one text."""
    return Text("\n").join(styled(blocks, width))


def _style_of(run: Run) -> Style:
    """The style of words of prose; code is bold, as in the printed book."""
    return Style(
        bold=run.bold or run.code or None, italic=run.italic or None, color=_RULE if run.cites else None
    )
