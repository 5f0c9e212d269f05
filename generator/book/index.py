"""The alphabetical index: words, each with the pages on which it is explained."""

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from reportlab.platypus import Flowable, TableStyle

from generator.book.drafts import Grid
from generator.book.keep_together import Parting
from generator.book.pages import Book, Told
from generator.book.typeset import TEXT_WIDTH, Setter, Text
from generator.faces.type.characters import typographic
from generator.pdf.canvas import POINT
from generator.pdf.objects.tags import as_columns, grouped

_COLUMNS = 3
_ROWS = 4  # least rows on either page of an index that goes on over the page
SYMBOLS: Final = "symbols"  # the place of the list of symbols, which explains no words
_TRIES = 3  # rows fewer that are tried
_MENTIONS = 3  # pages of the learn-to-play that are all listed
_NAMED = 5  # pages that name the word among others and are all listed


class Index(Parting):
    """Entries in columns, read downwards. Page numbers come from the pass before, so the first has none."""

    def __init__(
        self, setter: Setter, entries: Mapping[str, tuple[str, ...]], taught: Collection[str]
    ) -> None:
        """taught: the titles of the learn-to-play"""
        super().__init__()
        self.taught = taught
        self.setter = setter
        self.entries = entries
        self.table: Grid | None = None
        self.texts: dict[int, list[str]] = {}  # the texts of the entries, in each pass
        self.sizes: dict[tuple[int, float], tuple[float, float]] = {}  # sizes in each pass, by width

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        which = self.setter.book.passes, width
        if which not in self.sizes:  # platypus asks for it again and again
            self.table = self._set()
            self.sizes[which] = self.table.wrap(width, height)
        return self.sizes[which]

    def split(self, width: float, height: float) -> list[Flowable]:
        """The entries that fit, in columns of their own, and the others; all of them if few would be left."""
        table = self._set()
        table.wrap(width, height)
        fit = sum(1 for below in itertools.accumulate(table._rowHeights) if below <= height)
        if fit == len(table._rowHeights):
            return [self]
        for rows in range(min(fit, len(table._rowHeights) - _ROWS), max(_ROWS, fit - _TRIES) - 1, -1):
            both = [*self.entries.items()]
            parts = both[: rows * _COLUMNS], both[rows * _COLUMNS :]
            here, after = (Index(self.setter, dict(part), self.taught) for part in parts)
            # In columns of their own, entries have other neighbours, so that they may be higher.
            if here.wrap(width, height)[1] <= height:
                return [here, after]
        return []

    def draw(self) -> None:
        assert self.table is not None
        with grouped(self.canv, "Index"):
            self.table.drawOn(self.canv, 0, 0)

    def _set(self) -> Grid:
        number = self.setter.book.passes
        if number not in self.texts:
            self.texts[number] = list(self._entries())
        cells: list[Any] = [Text(text, self.setter.styles["index"]) for text in self.texts[number]]
        rows = -(-len(cells) // _COLUMNS)
        cells += [""] * (rows * _COLUMNS - len(cells))
        table = Grid(
            [cells[row::rows] for row in range(rows)],
            colWidths=[TEXT_WIDTH / _COLUMNS * POINT] * _COLUMNS,
            renderCB=as_columns,
        )
        everywhere = ((0, 0), (-1, -1))
        table.setStyle(
            TableStyle(
                [("VALIGN", *everywhere, "TOP"), ("LEFTPADDING", *everywhere, 0),
                 ("TOPPADDING", *everywhere, 0.5), ("BOTTOMPADDING", *everywhere, 0.5)]
            )
        )  # fmt: skip
        return table

    def _entries(self) -> Iterator[str]:
        """Each word with its pages, marked up."""
        book = self.setter.book
        told = [_Folded(one) for one in book.told_before() if one.place != SYMBOLS]
        for word, places in self.entries.items():
            homes, found = _pages(book, told, self.taught, word, places)
            first = f"<b>{', '.join(map(str, homes))}</b>"
            yield f"{word} {', '.join([first, *map(str, found)])}"


class _Folded:
    """Words of the book, with capitals folded once for all entries."""

    def __init__(self, told: Told) -> None:
        self.page, self.place = told.page, told.place
        self.names = [name.casefold() for name in told.names]
        self.text = told.text.casefold() or " ".join(self.names)


def _pages(
    book: Book, told: Sequence[_Folded], taught: Collection[str], word: str, places: Iterable[str]
) -> tuple[list[int], list[int]]:
    """The pages on which the word is at home, one in either half of the book, and others that explain it.

    At home it is where the first of its places is, as a title if it is one, or where the learn-to-play first
    names it. It is explained where its places have the word, or begin without it; where a title, a table or
    bold words name it; and where the learn-to-play has it, or first has it if that is nearly everywhere.
    """
    stem, pattern = _sought(word)
    # To look for the stem first takes a tenth of the time, as most words are on few pages.
    says = [one for one in told if stem in one.text and pattern.search(one.text)]
    names = [(one, name) for one in told for name in one.names if stem in name]
    titled = [(one, name) for one, name in names if pattern.fullmatch(name.strip(" .:?"))]
    found, homes = set[int](), dict[bool, int]()
    for place in places:
        known = place if book.page_of(place) else f"rule {place}"
        pages = {one.page for one in says if one.place == known} or {book.page_of(known)}
        homes.setdefault(place in taught, min({one.page for one, _ in titled if one.place == known} or pages))
        found |= pages
    named = {one.page for one, name in names if pattern.search(name)}
    if len(named) > _NAMED:
        named = {one.page for one, _ in titled}
    mentioned = {one.page for one in says if one.place in taught}
    if mentioned:
        homes.setdefault(True, min(mentioned & named or mentioned))
    found |= named | (mentioned if len(mentioned) <= _MENTIONS else set())
    return sorted({*homes.values()}), sorted(found - {*homes.values()})


def _sought(word: str) -> tuple[str, re.Pattern[str]]:
    """The stem of what stands before the comma of an entry, and what finds its singular or plural."""
    stem = typographic(re.sub(r"(?<=\w\w\w)s$", "", word.partition(",")[0]).casefold())
    return stem, re.compile(rf"\b{re.escape(stem)}(?:e?[snd])?\b")
