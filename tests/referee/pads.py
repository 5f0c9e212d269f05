"""Lines that a table tells a score pad: `Ann: land m3`."""

from __future__ import annotations

from typing import Any

from referee.engine.game import AnyPad, Event


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
