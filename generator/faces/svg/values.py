"""The values in an SVG document: attributes, lengths, colours, transforms, each read or refused."""

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias, TypeVar
from xml.etree import ElementTree

from components.errors import TemplateError, did_you_mean
from generator import INKS

Colour: TypeAlias = tuple[float, float, float]  # red, green, blue, 0 to 1
Matrix: TypeAlias = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
T = TypeVar("T")

# The attributes of each element. Presentation attributes are allowed on any element.
_PRESENTATION = frozenset(
    """fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
    stroke-dasharray opacity color font-family font-size font-weight font-style letter-spacing text-anchor
    clip-path clip-rule transform id class style""".split()
)
_GEOMETRY = {
    "g": "aria-label",
    "svg": "width height viewBox version role aria-label font-kerning font-variant-ligatures",
    "defs": "",
    "title": "",
    "desc": "",
    "style": "type",
    "symbol": "viewBox overflow",
    "use": "x y width height href aria-label",
    "image": "x y width height href preserveAspectRatio",
    "path": "d",
    "rect": "x y width height rx ry",
    "circle": "cx cy r",
    "ellipse": "cx cy rx ry",
    "line": "x1 y1 x2 y2",
    "polyline": "points",
    "polygon": "points",
    "text": "x y font-kerning",
    "tspan": "x y dx dy",
    "clipPath": "clipPathUnits",
    "linearGradient": "x1 y1 x2 y2 gradientUnits gradientTransform href",
    "radialGradient": "cx cy r fx fy gradientUnits gradientTransform href",
    "stop": "offset stop-color stop-opacity",
    "pattern": "x y width height patternUnits patternTransform",
}
_ATTRIBUTES = {element: frozenset(names.split()) | _PRESENTATION for element, names in _GEOMETRY.items()}
_PLAIN = {element: names - {"style"} for element, names in _ATTRIBUTES.items()}
_SPACE = "{http://www.w3.org/2000/svg}"
_NAMES = {f"{space}{element}": element for element in _ATTRIBUTES for space in (_SPACE, "")}
_LONGEST_NUMBER = 60  # characters
_LONGEST_TRANSFORM = 2_000
_DASHES = 100
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_TRANSFORM = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)\s*,?")
_NAMED = {"black": "#000000", "white": "#ffffff"}


@lru_cache(maxsize=4096)
def colour(value: str) -> Colour:
    """The colour of `#rgb`, `#rrggbb`, `black` or `white`. Raises `TemplateError`."""
    text = _NAMED.get(value, value)
    if re.fullmatch(r"#[0-9a-fA-F]{3}", text):
        text = "#" + "".join(2 * digit for digit in text[1:])
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        todo = 'Write "#rrggbb", "none" or "currentColor".'
        if value in INKS:
            todo = 'In a template, "ink" is how the sheet is printed; "c.ink" is the colour of letters.'
        raise TemplateError(f'"{value}" is not a colour.', todo=todo)
    return (int(text[1:3], 16) / 255, int(text[3:5], 16) / 255, int(text[5:7], 16) / 255)


def escaped(text: str) -> str:
    """The text escaped for a document. The standard library's modules for that take 4 ms to load."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def quoted(text: str) -> str:
    """The text escaped for an attribute in double quotes."""
    return escaped(text).replace('"', "&quot;")


def local(element: ElementTree.Element) -> str:
    """The element's name without the SVG namespace. Raises `TemplateError` for an unknown one."""
    tag = element.tag
    if name := _NAMES.get(tag):
        return name
    if not isinstance(tag, str):
        raise TemplateError("The face contains a processing instruction.")
    name = tag.removeprefix(_SPACE)
    raise TemplateError(f"<{name}> cannot be printed.", todo=did_you_mean(name, _ATTRIBUTES))


def attributes(element: ElementTree.Element) -> dict[str, str]:
    """The element's attributes, including those of `style`. Raises `TemplateError` for unknown ones."""
    kind = local(element)
    if element.attrib.keys() <= _PLAIN[kind]:
        return element.attrib.copy()  # the usual case
    attributes = {name.rpartition("}")[2]: value for name, value in element.attrib.items()}
    for declaration in attributes.pop("style", "").split(";"):
        if declaration.strip():
            name, _, value = declaration.partition(":")
            attributes[name.strip()] = value.strip()
    for name in attributes:
        if name not in _ATTRIBUTES[kind] and not name.startswith("data-"):
            raise TemplateError(
                f'The attribute {name}="{attributes[name][:40]}" of <{kind}> cannot be printed.',
                todo=did_you_mean(name, _ATTRIBUTES[kind]),
            )
    return attributes


def no_children(element: ElementTree.Element) -> None:
    """Raises `TemplateError` if there is an element inside this one."""
    for child in element:
        raise TemplateError(f"<{local(child)}> is inside a <{local(element)}>, where nothing may be.")


def own_id(href: str) -> str:
    """The id that a reference names. Raises `TemplateError` for one that leads out of the document."""
    if href and not href.startswith("#"):
        raise TemplateError(
            f'There is no element with the id "{href[:40]}".', todo='Write href="#name" for one of this face.'
        )
    return href.removeprefix("#")


