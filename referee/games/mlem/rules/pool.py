"""The pool rolled away from the table: `mlem:6` is six dice, `mlem:6@5` six dice on space 5 (ML 1.2, 3.1)."""

import re
from dataclasses import dataclass

from components.errors import UsageError
from referee.engine.arguments import check_count
from referee.engine.chance.dice import Die, Roll, Roller
from referee.engine.chance.seeded import Chance
from referee.games.mlem.box import Box, Space
from referee.games.mlem.rules.travel import valid_groups


@dataclass(frozen=True)
class Pool:
    """Dice of the pool, with the space they are rolled on, if that is known."""

    faces: tuple[str, ...]
    count: int
    space: Space | None

    def roll(self, chance: Chance) -> Roll:
        """The dice in the order they fell; on a space, those without a valid group do not count (ML 3.1)."""
        shown = [chance.choice(self.faces) for _ in range(self.count)]
        return Roll(None, tuple(self._die(face) for face in shown), self._note(shown))

    def _die(self, face: str) -> Die:
        # What an afterburner is worth depends on the space.
        number = int(face) if face.isdigit() else 0
        if self.space is None:
            return Die((number or face,), number)
        return Die((number or face,), self.space.value(face), face in self.space.faces)

    def _note(self, shown: list[str]) -> str:
        if self.space is None:
            return ""
        valid = valid_groups(self.space, shown)
        if not valid:
            return f"no valid group on space {self.space.number}: crash [ML 4.1]"
        worth = ", ".join(
            f"{' '.join(face * count)} = {count * self.space.value(face)}" for face, count in valid.items()
        )
        return f"valid on space {self.space.number}: {worth}"


def read_pool(text: str, box: Box) -> Roller:
    """The dice of `6`, `6@5` or `@5`: how many, all of them if left out, and the space.

    Raises `UsageError` for more dice than the pool has, or a space that no rocket leaves.
    """
    where = f'"mlem:{text}"'
    found = re.fullmatch(r"(\d{1,4})?\s*(?:@\s*(\d{1,4}))?", text, re.ASCII)
    if not found:
        raise UsageError("MLEM does not have such dice.", where=where, todo="Write mlem:6 or mlem:6@5.")
    count = int(found[1] or box.dice)
    check_count(where, count, 1, box.dice, "dice", rule="ML 2.1")
    if found[2] is None:
        return Pool(box.faces, count, None)
    return Pool(box.faces, count, box.board.departure(int(found[2]), where))
