"""Templates and what they are filled with. Parts that many pages share are drawn once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import jinja2
from markupsafe import Markup

from components.setup import Area
from components.wording import counted, listed
from referee.web.pages.charting import MARKS
from referee.web.pages.drawing import Drawn, Faces

_GAP = re.compile(r"(?<=\S) {3,}")
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_BULLET = "- "
_EMPHASIS = re.compile(r"(?<![\w*])\*([A-Za-z][^*]*[A-Za-z.])\*(?![\w*])")
_FULL = 60  # characters from which a line was broken because it was full
_AREAS = 1024  # areas to remember: those of all tables where nothing has changed


class Pages:
    """Fills the templates of `templates/web`.

    alone  whether one device has all seats, so that there is nobody to invite
    """

    def __init__(self, faces: Faces, alone: bool = False) -> None:
        self._faces = faces
        self._templates = jinja2.Environment(
            loader=jinja2.PackageLoader("templates", "web"),
            autoescape=True,
            auto_reload=False,  # otherwise each page would look at the dates of its templates
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters["listed"] = lambda names: listed(names) if names else ""
        self._templates.filters["capitalise"] = lambda text: text[:1].upper() + text[1:]
        self._templates.filters["printed"] = printed
        self._templates.globals |= {"alone": alone, "marks": MARKS}
        self._templates.globals |= {"counted": counted, "cover": faces.cover, "area": self._area_of}
        self._area = lru_cache(_AREAS)(self._drawn_area)

    def page(self, template: str, **known: Any) -> str:
        """The page of that template."""
        return self._templates.get_template(template).render(**known)

    def _area_of(self, game: str, drawn: Drawn, path: str, at: str, targets: frozenset[str]) -> Markup:
        """A part of the table.

        targets  the codes and places that a tap may ask for; those that are not on it do not matter
        """
        own = drawn.targets
        return self._area(game, drawn.area, path, at if at in own else "", targets & own)

    def _drawn_area(self, game: str, area: Area, path: str, at: str, targets: frozenset[str]) -> Markup:
        drawn = self._faces.drawn(game, area)
        return Markup(self.page("area.html.j2", game=game, drawn=drawn, path=path, at=at, targets=targets))


@cache
def for_browsers(name: str) -> bytes:
    """A file of `templates/web` without the comments and the indents that only its authors read."""
    text = (files("templates") / "web" / name).read_text("utf-8")
    if ".min." in name:
        return text.encode()
    lines = (line.strip() for line in _CSS_COMMENT.sub("", text).splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")).encode()


def printed(lines: Sequence[str]) -> Markup:
    """Lines that were set for 80 columns, so that a phone can set them anew.

    Where a column begins, and where a line of a paragraph was full, is marked for the style sheet.
    """
    text, margin = Markup(""), 0
    for line, after in zip(lines, (*lines[1:], ""), strict=True):
        cells = _GAP.split(line[margin:])
        gaps = [Markup('<span class="gap">{}</span>').format(gap) for gap in _GAP.findall(line)]
        for cell, gap in zip(cells, (*gaps, ""), strict=True):
            text += _emphasised(cell) + gap
        alike = _indented(line) == len(after) - len(after.lstrip()) and not (gaps or _GAP.search(after))
        goes_on = len(line) >= _FULL and after.strip() and not after.lstrip().startswith(_BULLET) and alike
        margin = _indented(after) if goes_on else 0
        text += Markup('<span class="full">\n{}</span>').format(" " * margin) if goes_on else "\n"
    return text


def _emphasised(text: str) -> Markup:
    """With what stands between stars in italics, as a printed book has it."""
    parts = _EMPHASIS.split(text)
    return Markup("").join(
        Markup("<i>{}</i>").format(part) if place % 2 else part for place, part in enumerate(parts)
    )


def _indented(line: str) -> int:
    """Return where its text begins, after the sign of a list."""
    return len(line) - len(line.lstrip().removeprefix(_BULLET))
