"""A rulebook with two pages per side, in the order of a folded and stapled booklet."""

from __future__ import annotations

import io

from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import (
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    StreamObject,
    create_string_object,
)

from components.languages import Words
from generator.faces.theme import MM_PER_POINT

SHEET = (297.0, 210.0)  # A4 across, mm
_LEAST = 0.8  # of A4, to which the pages of a booklet shrink


def booklet(pdf: bytes, title: str, words: Words | None = None, paper: tuple[float, float] = SHEET) -> bytes:
    """The pages of a PDF, all of one size, side by side on a sheet, to print on both sides, flipped on the
    short edge, and to fold in the middle. Empty pages complete the last sheet.

    title  of the game; `words` are its language, English by default
    paper  width and height of the sheet, mm; A4 is used of larger ones, and the pages shrink to Letter
    """
    writer = PdfWriter()
    writer.pdf_header = "%PDF-1.7"  # as the book whose pages it takes
    reader = PdfReader(io.BytesIO(pdf))
    box = reader.pages[0].mediabox
    sheet_width, sheet_height = (side / MM_PER_POINT for side in _sheet(paper))
    scale = min(1.0, sheet_width / 2 / float(box.width), sheet_height / float(box.height))
    width, rise = float(box.width) * scale, (sheet_height - float(box.height) * scale) / 2
    forms = [_form(page, writer) for page in reader.pages]
    for left, right in order(len(forms)):
        sheet = writer.add_blank_page(sheet_width, sheet_height)
        # Two A5 pages are a millimetre narrower than A4, so they are aligned to the fold.
        places = ((left, sheet_width / 2 - width), (right, sheet_width / 2))
        placed = [(index, shift) for index, shift in places if index < len(forms)]
        names = {NameObject(f"/P{index}"): forms[index].indirect_reference for index, _ in placed}
        sheet[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): DictionaryObject(names)})
        lines = [
            f"q {scale:.6g} 0 0 {scale:.6g} {shift:.4f} {rise:.4f} cm /P{index} Do Q"
            for index, shift in placed
        ]
        code = DecodedStreamObject()
        code.set_data("\n".join(lines).encode())
        sheet[NameObject("/Contents")] = writer._add_object(code)
    _describe(writer, title, words or Words())
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def _sheet(paper: tuple[float, float]) -> tuple[float, float]:
    """The paper, lying, if it is a little smaller than A4; otherwise A4. mm"""
    across, tall = max(paper), min(paper)
    smaller = across < SHEET[0] or tall < SHEET[1]
    readable = across >= _LEAST * SHEET[0] and tall >= _LEAST * SHEET[1]
    return (across, tall) if smaller and readable else SHEET


def order(pages: int) -> list[tuple[int, int]]:
    """Left and right page, counted from 0, of each side: fronts and backs in turn, outermost sheet first."""
    whole = -(-pages // 4) * 4
    sides = []
    for sheet in range(whole // 4):
        sides.append((whole - 1 - 2 * sheet, 2 * sheet))
        sides.append((2 * sheet + 1, whole - 2 - 2 * sheet))
    return sides


def _form(page: PageObject, writer: PdfWriter) -> StreamObject:
    """The compressed stream of the page as a form that a sheet can place."""
    contents, resources = page["/Contents"].get_object(), page["/Resources"].get_object()
    assert contents is not None and resources is not None
    form = contents.clone(writer)
    assert isinstance(form, StreamObject)
    form[NameObject("/Type")] = NameObject("/XObject")
    form[NameObject("/Subtype")] = NameObject("/Form")
    form[NameObject("/BBox")] = page.mediabox
    form[NameObject("/Resources")] = resources.clone(writer)
    return form


def _describe(writer: PdfWriter, title: str, words: Words) -> None:
    writer.add_metadata({"/Title": words("{}: rules, as a booklet", title), "/Producer": "Starbox"})
    preferences = writer.create_viewer_preferences()
    preferences[NameObject("/PrintScaling")] = NameObject("/None")
    preferences[NameObject("/Duplex")] = NameObject("/DuplexFlipShortEdge")
    writer.root_object[NameObject("/Lang")] = create_string_object(words.language or "en")
