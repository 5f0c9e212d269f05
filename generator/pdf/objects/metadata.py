"""Properties of a document as XMP, which other programs read rather than those in its old dictionary."""

import hashlib

from reportlab.pdfbase import pdfdoc

from generator.faces.svg.values import escaped
from generator.pdf.objects.streams import Stream

_WRITTEN = (
    "2000-01-01T00:00:00+00:00"  # the same in every file, as its bytes depend on nothing but its content
)


def metadata(info: pdfdoc.PDFInfo, language: str, standard: str = "") -> Stream:
    """Return the properties of the old dictionary; `standard` is the part of PDF/X, if there is one."""
    made = hashlib.sha256(f"{info.title} {info.author} {info.subject}".encode()).hexdigest()
    identity = "-".join((made[:8], made[8:12], made[12:16], made[16:20], made[20:32]))
    title, author, about = escaped(info.title), escaped(info.author), escaped(info.subject)
    kept = f"\n<pdfxid:GTS_PDFXVersion>{standard}</pdfxid:GTS_PDFXVersion>" if standard else ""
    said = f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{about}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>{escaped(info.creator)}</xmp:CreatorTool><xmp:CreateDate>{_WRITTEN}</xmp:CreateDate>
<xmp:ModifyDate>{_WRITTEN}</xmp:ModifyDate><xmp:MetadataDate>{_WRITTEN}</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:{identity}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Producer>{escaped(info.producer)}</pdf:Producer><pdf:Trapped>False</pdf:Trapped>{kept}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""
    return Stream({"Type": "/Metadata", "Subtype": "/XML"}, said.encode(), {})
