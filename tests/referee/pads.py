"""Lines that a table tells a score pad, `Ann: land m3`, and recordings of whole games told to one.

    python -m tests.referee.pads tests/playthroughs/pads/mlem.txt

writes what the pad says under each line of the file; a new file needs the head and the lines alone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from components.errors import UsageError
from referee.engine.areas import area_lines
from referee.engine.game import OVER, AnyPad, Event, Remarks, Seats
from referee.engine.play import start_game
from referee.games import find_pad
from tests.referee.playthroughs import FOLDER, agreed


def said(pad: AnyPad, state: Any, *lines: str) -> Any:
    """Return the pad after those lines; each is allowed, reads back as typed and is told of."""
    for line in lines:
        name, _, text = line.partition(": ")
        seat = state.names.index(name)
        move = pad.read(state, seat, text)
        assert pad.read(state, seat, str(move)) == move
        assert pad.check(state, seat, move).allowed, line
        after = pad.apply(state, seat, move)
        assert pad.tell(state, Event(seat, move), after, None).lines
        state = after
    return state


def recordings() -> list[Path]:
    return sorted((FOLDER / "pads").glob("*.txt"))


def played(file: Path) -> list[str]:
    """The lines the file should have: its head, and its game told again."""
    head, _, body = file.read_text(encoding="utf-8").partition("\n\n")
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    pad, names = find_pad(facts["pad"]), facts["players"].split(", ")
    options = facts["options"].split() if facts["options"] != "none" else []
    typed = [line for line in body.splitlines() if ": " in line and not line.startswith(" ")]
    told = _told(pad, start_game(pad, names, agreed(pad, options)), typed)
    return [f"pad: {pad.slug}", f"version: {pad.version}", *head.splitlines()[-2:], "", *told]


def _told(pad: AnyPad, state: Any, lines: list[str]) -> Iterator[str]:
    """Each line, then what it comes to: what is remarked before it, and what is told, or why it is refused.

    In brackets, where it is not as it was: whose turn it is, and what is offered to the first of them.
    """
    acting, offered = None, ""
    for line in lines:
        if isinstance(turn := pad.turn(state), Seats):
            offer = _offer(pad, state, turn.seats[0])
            names = ", ".join(state.names[seat] for seat in turn.seats)
            if (turn, offer) != (acting, offered):
                yield f"    ({names}{f': {offer}' if offer != offered else ''})"
            acting, offered = turn, offer
        yield line
        name, _, text = line.partition(": ")
        seat = state.names.index(name)
        try:
            move = pad.read(state, seat, text)
        except UsageError as problem:
            yield from (f"    not understood: {part}" for part in str(problem).splitlines())
            continue
        assert pad.read(state, seat, str(move)) == move, line
        ruling = pad.check(state, seat, move)
        if not ruling.allowed:
            yield f"    refused: {ruling.reason} [{ruling.rule}]"
            continue
        assert isinstance(pad, Remarks)
        if remark := pad.remark(state, seat, move).text:
            yield f"    before: {remark}"
        after = pad.apply(state, seat, move)
        telling = pad.tell(state, Event(seat, move), after, None)
        yield from (f"    {told}" for told in telling.lines)
        yield from (f"    - {step.what}: {step.formula} [{step.rule}]" for step in telling.why)
        state = after
    assert pad.turn(state) is OVER
    yield "view"
    view = pad.view(state, None)
    yield from (f"    {line}" for area in view.areas for line in area_lines(area))
    yield from (f"    {fact.name}: {fact.text} [{fact.rule}]" for fact in view.facts)
    yield "score"
    yield from (f"    {line}" for line in pad.score(state).answer().lines)


def _offer(pad: AnyPad, state: Any, seat: int) -> str:
    return " | ".join(filter(None, (", ".join(map(str, pad.moves(state, seat))), pad.hint(state, seat))))


if __name__ == "__main__":
    for recording in map(Path, sys.argv[1:]):
        recording.write_text("\n".join(played(recording)) + "\n", encoding="utf-8")
