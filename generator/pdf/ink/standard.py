"""PDF/X: what a file for a print house says of itself.

PDF/X-1a:2003 (ISO 15930-4) is PDF 1.4 without transparency; PDF/X-4 (ISO 15930-7) is PDF 1.6 and keeps it.
Both name the paper that the inks are meant for, embed its profile, and mark the trimmed size of every page.
"""

import re
import zlib
from typing import Any

from reportlab.lib.colors import CMYKColor, CMYKColorSep, toColor
from reportlab.pdfbase import pdfdoc

from generator.pdf.ink.coated import NAME
from generator.pdf.ink.inks import LAYERS, X4, Inks, PrintHouse, Standard, prints_over, profile
from generator.pdf.objects.papers import Document
from generator.pdf.objects.streams import Plain, Stream

_CONDITION = "Custom"
_ABOUT = "Coated paper, calculated from the values of ISO 12647-2; at most 240 % ink"
_PACKED = 4  # zlib level
_FILLS = re.compile(r"((?:[\d.]+ ){4})k\b")  # inks that code fills with
_ACTIONS = ("linkAbsolute", "linkRect", "linkURL")


def ink_of(name: str) -> CMYKColorSep:
    """The ink of a layer, under the name that print houses look for; how a screen shows it is only a hint."""
    spot, cyan, magenta, yellow, black = LAYERS[name]
    return CMYKColorSep(cyan, magenta, yellow, black, spotName=spot)


class HouseCanvas(Document):
    """A document in process inks. Every colour that is set becomes one of inks, and links are left out."""

    def __init__(self, file: Any, house: PrintHouse, **settings: Any) -> None:
        self.house = house
        self.standard = house.standard.name if house.standard is X4 else ""
        self.switches: list[str] = []
        own = {
            "pdfVersion": house.standard.version,
            "enforceColorSpace": lambda colour: _inked(colour, house.inks),
        }
        super().__init__(file, **{**settings, **own})
        for action in _ACTIONS:
            setattr(self, action, lambda *_, **__: None)

    def drawText(self, words: Any) -> None:  # noqa: N802 - reportlab's name
        """Draw the words. Black ones are printed over the other inks: if the plates are a little off, no edge
        of paper shows round them."""
        set_in_it = [tuple(map(float, inks.split())) for inks in _FILLS.findall(str(words.getCode()))]
        self.saveState()
        if all(map(prints_over, set_in_it or [self._fillColorObj])):
            self.setFillOverprint(True)
            self.setOverprintMask(1)
        super().drawText(words)
        self.restoreState()

    def layer(self, name: str) -> str:
        """Return the name of the object that switches a layer on and off; "" in PDF 1.4, which has none."""
        if self.house.standard is not X4:
            return ""
        switch = f"layer-{name}"
        if switch not in self.switches:
            self.switches.append(switch)
            self._doc.Reference(Plain(f"<< /Type /OCG /Name ({LAYERS[name][0]}) >>"), switch)
        return switch

    def save(self) -> None:
        """Write the file, with its intent and its layers."""
        document, house = self._doc, self.house
        document.info = _described(document.info, house.standard)
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
        self.in_catalogue("OutputIntents", pdfdoc.PDFArray([intent]))
        if self.switches:
            known = " ".join(
                pdfdoc.PDFObjectReference(name).format(document).decode() for name in self.switches
            )
            all_on = f"<< /Name (Layers) /Order [ {known} ] /ON [ {known} ] >>"
            self.in_catalogue("OCProperties", Plain(f"<< /OCGs [ {known} ] /D {all_on} >>"))
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
