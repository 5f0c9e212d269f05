"""The lines of a journal: the header, the records, and the chain of hashes that binds them."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal, TypeAlias

FORMAT: Final = 3
FORMAT_KEY: Final = "starbox journal"
HASH: Final = b',"hash":'

Mode: TypeAlias = Literal["full", "pad"]
Dice: TypeAlias = Literal["referee", "table"]


def _later(default: Any) -> Any:
    """A key that an older format does not have; it is left out where it says nothing."""
    return field(default=default, metadata={"later": True})


@dataclass(frozen=True)
class Header:
    """Agreement of the players before the game.

    rules         the version of the game's rules
    seats         the names of the players, clockwise
    bots          the players that are bots, by name, and the bot that plays each
    options       options as typed; an option that names a file has the content of the file instead
    commitment    commitment to the seed, see `engine.chance.seeded`; empty if the table rolls and draws
    position      the text of the file with the position the game began from; empty for a new game
    words         whether every person adds words of their own before the first chance
    bots_version  the version of the game's bots; 0 if there are none, or if the journal has format 1
    bound         whether the commitment is to all of this, too; formats 1 and 2 bind the seed alone
    """

    game: str
    rules: int
    mode: Mode
    dice: Dice
    seats: tuple[str, ...]
    bots: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    commitment: str = ""
    position: str = ""
    words: bool = _later(False)
    bots_version: int = _later(0)
    bound: bool = _later(False)

    @property
    def agreed(self) -> str:
        """The digest to which the commitment is besides the seed; empty if it is to the seed alone."""
        line = written(plain(replace(self, commitment="")))
        return hashlib.sha256(line + b"}").hexdigest() if self.bound else ""


@dataclass(frozen=True)
class MoveRecord:
    """A move as it is typed, with the name of its player."""

    seat: str
    move: str


@dataclass(frozen=True)
class ChanceRecord:
    """A result of chance, as it is typed."""

    chance: str


@dataclass(frozen=True)
class TimeRecord:
    """The time of that player was over, and the game went on as its rules say."""

    time: str


@dataclass(frozen=True)
class ClockRecord:
    """The clock of that player was started or stopped. This changes nothing in the game.

    period  what the time is for: "turn 12"
    runs    True if the clock was started, False if it was stopped
    at      the time in seconds since 1970
    used    milliseconds of this time used by then
    """

    clock: str
    period: str
    runs: bool
    at: int
    used: int


@dataclass(frozen=True)
class UndoRecord:
    """Line on moves and results that were taken back; `agreed` if all players agreed to it."""

    undo: int
    agreed: bool = False


@dataclass(frozen=True)
class RedoRecord:
    """Line on moves and results that were brought back."""

    redo: int


@dataclass(frozen=True)
class WordsRecord:
    """The words that player added before the first chance."""

    words: str
    text: str


@dataclass(frozen=True)
class SeedRecord:
    """The seed, shown at the end, and the salt of its commitment; the commitments of format 1 have none."""

    seed: str
    salt: str = _later("")


EventRecord: TypeAlias = MoveRecord | ChanceRecord | TimeRecord
Record: TypeAlias = EventRecord | ClockRecord | UndoRecord | RedoRecord | WordsRecord | SeedRecord

KINDS: Final[tuple[type[Record], ...]] = (
    MoveRecord,
    ChanceRecord,
    TimeRecord,
    ClockRecord,
    UndoRecord,
    RedoRecord,
    WordsRecord,
    SeedRecord,
)


def standing(records: Iterable[Record]) -> list[EventRecord]:
    """The moves and results that count, without those that were taken back."""
    made: list[EventRecord] = []
    undone: list[EventRecord] = []  # the first are brought back first
    for record in records:
        if isinstance(record, UndoRecord):
            kept = len(made) - record.undo
            undone[:0] = made[kept:]
            del made[kept:]
        elif isinstance(record, RedoRecord):
            made += undone[: record.redo]
            del undone[: record.redo]
        elif not isinstance(record, SeedRecord | ClockRecord | WordsRecord):
            made.append(record)
            undone.clear()
    return made


def plain(value: Header | Record) -> dict[str, Any]:
    """The keys and values of a line."""
    items = ((item, getattr(value, item.name)) for item in fields(value))
    return {item.name: content for item, content in items if content or not item.metadata.get("later")}


def written(content: Mapping[str, Any]) -> bytes:
    """The line with those keys and values, up to its hash."""
    return _ENCODER.encode(content).encode()[:-1]


def chained(before: str, body: bytes) -> str:
    """The hash of a line whose body ends before `,"hash":`, after a line with that hash."""
    return hashlib.sha256(before.encode() + body).hexdigest()


def shortened(text: str, most: int = 500) -> str:
    """The text, without its middle if it has more characters than that."""
    return text if len(text) <= most else f"{text[: most * 2 // 3]} … {text[-most // 3 :]}"


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
