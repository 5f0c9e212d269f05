"""Objects of a PDF as words."""

from __future__ import annotations

from reportlab.pdfbase import pdfdoc


def quoted(text: str) -> str:
    """Return a text as an object: a mark that announces UTF-16, then the text."""
    return f"<feff{text.encode('utf-16-be').hex()}>"


class Plain(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object that is written as it is said."""

    __RefOnly__ = 1

    def __init__(self, said: str) -> None:
        self.said = said

    def format(self, _: pdfdoc.PDFDocument) -> bytes:
        return self.said.encode()
