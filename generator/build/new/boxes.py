"""Write the boxes of a new layout.toml."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TypeAlias

Values: TypeAlias = dict[str, object]

_HEAD = (
    "# The {0}s as boxes, in mm from the upper left corner of the cut. Kinds of box: text, picture,",
    '# symbol, number, panel. Colours are those of the theme; "@column" is the one that a column names.',
    "# pnp eject turns this into templates, which can draw anything.",
)


def written(face: str, ground: str, front: Iterable[Values], back: Iterable[Values]) -> str:
    """The layout.toml of a deck whose face has that name and ground."""
    lines = [_HEAD[0].format(face), *_HEAD[1:]]
    for name, colour, boxes in ((face, ground, front), ("back", "night", back)):
        lines += ["", f"[{name}]", f"ground = {toml(colour)}"]
        for one in boxes:
            lines += ["", f"[[{name}.box]]", *(f"{key} = {_value(value)}" for key, value in one.items())]
    return "\n".join(lines) + "\n"


def box(kind: str, place: Iterable[float], **more: object) -> Values:
    """A box of that kind; `place` is its left, top, width and height, mm."""
    sides = zip(("x", "y", "width", "height"), place, strict=True)
    return {"kind": kind, **{name: round(side, 2) for name, side in sides}, **more}


def only(roles: Mapping[str, str]) -> Values:
    """Make a panel of texts vanish where there is none: return its column, if it has only one."""
    shown = [roles[role] for role in ("text", "flavour") if role in roles]
    return {"column": shown[0]} if len(shown) == 1 else {}


def toml(text: str) -> str:
    """The text as it is written in TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def table(values: Mapping[str, str]) -> list[str]:
    """The lines of a table of texts."""
    return [f"{name} = {toml(value)}" for name, value in values.items()]


def _value(value: object) -> str:
    return toml(value) if isinstance(value, str) else f"{value:g}"
