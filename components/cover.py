"""The words on the outside of a game: how its title breaks, how long it takes, for whom, and why to play."""

from dataclasses import dataclass
from typing import Final

from components.toml import Table

LINES: Final = 4  # at most this many lines of the title
OLDEST: Final = 99


@dataclass(frozen=True)
class Cover:
    """Words on the cover of the rulebook and on the box.

    title    the lines of the title, as the cover breaks it
    minutes  length of a game: one number for "or more", two for a range
    age      youngest age that the game is for, in years
    pitch    the paragraphs on the back of the box
    picture  the picture of the cover and of boxes, in the folder pictures/; empty for a plain pattern
    """

    title: tuple[str, ...] = ()
    minutes: tuple[int, ...] = ()
    age: int = 0
    pitch: tuple[str, ...] = ()
    picture: str = ""

    @property
    def time(self) -> str:
        """The playing time as it is printed: "30 min", "30–45 min" or "90+ min"; empty if it is not known."""
        if not self.minutes:
            return ""
        least, most = self.minutes[0], self.minutes[-1]
        if len(self.minutes) == 1:
            return f"{least}+ min"
        return f"{least} min" if least == most else f"{least}–{most} min"

    @property
    def years(self) -> str:
        """The age as it is printed: "10+"; empty if it is not known."""
        return f"{self.age}+" if self.age else ""


def read_cover(table: Table, title: str) -> Cover:
    """The `[cover]` of a game.toml; without it, a cover with the title alone.

    Raises `DataError` for times and ages that make no sense.
    """
    if "cover" not in table.data:
        return Cover((title,))
    own = table.table("cover")
    cover = Cover(
        own.texts("title", (title,)),
        tuple(own.integers("minutes", ())),
        own.integer("age", 0),
        own.texts("pitch", ()),
        own.text("picture", ""),
    )
    if not 1 <= len(cover.title) <= LINES:
        raise own.error("title", f"has {len(cover.title)} lines.", f"Write 1 to {LINES}.")
    if (
        len(cover.minutes) > 2
        or list(cover.minutes) != sorted(cover.minutes)
        or min(cover.minutes, default=1) < 1
    ):
        raise own.error(
            "minutes", f"is {list(cover.minutes[:3])}.", "Write [45] for 45 or more, or [30, 45]."
        )
    if not 0 <= cover.age <= OLDEST:
        raise own.error("age", f"is {cover.age}.", f"Write years, {OLDEST} at most.")
    own.done()
    return cover
