"""Worked examples: a tinted ground behind flowables that go on over the page like any others.

A frame draws the ground of a flowable just before the flowable itself; see `Aside.render`.
"""

from collections.abc import Sequence
from typing import Any, Final

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from generator.book.layout.look import Look
from generator.pdf.canvas import POINT

OVER: Final = 3.0  # the ground is wider than the text by this on either side, mm
_PAD: Final = 2.0  # room over and under the words on the ground, mm
_AIR: Final = 1.8  # room between the ground and its neighbours above and below, mm
_BAR: Final = 1.2  # width of the bar on its left, mm
_SEAM: Final = 0.3  # points by which the grounds of two flowables overlap, so that no line shows between them


class Aside:
    """The ground of one flowable, as reportlab's frames draw it.

    begins, ends  whether the example begins or ends with it
    """

    active = True
    start = None  # reportlab does not draw it for the whole frame
    left = right = -OVER * POINT

    def __init__(self, look: Look, flowable: Flowable, begins: bool = False, ends: bool = False) -> None:
        self.look = look
        self.begins = begins
        self.ends = ends
        # Room where the example neither begins nor ends.
        self.room = flowable.getSpaceBefore(), flowable.getSpaceAfter()

    def render(self, canvas: Canvas, frame: Any, x: float, y: float, width: float, _: float) -> None:
        """reportlab's frames call it. (x, y) is the lower left corner with the room after the flowable."""
        if getattr(canvas, "draft", False):
            return
        top, bottom = frame._y, y - _SEAM
        if self.begins and not frame._atTop:
            top -= max(_ROOM - frame._prevASpace, 0.0)
        if self.begins or frame._atTop:
            top += _PAD * POINT
        if self.ends:
            whole = y > frame._y1p  # otherwise the foot of the page cuts off the room after it
            bottom = y + (_AIR * POINT if whole else -_PAD * POINT)
        ground, _line = self.look.box()
        canvas.saveState()
        canvas.setFillColor(ground)
        canvas.rect(x, bottom, width, top - bottom, stroke=0, fill=1)
        canvas.setFillColor(self.look.colour("accent"))
        canvas.rect(x, bottom, _BAR * POINT, top - bottom, stroke=0, fill=1)
        canvas.restoreState()


_ROOM: Final = (_PAD + _AIR) * POINT  # room before the first flowable and after the last one, points


def set_aside(flowables: Sequence[Flowable], look: Look) -> None:
    """Give these flowables, none of which holds others, the ground of one example."""
    for flowable in flowables:
        flowable.aside = Aside(look, flowable, begins=True, ends=True)
    ordered(flowables)


def ordered(flowables: Sequence[Flowable]) -> None:
    """Let the first of them begin the example and the last one end it, if any of them did."""
    begins, ends = (any(getattr(one.aside, end) for one in flowables) for end in ("begins", "ends"))
    for flowable in flowables:
        aside: Aside = flowable.aside
        aside.begins = begins and flowable is flowables[0]
        aside.ends = ends and flowable is flowables[-1]
        before, after = aside.room
        flowable.spaceBefore = _ROOM if aside.begins else before
        flowable.spaceAfter = _ROOM if aside.ends else after


def carried(flowable: Flowable, parts: Sequence[Flowable]) -> Sequence[Flowable]:
    """The parts that a flowable is divided into, with its ground."""
    whole: Aside | None = getattr(flowable, "aside", None)
    if whole and parts:
        for part in parts:
            part.aside = Aside(whole.look, part, whole.begins, whole.ends)
        ordered(parts)
    return parts
