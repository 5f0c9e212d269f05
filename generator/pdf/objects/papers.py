"""A document whose every page says how it is trimmed, and which says what it is."""

from typing import IO, Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from generator.pdf.objects.file import parts_of, written
from generator.pdf.objects.metadata import metadata
from generator.pdf.objects.streams import Plain
from generator.pdf.objects.tags import ROOT, Tags


class Document(Canvas):  # type: ignore[misc]
    """A document that tells its properties as XMP, and the trimmed size of every page.

    bleed     by how much the paper of every page is larger than the trimmed size, on each side, points
    standard  the part of PDF/X that its properties name
    tags      its structure, if it is told
    """

    bleed = 0.0
    standard = ""
    tags: Tags | None = None

    def __init__(self, file: IO[bytes], *, bleed: float = 0.0, **settings: Any) -> None:
        self.bleed = bleed
        self.language: str = settings["lang"]
        super().__init__(file, **settings)
        self.setPageSize(settings["pagesize"])

    def setPageSize(self, size: tuple[float, float]) -> None:  # noqa: N802 - reportlab's name
        """Make the pages from here on of that trimmed size, points."""
        super().setPageSize((size[0] + 2 * self.bleed, size[1] + 2 * self.bleed))

    def init_graphics_state(self) -> None:
        """Begin a page, whose origin is the corner of its trimmed size."""
        super().init_graphics_state()
        self._currentMatrix = (1.0, 0.0, 0.0, 1.0, self.bleed, self.bleed)

    def showPage(self) -> None:  # noqa: N802 - reportlab's name
        """End the page; one without a TrimBox is trimmed to its paper, less the bleed."""
        (width, height), edge = self._pagesize, self.bleed
        if edge:
            self._code.insert(0, f"1 0 0 1 {edge:.4f} {edge:.4f} cm")
        if not getattr(self, "_trimBox", None):
            self.setTrimBox((edge, edge, width - edge, height - edge))
        if not getattr(self, "_bleedBox", None):
            self.setBleedBox((0, 0, width, height))
        key = self.tags.end_page() if self.tags else None
        super().showPage()
        if key is not None:
            page = self._doc.Pages.pages[-1]
            page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
            page.StructParents, page.Tabs = key, pdfdoc.PDFName("S")
        self.setTrimBox(None)
        self.setBleedBox(None)

    def in_catalogue(self, key: str, value: Any) -> None:
        """Write an entry that reportlab does not know into the catalogue of the document."""
        catalogue = self._doc.Catalog
        catalogue.__NoDefault__ = [*catalogue.__NoDefault__, key]
        catalogue.__Refs__ = [*catalogue.__Refs__, key]
        setattr(catalogue, key, value)

    def _addAnnotation(self, annotation: Any, name: str | None = None, addtopage: int = 1) -> Any:  # noqa: N802
        if self.tags:
            name = f"NUMBER{self._annotationCount + 1}"
            self.tags.link(annotation, self._doc.annotationName(name))
        return super()._addAnnotation(annotation, name, addtopage)

    def finished(self) -> bytes:
        """The whole of a document that is written to no other file."""
        self.save()
        made: bytes = self._filename.getvalue()
        return made

    def save(self) -> None:
        """Write the file."""
        if self.tags:
            self._doc.Reference(root := self.tags.write(), ROOT)
            self._doc.Catalog.StructTreeRoot = root
            self._doc.Catalog.MarkInfo = Plain("<< /Marked true >>")
        self._doc.Catalog.Metadata = metadata(self._doc.info, self.language, self.standard)
        self._doc.format = lambda: written(parts_of(self._doc), self._doc._pdfVersion)
        super().save()
