"""The look that a game made of a spreadsheet begins with: boxes for what its cards have, and colours."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.build.new.boxes import Values, box, filled, heights, only, written
from generator.faces.theme import MM_PER_POINT, Style
from generator.faces.type.typesetting import height_of

SHADES = ("#1d3f72", "#7a2233", "#1f5b3a", "#5a3a78", "#74460f", "#1f5660", "#474c59", "#6b2158")
_EDGE, _GAP = 4.5, 1.5
_TOP, _FOOT = 16.5, 8.5  # the heights of the heading and of the code, with what is around them
_KIND = 5.2  # the height of the line for the kind
_INSET = 3.0  # inset of texts in their panel
_TALLEST, _LOWEST = 44.0, 16.0  # a picture
_TEXT = Style("Barlow", 500, False, 8.5 * MM_PER_POINT, 6.5 * MM_PER_POINT, 1.25)
_SIZES = (13, 12, 11, 10, 9)  # sizes of texts, points


class Card(NamedTuple):
    """The width and the height of a card, mm."""

    width: float = 63.5
    height: float = 88.9

    @property
    def wide(self) -> float:
        """The width between the edges that words stay away from."""
        return self.width - 2 * _EDGE

    @property
    def bottom(self) -> float:
        """The place where the code begins."""
        return self.height - _FOOT


def theme(column: str, kinds: Sequence[str], size: float, missing: str = "") -> str:
    """The theme.toml: a ground for each kind of card, which the column names, and texts of that size (pt).

    missing  a character that no font has, for which the file tells what to do
    """
    named = zip((*kinds, "none"), (*SHADES[: len(kinds)], "#3a3d47"), strict=True)
    shades = {f"{column}-{kind.lower().replace(' ', '-')}": shade for kind, shade in named if column}
    return filled("theme.toml.j2", accent=SHADES[0], shades=shades, missing=missing, size=size)


def body_size(card: Card, roles: Mapping[str, str], texts: Sequence[tuple[str, str]]) -> float:
    """The size of texts, points: larger on cards without a picture, as far as the longest has room."""
    if "art" in roles or "text" not in roles:
        return _SIZES[-1]
    flavour = _heights(card, texts)[1]
    room = card.bottom - _TOP - _KIND - 2 * _INSET - flavour
    for size in _SIZES:
        style = _TEXT._replace(size=size * MM_PER_POINT)
        wide = card.wide - 2 * _INSET
        if max((height_of(words, wide, style) for words, _ in texts if words), default=0) < room:
            return size
    return _SIZES[-1]


def measure(words: str) -> None:
    """Raises what a card with that text would raise."""
    height_of(words, Card().wide - 2 * _INSET, _TEXT)


def layout(
    card: Card, roles: Mapping[str, str], numbers: Sequence[str], texts: Sequence[tuple[str, str]], title: str
) -> str:
    """The layout.toml: a heading, a picture, a line for the kind, a panel of texts, and numbers.

    roles    names of columns by what they are: title, art, kind, text, flavour
    numbers  names of columns of numbers; the first is beside the heading, two more are at the bottom
    texts    texts of each card, text and flavour: the picture leaves them room
    title    title on the back
    """
    ground = f"@{roles['kind']}" if "kind" in roles else "accent"
    return written("card", ground, _front(card, roles, numbers, texts), _back(card, title))


def _front(
    card: Card, roles: Mapping[str, str], numbers: Sequence[str], texts: Sequence[tuple[str, str]]
) -> Iterator[Values]:
    middle = {"align": "middle", "valign": "middle"}
    corner = 13.0 if numbers else 0.0
    if "title" in roles:
        heading = (_EDGE + 0.5, 4.0, card.wide - 1 - corner, 11.0)
        yield box("text", heading, column=roles["title"], style="heading", valign="middle")
    if numbers:
        yield box("number", (card.width - _EDGE - 11, 4, 11, 11), column=numbers[0], colour="ink")
    top = _TOP
    low = 4.0 if len(numbers) > 1 else 0.0  # room for the numbers at the bottom
    text, flavour = _heights(card, texts)
    kind = _KIND if "kind" in roles else 0.0
    panel = text + flavour + 2 * _INSET + low if {"text", "flavour"} & roles.keys() else 0.0
    if "art" in roles:
        tall = min(_TALLEST if panel else card.height, max(_LOWEST, card.bottom - _TOP - _GAP - kind - panel))
        yield box("picture", (_EDGE, top, card.wide, tall), column=roles["art"], focus="50 30", radius=1.5)
        top += tall + _GAP
    if kind:
        yield box("text", (_EDGE, top, card.wide, kind - 1), column=roles["kind"], style="kind", **middle)
        top += kind
    if panel:
        yield box(
            "panel", (_EDGE, top, card.wide, card.bottom - top), **only(roles), ground="paper", radius=1.5
        )
        inner = card.bottom - top - 2 * _INSET - low
        x, y, wide = _EDGE + _INSET, top + _INSET, card.wide - 2 * _INSET
        foot = flavour * min(1.0, inner / (text + flavour)) if text else inner
        if "text" in roles:
            place = (x, y, wide, inner - (foot if "flavour" in roles else 0.0))
            yield box("text", place, column=roles["text"], style="body", colour="ink", valign="middle")
        if "flavour" in roles:
            place = (x, y + inner - foot, wide, foot)
            look = {"style": "flavour", "colour": "muted", "align": "middle", "valign": "bottom"}
            yield box("text", place, column=roles["flavour"], **look)
    for name, left in zip(numbers[1:], (_EDGE - 0.5, card.width - _EDGE - 9.5), strict=False):
        yield box("number", (left, card.bottom - 5.5, 10, 10), column=name, colour="ink")
    yield box("text", (20, card.height - 7.2, card.width - 40, 3.4), column="tag", style="code", **middle)


def _heights(card: Card, texts: Sequence[tuple[str, str]]) -> tuple[float, float]:
    return heights(texts, card.wide - 2 * _INSET, _TEXT, gap=2.0)


def _back(card: Card, title: str) -> Iterator[Values]:
    place = (_EDGE, _EDGE, card.wide, card.height - 2 * _EDGE)
    yield box("panel", place, ground="night", edge="star", radius=3.0)
    look = {"style": "title", "colour": "star", "align": "middle", "valign": "middle"}
    yield box("text", (9, 9, card.width - 18, card.height - 18), words=title, **look)
