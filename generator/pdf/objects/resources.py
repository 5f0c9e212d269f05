"""The named objects of forms: graphics states, other forms, shadings, patterns, colour spaces, pictures.

Each form has a dictionary of what its own code names. With one dictionary for all of them every form would
lead back to itself, and programs that look for transparency before they draw would search in circles.
"""

from __future__ import annotations

import re
from typing import Any

from reportlab.pdfbase import pdfdoc

_NAMED = {
    "ColorSpace": re.compile(r"/(\S+) (?:cs|CS)\b"),
    "ExtGState": re.compile(r"/(\S+) gs\b"),
    "Pattern": re.compile(r"/(\S+) (?:scn|SCN)\b"),
    "Shading": re.compile(r"/(\S+) sh\b"),
    "XObject": re.compile(r"/(\S+) Do\b"),
}


class Resources:
    """The named objects of a document, each written into it once."""

    def __init__(self, document: pdfdoc.PDFDocument) -> None:
        self.document = document
        self._known: set[tuple[str, str]] = set()  # kinds and names

    def has(self, kind: str, name: str) -> bool:
        """Tell whether code may name that object; `kind` is that of a PDF, such as "Shading"."""
        return (kind, name) in self._known

    def add(self, kind: str, name: str, written: Any = None) -> str:
        """Let code name an object, and write it into the document unless it is there; returns its name."""
        self._known.add((kind, name))
        if written is not None:
            self.document.Reference(written, name)
        return name

    def dictionary(self, code: str) -> _Used:
        """The dictionary of what the code names. Words in it may look like names; these stand for nothing."""
        return _Used(self, [(kind, sorted(set(named.findall(code)))) for kind, named in _NAMED.items()], code)

    def reference(self, name: str) -> str:
        """Return the words with which another object means that one."""
        said: str = pdfdoc.PDFObjectReference(name).format(self.document).decode()
        return said


class _Used:
    """Objects that code names. Some are written later than the code, so they are told at the end."""

    def __init__(self, resources: Resources, names: list[tuple[str, list[str]]], code: str) -> None:
        self.resources, self.names, self.letters = resources, names, " Tf " in code

    def __str__(self) -> str:
        parts = [f"/Font {self.resources.reference('BasicFonts')}"] if self.letters else []
        for kind, names in self.names:
            known = [name for name in names if self.resources.has(kind, name)]
            if known:
                said = " ".join(f"/{name} {self.resources.reference(name)}" for name in known)
                parts.append(f"/{kind} << {said} >>")
        return f"<< {' '.join(parts)} >>"


def quoted(text: str) -> str:
    """Return a text as an object: a mark that announces UTF-16, then the text."""
    return f"<feff{text.encode('utf-16-be').hex()}>"


class Content(pdfdoc.PDFObject):  # type: ignore[misc]
    """Packed code with its entries: a form, or the cell of a pattern."""

    __RefOnly__ = 1  # an indirect object

    def __init__(self, entries: str, packed: bytes, used: _Used) -> None:
        self.entries, self.packed, self.used = entries, packed, used

    def format(self, _: pdfdoc.PDFDocument) -> bytes:
        head = f"<< {self.entries} /Filter /FlateDecode /Length {len(self.packed)} /Resources {self.used} >>"
        return head.encode() + b"\nstream\n" + self.packed + b"\nendstream\n"


class Plain(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object that is written as it is said."""

    __RefOnly__ = 1

    def __init__(self, said: str) -> None:
        self.said = said

    def format(self, _: pdfdoc.PDFDocument) -> bytes:
        return self.said.encode()
