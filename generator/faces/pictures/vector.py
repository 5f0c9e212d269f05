"""SVG files as pictures: drawn as lines and areas where our subset of SVG can, else as pixels by resvg.

Both get what was read and never the text that came in: no scripts, no links, nothing from elsewhere.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from components import extras
from components.errors import DataError, TemplateError
from components.reading import read_bytes, read_text
from generator.faces.drawing import compile_svg
from generator.faces.pictures.source import Picture, content_hash, stamp_of
from generator.faces.svg import values
from generator.faces.svg.path import number

BYTES: Final = 2 * 1024 * 1024
NESTING: Final = 60
LARGEST: Final = 3_000  # pixels of the longer side of what resvg draws
_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
# Elements that programs write into their files and that are not drawn.
_SILENT = frozenset("metadata title desc".split())
# Elements that resvg may draw. Scripts, links, pages in pages and movements are left to nobody.
_STATIC = frozenset(
    """circle clipPath defs ellipse feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
    feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
    feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight
    feTile feTurbulence filter g line linearGradient marker mask path pattern polygon polyline radialGradient
    rect stop style svg switch symbol text textPath tspan use""".split()
)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_CLASS = re.compile(r"\.([\w-]+)")
_INNER = re.compile(r"url\(\s*[\"']?#([\w.:-]+)[\"']?\s*\)")
_UNIT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:px|pt|mm|cm|in)?\s*")


@dataclass(frozen=True)
class Drawn:
    """A drawing of lines and areas. `view` is its view box and `size` the width and height of that."""

    key: str
    view: str
    size: tuple[float, float]
    body: str


def open_drawing(file: Path, folder: Path) -> Drawn | None:
    """The drawing in an SVG file of that folder; None if only resvg can draw it, and is there to do so.

    Raises `DataError` for what is not an SVG, or not a harmless one, and for what nobody here can draw.
    """
    return _opened(file, folder, stamp_of(file))


@lru_cache(maxsize=2_000)
def _opened(file: Path, folder: Path, stamp: tuple[int, ...]) -> Drawn | None:
    root, key = _read(file, folder)
    view, size = _view(root, str(file))
    try:
        _inline(root)
        body = "".join(_written(child, f"{key}-") for child in root if _is_drawn(child))
        own = "".join(
            f' {name}="{values.escaped(value)}"'
            for name, value in root.attrib.items()
            if name
            in ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "fill-rule", "color")
        )
        drawn = Drawn(key, view, size, f"<g{own}>{body}</g>")
        compile_svg(f'<svg xmlns="{_SVG[1:-1]}" viewBox="{view}">{drawn.body}</svg>')
        return drawn
    except TemplateError as problem:
        if find_spec("resvg_py"):
            return None
        raise DataError(
            f"The drawing uses more of SVG than can be printed: {problem.what}",
            where=str(file),
            todo=extras.todo("design", "Or save it as PNG."),
        ) from None


def as_pixels(file: Path, folder: Path) -> Picture:
    """The drawing as a picture of pixels. Raises `DataError` like `open_drawing`."""
    root, key = _read(file, folder)
    _, (width, height) = _view(root, str(file))
    scale = LARGEST / max(width, height)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    return Picture(key, file, folder, "svg", "RGBA", size)


def safe_text(file: Path, folder: Path) -> str:
    """The SVG as it is given to resvg: only elements that draw, which refer to nothing outside."""
    root, _ = _read(file, folder)
    ElementTree.register_namespace("", _SVG[1:-1])
    return ElementTree.tostring(root, encoding="unicode")


def _read(file: Path, folder: Path) -> tuple[ElementTree.Element, str]:
    """The document without what is not drawn, and a hash of it. Raises `DataError`."""
    text = read_text(file, limit=BYTES, within=folder)
    where = str(file)
    if "<!ENTITY" in text:
        raise DataError("The drawing declares entities.", where=where, todo="Save it as plain SVG.")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as problem:
        raise DataError(f"This is not SVG: {problem}.", where=where, todo="Save it anew.") from None
    if root.tag not in (f"{_SVG}svg", "svg"):
        raise DataError("This is not SVG: its outermost element is not <svg>.", where=where)
    _clean(root, where, 0)
    return root, content_hash(read_bytes(file, limit=BYTES, within=folder))


def _clean(element: ElementTree.Element, where: str, depth: int) -> None:
    """Take out what drawing programs write for themselves; raises `DataError` for what is not a drawing."""
    if depth > NESTING:
        raise DataError(f"Elements are nested more than {NESTING} deep.", where=where)
    for name in list(element.attrib):
        value = element.attrib[name]
        if name == _HREF:
            element.attrib["href"] = element.attrib.pop(name)
        elif name.startswith("{"):
            del element.attrib[name]
            continue
        if name.lower().startswith("on") or "javascript:" in value.lower():
            raise _hostile(f"The drawing has a script in {name}.", where)
        if element.attrib.get("href", "#")[:1] not in ("#", "") or _leads_out(value):
            raise _hostile(f'The drawing refers to something outside, "{value[:40]}".', where)
    for child in list(element):
        kind = child.tag.removeprefix(_SVG) if isinstance(child.tag, str) else ""
        if not kind or kind.startswith("{") or kind in _SILENT:
            element.remove(child)
        elif kind not in _STATIC:
            raise _hostile(f"The drawing has a <{kind[:40]}>, which is not drawn.", where)
        else:
            if kind == "style" and ("@" in (child.text or "") or _leads_out(child.text or "")):
                raise _hostile("The drawing refers to something outside in its <style>.", where)
            _clean(child, where, depth + 1)


def _leads_out(value: str) -> bool:
    return "url" in value.lower() and "url(" in _INNER.sub("", value).lower().replace(" ", "")


def _hostile(what: str, where: str) -> DataError:
    return DataError(what, where=where, todo="Save it as plain SVG or as PNG.")


def _view(root: ElementTree.Element, where: str) -> tuple[str, tuple[float, float]]:
    """The view box of the document, and its width and height."""
    try:
        if "viewBox" in root.attrib:
            box = values.numbers(root.attrib["viewBox"], 4, "viewBox of the drawing")
        else:
            sides = [_UNIT.fullmatch(root.attrib.get(side, "")) for side in ("width", "height")]
            box = [0.0, 0.0, *(float(side[1]) if side else 0.0 for side in sides)]
    except TemplateError as problem:
        raise DataError(problem.what, where=where, todo="Save it anew.") from None
    if not (0 < box[2] < 1e6 and 0 < box[3] < 1e6 and 1 / 200 < box[2] / box[3] < 200):
        raise DataError("The drawing has no size: no viewBox of a useful width and height.", where=where)
    return " ".join(map(number, box)), (box[2], box[3])


def _inline(root: ElementTree.Element) -> None:
    """Write simple rules of a <style>, `.name { fill: … }`, into the elements that they are for.

    Raises `TemplateError` for other rules.
    """
    rules: dict[str, str] = {}
    for style in root.iter(f"{_SVG}style"):
        text = re.sub(r"/\*.*?\*/", "", style.text or "", flags=re.DOTALL)
        if _RULE.sub("", text).strip():
            raise TemplateError("A <style> has more than simple rules.")
        for selectors, body in _RULE.findall(text):
            for selector in selectors.split(","):
                if not (found := _CLASS.fullmatch(selector.strip())):
                    raise TemplateError(f'A <style> has a rule for "{selector.strip()[:40]}".')
                rules[found[1]] = f"{rules.get(found[1], '')};{body}"
    for element in root.iter():
        said = [rules.get(name, "") for name in element.attrib.pop("class", "").split()]
        for declaration in ";".join((*said, element.attrib.pop("style", ""))).split(";"):
            name, _, value = declaration.partition(":")
            if name.strip() in ("enable-background", "isolation") or name.strip().startswith("-"):
                continue
            if value.strip():
                element.attrib[name.strip()] = value.strip()


def _is_drawn(element: ElementTree.Element) -> bool:
    return element.tag not in (f"{_SVG}style", "style")


def _written(element: ElementTree.Element, prefix: str) -> str:
    """The element as text, its ids and references begun with that prefix."""
    kind = str(element.tag).removeprefix(_SVG)
    attributes = "".join(_attributes(element.attrib, prefix))
    text = values.escaped(element.text or "") if kind in ("text", "tspan") else ""
    inner = "".join(
        _written(child, prefix) + (values.escaped(child.tail or "") if kind in ("text", "tspan") else "")
        for child in element
        if _is_drawn(child)
    )
    return f"<{kind}{attributes}>{text}{inner}</{kind}>"


def _attributes(attributes: Mapping[str, str], prefix: str) -> Iterator[str]:
    for name, value in attributes.items():
        if name == "id":
            value = prefix + value
        elif name == "href":
            value = f"#{prefix}{value[1:]}"
        else:
            value = _INNER.sub(lambda found: f"url(#{prefix}{found[1]})", value)
        quoted = values.escaped(_px(name, value)).replace('"', "&quot;")
        yield f' {name}="{quoted}"'


def _px(name: str, value: str) -> str:
    """Pixels are units of the drawing, which is how they are written here."""
    return value[:-2] if value.endswith("px") and name != "d" else value
