"""PDF/X: what a file for a print house says of itself.

PDF/X-1a:2003 (ISO 15930-4) is PDF 1.4 without transparency; PDF/X-4 (ISO 15930-7) is PDF 1.6 and keeps it.
Both name the paper that the inks are meant for, embed its profile, and mark the trimmed size of every page.
"""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from typing import Any

from reportlab.lib.colors import CMYKColor, CMYKColorSep, toColor
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from generator.faces.svg.values import escaped
from generator.pdf.ink.coated import NAME
from generator.pdf.ink.inks import Inks, profile
from generator.pdf.objects.streams import Stream

_CONDITION = "Custom"
_ABOUT = "Coated paper, calculated from the values of ISO 12647-2; at most 240 % ink"
_WRITTEN = (
    "2000-01-01T00:00:00+00:00"  # the same in every file, as its bytes depend on nothing but its content
)
_PACKED = 4  # zlib level
_ACTIONS = ("linkAbsolute", "linkRect", "linkURL")


@dataclass(frozen=True)
class Standard:
    """A part of ISO 15930. `version` of PDF; `transparent` if it allows transparency."""

    name: str
    version: tuple[int, int]
    transparent: bool


LAYERS = {
    "cut": ("CutContour", 0, 1, 0, 0),
    "white": ("White", 0.1, 0, 0, 0.05),
    "foil": ("Foil", 0, 0.2, 0.6, 0.2),
}
X1A = Standard("PDF/X-1a:2003", (1, 4), transparent=False)
X4 = Standard("PDF/X-4", (1, 6), transparent=True)
STANDARDS = {standard.name: standard for standard in (X1A, X4)}


@dataclass(frozen=True)
class PrintHouse:
    """A document for a print house; flattened art has that many dots per inch.

    layers  names of `LAYERS`, each an ink of its own: where the knife goes, a white ground, foil
    """

    inks: Inks
    standard: Standard = X4
    dpi: int = 300
    layers: tuple[str, ...] = ()


def layer(name: str) -> CMYKColorSep:
    """The ink of a layer, under the name that print houses look for; how a screen shows it is only a hint."""
    spot, cyan, magenta, yellow, black = LAYERS[name]
    return CMYKColorSep(cyan, magenta, yellow, black, spotName=spot)


class HouseCanvas(Canvas):  # type: ignore[misc]
    """A document in process inks. Every colour that is set becomes one of inks, and links are left out."""

    def __init__(self, file: Any, house: PrintHouse, **settings: Any) -> None:
        self.house = house
        own = {
            "pdfVersion": house.standard.version,
            "enforceColorSpace": lambda colour: _inked(colour, house.inks),
        }
        super().__init__(file, **{**settings, **own})
        for action in _ACTIONS:
            setattr(self, action, lambda *_, **__: None)

    def showPage(self) -> None:  # noqa: N802 - reportlab's name
        """End the page; one without a TrimBox is trimmed to its paper."""
        if not getattr(self, "_trimBox", None):
            self.setTrimBox((0, 0, *self._pagesize))
        if not getattr(self, "_bleedBox", None):
            self.setBleedBox((0, 0, *self._pagesize))
        super().showPage()
        self.setTrimBox(None)
        self.setBleedBox(None)

    def save(self) -> None:
        """Write the file, with its intent and what it says of itself."""
        document = self._doc
        document.info = _described(document.info, self.house.standard)
        packed = {"N": "4", "Filter": "/FlateDecode"}
        document.Reference(Stream(packed, zlib.compress(profile(), _PACKED), {}), "paperProfile")
        intent = pdfdoc.PDFDictionary(
            {
                "Type": pdfdoc.PDFName("OutputIntent"),
                "S": pdfdoc.PDFName("GTS_PDFX"),
                "OutputConditionIdentifier": pdfdoc.PDFString(_CONDITION),
                "OutputCondition": pdfdoc.PDFString(_ABOUT),
                "Info": pdfdoc.PDFString(NAME),
                "DestOutputProfile": pdfdoc.PDFObjectReference("paperProfile"),
            }
        )
        catalogue = document.Catalog
        catalogue.__NoDefault__ = [*catalogue.__NoDefault__, "OutputIntents"]
        catalogue.__Refs__ = [*catalogue.__Refs__, "OutputIntents"]
        catalogue.OutputIntents = pdfdoc.PDFArray([intent])
        if self.house.standard is X4:
            entries = {"Type": "/Metadata", "Subtype": "/XML"}
            catalogue.Metadata = Stream(entries, _metadata(document.info), {})
        super().save()


class _Info(pdfdoc.PDFInfo):  # type: ignore[misc]
    """The document properties, with the standard."""

    standard = ""

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        properties: bytes = super().format(document)
        head, _, rest = properties.partition(b"<<")
        return head + b"<< /GTS_PDFXVersion (" + self.standard.encode() + b")" + rest


def _described(info: pdfdoc.PDFInfo, standard: Standard) -> _Info:
    described = _Info()
    described.__dict__.update(info.__dict__)
    described.standard = standard.name
    return described


def _inked(colour: Any, inks: Inks) -> Any:
    """A colour as reportlab takes it, in inks. Shades of grey are set in other ways, and are black ink."""
    if isinstance(colour, CMYKColor) or (isinstance(colour, tuple) and len(colour) == 4):
        return colour
    seen = toColor(colour)  # the colour of a name, or of three numbers
    return inks.numbers((seen.red, seen.green, seen.blue))


def _metadata(info: _Info) -> bytes:
    """The same properties as XMP, which PDF/X-4 asks for."""
    made = hashlib.sha256(f"{info.title} {info.author} {info.subject}".encode()).hexdigest()
    identity = "-".join((made[:8], made[8:12], made[12:16], made[16:20], made[20:32]))
    title, author, about = escaped(info.title), escaped(info.author), escaped(info.subject)
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{about}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<xmp:CreatorTool>{escaped(info.creator)}</xmp:CreatorTool><xmp:CreateDate>{_WRITTEN}</xmp:CreateDate>
<xmp:ModifyDate>{_WRITTEN}</xmp:ModifyDate><xmp:MetadataDate>{_WRITTEN}</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:{identity}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Producer>{escaped(info.producer)}</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
<pdfxid:GTS_PDFXVersion>{info.standard}</pdfxid:GTS_PDFXVersion>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>""".encode()
