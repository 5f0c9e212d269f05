"""Sheets as pictures for a web page: where each face lies, with the marks, as they would be printed."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from generator.faces.clean import clean_svg
from generator.faces.renderer import Face
from generator.faces.svg.path import number
from generator.sheets.imposition import Part, Placement, Sheet

_DOCUMENT = re.compile(r"<svg\b[^>]*>(.*)</svg>", re.DOTALL)
_ID = re.compile(r"""\bid=(["'])(.+?)\1""")
_HREF = re.compile(r"""\bhref=(["'])#(.+?)\1""")
_URL = re.compile(r"""url\((["']?)#(.+?)\1\)""")
_HAIRLINE = 0.2  # mm


@dataclass(frozen=True)
class Drawn:
    """A side of a sheet: what it is in words, and its SVG, which uses the faces of `definitions`."""

    title: str
    svg: str


def definitions(faces: Iterable[Face]) -> str:
    """The faces as elements that sheets use, each drawn once. Raises `TemplateError`."""
    return "".join(_definition(face) for face in {face.key: face for face in faces}.values())


def sheets(parts: Sequence[Part]) -> list[Drawn]:
    """Every side of every sheet of the parts."""
    return [
        Drawn(
            f"{part.title}, sheet {sheet.number} of {sheet.of}, {sheet.side}", _sheet(sheet, f"{place}-{at}")
        )
        for place, part in enumerate(parts)
        for at, sheet in enumerate(part.sheets)
    ]


def renamed(svg: str, name: Callable[[str], str]) -> str:
    """The SVG with every id and every reference renamed."""
    svg = _ID.sub(lambda match: f'id="{name(match[2])}"', svg)
    svg = _HREF.sub(lambda match: f'href="#{name(match[2])}"', svg)
    return _URL.sub(lambda match: f"url(#{name(match[2])})", svg)


def _definition(face: Face) -> str:
    match = _DOCUMENT.search(clean_svg(face.svg, face.where))
    assert match, "a face is an SVG document"
    return f'<g id="face-{face.key}">{renamed(match[1], lambda name: f"{face.key}-{name}")}</g>'


def _sheet(sheet: Sheet, name: str) -> str:
    placed = "".join(_placed(one, f"clip-{name}-{at}") for at, one in enumerate(sheet.placements))
    marks = "".join(
        f'<line x1="{number(mark.x1)}" y1="{number(mark.y1)}" x2="{number(mark.x2)}" y2="{number(mark.y2)}"/>'
        for mark in sheet.marks
    )
    size = f"{number(sheet.width)} {number(sheet.height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}"><rect width="100%" height="100%" '
        f'fill="#fff"/>{placed}<g stroke="#000" stroke-width="{_HAIRLINE}" fill="none">{marks}</g></svg>'
    )


def _placed(placed: Placement, name: str) -> str:
    clip, trim, window = placed.clip, placed.trim, placed.window
    to = f"{number(trim.x + trim.width / 2)} {number(trim.y + trim.height / 2)}"
    middle = f"{number(-window.x - window.width / 2)} {number(-window.y - window.height / 2)}"
    turned = f"translate({to}) rotate({placed.turn}) translate({middle})"
    return (
        f'<clipPath id="{name}"><rect x="{number(clip.x)}" y="{number(clip.y)}" width="{number(clip.width)}" '
        f'height="{number(clip.height)}"/></clipPath><g clip-path="url(#{name})">'
        f'<use href="#face-{placed.face}" transform="{turned}"/></g>'
    )
