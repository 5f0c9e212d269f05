"""Things that stay on one page: titles with what follows them, pictures with their captions."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from reportlab.platypus import Flowable, FrameBreak, KeepTogether, NullActionFlowable, Paragraph, Table
from reportlab.platypus.flowables import _listWrapOn

from generator.book.layout.asides import carried

LEVELS: Final = {"part": 0, "heading": 1}  # styles of titles, with their level in the contents

_SMALLEST: Final = 0.64  # a picture shrinks to this share of its size rather than leave a page half empty
_WASTE: Final = 90.0  # points at the foot of a page that a long table may not leave empty
EMPTY: Final = 0.85  # this share of a page may stay empty before something that has a page to itself
_LINE: Final = 90  # characters of a paragraph that hardly fills a line
_STEPS: Final = 9  # sizes that are tried
_SMALL: Final = ("caption", "legend")  # styles of the words beside a picture
_HEAD: Final = 2  # cells at the head of a row
_SHORT: Final = 3  # words of a cell that is a name


class Parting(Flowable):  # type: ignore[misc]
    """A flowable that may go on over the page, under a title that it is kept with."""


class Together(KeepTogether):  # type: ignore[misc]
    """Flowables on one page. Their pictures shrink a little if they then fit on the page at hand."""

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Make its pictures as much smaller as it takes to fit; if that is in vain, they keep their size."""
        pictures = [flowable for flowable in self._content if hasattr(flowable, "fit")]
        for picture in pictures:
            picture.fit(1.0)
        size: tuple[float, float] = super().wrap(width, height)
        if height >= self._H or not pictures:
            return size
        rest = self._H - _tall(pictures, 1.0)
        shares = (1 - (1 - _SMALLEST) * step / _STEPS for step in range(1, _STEPS + 1))
        if any(height >= rest + _tall(pictures, share) for share in shares):
            return super().wrap(width, height)  # type: ignore[no-any-return]
        _tall(pictures, 1.0)
        return size

    def split(self, width: float, height: float) -> list[Flowable]:
        self._wrapInfo: Any = None  # measured anew: another pass may have more room
        parts: list[Flowable] = super().split(width, height)
        if self._H > height > _WASTE:
            return self._parted(width, height) or parts
        return parts

    def _parted(self, width: float, height: float) -> list[Flowable]:
        """Return its contents, if it ends with a long table that can begin on this page; else nothing."""
        *head, last = self._content
        if not isinstance(last, (Table, Parting)) or _has_picture(last):
            return []
        _, above = _listWrapOn(head, width, self.canv)
        between = max(last.getSpaceBefore(), head[-1].getSpaceAfter() if head else 0.0)
        begun = carried(last, last.split(width, height - above - between))
        return [*head, *begun] if len(begun) > 1 else []


class OnePage(KeepTogether):  # type: ignore[misc]
    """Flowables that begin on the next page if they fit there whole, and not on the page at hand.

    They go on behind it after all where the page at hand would stay half empty; else `ending` fills that.
    """

    def __init__(self, flowables: list[Flowable], ending: Flowable) -> None:
        super().__init__(flowables)
        self.ending = ending

    def split(self, width: float, height: float) -> list[Flowable]:
        _, whole = _listWrapOn([*leaves(*self._content)], width, self.canv)
        page = self._frame._height
        onward = height < whole <= page and height < EMPTY * page
        return [*([self.ending, FrameBreak()] if onward else [NullActionFlowable()]), *self._content]


def leaves(*flowables: Flowable) -> Iterator[Flowable]:
    """The flowables, and those that are kept together one by one."""
    for flowable in flowables:
        if isinstance(flowable, KeepTogether):
            yield from leaves(*flowable._content)
        else:
            yield flowable


def _tall(pictures: list[Flowable], share: float) -> float:
    """The height of pictures, made that share of their size."""
    for picture in pictures:
        picture.fit(share)
    return float(sum(picture.wrap(0, 0)[1] for picture in pictures))


def joined(flowables: Iterable[Flowable]) -> Iterator[Flowable]:
    """The flowables, each with what follows it if it says so, or if it is a line under a title.

    platypus does almost the same, but leaves a title behind that is followed by a picture with its caption.
    """
    group: list[Flowable] = []
    for flowable in flowables:
        inner = _inner(flowable)
        for part in inner:
            if hasattr(flowable, "place") and not hasattr(part, "place"):
                part.place = flowable.place
        group += inner
        if flowable.getKeepWithNext() or (len(group) > 1 and _is_line(group[-1])):
            flowable.keepWithNext = 0
            continue
        yield Together(group) if len(group) > 1 else group[0]
        group = []
    if group:
        yield Together(group)


def _is_line(flowable: Flowable) -> bool:
    """Tell whether it is a sentence or two, which alone do not keep a title company."""
    return isinstance(flowable, Paragraph) and len(flowable.getPlainText()) < _LINE


def _inner(flowable: Flowable) -> list[Flowable]:
    return flowable._content if isinstance(flowable, KeepTogether) else [flowable]


def _has_picture(flowable: Flowable) -> bool:
    if isinstance(flowable, Table):
        return any(
            hasattr(part, "fit") for row in flowable._cellvalues for cell in row for part in _parts(cell)
        )
    return hasattr(flowable, "fit")


def _parts(cell: Any) -> tuple[Any, ...]:
    """Return what is in a cell: a table keeps it as a tuple."""
    return tuple(cell) if isinstance(cell, (list, tuple)) else (cell,)


def told(flowable: Flowable) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the text of a paragraph, each cell of a table or each entry, with the names that it explains.

    Such names are bold or italic words, and the short cells at the head of a row. Small type beside a picture
    explains only what it names.
    """
    if hasattr(flowable, "getPlainText"):
        small = flowable.style.name in _SMALL
        yield "" if small else flowable.getPlainText(), getattr(flowable, "names", ())
    for entry in getattr(flowable, "entries", ()):
        yield from told(entry)
    for row in getattr(flowable, "_cellvalues", ()):
        for place, cell in enumerate(row):
            for text, names in (one for part in _parts(cell) for one in told(part)):
                short = place < _HEAD and len(text.split()) <= _SHORT
                yield text, (*names, text) if short else names
