"""Faces as Form XObjects: each is written into a document once, no matter how often it is placed."""

from collections.abc import Mapping

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from generator.faces.drawing import Drawing
from generator.faces.face import Drawings
from generator.faces.svg.path import number
from generator.pdf.canvas import colours_of
from generator.pdf.fonts import registered
from generator.pdf.ink.inks import LAYERS
from generator.pdf.objects.code import FORM, Coder, Kept, concatenation
from generator.pdf.objects.images import DPI, Images
from generator.pdf.objects.streams import Plain


class Forms:
    """The faces of a document as Form XObjects, with all that these name."""

    def __init__(self, canvas: Canvas, drawings: Mapping[str, Drawing], dpi: int = DPI) -> None:
        """Pictures have no more than `dpi` dots per inch."""
        self.canvas = canvas
        self.document = canvas._doc
        self.drawings = drawings
        colours, house = colours_of(canvas), getattr(canvas, "house", None)
        layers = house.layers if house else ()
        kept = drawings.coders if isinstance(drawings, Drawings) else {}
        self.coder = kept.setdefault((colours, layers), Coder(colours, layers))
        self.images = Images(dpi, colours)
        self.written: dict[tuple[str, str], str] = {}  # references to what code names, by kind and name
        self.dictionaries: dict[tuple[bool, tuple[tuple[str, str], ...]], str] = {}

    def name(self, key: str) -> str:
        """The name of the face's form, which is written on first use."""
        return self._shown(key, words=True)

    def draw(self, key: str, size: tuple[float, float]) -> None:
        """Draw the face on the page, in its own space, so that it fills `size` mm about its middle. If that
        is more than its art, an enlarged copy of the art shows beyond the bleed, without its words, so that
        searching finds each of them once."""
        left, top, width, height = self.drawings[key].view
        across, down = max(width, size[0]), max(height, size[1])
        if across > width + 1e-6 or down > height + 1e-6:
            x, y = left + width / 2, top + height / 2
            rects = ((x - across / 2, y - down / 2, across, down), self.drawings[key].view)
            frame = " ".join(f"{' '.join(map(number, rect))} re" for rect in rects)
            grow = (across / width, down / height)
            matrix = concatenation((grow[0], 0, 0, grow[1], x * (1 - grow[0]), y * (1 - grow[1])))
            self.canvas._code.append(f"q {frame} W* n {matrix}")
            self.canvas.doForm(self._shown(key, words=False))
            self.canvas._code.append("Q")
        self.canvas.doForm(self.name(key))

    def _shown(self, key: str, *, words: bool) -> str:
        drawing = self.drawings[key]
        name: str = self.coder.face(key, drawing, words=words)
        if ("XObject", FORM + name) not in self.written:
            for picture, size in drawing.pictures():
                self.images.need(picture, size)
            self._write("XObject", FORM + name)
        return name

    def layer(self, layer: str, code: str) -> str:
        """The name of a form of that code, which a person can switch off if the standard knows layers."""
        name: str = self.coder.layer(layer, code)
        if ("XObject", FORM + name) not in self.written:
            self._write("XObject", FORM + name)
        return name

    def finish(self) -> None:
        """Write the pictures when it is known how large the largest print of each is. Raises `DataError` for
        one that cannot be decoded."""
        for name, picture in self.images.written(self.document):
            self.written["XObject", name] = self._reference(name, picture)

    def _write(self, kind: str, name: str) -> None:
        """Write an object that code names into the document, with all that it names and that is not there."""
        kept = self.coder.kept.get((kind, name))
        if kept is None:
            if kind == "ColorSpace":
                self._write_ink(name)
            return
        for other in kept.names:
            if other not in self.written:
                self._write(*other)
        for (font, subset), characters in kept.letters.items():
            registered(font).show(self.document, subset, characters)
        if kept.layer and (switch := self.canvas.layer(kept.layer)):
            kept = kept._replace(said=f"{kept.said} /OC {self._reference(switch)}")
        self.written[kind, name] = self._reference(name, _Object(self, kept))

    def _write_ink(self, name: str) -> None:
        from generator.pdf.ink.standard import ink_of

        for layer in LAYERS:
            if LAYERS[layer][0] == name:
                self.document.addColor(ink_of(layer))
                self.written["ColorSpace", name] = self._reference(name)

    def _reference(self, name: str, written: pdfdoc.PDFObject | None = None) -> str:
        """The words with which another object means that one."""
        reference = self.document.Reference(written, name) if written else pdfdoc.PDFObjectReference(name)
        said: str = reference.format(self.document).decode()
        return said

    def resources(self, kept: Kept) -> str:
        """The dictionary of what code names. Each has its own: with one for all of them every form would lead
        back to itself, and programs that look for transparency before they draw would search in circles."""
        named = tuple(name for name in kept.names if name in self.written)
        key = kept.words, named
        if not (kept.words or named):
            return "<< >>"
        if key not in self.dictionaries:
            parts = [f"/Font {self._reference('BasicFonts')}"] if kept.words else []
            for kind in dict.fromkeys(kind for kind, _ in named):
                said = (f"/{name} {self.written[of, name]}" for of, name in named if of == kind)
                parts.append(f"/{kind} << {' '.join(said)} >>")
            made = Plain(f"<< {' '.join(parts)} >>")
            self.dictionaries[key] = self._reference(f"resources{len(self.dictionaries)}", made)
        return self.dictionaries[key]


class _Object(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object that code names, in one document. Pictures are written later than what names them, so what it
    says is known at the end."""

    __RefOnly__ = 1  # an indirect object

    def __init__(self, forms: Forms, kept: Kept) -> None:
        self.forms, self.kept = forms, kept

    def format(self, _: pdfdoc.PDFDocument) -> bytes:
        kept, forms = self.kept, self.forms
        if kept.code is None:
            return kept.said.format(*(forms.written[name] for name in kept.names)).encode()
        about = f"{kept.said} /Filter /FlateDecode /Length {len(kept.code)}"
        return b"<< %s /Resources %s >>\nstream\n%s\nendstream" % (
            about.encode(), forms.resources(kept).encode(), kept.code,
        )  # fmt: skip
