"""The moves and outcomes of MLEM, and how people type them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from referee.outcomes import Rolled
from referee.starters import Starts


@dataclass(frozen=True, slots=True)
class Aboard:
    """Put that astronaut on the next place of the boarding track (ML 2.1)."""

    astronaut: str

    def __str__(self) -> str:
        return f"board {self.astronaut}"


@dataclass(frozen=True, slots=True)
class Help:
    """An engineer adds a die to the roll (ML 3.4)."""

    def __str__(self) -> str:
        return "engineer"


@dataclass(frozen=True, slots=True)
class Use:
    """Move by those groups, each whole (ML 3.2); the faces are in the order of the space."""

    faces: tuple[str, ...]

    def __str__(self) -> str:
        return f"use {','.join(self.faces)}"


@dataclass(frozen=True, slots=True)
class Crash:
    """Let the rocket crash although an engineer could save it (ML 3.4)."""

    def __str__(self) -> str:
        return "crash"


@dataclass(frozen=True, slots=True)
class Land:
    """Get off at that moon or planet (ML 5.2)."""

    place: str

    def __str__(self) -> str:
        return f"land {self.place}"


@dataclass(frozen=True, slots=True)
class Stay:
    """Stay aboard (ML 5.2); in a crash, do not land by parachute (ML 4.1)."""

    def __str__(self) -> str:
        return "stay"


Move: TypeAlias = Aboard | Help | Use | Crash | Land | Stay
Outcome: TypeAlias = Starts | Rolled

HELP = Help()
CRASH = Crash()
STAY = Stay()
