"""A rulebook with two pages per side, in the order of a folded and stapled booklet.

The booklet takes the objects of the book as they stand, so its pages need not be set or packed again.
"""

import re

from components.languages import Words
from generator.faces.theme import MM_PER_POINT
from generator.pdf.objects.file import STREAM, Parts, taken_apart, written
from generator.pdf.objects.streams import quoted

SHEET = (297.0, 210.0)  # A4 across, mm
_LEAST = 0.8  # pages of a booklet shrink to this share of A4, at least
_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")


def booklet(
    pdf: bytes, title: str, words: Words | None = None, paper: tuple[float, float] = SHEET, back: bool = False
) -> bytes:
    """The pages of a PDF, all of one size, side by side on a sheet, to print on both sides, flipped on the
    short edge, and to fold in the middle. Pages ruled for notes complete the last sheet.

    pdf    a PDF that was made here
    title  title of the game; `words` are its language, English by default
    back   whether its last page is the back cover, and so is the last of the booklet
    paper  width and height of the sheet, mm; A4 is used of larger ones, and the pages shrink to Letter
    """
    book, made = _Read(pdf), _Made()
    pages = book.pages()
    page_width, page_height = (float(side) for side in book.entry(pages[0], b"MediaBox").split()[3:5])
    sheet_width, sheet_height = (side / MM_PER_POINT for side in _sheet(paper))
    scale = min(1.0, sheet_width / 2 / page_width, sheet_height / page_height)
    width, rise = page_width * scale, (sheet_height - page_height * scale) / 2
    forms = [made.take(book, book.form(page)) for page in pages]
    tree = made.add()
    inside = len(forms) - back
    numbers = {place: place for place in range(inside)}
    numbers |= {-(-len(forms) // 4) * 4 - 1: inside} if back else {}
    sides = []
    sheet = f"[ 0 0 {sheet_width:.6f} {sheet_height:.6f} ]"
    for left, right in order(len(forms)):
        # Two A5 pages are a millimetre narrower than A4, so they are aligned to the fold.
        places = ((left, sheet_width / 2 - width), (right, sheet_width / 2))
        placed = [(numbers.get(place), shift) for place, shift in places]
        code = "\n".join(
            f"q {scale:.6g} 0 0 {scale:.6g} {shift:.4f} {rise:.4f} cm "
            f"{_ruled(page_width, page_height) if index is None else f'/P{index} Do'} Q"
            for index, shift in placed
        )
        named = " ".join(f"/P{index} {forms[index]} 0 R" for index, _ in placed if index is not None)
        content = made.add(f"<< /Length {len(code)} >>\nstream\n{code}\nendstream")
        sides.append(
            made.add(
                f"<< /Type /Page /Parent {tree} 0 R /MediaBox {sheet} /TrimBox {sheet} /BleedBox {sheet} "
                f"/Resources << /XObject << {named} >> >> /Contents {content} 0 R >>"
            )
        )
    kids = " ".join(f"{side} 0 R" for side in sides)
    made.objects[tree - 1] = f"<< /Type /Pages /Count {len(sides)} /Kids [ {kids} ] >>".encode()
    said = words or Words()
    root = made.add(
        f"<< /Type /Catalog /Pages {tree} 0 R /Lang {quoted(said.language or 'en')} "
        "/ViewerPreferences << /PrintScaling /None /Duplex /DuplexFlipShortEdge >> >>"
    )
    info = made.add(f"<< /Title {quoted(said('{}: rules, as a booklet', title))} /Producer (Starbox) >>")
    return written(Parts(made.objects, f"/Root {root} 0 R /Info {info} 0 R"))


def _ruled(width: float, height: float) -> str:
    """The drawing of a page for notes: grey lines 8 mm apart between margins of 15 mm, all in points."""
    margin, apart = 15 / MM_PER_POINT, 8 / MM_PER_POINT
    rows = range(round((height - 2 * margin) / apart))
    lines = (
        f"{margin:.4f} {y:.4f} m {width - margin:.4f} {y:.4f} l"
        for y in (margin + apart * row for row in rows)
    )
    return f"0.7 G 0.6 w {' '.join(lines)} S"


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


class _Read:
    """The objects of a PDF."""

    def __init__(self, pdf: bytes) -> None:
        self.objects, self.trailer = taken_apart(pdf)

    def pages(self) -> list[bytes]:
        """The dictionaries of the pages."""
        (root, *_) = _references(self.trailer.encode("latin-1"))
        (tree,) = _references(self.entry(self.object(root), b"Pages"))
        return [self.object(number) for number in _references(self.entry(self.object(tree), b"Kids"))]

    def object(self, number: int) -> bytes:
        return self.objects[number - 1]

    def form(self, page: bytes) -> bytes:
        """The content of the page as a form that a sheet can place."""
        (content,) = _references(self.entry(page, b"Contents"))
        box, resources = self.entry(page, b"MediaBox"), self.entry(page, b"Resources")
        head = b"<< /Type /XObject /Subtype /Form /BBox " + box + b" /Resources " + resources + b" "
        return head + self.object(content).removeprefix(b"<<\n")

    def entry(self, dictionary: bytes, key: bytes) -> bytes:
        """The value of a key: a list, a dictionary or a reference."""
        rest = dictionary[dictionary.index(b"/" + key + b" ") + len(key) + 2 :]
        if rest.startswith(b"["):
            return rest[: rest.index(b"]") + 1]
        depth = 0
        for bracket in re.finditer(rb"<<|>>|\d+ 0 R", rest):
            depth += {b"<<": 1, b">>": -1}.get(bracket[0], 0)
            if not depth:
                return rest[: bracket.end()]
        raise ValueError(key)


class _Made:
    """A PDF that is being made. `objects` are what its objects hold, by number less one."""

    def __init__(self) -> None:
        self.objects: list[bytes] = []
        self.taken: dict[int, int] = {}  # the numbers of a book's objects here, by their numbers there

    def add(self, content: str = "") -> int:
        """The number of a new object, which may be filled later."""
        self.objects.append(content.encode())
        return len(self.objects)

    def take(self, book: _Read, content: bytes) -> int:
        """The number of a new object that holds what an object of the book does, with all that it needs."""
        number = self.add()
        self.objects[number - 1] = self._renumbered(book, content)
        return number

    def _renumbered(self, book: _Read, content: bytes) -> bytes:
        """The same with the numbers of this document, into which the objects that it names are copied."""

        def here(reference: re.Match[bytes]) -> bytes:
            there = int(reference[1])
            if there not in self.taken:
                self.taken[there] = number = self.add()  # it is copied later, as it may name itself
                self.objects[number - 1] = self._renumbered(book, book.object(there))
            return b"%d 0 R" % self.taken[there]

        head, stream, packed = content.partition(STREAM)
        return _REFERENCE.sub(here, head) + stream + packed


def _references(content: bytes) -> list[int]:
    return [int(number) for number in _REFERENCE.findall(content)]
