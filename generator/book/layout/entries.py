"""Short entries in two columns on a tinted ground: questions with their answers, variants."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from reportlab.platypus import Flowable

from components.prose import Paragraph, Words, blocks
from components.teaching import Lesson
from generator.book.drafts import NotInDraft
from generator.book.keep_together import Parting
from generator.book.layout import furniture
from generator.book.layout.asides import OVER
from generator.book.layout.look import MARGIN, PAGE
from generator.book.pages import Book
from generator.book.typeset import Text
from generator.pdf.canvas import POINT, down

_PAD: Final = 2.2  # room between its edge and the columns, mm
_GAP: Final = 5.0  # room between the columns, mm
_AFTER: Final = 8.0  # points
_FEWEST: Final = 2  # entries on either page, if they go on over the page
_MARK: Final = 1.6  # radius of the mark in front of an entry, mm
_HIGH: Final = 0.53  # the middle of the mark is this far below the top of the first line, in its heights


def entries_of(lesson: Lesson) -> list[Words]:
    """The paragraphs of a section of which each begins with bold words, and which shows nothing; or none."""
    if len(lesson.parts) != 1 or not isinstance(lesson.parts[0], str):
        return []
    found = [*blocks(lesson.parts[0])]
    entries = [one.words for one in found if isinstance(one, Paragraph) and one.words[0].bold]
    return entries if len(entries) == len(found) >= _FEWEST else []


def asks(entry: Words) -> bool:
    """Tell whether the bold words at its head are a question."""
    return entry[0].text.endswith("?")


class Entries(NotInDraft, Parting):
    """Entries in columns, read downwards. They go on over the page, none of them divided."""

    def __init__(self, book: Book, entries: Sequence[Text], question: bool) -> None:
        """question: whether they have the mark of questions, or that of other things"""
        super().__init__()
        self.book = book
        self.entries = [*entries]
        self.tall: list[float] = []  # each with the room after it, points
        self.question = question
        self.spaceAfter = _AFTER

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.across = (PAGE[0] - 2 * MARGIN[0] + 2 * (OVER - _PAD) - _GAP) / 2 * POINT
        self.tall = [entry.wrap(self.across, height)[1] + entry.getSpaceAfter() for entry in self.entries]
        self.first = balanced(self.tall)
        self.width, self.height = width, self._columns(len(self.tall)) + 2 * _PAD * POINT
        return self.width, self.height

    def split(self, width: float, height: float) -> list[Flowable]:
        """Those that fit, and the others."""
        self.wrap(width, height)
        counts = range(_FEWEST, len(self.entries) - _FEWEST + 1)
        room = height - 2 * _PAD * POINT
        fit = max((count for count in counts if self._columns(count) <= room), default=0)
        if not fit:
            return []
        both = self.entries[:fit], self.entries[fit:]
        parts = [Entries(self.book, part, self.question) for part in both]
        if hasattr(self, "place"):
            parts[0].place = self.place
        return [*parts]

    def _columns(self, count: int) -> float:
        """The height of the first entries in two columns, points."""
        tall = self.tall[:count]
        first = balanced(tall)
        last: float = self.entries[0].getSpaceAfter()
        return max(sum(tall[:first]), sum(tall[first:])) - last

    def draw(self) -> None:
        canvas = self.canv
        canvas.saveState()
        down(canvas, self.height / POINT)
        furniture.box(canvas, self.book, -OVER, 0, self.width / POINT + 2 * OVER, self.height / POINT)
        canvas.restoreState()
        for column in (range(self.first), range(self.first, len(self.entries))):
            x = (_PAD - OVER) * POINT + (self.across + _GAP * POINT if column.start else 0.0)
            y = self.height - _PAD * POINT
            for number in column:
                entry = self.entries[number]
                entry.drawOn(canvas, x, y - entry.height)
                self._mark(x / POINT + _MARK, (y - entry.style.leading * _HIGH) / POINT)
                y -= self.tall[number]

    def _mark(self, x: float, y: float) -> None:
        """A disc with a question mark, or a diamond; its middle in mm, y up."""
        canvas = self.canv
        ground, letters = self.book.look.mark()
        canvas.saveState()
        canvas.scale(POINT, POINT)
        canvas.setFillColor(ground)
        if self.question:
            canvas.circle(x, y, _MARK, stroke=0, fill=1)
            canvas.setFillColor(letters)
            size = 1.7 * _MARK
            canvas.setFont(self.book.styles["heading"].fontName, size)
            canvas.drawCentredString(x, y - 0.35 * size, "?")
        else:
            far = 0.9 * _MARK
            corners = [(x, y + far), (x + far, y), (x, y - far), (x - far, y)]
            canvas.drawPath(furniture.outline(canvas, corners), stroke=0, fill=1)
        canvas.restoreState()


def balanced(tall: Sequence[float]) -> int:
    """Return how many entries the first column takes, for the columns to be as short as they can be: the
    fewest of several that are as good, however the last digits of their heights are rounded."""
    heights = list(accumulate(tall))
    longer = [round(max(height, heights[-1] - height), 6) for height in heights]
    return longer.index(min(longer)) + 1
