"""The files of a game made of a spreadsheet, filled in from `templates/sheet`; the boxes of its layout."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from components.filling import templates
from generator.faces.theme import MM_PER_POINT, Style
from generator.faces.type.typesetting import height_of

FLAVOUR = Style("Barlow", 400, True, 7.5 * MM_PER_POINT, 6.5 * MM_PER_POINT, 1.2)

Values: TypeAlias = dict[str, object]


def filled(template: str, **known: Any) -> str:
    """The text of a file."""
    known_templates = templates("sheet", autoescape=False, keep_trailing_newline=True)
    known_templates.filters["toml"] = _toml
    return known_templates.get_template(template).render(**known)


def written(face: str, ground: str, front: Iterable[Values], back: Iterable[Values]) -> str:
    """The layout.toml of a deck whose face has that name and ground."""
    return filled("layout.toml.j2", face=face, ground=ground, front=front, back=back)


def box(kind: str, place: Iterable[float], **more: object) -> Values:
    """A box of that kind; `place` is its left, top, width and height, mm."""
    sides = zip(("x", "y", "width", "height"), place, strict=True)
    return {"kind": kind, **{name: round(side, 2) for name, side in sides}, **more}


def only(roles: Mapping[str, str]) -> Values:
    """Make a panel of texts vanish where there is none: return its column, if it has only one."""
    shown = [roles[role] for role in ("text", "flavour") if role in roles]
    return {"column": shown[0]} if len(shown) == 1 else {}


def heights(texts: Sequence[tuple[str, str]], wide: float, style: Style, gap: float) -> tuple[float, float]:
    """The heights, mm, of the longest text in that style, and of the longest flavour with a gap above it."""
    text = max((height_of(words, wide, style) for words, _ in texts if words), default=0.0)
    flavour = max((height_of(words, wide, FLAVOUR) for _, words in texts if words), default=0.0)
    return text + (0.5 if text else 0.0), flavour + (gap if flavour else 0.0)


def _toml(value: str | float) -> str:
    """The value as it is written in TOML."""
    if not isinstance(value, str):
        return f"{value:g}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
