"""Fields of declared moves: a label, how the value is read and written, and how a person picks it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from components.errors import UsageError, did_you_mean
from referee.engine.asking.picks import Amount, Pick, Who, Word
from referee.engine.game import Seat
from referee.engine.typed import read_number, read_seat


class Typed(NamedTuple):
    """Text that somebody typed, and where: the meaning of a code or a missing word may depend on the table.

    where  the text in quotes, for errors
    legal  gives the seat's legal moves, for what is typed in a looser form
    parts  the fields of the move that were read before this one, by name
    """

    state: Any
    seat: Seat
    where: str
    legal: Callable[[], Sequence[Any]]
    parts: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Field:
    """A part of a move.

    label  its name for people: "Warp"
    read   the value of its text. Raises `UsageError`
    write  the text of its value, as `read` reads it
    unit   the unit of a number, or what the value is: "level", "units of fuel"
    counts whether it is a number, which names no piece even if one has it as its code
    said   its value for people who tap a move, where its text is only a letter; None if that says enough
    given  whether what it names is given up by the move, and not taken or used
    none   words for leaving it out, for people who tap a move
    pick   how a person picks it; None only in a move that nobody is offered
    """

    label: str
    read: Callable[[str, Typed], Any]
    write: Callable[[Any], str] = str
    unit: str = ""
    counts: bool = False
    said: Callable[[Any], str] | None = None
    given: bool = False
    none: str = "None"
    pick: Pick | None = None


def number(
    label: str, unit: str = "", todo: str = "Write a whole number.", *, pick: Pick | None = None
) -> Field:
    """A whole number. `todo` says what to write where none was typed."""

    def read(text: str, typed: Typed) -> int:
        return read_number(text, typed.where, todo)

    return Field(label, read, unit=unit, counts=True, pick=pick or Amount())


def code(
    label: str,
    read: Callable[[str, Any, str], Any],
    write: Callable[[Any], str] = str,
    *,
    pick: Pick | None = None,
) -> Field:
    """Declare a field for what is printed on a piece. `read` is given text, box, and where it was typed."""
    return Field(label, lambda text, typed: read(text, typed.state.box, typed.where), write, pick=pick)


def _read_player(text: str, typed: Typed) -> str:
    name: str = typed.state.names[read_seat(text, typed.state.names, typed.where)]
    return name


PLAYER = Field("Player", _read_player, pick=Who())


def choice(label: str, words: Callable[[], Sequence[str]], says: Mapping[str, str] | None = None) -> Field:
    """One of a few words; the beginning is enough where only one word has it. `says`: see `Word`."""

    def read(text: str, typed: Typed) -> str:
        known = words()
        found = [word for word in known if word == text.lower()] or [
            word for word in known if text and word.startswith(text.lower())
        ]
        if len(found) != 1:
            todo = did_you_mean(text, known) if text else f"Write one of {', '.join(known)}."
            raise UsageError(f'There is no {label.lower()} "{text}".', where=typed.where, todo=todo)
        return found[0]

    return Field(label, read, pick=Word(says or {}))
