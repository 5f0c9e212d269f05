"""The moves of Ring Tugs, as they are typed."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from components.errors import UsageError, did_you_mean
from referee.engine.asking.fields import Field, Typed, number
from referee.engine.chance.outcomes import Drawn
from referee.engine.chance.starters import Starts
from referee.engine.moves import Grammar, move


def read_salvage(text: str, typed: Typed) -> str:
    """The code of the card in the row with that code or name. Raises `UsageError`."""
    row: dict[str, str] = {one.card.code: one.card.name for one in typed.state.row}
    for code, name in row.items():
        if text.casefold() in (code.casefold(), name.casefold()):
            return code
    raise UsageError(f'"{text}" is not in the row.', where=typed.where, todo=did_you_mean(text, row))


@move("send {tug}")
class Send:
    """Choose the tug that you send (RT 3.2)."""

    tug: Annotated[int, number("Tug")]


@move("take {card...}")
class Take:
    """Take that card from the row (RT 3.4)."""

    card: Annotated[str, Field("Card", read_salvage)]


Move: TypeAlias = Send | Take
Outcome: TypeAlias = Starts | Drawn[Any]

GRAMMAR: Final = Grammar(Send, Take)
