"""The dice of MLEM: `mlem:6` rolls six, `mlem:6@5` on space 5 with what is valid there."""

from __future__ import annotations

import re
from dataclasses import dataclass

from components.errors import UsageError
from referee.chance import Chance
from referee.dice import Die, Roll, Roller
from referee.games.mlem import box
from referee.games.mlem.board import Space
from referee.games.mlem.rules import groups


@dataclass(frozen=True)
class Pool:
    """Dice of the pool, on a space of the track or on none."""

    faces: tuple[str, ...]
    count: int
    space: Space | None

    def roll(self, chance: Chance) -> Roll:
        """The dice in the order they fell; on a space, those without a valid group do not count (ML 3.1)."""
        shown = [chance.choice(self.faces) for _ in range(self.count)]
        return Roll(None, tuple(self._die(face) for face in shown), self._note(shown))

    def _die(self, face: str) -> Die:
        # Without a space nobody knows what an afterburner is worth.
        number = int(face) if face.isdigit() else 0
        if self.space is None:
            return Die((number or face,), number)
        return Die((number or face,), self.space.value(face), face in self.space.faces)

    def _note(self, shown: list[str]) -> str:
        if self.space is None:
            return ""
        valid = groups(self.space, shown)
        if not valid:
            return f"no valid group on space {self.space.number}: crash [ML 4.1]"
        worth = ", ".join(
            f"{' '.join(face * count)} = {count * self.space.value(face)}" for face, count in valid.items()
        )
        return f"valid on space {self.space.number}: {worth}"


def game_dice(text: str) -> Roller:
    """The dice of `6`, `6@5` or `@5`: how many, all of them if left out, and the space.

    Raises `UsageError` for more dice than the pool has, or a space that no rocket leaves.
    """
    where = f'"mlem:{text}"'
    found = re.fullmatch(r"(\d{1,4})?\s*(?:@\s*(\d{1,4}))?", text, re.ASCII)
    if not found:
        raise UsageError("These are no dice of MLEM.", where=where, todo="Write such as mlem:6 or mlem:6@5.")
    game = box.load()
    count = int(found[1] or game.dice)
    if not 1 <= count <= game.dice:
        raise UsageError(f"The pool never has {count} dice.", where=where, todo=f"Roll 1 to {game.dice}.")
    if found[2] is None:
        return Pool(game.faces, count, None)
    return Pool(game.faces, count, game.board.departure(int(found[2]), where))
