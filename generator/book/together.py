"""What stays on one page: titles with what follows them, pictures with their captions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from reportlab.platypus import Flowable, FrameBreak, KeepTogether, NullActionFlowable, Paragraph
from reportlab.platypus.flowables import _listWrapOn

_SMALLEST: Final = 0.72  # of its full size, to which a picture shrinks rather than leave a page half empty
_LINE: Final = 90  # characters of a paragraph that hardly fills a line
_STEPS: Final = 7  # sizes that are tried
_SMALL: Final = ("caption", "legend")  # styles of the words beside a picture
_HEAD: Final = 2  # cells at the head of a row
_SHORT: Final = 3  # words of a cell that is a name


class Together(KeepTogether):  # type: ignore[misc]
    """Flowables on one page. Their pictures shrink a little if they then fit on the page at hand."""

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        pictures = [flowable for flowable in self._content if hasattr(flowable, "fit")]
        for share in self._shares():
            for picture in pictures:
                picture.fit(share)
            size: tuple[float, float] = super().wrap(width, height)
            if height >= self._H or not pictures:
                return size
        for picture in pictures:
            picture.fit(1.0)
        return super().wrap(width, height)  # type: ignore[no-any-return]

    def _shares(self) -> Iterator[float]:
        return (1 - (1 - _SMALLEST) * step / _STEPS for step in range(_STEPS + 1))

    def split(self, width: float, height: float) -> list[Flowable]:
        self._wrapInfo: Any = None  # measured anew: another pass may have more room
        parts: list[Flowable] = super().split(width, height)
        return parts


class OnePage(KeepTogether):  # type: ignore[misc]
    """Flowables that begin on the next page if they fit there whole, and not on the page at hand."""

    def split(self, width: float, height: float) -> list[Flowable]:
        _, whole = _listWrapOn([*_flat(self._content)], width, self.canv)
        onward = FrameBreak() if height < whole <= self._frame._height else NullActionFlowable()
        return [onward, *self._content]


def _flat(flowables: Iterable[Flowable]) -> Iterator[Flowable]:
    for flowable in flowables:
        if isinstance(flowable, KeepTogether):
            yield from _flat(flowable._content)
        else:
            yield flowable


def joined(flowables: Iterable[Flowable]) -> Iterator[Flowable]:
    """The flowables, each with what follows it if it says so, or if it is a line under a title.

    platypus does almost the same, but leaves a title behind that is followed by a picture with its caption.
    """
    group: list[Flowable] = []
    for flowable in flowables:
        inner = flowable._content if isinstance(flowable, KeepTogether) else [flowable]
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
    """Whether it is a sentence or two, which alone do not keep a title company."""
    return isinstance(flowable, Paragraph) and len(flowable.getPlainText()) < _LINE


def told(flowable: Flowable) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What a paragraph or each cell of a table says, with the names of what it explains.

    Such names are bold or italic words, and the short cells at the head of a row. Small type beside a picture
    explains only what it names.
    """
    if hasattr(flowable, "getPlainText"):
        small = flowable.style.name in _SMALL
        yield "" if small else flowable.getPlainText(), getattr(flowable, "names", ())
    for row in getattr(flowable, "_cellvalues", ()):
        for place, cell in enumerate(row):  # a table keeps what is in a cell as a tuple
            inner = cell if isinstance(cell, (list, tuple)) else (cell,)
            for text, names in (one for part in inner for one in told(part)):
                short = place < _HEAD and len(text.split()) <= _SHORT
                yield text, (*names, text) if short else names
