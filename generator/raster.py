"""PDF pages as PNG files."""

from __future__ import annotations

import io

import pypdfium2


def png(pdf: bytes, page: int, dpi: int) -> bytes:
    """Page number `page` (from 0) of the PDF as a PNG."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        image = document[page].render(scale=dpi / 72).to_pil()
    finally:
        document.close()
    buffer = io.BytesIO()
    image.save(buffer, "PNG", dpi=(dpi, dpi))
    return buffer.getvalue()
