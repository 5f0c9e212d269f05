"""The file of a PDF: its objects, which those without streams share packed streams of, and the table of them.

Packed objects came with PDF 1.5; a document of an older version has each as it stands.
"""

import zlib
from collections.abc import Sequence
from typing import NamedTuple

from reportlab.pdfbase import pdfdoc

_PACKED = 6  # zlib level
_TOGETHER = 200  # objects in a stream: with more, programs read longer for one of them
_FIRST_PACKED = (1, 5)
STREAM = b">>\nstream\n"
_ENTRY = 7  # bytes of an entry in the table: its kind, its place in four bytes, its number in a stream in two


class Parts(NamedTuple):
    """The content of a file: objects by number less one, each without the lines that begin and end it, and
    the entries of its trailer."""

    objects: Sequence[bytes]
    trailer: str


def parts_of(document: pdfdoc.PDFDocument) -> Parts:
    """The objects of one of reportlab's documents. To write one may add others to the document."""
    objects: list[bytes] = []
    catalogue, properties = document.Reference(document.Catalog), document.Reference(document.info)
    while (number := len(objects) + 1) in document.numberToId:
        found = pdfdoc.format(document.idToObject[document.numberToId[number]], document, toplevel=1)
        objects.append(found.strip(b"\n"))
    root, info = (reference.format(document).decode() for reference in (catalogue, properties))
    known = document.ID().split(b"%")[0].decode("latin-1").strip()
    return Parts(objects, f"/Root {root} /Info {info} /ID {known}")


def written(parts: Parts, version: tuple[int, int] = (1, 7)) -> bytes:
    """The file with those parts."""
    head = b"%%PDF-%d.%d\n%%\x93\x8c\x8b\x9e\n" % version  # the second line says that the file is binary
    return _packed(parts, head) if version >= _FIRST_PACKED else _plain(parts, head)


def _plain(parts: Parts, head: bytes) -> bytes:
    pieces, places, length = [head], [], len(head)
    for number, content in enumerate(parts.objects, 1):
        places.append(length)
        pieces.append(b"%d 0 obj\n%s\nendobj\n" % (number, content))
        length += len(pieces[-1])
    rows = "".join(f"{place:010} 00000 n \n" for place in places)
    pieces.append(
        f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{rows}trailer\n<< /Size {len(places) + 1} "
        f"{parts.trailer} >>\nstartxref\n{length}\n%%EOF\n".encode("latin-1")
    )
    return b"".join(pieces)


def _packed(parts: Parts, head: bytes) -> bytes:
    pieces, length = [head], len(head)
    table: dict[int, tuple[int, int, int]] = {0: (0, 0, 65535)}

    def add(number: int, content: bytes) -> None:
        nonlocal length
        table[number] = 1, length, 0
        pieces.append(b"%d 0 obj\n%s\nendobj\n" % (number, content))
        length += len(pieces[-1])

    small: list[tuple[int, bytes]] = []
    for number, content in enumerate(parts.objects, 1):
        if content.endswith(b"endstream"):
            add(number, content)
        else:
            small.append((number, content))
    last = len(parts.objects)
    for start in range(0, len(small), _TOGETHER):
        last += 1
        together = small[start : start + _TOGETHER]
        places, at = [], 0
        for place, (number, content) in enumerate(together):
            table[number] = 2, last, place
            places.append(f"{number} {at}")
            at += len(content) + 1
        first = f"{' '.join(places)}\n".encode()
        code = zlib.compress(first + b"\n".join(content for _, content in together), _PACKED)
        about = b"/Type /ObjStm /N %d /First %d" % (len(together), len(first))
        add(last, _stream(about, code))
    last += 1
    table[last] = 1, length, 0
    rows = b"".join(
        bytes((kind,)) + place.to_bytes(4, "big") + within.to_bytes(2, "big")
        for kind, place, within in (table[number] for number in range(last + 1))
    )
    about = f"/Type /XRef /Size {last + 1} /W [ 1 4 2 ] {parts.trailer}".encode("latin-1")
    pieces.append(b"%d 0 obj\n%s\nendobj\n" % (last, _stream(about, zlib.compress(rows, _PACKED))))
    pieces.append(b"startxref\n%d\n%%%%EOF\n" % length)
    return b"".join(pieces)


def _stream(about: bytes, code: bytes) -> bytes:
    return b"<< %s /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (about, len(code), code)


def taken_apart(pdf: bytes) -> Parts:
    """The parts of a file that was written here with packed objects."""
    at = int(pdf[pdf.rindex(b"startxref") :].split()[1])
    head, rows = _unpacked(pdf[at : pdf.rindex(b"\nendobj")])
    starts = range(0, len(rows), _ENTRY)
    table = [(rows[start], int.from_bytes(rows[start + 1 : start + 5], "big")) for start in starts]
    begins = sorted(place for kind, place in table if kind == 1)
    ends = dict(zip(begins, [*begins[1:], len(pdf)], strict=True))
    found, streams = {}, {place for kind, place in table if kind == 2}
    for number, (kind, place) in enumerate(table[:-1]):
        if kind != 1:
            continue
        content = pdf[pdf.index(b"obj\n", place) + 4 : pdf.rindex(b"\nendobj", place, ends[place])]
        if number not in streams:
            found[number] = content
            continue
        about, code = _unpacked(content)
        first = int(about[about.index(b"/First") :].split()[1])
        numbers = list(map(int, code[:first].split()))
        places = [first + place for place in numbers[1::2]]
        for inner, start, end in zip(numbers[::2], places, [*places[1:], len(code) + 1], strict=True):
            found[inner] = code[start : end - 1]
    trailer = head[head.index(b"/Root") : head.index(b"/Filter")]
    return Parts([found[number] for number in sorted(found)], trailer.decode("latin-1"))


def _unpacked(stream: bytes) -> tuple[bytes, bytes]:
    """The entries of a stream, and what it holds."""
    head, _, code = stream.partition(STREAM)
    return head, zlib.decompress(code.removesuffix(b"\nendstream"))
