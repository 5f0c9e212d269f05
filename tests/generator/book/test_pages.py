"""Pages that fill: pictures shrink or let words go first, and long tables go on."""

from __future__ import annotations

import io
from typing import Any

import pytest
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, Table

from components import catalogue
from generator.book.keep_together import Together
from generator.book.pages import Book
from generator.book.typeset import Text
from tests.generator.presswork import drawn

WIDTH = 300.0
BODY = ParagraphStyle("body", fontSize=10, leading=12)
TITLE = ParagraphStyle("heading", fontSize=14, leading=18)


class Square(Flowable):  # type: ignore[misc]
    """A picture of 100 points."""

    def __init__(self) -> None:
        super().__init__()
        self.side = 100.0

    def fit(self, share: float) -> None:
        self.side = 100.0 * share

    def wrap(self, *_: Any) -> tuple[float, float]:
        return self.side, self.side


def words(lines: int = 1) -> Paragraph:
    return Paragraph("<br/>".join(["words"] * lines), BODY)


def canvas() -> Canvas:
    return Canvas(io.BytesIO())


def test_a_picture_that_fits_if_it_is_a_little_smaller_shrinks() -> None:
    both = Together([Paragraph("Title", TITLE), square := Square()])
    both.canv = canvas()
    both.wrap(WIDTH, 18 + 80)
    assert 76 <= square.side <= 80
    both.wrap(WIDTH, 18 + 40)
    assert square.side == 100


@pytest.mark.parametrize(("room", "parts"), [(130, 3), (80, 0)])
def test_a_long_table_begins_under_its_title_where_it_would_leave_much_empty(room: int, parts: int) -> None:
    table = Table([[words()] for _ in range(20)], rowHeights=12)
    both = Together([Paragraph("Title", TITLE), table])
    both.canv = canvas()
    both.wrap(WIDTH, room)
    found = [part for part in both.split(WIDTH, room) if isinstance(part, (Paragraph, Table))]
    assert [len(part._cellvalues) for part in found if isinstance(part, Table)] == (
        [9, 11] if parts else [20]
    )


@pytest.mark.parametrize("style", ["body", "rule", "item", "inner"])
@pytest.mark.parametrize("fit", range(1, 6))
def test_no_page_begins_or_ends_with_a_single_line_of_a_paragraph(style: str, fit: int) -> None:
    set_in = Book(catalogue.load("mlem"), drawn("mlem"), {}).styles[style]
    text = Text("starboard " * 6, set_in)
    narrow = 45 + set_in.leftIndent  # points: room for one word
    text.wrap(narrow, 1000)
    parts = text.split(narrow, fit * set_in.leading + 0.1)
    lines = [round(part.wrap(narrow, 1000)[1] / set_in.leading) for part in parts]
    assert lines == {1: [], 5: [4, 2]}.get(fit, [fit, 6 - fit])
