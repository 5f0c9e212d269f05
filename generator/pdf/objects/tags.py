"""The structure of a document, for programs that read it aloud: titles, lists, tables, words for pictures.

What is drawn while an element is marked belongs to it. All else is decoration, an artifact in the words of
PDF. Elements are written in the order in which they are begun, and so they are read.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from generator.pdf.objects.streams import Plain, quoted

ROOT: Final = "tags"  # the name of the object that holds all elements
_BESIDE: Final = "/Artifact BMC"
_SCOPES: Final = {"TH": " /A << /O /Table /Scope /Column >>"}


class Element(pdfdoc.PDFObject):  # type: ignore[misc]
    """An element with a standard role of ISO 32000-1, 14.8.4.

    kids  elements, numbers of marks on the page, and names of links
    """

    __RefOnly__ = 1  # an indirect object

    def __init__(self, role: str, within: str, page: str, entries: str) -> None:
        self.role, self.within, self.page, self.entries = role, within, page, entries
        self.name = ""
        self.kids: list[Element | int | str] = []

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        def at(name: str) -> str:
            said: str = pdfdoc.PDFObjectReference(name).format(document).decode()
            return said

        kids = " ".join(
            at(kid.name) if isinstance(kid, Element)
            else str(kid) if isinstance(kid, int)
            else f"<< /Type /OBJR /Obj {at(kid)} >>"
            for kid in self.kids
        )  # fmt: skip
        head = f"/S /{self.role} /P {at(self.within)} /Pg {at(self.page)}"
        return f"<< {head} /K [ {kids} ]{self.entries} >>".encode()


class Tags:
    """The elements of a document while it is drawn.

    open    the elements that what comes next stands in, outermost first
    parents the elements to which marks of each page and links belong, by their keys
    """

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.document = canvas._doc
        self.count = 0
        self.marking = False
        self.here: list[Element] = []  # those of this page's marks
        self.parents: list[Element | list[Element]] = []
        self.open: list[Element] = []
        self.begin("Document", within=ROOT)

    def begin(self, role: str, entries: str = "", within: str = "") -> Element:
        """Begin an element in the one that is open."""
        above = self.open[-1] if self.open else None
        page = self.document.thisPageName()
        element = Element(role, above.name if above else within, page, entries + _SCOPES.get(role, ""))
        self.count += 1
        element.name = f"tag{self.count}"
        self.document.Reference(element, element.name)
        if above:
            above.kids.append(element)
        self.open.append(element)
        return element

    def end(self) -> None:
        """End the element that was begun last."""
        self.open.pop()

    def item(self) -> None:
        """Begin an item of the list that ends there, or of a new one."""
        last = self.open[-1].kids[-1:]
        if last and isinstance(last[0], Element) and last[0].role == "L":
            self.open.append(last[0])
        else:
            self.begin("L")
        self.begin("LI")
        self.open.pop(-2)  # the list is over when the next thing is not an item

    def mark(self) -> None:
        """Let the element that is open have what is drawn."""
        code = self.canvas._code
        if code and code[-1] == _BESIDE:
            code.pop()
        else:
            code.append("EMC")
        element = self.open[-1]
        code.append(f"/{element.role} << /MCID {len(self.here)} >> BDC")
        element.kids.append(len(self.here))
        self.here.append(element)
        self.marking = True

    def unmark(self) -> None:
        """Let what is drawn be decoration again."""
        self.canvas._code += ["EMC", _BESIDE]
        self.marking = False

    def link(self, annotation: Any, name: str) -> None:
        """Let the element that is open lead where the annotation of that name does."""
        within = self.open[-1].role == "Link"
        element = self.open[-1] if within else self.begin("Link")
        element.kids.append(name)
        annotation.permitted = (*annotation.permitted, "StructParent")
        annotation.otherkw["StructParent"] = len(self.parents)
        self.parents.append(element)
        if not within:
            self.end()

    def end_page(self) -> int:
        """End a page; returns the key of its marks."""
        self.canvas._code.insert(0, _BESIDE)
        self.canvas._code.append("EMC")
        self.parents.append(self.here)
        self.here = []
        return len(self.parents) - 1

    def write(self) -> Plain:
        """Return the root of the structure, with the elements of all marks by their keys."""

        def at(element: Element) -> str:
            said: str = pdfdoc.PDFObjectReference(element.name).format(self.document).decode()
            return said

        keys = []
        for key, of in enumerate(self.parents):
            keys.append(f"{key} [ {' '.join(map(at, of))} ]" if isinstance(of, list) else f"{key} {at(of)}")
        return Plain(
            f"<< /Type /StructTreeRoot /K {at(self.open[0])} /ParentTree << /Nums [ {' '.join(keys)} ] >> "
            f"/ParentTreeNextKey {len(self.parents)} >>"
        )


@contextmanager
def grouped(canvas: Canvas, role: str) -> Iterator[None]:
    """Let the elements that come now stand in one of that role."""
    tags: Tags | None = getattr(canvas, "tags", None)
    if tags:
        tags.begin(role)
    yield
    if tags:
        tags.end()


@contextmanager
def tagged(
    canvas: Canvas, role: str, alt: str = "", size: tuple[float, float] | None = None
) -> Iterator[None]:
    """Let what is drawn now be an element of that role; nothing changes within one that is drawn.

    alt   words instead of a picture
    size  of a picture whose corner is the origin of the canvas, points
    """
    tags: Tags | None = getattr(canvas, "tags", None)
    if tags is None or tags.marking:
        yield
        return
    entries = f" /Alt {quoted(alt)}" if alt else ""
    if size:
        left, low = canvas.absolutePosition(0, 0)
        box = f"{left:.2f} {low:.2f} {left + size[0]:.2f} {low + size[1]:.2f}"
        entries += f" /A << /O /Layout /Placement /Block /BBox [ {box} ] >>"
    depth = len(tags.open)
    if role == "LI":
        tags.item()
    tags.begin("LBody" if role == "LI" else role, entries)
    tags.mark()
    yield
    tags.unmark()
    del tags.open[depth:]


def as_table(table: Any, event: str, *place: Any) -> None:
    """Tag a table of reportlab, whose first rows are titles if they come again over the page."""
    if tags := getattr(table.canv, "tags", None):
        if event == "startCell":
            tags.begin("TH" if place[0] < table.repeatRows else "TD")
        elif event in ("startTable", "startRow"):
            tags.begin("Table" if event == "startTable" else "TR")
        elif event in ("endTable", "endRow", "endCell"):
            tags.end()


def as_columns(table: Any, event: str, *place: Any) -> None:
    """Tag a table of reportlab that is read column by column."""
    if tags := getattr(table.canv, "tags", None):
        if event == "startTable":
            tags.begin("Div")
        elif event == "startCell":
            columns = tags.open[-1].kids
            if place[1] < len(columns):
                tags.open.append(columns[place[1]])
            else:
                tags.begin("Div")
        elif event in ("endTable", "endCell"):
            tags.end()


def as_contents(table: Any, event: str, *place: Any) -> None:
    """Tag a table of reportlab whose cells are lines of a list of contents."""
    if tags := getattr(table.canv, "tags", None):
        if event == "startCell" and any(hasattr(part, "getPlainText") for part in place[2]):
            for role in ("TOCI", "Reference", "Link"):
                tags.begin(role)
            tags.mark()
        elif event == "endCell" and tags.marking:
            tags.unmark()
            line = tags.open[-1]
            line.kids.sort(key=lambda kid: (isinstance(kid, str), -kid if isinstance(kid, int) else 0))
            del tags.open[-3:]


def apart(canvas: Canvas, drawn: Callable[..., None]) -> Callable[..., None]:
    """Give what a function draws a mark of its own, for `as_contents`: reportlab draws the number of a page
    before the title that it stands behind."""

    def marked(*given: Any) -> None:
        drawn(*given)
        if tags := getattr(canvas, "tags", None):
            tags.unmark()
            tags.mark()

    return marked
