"""Objects as a PDF stores them: dictionaries, and streams of pixels, profiles and descriptions."""

from collections.abc import Mapping

from reportlab.pdfbase import pdfdoc


class Stream(pdfdoc.PDFObject):  # type: ignore[misc]
    """A stream with its entries as they are written. Other streams are named in them by the name here."""

    __RefOnly__ = 1  # an indirect object

    def __init__(self, entries: Mapping[str, str], data: bytes, others: Mapping[str, str]) -> None:
        self.entries = entries
        self.data = data
        self.others = others

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        entries = {**self.entries, "Length": str(len(self.data))}
        for key, name in self.others.items():
            reference = pdfdoc.PDFObjectReference(name).format(document).decode()
            entries[key] = f"[ /ICCBased {reference} ]" if key == "ColorSpace" else reference
        head = " ".join(f"/{key} {value}" for key, value in sorted(entries.items()))
        return f"<< {head} >>\nstream\n".encode() + self.data + b"\nendstream\n"


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
