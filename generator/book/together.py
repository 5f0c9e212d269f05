"""What stays on one page: titles with what follows them, pictures with their captions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Protocol, runtime_checkable

from reportlab.platypus import Flowable, KeepTogether, Paragraph

_SMALLEST: Final = 0.72  # of its full size, to which a picture shrinks rather than leave a page half empty
_LINE: Final = 90  # characters of a paragraph that hardly fills a line
_STEPS: Final = 7  # sizes that are tried


@runtime_checkable
class Fitting(Protocol):
    """A picture that can be drawn smaller."""

    def fit(self, share: float) -> None: ...


class Together(KeepTogether):  # type: ignore[misc]
    """Flowables on one page. Their pictures shrink a little if they then fit on the page at hand."""

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        pictures = [flowable for flowable in self._content if isinstance(flowable, Fitting)]
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


def texts(flowable: Flowable) -> Iterator[str]:
    """The words of a paragraph or of the cells of a table."""
    if hasattr(flowable, "getPlainText"):
        yield flowable.getPlainText()
    for row in getattr(flowable, "_cellvalues", ()):
        for cell in row:
            yield from texts(cell)
