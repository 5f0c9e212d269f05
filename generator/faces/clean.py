"""A face as an SVG document for others to open: only what the compiler has understood, written anew.

Whatever shows a face outside the printer, such as a browser, gets this and never the text that came in.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from xml.etree import ElementTree

from components.errors import TemplateError
from generator.faces.drawing import compile_svg
from generator.faces.svg import values

SCREEN = 200  # dots per inch of pictures on a screen
PICTURE = re.compile(r"\bpicture:([0-9a-f]{64})\b")
_TEXTS = ("text", "tspan", "title", "desc", "style")  # the elements whose text means something
_AS_STYLE = ("font-kerning", "font-variant-ligatures")  # SVG has no attributes of these names
_UNSEEN = ("role", "aria-label", "type", "version")
_OWN_ONLY = re.compile(r"url\((['\"]?)#[^'\")]+\1\)")


def clean_svg(svg: str, where: str = "", dpi: int = SCREEN, pictures: dict[str, str] | None = None) -> str:
    """The document of a face, written anew, with its pictures inside it at `dpi` dots per inch.

    pictures  is given them, if the document is to have only their names, which `PICTURE` finds

    Raises `TemplateError` like `compile_svg`, and `DataError` for a picture that cannot be decoded.
    """
    drawing = compile_svg(svg, where)
    sizes: dict[str, tuple[float, float]] = {}
    found = {picture.href: picture for picture, _ in drawing.pictures()}
    for picture, (width, height) in drawing.pictures():
        before = sizes.get(picture.href, (0.0, 0.0))
        sizes[picture.href] = max(before[0], width), max(before[1], height)
    if sizes:
        from generator.faces.pictures.pixels import data_uri
    inside = {href: data_uri(found[href], size, dpi) for href, size in sizes.items()}
    if pictures is not None:
        named = {hashlib.sha256(data.encode()).hexdigest(): data for data in inside.values()}
        pictures |= named
        names = {data: f"picture:{name}" for name, data in named.items()}
        inside = {href: names[data] for href, data in inside.items()}
    written: list[str] = []
    try:
        _write(ElementTree.fromstring(svg), inside, written.append)
    except TemplateError as problem:
        raise TemplateError(problem.what, where=where, todo=problem.todo) from None
    return "".join(written).replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)


def _write(element: ElementTree.Element, pictures: Mapping[str, str], write: Callable[[str], None]) -> None:
    kind = values.local(element)
    attributes = values.attributes(element)
    write(f"<{kind}")
    style = [f"{name}:{attributes.pop(name)}" for name in _AS_STYLE if name in attributes]
    if kind == "image":
        write(f' href="{pictures.get(attributes.pop("href", ""), "")}"')
    for name, value in attributes.items():
        if name not in _UNSEEN and not name.startswith("data-"):
            _check(kind, name, value)
            write(f' {name}="{_quoted(value)}"')
    if style:
        write(f' style="{_quoted(";".join(style))}"')
    text = (element.text or "") if kind in _TEXTS else ""
    if not text and not len(element):
        write("/>")
        return
    write(f">{values.escaped(text)}")
    for child in element:
        _write(child, pictures, write)
        if kind in _TEXTS:
            write(values.escaped(child.tail or ""))
    write(f"</{kind}>")


def _check(kind: str, name: str, value: str) -> None:
    """Raises `TemplateError` for a value that leads out of the document."""
    leads_out = name == "href" and not value.startswith("#")
    if leads_out or ("url" in value.lower() and not _OWN_ONLY.fullmatch(value.strip())):
        raise TemplateError(f'The attribute {name}="{value[:40]}" of <{kind}> leads out of the face.')


def _quoted(value: str) -> str:
    return values.escaped(value).replace('"', "&quot;")
