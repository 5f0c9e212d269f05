"""The parts of the table screen that are only read: the seats and the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from components.setup import Fact
from referee.engine.game import Seats, Telling
from referee.screen.styling import wrapped_text
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
