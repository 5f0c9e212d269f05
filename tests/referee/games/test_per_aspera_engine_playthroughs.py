"""Recorded games of Per Aspera, replayed: what was typed, what the log said, and who won.

A file begins with its players and options. A line `> Ann: go 1,0` is a move, `> roll 3,4` is chance;
what follows it, indented, is the log. The last lines are the score.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.arguments import read_options
from referee.engine import OVER, Event, follow
from referee.games.per_aspera import game

FOLDER = Path(__file__).parents[2] / "playthroughs" / game.slug
FILES = sorted(FOLDER.glob("*.txt"))


def transcript(names: tuple[str, ...], options: dict[str, str], events: Iterable[Event]) -> Iterator[str]:
    """The lines of a recorded game."""
    yield f"players: {' '.join(names)}"
    yield " ".join(["options:", *(f"{name}={text}" if text else name for name, text in options.items())])
    state = game.start(names, options)
    for event in events:
        yield f"> {event.what}" if event.seat is None else f"> {names[event.seat]}: {event.what}"
        after = follow(game, state, event)
        yield from (f"    {line}" for line in game.tell(state, event, after, None).lines)
        state = after
    sheet = game.score(state)
    yield from (f"{player.name} has {player.total} MCR" for player in sheet.players)
    yield f"winners: {' '.join(sheet.winners)}"


def events_of(names: tuple[str, ...], options: dict[str, str], typed: Iterable[str]) -> Iterator[Event]:
    """The moves and outcomes that were typed, each of them checked; the last one ends the game."""
    state: Any = game.start(names, options)
    for text in typed:
        name, colon, move = text.partition(": ")
        seat = names.index(name) if colon else None
        what = game.read(state, seat, move if colon else text)
        if seat is None:
            assert game.chance(state).refusal(what) == ""
        else:
            assert game.check(state, seat, what).allowed, text  # type: ignore[arg-type]
        event = Event(seat, what)
        yield event
        state = follow(game, state, event)
    assert game.turn(state) is OVER


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_replayed(file: Path) -> None:
    recorded = file.read_text(encoding="utf-8").splitlines()
    names = tuple(recorded[0].removeprefix("players: ").split())
    options = read_options(recorded[1].removeprefix("options:").split())
    typed = [line.removeprefix("> ") for line in recorded if line.startswith("> ")]
    assert list(transcript(names, options, events_of(names, options, typed))) == recorded


def test_every_kind_of_move_is_recorded() -> None:
    texts = [file.read_text(encoding="utf-8") for file in FILES]
    lines = [line for text in texts for line in text.splitlines() if line.startswith("> ")]
    verbs = {line.removeprefix("> ").rpartition(": ")[2].split()[0] for line in lines}
    moves = "ship buy fuel ask colonist upgrade drop go attack take remove sell settle done".split()
    assert verbs == {*moves, "roll", "draw"}
    assert len(FILES) >= 5