@lru_cache(maxsize=20_000)
def length(text: str) -> float:
    """A number of user units, which are mm. Units are refused: inside a view box a browser scales them."""
    if not _is_number(text.strip()):
        raise TemplateError(
            f'"{text[:40]}" is not a length.', todo="Write a number of millimetres without a unit."
        )
    return float(text)


def size(text: str, name: str) -> float:
    """A length that may not be negative."""
    if (value := length(text)) < 0:
        raise TemplateError(f"{name} is {text}; it cannot be negative.")
    return value


def fraction(text: str, name: str) -> float:
    """An opacity: a number from 0 to 1."""
    if not 0 <= (value := length(text)) <= 1:
        raise TemplateError(f"{name} is {text}; a number from 0 to 1 is expected.")
    return value


def offset(text: str) -> float:
    """The position of a gradient stop, 0 to 1, from a number or a percentage."""
    value = length(text[:-1]) / 100 if text.endswith("%") else length(text)
    return min(1.0, max(0.0, value))


def numbers(text: str, count: int | None, what: str) -> list[float]:
    numbers = _numbers(text)
    if not numbers or (count is not None and len(numbers) != count) or (count is None and len(numbers) % 2):
        raise TemplateError(f'The {what} is "{text[:40]}"; {count or "pairs of"} numbers are expected.')
    return numbers


def _numbers(text: str) -> list[float]:
    """The numbers in a list; empty if anything else is in it."""
    words = text.replace(",", " ").split()
    return [float(word) for word in words] if all(map(_is_number, words)) else []


def _is_number(word: str) -> bool:
    return len(word) <= _LONGEST_NUMBER and bool(_NUMBER.fullmatch(word)) and math.isfinite(float(word))


@lru_cache(maxsize=4096)
def transform(text: str) -> Matrix:
    if len(text) > _LONGEST_TRANSFORM:
        raise TemplateError(f"A transform has more than {_LONGEST_TRANSFORM:,} characters.")
    matrix, position = IDENTITY, 0
    while position < len(text):
        match = _TRANSFORM.match(text, position)
        if not match:
            raise TemplateError(f'"{text}" is not a transform.')
        matrix = multiply(matrix, _step(match[1], _numbers(match[2]), text))
        position = match.end()
    return matrix


def _step(name: str, numbers: list[float], text: str) -> Matrix:
    match name, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
        case "translate", [x, *rest] if len(rest) < 2:
            return (1, 0, 0, 1, x, rest[0] if rest else 0)
        case "scale", [x, *rest] if len(rest) < 2:
            return (x, 0, 0, rest[0] if rest else x, 0, 0)
        case "rotate", [angle]:
            cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            return (cos, sin, -sin, cos, 0, 0)
        case "rotate", [angle, x, y]:
            turned = multiply((1, 0, 0, 1, x, y), _step("rotate", [angle], text))
            return multiply(turned, (1, 0, 0, 1, -x, -y))
        case "skewX", [angle]:
            return (1, 0, math.tan(math.radians(angle)), 1, 0, 0)
        case "skewY", [angle]:
            return (1, math.tan(math.radians(angle)), 0, 1, 0, 0)
    raise TemplateError(f'"{text}" is not a transform: {name} has the wrong number of arguments.')


def reference(value: str) -> str:
    match = re.fullmatch(r"url\(['\"]?#([^'\")]+)['\"]?\)", value.strip())
    if value == "none":
        return ""
    if not match:
        raise TemplateError(f'"{value}" is not a reference.', todo="Write url(#name).")
    return match[1]


def dash(text: str) -> tuple[float, ...]:
    if text == "none":
        return ()
    lengths = tuple(size(word, "stroke-dasharray") for word in text.replace(",", " ").split())
    if len(lengths) > _DASHES:
        raise TemplateError(f"stroke-dasharray has more than {_DASHES} numbers.")
    if not any(lengths):
        return ()  # a solid line, as browsers draw it
    return lengths * 2 if len(lengths) % 2 else lengths


def keyword(value: str, known: Mapping[str, T], name: str) -> T:
    """The value of the word. Raises `TemplateError` with the known words."""
    if value not in known:
        raise TemplateError(f'{name} is "{value}".', todo=did_you_mean(value, known))
    return known[value]


def only_fonts(css: str) -> None:
    """A style sheet may embed fonts for the browser, but not change how the face looks."""
    plain = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    elsewhere = re.search(r"\\|url\(\s*[\"']?(?!data:)", plain, re.IGNORECASE)
    if elsewhere or re.sub(r"@font-face\s*\{[^{}]*\}", "", plain).strip():
        raise TemplateError(
            "A <style> may contain only @font-face with a font in it, url(data:…).",
            todo="Use attributes: fill, stroke, font-size …",
        )


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * m + e,
        b * k + d * m + f,
    )


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def not_well_formed(svg: str, problem: ElementTree.ParseError, where: str) -> TemplateError:
    """The error for a text that is not XML, with what stands at its place."""
    line, column = problem.position
    text = "".join(svg.splitlines()[line - 1 : line])
    near = re.sub("#[0-9a-f]{6}", "#…", text[max(0, column - 40) : column + 40])
    kind = str(problem).partition(":")[0]
    todo = "Escape & and < in texts and close every element."
    if kind == "unbound prefix":
        todo = 'Delete the word before the ":", or save the drawing as "Plain SVG".'
    return TemplateError(f"This is not well-formed SVG, {kind}: {near!r}.", where=where, todo=todo)
