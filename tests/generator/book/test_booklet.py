"""Booklets: folded in imagination, they have their pages in order, whatever the number of pages."""

from __future__ import annotations

import io

import pypdf
import pypdfium2
import pytest

from generator.book.booklet import SHEET, booklet, order
from generator.faces.theme import MM_PER_POINT
from generator.pdf.canvas import new_canvas

Side = tuple[int, int]  # left page, right page


def folded(sides: list[Side]) -> list[int]:
    """The pages as a reader meets them.

    Sides are fronts and backs in turn; each pair is a sheet that is flipped on its short edge, so the back of
    its left half is the right half of its other side. The sheets lie in each other, the first outermost.
    """
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    first_half: list[int] = []
    second_half: list[int] = []
    for front, back in sheets:
        # The outer side folded about its middle: its right half is seen first, what is behind that next.
        first_half += [front[1], back[0]]
        second_half = [back[1], front[0], *second_half]
    return first_half + second_half


@pytest.mark.parametrize("count", range(1, 41))
def test_folded_and_opened_the_pages_follow_each_other(count: int) -> None:
    sides = order(count)
    pages = folded(sides)
    assert pages == list(range(len(pages))), "in order, every page once"
    assert len(pages) % 4 == 0 and 0 <= len(pages) - count < 4


def numbered(count: int) -> bytes:
    """A PDF of A5 pages, each with its number large in the middle."""
    canvas = new_canvas((148, 210))
    for number in range(1, count + 1):
        canvas.setFont("Helvetica", 40)
        canvas.drawCentredString(74 / MM_PER_POINT, 100 / MM_PER_POINT, f"page {number}")
        canvas.rect(0, 0, 148 / MM_PER_POINT, 210 / MM_PER_POINT)
        canvas.showPage()
    return canvas.finished()


@pytest.mark.parametrize("count", [1, 3, 4, 9])
def test_every_page_is_printed_once_on_its_half_of_the_sheet(count: int) -> None:
    document = pypdfium2.PdfDocument(booklet(numbered(count), "Game"))
    for side, halves in zip(document, order(count), strict=True):
        width, height = side.get_size()
        assert (width * MM_PER_POINT, height * MM_PER_POINT) == pytest.approx(SHEET, abs=0.01)
        words = side.get_textpage()
        for index, edges in zip(halves, ((0, width / 2), (width / 2, width)), strict=True):
            said = words.get_text_bounded(edges[0], 0, edges[1], height).strip()
            assert said == (f"page {index + 1}" if index < count else "")


def test_the_pages_meet_at_the_fold_at_their_own_size() -> None:
    """Two A5 pages are 296 mm wide, A4 is 297: half a millimetre stays free on either side."""
    document = pypdfium2.PdfDocument(booklet(numbered(4), "Game"))
    forms = list(document[0].get_objects(max_depth=1))
    assert len(forms) == 2
    for form, left in zip(forms, (0.5, 148.5), strict=True):
        matrix = form.get_matrix().get()
        assert matrix[:4] == pytest.approx((1, 0, 0, 1), abs=1e-4), "not scaled"
        assert matrix[4] * MM_PER_POINT == pytest.approx(left, abs=0.01)


def test_a_booklet_says_how_it_is_to_be_printed_and_is_the_same_every_time() -> None:
    data = booklet(numbered(5), "Game")
    reader = pypdf.PdfReader(io.BytesIO(data))
    preferences = reader.root_object["/ViewerPreferences"]
    assert preferences["/Duplex"] == "/DuplexFlipShortEdge" and preferences["/PrintScaling"] == "/None"
    assert reader.metadata and reader.metadata.title == "Game: rules, as a booklet"
    assert data == booklet(numbered(5), "Game")


@pytest.mark.parametrize(
    ("paper", "size"),
    [((210, 297), SHEET), ((297, 420), SHEET), ((215.9, 279.4), (279.4, 215.9))],
)
def test_the_pages_fit_the_paper(paper: tuple[float, float], size: tuple[float, float]) -> None:
    """The frames of both pages are inside the sheet and meet at the fold."""
    side = pypdfium2.PdfDocument(booklet(numbered(4), "Game", None, paper))[0]
    assert [edge * MM_PER_POINT for edge in side.get_size()] == pytest.approx(size, abs=0.01)
    [left, right] = [
        [edge * MM_PER_POINT for edge in form.get_bounds()]
        for form in side.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_FORM], max_depth=1)
    ]
    assert left[2] == pytest.approx(size[0] / 2, abs=0.5) and right[0] == pytest.approx(size[0] / 2, abs=0.5)
    assert min(left[:2]) >= -0.5 and right[2] <= size[0] + 0.5 and right[3] <= size[1] + 0.5
    assert right[2] - right[0] == pytest.approx(min(148, size[0] / 2), abs=1)
