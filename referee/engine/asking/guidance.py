"""The words of a lesson at a table, for whoever shows it: the terminal, the table screen and the pages."""

from typing import NamedTuple


class Guidance(NamedTuple):
    """A step of a lesson.

    title   the title of the lesson
    said    a few sentences, with empty lines between paragraphs
    rule    the rule they are about; empty for none
    show    names of the areas that they are about; "table" for all
    move    the move to make; empty where play is free
    trying  whether that move is a mistake, which is tried on purpose
    number, of  the number of the step, from 1, and of all; 0 where play is free
    opening what the game is about, before the first step
    """

    title: str
    said: str
    rule: str = ""
    show: tuple[str, ...] = ()
    move: str = ""
    trying: bool = False
    number: int = 0
    of: int = 0
    opening: str = ""

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """Return what is said with its rule, each paragraph on one line; the last one asks for a mistake."""
        cited = f" [{self.rule}]" if self.rule else ""
        asked = f"\n\nTry this on purpose: {self.move}" if self.trying else ""
        return tuple(" ".join(part.split()) for part in f"{self.said}{cited}{asked}".split("\n\n"))

    @property
    def heading(self) -> str:
        """The title, and where in the lesson this is."""
        return f"{self.title}: step {self.number} of {self.of}" if self.number else self.title
