"""A rulebook two pages to a sheet, in the order that a folded and stapled booklet needs."""

from __future__ import annotations

import io

from pypdf import PdfReader, PdfWriter, Transformation
from pypdf.generic import NameObject, create_string_object


def booklet(pdf: bytes, title: str) -> bytes:
    """The pages of a PDF, all of one size, side by side on sheets to print on both sides, flipped on the
    short edge, and fold in the middle. Empty pages fill up the last sheet."""
    pages = list(PdfReader(io.BytesIO(pdf)).pages)
    width, height = pages[0].mediabox.width, pages[0].mediabox.height
    writer = PdfWriter()
    for left, right in order(len(pages)):
        sheet = writer.add_blank_page(2 * width, height)
        for index, shift in ((left, 0), (right, width)):
            if index < len(pages):
                sheet.merge_transformed_page(pages[index], Transformation().translate(shift, 0))
    for page in writer.pages:
        page.compress_content_streams()
    writer.add_metadata({"/Title": f"{title}: rules, as a booklet", "/Producer": "Starbox"})
    preferences = writer.create_viewer_preferences()
    preferences[NameObject("/PrintScaling")] = NameObject("/None")
    preferences[NameObject("/Duplex")] = NameObject("/DuplexFlipShortEdge")
    writer.root_object[NameObject("/Lang")] = create_string_object("en")
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def order(pages: int) -> list[tuple[int, int]]:
    """Left and right page, from 0, of each side: fronts and backs in turn, the outermost sheet first."""
    whole = -(-pages // 4) * 4
    sides = []
    for sheet in range(whole // 4):
        sides.append((whole - 1 - 2 * sheet, 2 * sheet))
        sides.append((2 * sheet + 1, whole - 2 - 2 * sheet))
    return sides
