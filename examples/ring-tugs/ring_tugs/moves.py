"""The moves of Ring Tugs, as they are typed."""

from typing import Annotated, Any, Final, TypeAlias

from components.errors import UsageError, did_you_mean
from referee.engine.asking.fields import Field, Typed, number
from referee.engine.asking.picks import Pieces
from referee.engine.chance.outcomes import Drawn
from referee.engine.chance.starters import Starts
from referee.engine.game import Seat
from referee.engine.moves import Grammar, move


def read_salvage(text: str, typed: Typed) -> str:
    """The code of the card in the row with that code or name. Raises `UsageError`."""
    row: dict[str, str] = {one.card.code: one.card.name for one in typed.state.row}
    for code, name in row.items():
        if text.casefold() in (code.casefold(), name.casefold()):
            return code
    raise UsageError(f'"{text}" is not in the row.', where=typed.where, todo=did_you_mean(text, row))


def _piece(state: Any, seat: Seat, tug: str) -> str:
    """The code of that tug, in the colour of the seat."""
    return f"T{tug}-{state.box.components.seats[seat].letter}"


@move("send {tug}", ask="Choose the tug that you send", does="Send tug {tug}")
class Send:
    """Choose the tug that you send (RT 3.2)."""

    tug: Annotated[int, number("Tug", pick=Pieces("tugs-{seat}", code=_piece))]


@move("take {card...}", ask="Take a card from the row", does="Take {card}")
class Take:
    """Take that card from the row (RT 3.4)."""

    card: Annotated[str, Field("Card", read_salvage, pick=Pieces("row"))]


Move: TypeAlias = Send | Take
Outcome: TypeAlias = Starts | Drawn[Any]

GRAMMAR: Final = Grammar(Send, Take)
