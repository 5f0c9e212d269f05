"""The alphabetical index: words, each with the pages on which it is explained."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reportlab.platypus import Flowable, Table, TableStyle

from generator.book.typeset import TEXT_WIDTH, Setter, Text
from generator.pdf.canvas import POINT

_COLUMNS = 3
_MENTIONS = 3  # pages of the learn-to-play that are all named


class Index(Flowable):  # type: ignore[misc]
    """Entries in columns, read downwards. Page numbers come from the pass before, so the first has none."""

    def __init__(self, setter: Setter, entries: Mapping[str, tuple[str, ...]]) -> None:
        super().__init__()
        self.setter = setter
        self.entries = entries
        self.table: Table | None = None

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.table = self._set()
        size: tuple[float, float] = self.table.wrap(width, height)
        return size

    def split(self, width: float, height: float) -> list[Flowable]:
        parts: list[Flowable] = self._set().split(width, height)
        return parts

    def draw(self) -> None:
        assert self.table is not None
        self.table.drawOn(self.canv, 0, 0)

    def _set(self) -> Table:
        cells: list[Any] = [
            Text(f"{word} <b>{self._pages(word, places)}</b>", self.setter.styles["index"])
            for word, places in self.entries.items()
        ]
        rows = -(-len(cells) // _COLUMNS)
        cells += [""] * (rows * _COLUMNS - len(cells))
        table = Table(
            [cells[row::rows] for row in range(rows)], colWidths=[TEXT_WIDTH / _COLUMNS * POINT] * _COLUMNS
        )
        everywhere = ((0, 0), (-1, -1))
        table.setStyle(
            TableStyle(
                [("VALIGN", *everywhere, "TOP"), ("LEFTPADDING", *everywhere, 0),
                 ("TOPPADDING", *everywhere, 0.5), ("BOTTOMPADDING", *everywhere, 0.5)]
            )
        )  # fmt: skip
        return table

    def _pages(self, word: str, places: tuple[str, ...]) -> str:
        """The pages of the places, and those of the learn-to-play that have the word: the first of many."""
        book = self.setter.book
        found = {book.page_of(place) or book.page_of(f"rule {place}") for place in places}
        taught = book.pages_saying(word.partition(",")[0])
        found.update(taught if len(taught) <= _MENTIONS else taught[:1])
        return ", ".join(str(page) for page in sorted(found))
