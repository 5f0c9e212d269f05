"""Check that a PDF keeps to PDF/X, by pypdf: ISO 15930-4 (X-1a:2003) and ISO 15930-7 (X-4).

No checker of PDF/X is free and maintained: veraPDF knows PDF/A and PDF/UA only. So each requirement that can
be read from the file is looked at here, in the objects and in every operator of what is drawn. It does not
look at what is inside fonts and profiles, beyond their kind.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pypdf
from pypdf.generic import ContentStream, DictionaryObject, StreamObject

from tests.generator.pdf.preflight import objects

X1A, X4 = "PDF/X-1a:2003", "PDF/X-4"
_VERSIONS = {X1A: ("%PDF-1.3", "%PDF-1.4"), X4: ("%PDF-1.6",)}
_DATES = ("/CreationDate", "/ModDate")
_INKS = ("/DeviceCMYK", "/DeviceGray")
_FAMILIES = ("/Separation", "/DeviceN", "/Indexed", "/Pattern")
_RGB = ("rg", "RG")
_SPACES = ("cs", "CS")
_INTENTS = ("/RelativeColorimetric", "/AbsoluteColorimetric", "/Perceptual", "/Saturation")
_FILTERS_1_4 = ("/FlateDecode", "/DCTDecode", "/ASCII85Decode", "/ASCIIHexDecode", "/RunLengthDecode",
                "/CCITTFaxDecode")  # fmt: skip
_FILES = {"/FontFile", "/FontFile2", "/FontFile3"}
_ALIKE = {
    "/Title": "dc:title",
    "/Author": "dc:creator",
    "/Creator": "xmp:CreatorTool",
    "/Producer": "pdf:Producer",
    "/Subject": "dc:description",
    "/Keywords": "pdf:Keywords",
}
_NAMESPACES = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
}


def faults(pdf: bytes) -> list[str]:
    """Find what in the file is not as the standard that it names asks, a sentence each."""
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    info: Any = reader.metadata or {}
    standard = _xmp(reader).get("pdfxid:GTS_PDFXVersion") or info.get("/GTS_PDFXVersion", "none")
    if standard not in _VERSIONS:
        return [f"It names the standard {standard}."]
    found = [*_document(reader, pdf, standard), *_intent(reader)]
    found += _metadata(reader, info) if standard == X4 else _info(info)
    for number, page in enumerate(reader.pages, 1):
        found += [f"Page {number}: {said}" for said in (*_boxes(page), *_drawn(page, reader))]
    for one in objects(pdf):
        found += [*_kept(one), *(_flat(one) if standard == X1A else _blended(one))]
    return list(dict.fromkeys(found))


def _document(reader: pypdf.PdfReader, pdf: bytes, standard: str) -> Iterator[str]:
    root: Any = reader.trailer["/Root"]
    if reader.pdf_header not in _VERSIONS[standard] or root.get("/Version", "/1.4") > "/1.6":
        yield f"The header is {reader.pdf_header}."
    if len(reader.trailer.get("/ID", ())) != 2:
        yield "The file has no ID."
    if "/Encrypt" in reader.trailer:
        yield "It is encrypted."
    if standard == X1A and (b"/ObjStm" in pdf or b"/XRef" in pdf):
        yield "Its objects are packed, as only PDF 1.5 has them."
    for key in ("/AA", "/AcroForm", "/JavaScript", "/Threads", "/Collection"):
        if key in root or key in root.get("/Names", {}):
            yield f"The catalogue has {key}."
    if isinstance(root.get("/OpenAction"), DictionaryObject):
        yield "Something happens when it is opened."
    if standard == X1A and "/OCProperties" in root:
        yield "It has optional content."
    areas = ("/ViewArea", "/ViewClip", "/PrintArea", "/PrintClip")
    for key in areas:
        if root.get("/ViewerPreferences", {}).get(key, "/MediaBox") not in ("/MediaBox", "/BleedBox"):
            yield f"It shows another box by {key}."


def _intent(reader: pypdf.PdfReader) -> Iterator[str]:
    root: Any = reader.trailer["/Root"]
    intents = [one for one in root.get("/OutputIntents", ()) if one["/S"] == "/GTS_PDFX"]
    if len(intents) != 1:
        yield f"There are {len(intents)} output intents."
        return
    (intent,) = intents
    if not intent.get("/OutputConditionIdentifier") or not intent.get("/Info"):
        yield "The output intent says too little."
    if "/DestOutputProfile" not in intent:
        yield "No profile is embedded."
        return
    stream = intent["/DestOutputProfile"]
    profile = stream.get_data()
    if (profile[12:16], profile[16:20], stream["/N"]) != (b"prtr", b"CMYK", 4) or profile[36:40] != b"acsp":
        yield "The profile is not that of a press."


def _info(info: Any) -> Iterator[str]:
    for key in ("/Title", *_DATES, "/Creator", "/Producer"):
        if not info.get(key):
            yield f"The properties have no {key}."
    if info.get("/Trapped") not in ("/True", "/False"):
        yield "It does not say whether it is trapped."


def _metadata(reader: pypdf.PdfReader, info: Any) -> Iterator[str]:
    said = _xmp(reader)
    for key in ("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "xmpMM:DocumentID", "xmpMM:VersionID",
                "xmpMM:RenditionClass", "dc:title", "pdf:Trapped"):  # fmt: skip
        if not said.get(key):
            yield f"The metadata have no {key}."
    if said.get("pdf:Trapped") not in ("True", "False"):
        yield "It does not say whether it is trapped."
    for key, name in _ALIKE.items():
        if info.get(key) and info[key] != said.get(name):
            yield f"{key} is {info[key]!r}, but {name} {said.get(name)!r}."
    for key, name in zip(_DATES, ("xmp:CreateDate", "xmp:ModifyDate"), strict=True):
        if info.get(key) and _digits(info[key]) != _digits(said.get(name, "")):
            yield f"{key} and {name} differ."
    if info.get("/Trapped", "/False")[1:] != said.get("pdf:Trapped"):
        yield "/Trapped and pdf:Trapped differ."


def _digits(date: str) -> str:
    return "".join(sign for sign in date if sign.isdigit())[:14]


def _xmp(reader: pypdf.PdfReader) -> dict[str, str]:
    """The properties of the metadata by their usual names; none if there are no metadata."""
    root: Any = reader.trailer["/Root"]
    if "/Metadata" not in root:
        return {}
    tree = ElementTree.fromstring(root["/Metadata"].get_data().decode().strip("\ufeff\n"))
    names = {f"{{{uri}}}": f"{prefix}:" for prefix, uri in _NAMESPACES.items()}
    found = {}
    for node in tree.findall(".//rdf:Description/*", _NAMESPACES):
        uri, _, name = node.tag.partition("}")
        found[names[uri + "}"] + name] = "".join(node.itertext()).strip()
    return found


def _boxes(page: Any) -> Iterator[str]:
    if "/ArtBox" in page or "/TrimBox" not in page:
        yield "It needs a TrimBox, and no ArtBox."
    media, crop = page.mediabox, page.cropbox
    trim, bleed = page.trimbox, page.bleedbox if "/BleedBox" in page else page.mediabox
    for outer, inner in ((media, bleed), (bleed, trim), (media, crop), (crop, trim)):
        if not (
            outer.left - 0.01 <= inner.left < inner.right <= outer.right + 0.01
            and outer.bottom - 0.01 <= inner.bottom < inner.top <= outer.top + 0.01
        ):
            yield f"The box {list(inner)} is not inside {list(outer)}."
    if "/Annots" in page:
        yield "It has annotations."
    if "/AA" in page:
        yield "It has actions."


def _drawn(page: Any, reader: pypdf.PdfReader) -> Iterator[str]:
    """Yield what the operators of a page and of the forms in it do wrong."""
    waiting = [(page.get_contents(), page.get("/Resources", {}))]
    seen: set[int] = set()
    while waiting:
        stream, resources = waiting.pop()
        if stream is None:
            continue
        resources = resources.get_object()
        spaces, fonts, states = (
            resources.get(key, DictionaryObject()).get_object()
            for key in ("/ColorSpace", "/Font", "/ExtGState")
        )
        for operands, operator in ContentStream(stream, reader).operations:
            name = operator.decode() if isinstance(operator, bytes) else operator
            if name in _RGB:
                yield f"{operands} {name} is a colour of a screen."
            elif name in _SPACES and operands[0] not in (*_INKS, "/Pattern") and operands[0] not in spaces:
                yield f"The colour space {operands[0]} is not one of inks."
            elif name == "Tf" and operands[0] not in fonts:
                yield f"The font {operands[0]} is not there."
            elif name == "gs" and operands[0] not in states:
                yield f"The state {operands[0]} is not there."
            elif name == "ri" and operands[0] not in _INTENTS:
                yield f"{operands[0]} is not an intent."
            elif name in ("PS", "BX", "EX"):
                yield f"The operator {name} is not allowed."
        for form in resources.get("/XObject", DictionaryObject()).get_object().values():
            form = form.get_object()
            if form["/Subtype"] == "/Form" and id(form) not in seen:
                seen.add(id(form))
                waiting.append((form, form.get("/Resources", resources)))


def _kept(one: Any) -> Iterator[str]:
    """Yield what neither standard allows in an object."""
    if not isinstance(one, DictionaryObject):
        return
    if one.get("/Type") == "/Font" and one.get("/Subtype") != "/Type0":
        described = one.get("/FontDescriptor", DictionaryObject()).get_object()
        if (
            one.get("/Subtype") != "/Type3"
            and not {"/FontFile", "/FontFile2", "/FontFile3"} & described.keys()
        ):
            yield f"The font {one.get('/BaseFont')} is not embedded."
    if one.get("/Type") == "/Annot" or one.get("/Type") == "/Action" or one.get("/S") == "/JavaScript":
        yield "It has annotations or actions."
    if one.get("/Subtype") == "/PS" or "/PS" in one or "/OPI" in one or "/Alternates" in one:
        yield "It has PostScript, OPI or alternate pictures."
    if "/TR" in one or one.get("/TR2", "/Default") not in ("/Default", "/Identity") or "/HTP" in one:
        yield "It has transfer curves."
    if "/ColorSpace" in one and one.get("/Subtype") == "/Image":
        yield from _space(one["/ColorSpace"])
    if one.get("/ShadingType"):
        yield from _space(one["/ColorSpace"])
    if isinstance(one.get("/ColorSpace"), DictionaryObject):
        for space in one["/ColorSpace"].values():
            yield from _space(space)
    if isinstance(one, StreamObject):
        if "/F" in one:
            yield "A part of it is in another file."
        filters = one.get("/Filter", [])
        if "/LZWDecode" in (filters if isinstance(filters, list) else [filters]):
            yield "It is packed by LZW."


def _space(space: Any) -> Iterator[str]:
    space = space.get_object()
    family = space[0] if isinstance(space, list) else space
    if family in _INKS:
        return
    if family not in _FAMILIES:
        yield f"The colour space {family} is not one of inks."
    elif family in ("/Separation", "/DeviceN"):
        yield from _space(space[2])
    elif len(space) > 1 and family in ("/Indexed", "/Pattern"):
        yield from _space(space[1])


def _flat(one: Any) -> Iterator[str]:
    """Yield what PDF/X-1a does not allow: whatever one sees through, and what is newer than PDF 1.4."""
    if not isinstance(one, DictionaryObject):
        return
    if one.get("/SMask", "/None") != "/None" or one.get("/SMaskInData"):
        yield "There is a soft mask."
    if one.get("/ca", 1) != 1 or one.get("/CA", 1) != 1:
        yield "Something is half transparent."
    if one.get("/BM", "/Normal") not in ("/Normal", "/Compatible"):
        yield "Something is blended."
    if one.get("/S") == "/Transparency":
        yield "There is a transparency group."
    if isinstance(one, StreamObject):
        filters = one.get("/Filter", [])
        for name in filters if isinstance(filters, list) else [filters]:
            if name not in _FILTERS_1_4:
                yield f"{name} is newer than PDF 1.4."
    if one.get("/Subtype") == "/Image" and one.get("/BitsPerComponent", 8) > 8:
        yield "A picture has more than 8 bits for each ink."


def _blended(one: Any) -> Iterator[str]:
    """Transparency is blended in inks."""
    if isinstance(one, DictionaryObject) and one.get("/S") == "/Transparency" and "/CS" in one:
        yield from _space(one["/CS"])
    if isinstance(one, DictionaryObject) and one.get("/S") == "/Luminosity":
        group = one["/G"].get_object().get("/Group", {})
        if group.get("/CS") != "/DeviceGray":
            yield "A mask by light is not in grey."
