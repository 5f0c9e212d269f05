"""Layouts: faces without code, as named boxes in `layout.toml`.

A layout is turned into the template that a person would write, and that is what draws the faces. So
`pnp eject` can hand it over, and nothing looks different afterwards.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from components.catalogue import Deck, Game
from components.errors import DataError, did_you_mean, nearest
from components.pieces import Piece
from components.reading import read_text
from components.toml import Table, read_toml
from generator.faces.colours import grey
from generator.faces.svg.values import colour
from generator.faces.theme import Theme, theme

NAME: Final = "layout.toml"
BOXES: Final = 60  # at most this many in a face
FARTHEST: Final = 2_000.0  # mm
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_OWN = ("code", "tag", "copies")  # fields that every piece has besides its columns
_ALIGNS = ("start", "middle", "end", "justify")
_VALIGNS = ("top", "middle", "bottom")
_HEAD = (
    "{# Drawn by the layout of this name until `pnp eject` wrote it here. The guide: docs/own-games.md. #}\n"
)
_IMPORT = '{% from "macros.svg.j2" import ground, badge with context %}\n'
_LIGHT = 0.5  # the lightness of a ground from which letters on it are dark
_KEYS = ("kind", "x", "y", "width", "height", "rotate")
_drawn_by: dict[tuple[str, int], Table] = {}  # boxes by the file and line of the template that draws them
_NAMED = r'"([^"]{1,60})"|<(\w+)>'
_SEEN = "(c.ink if ink == 'saver' else c.star)"  # letters on the ground, which stays white to save ink


class _Cards(NamedTuple):
    """The decks that a layout draws, and the looks that it may name."""

    decks: Sequence[Deck]
    looks: Theme
    letters: str = _SEEN


def names(folder: Path) -> tuple[str, ...]:
    """The faces that have a layout."""
    file = folder / NAME
    return tuple(read_toml(file, folder).data) if file.exists() else ()


def template(game: Game, name: str) -> str:
    """The template that draws the layout of that name. Raises `DataError` with the key of what is wrong."""
    table = read_toml(game.folder / NAME, game.folder).table(name)
    boxes = table.tables("box")
    if len(boxes) > BOXES:
        raise table.error("box", f"is there {len(boxes)} times.", f"Use {BOXES} at most.")
    cards = _Cards([deck for deck in game.decks if name in (deck.face, deck.back)], theme(game))
    lines = [f"{{{{ ground({_colour(table, 'ground', 'c.paper', cards)}) }}}}"]
    ground = cards.looks.colours.get(table.text("ground", "paper"), table.text("ground", "paper"))
    if _COLOUR.fullmatch(ground) and grey(colour(ground)) > _LIGHT:
        cards = cards._replace(letters="c.ink")
    file = file_of(game.folder, name)
    for box in boxes:
        begun = len(lines)
        kind = box.choice("kind", tuple(_KINDS))
        _check_place(box, cards)
        drawn = [*_panel(box, cards), *_KINDS[kind](box, cards)]
        if turn := box.number("rotate", 0.0):
            x, y, width, height = _place(box)
            turned = f'<g transform="rotate({turn:g} {x + width / 2:g} {y + height / 2:g})">'
            drawn = [turned, *drawn, "</g>"]
        lines += drawn
        box.done("ground", "edge", "radius", "words", "column", *_KEYS)
        _drawn_by.update({(file, line + 3): box for line in range(begun, len(lines))})
    table.done()
    return _HEAD + _IMPORT + "\n".join(lines) + "\n"


def file_of(folder: Path, name: str) -> str:
    """The name by which the template of a layout goes in error messages, until `place` tells the box."""
    return f"{folder / NAME}#{name}"


def place(file: str, line: int) -> str:
    """The box that a line of such a template draws, "layout.toml, card.box 2, line 14"; else the file."""
    box = _drawn_by.get((file, line))
    return box.place() if box else file.partition("#")[0]


def cause(game: Game, name: str, piece: Piece, what: str) -> str:
    """The place of what draws the words in quotes, or the element, that a message names; "" if unknown.

    name  of the face
    """
    wrong = re.split(r"\.\s+(?=[A-Z])", what)[0]  # the cure has words in quotes, too
    named = [one or f"<{other}" for one, other in re.findall(_NAMED, wrong)]
    file = game.folder / "templates" / f"{name}.svg.j2"
    places: dict[str, str] = {}  # places, each with the text there
    if file.is_file():
        lines = read_text(file, within=game.folder).split("\n")
        places = {f"{file}, line {n}": line for n, line in enumerate(lines, 1)}
    elif name in names(game.folder):
        for box in read_toml(game.folder / NAME, game.folder).table(name).tables("box"):
            if box.data.get("kind") != "picture":
                shown = box.data.get("words") or piece.fields.get(box.data.get("column", ""), "")
                places[box.place()] = str(shown)
    found = {place: sum(word.rstrip("…") in text for word in named) for place, text in places.items()}
    best = max(found, key=found.__getitem__, default="")
    return best if found.get(best) else ""


def unused(game: Game) -> Iterator[tuple[str, bool]]:
    """Yield a sentence for each layout that no deck uses, and whether its name is nearly that of a face.

    Such a name is misspelt; another may be of a deck that the game does not have yet.
    """
    faces = {face for deck in game.decks for face in (deck.face, deck.back) if face}
    for name in names(game.folder):
        if name not in faces:
            table = read_toml(game.folder / NAME, game.folder).table(name)
            said = f"{table.place()}: no deck has the face {name}. {did_you_mean(name, faces)}"
            yield said, bool(nearest(name, faces))


def _text(box: Table, cards: _Cards) -> Iterator[str]:
    x, y, width, height = _place(box)
    inset = box.number("inset", 0.0)
    style = _style(box, "body", cards)
    letters = _colour(box, "colour", "c.ink" if "ground" in box.data else cards.letters, cards)
    align, valign = box.choice("align", _ALIGNS, "start"), box.choice("valign", _VALIGNS, "top")
    hyphens = box.text("hyphens", "")
    more = f", hyphens={_quoted(hyphens)}" if hyphens else ""
    place = ", ".join(f"{side:g}" for side in (x + inset, y + inset, width - 2 * inset, height - 2 * inset))
    yield (
        f'{{{{ paragraph({_content(box, cards)}, {place}, {style}, {letters}, align="{align}", '
        f'valign="{valign}"{more}) }}}}'
    )


def _picture(box: Table, cards: _Cards) -> Iterator[str]:
    place = ", ".join(f"{side:g}" for side in _place(box))
    fit = box.choice("fit", ("cover", "contain"), "cover")
    focus = _quoted(box.text("focus", "middle"))
    radius = box.number("radius", 0.0)
    yield f'{{{{ picture({_content(box, cards)}, {place}, fit="{fit}", focus={focus}, radius={radius:g}) }}}}'


def _symbol(box: Table, cards: _Cards) -> Iterator[str]:
    x, y, width, height = _place(box)
    colour = _colour(box, "colour", "c.ink" if "ground" in box.data else cards.letters, cards)
    content = _content(box, cards)
    drawn = f"symbol({content}, {x:g}, {y:g}, {width:g}, {height:g}, colour={colour})"
    yield f"{{% if {content} %}}{{{{ {drawn} }}}}{{% endif %}}"


def _number(box: Table, cards: _Cards) -> Iterator[str]:
    x, y, width, height = _place(box)
    radius = min(width, height) / 2
    colour = _colour(box, "colour", "c.accent", cards)
    style = _style(box, "index", cards)
    content = _content(box, cards)
    drawn = f"badge({content}, {x + width / 2:g}, {y + height / 2:g}, {radius:g}, {colour}, {style})"
    yield f"{{% if {content} is not none %}}{{{{ {drawn} }}}}{{% endif %}}"


def _plain(box: Table, cards: _Cards) -> Iterator[str]:
    if "ground" not in box.data:
        raise box.error("ground", "is missing.", 'Write a colour: ground = "paper".')
    _place(box)
    yield from ()


_KINDS: dict[str, Callable[[Table, _Cards], Iterator[str]]] = {
    "text": _text,
    "picture": _picture,
    "symbol": _symbol,
    "number": _number,
    "panel": _plain,
}


def _panel(box: Table, cards: _Cards) -> Iterator[str]:
    """Draw the panel behind the box, if it has a ground or an edge of its own."""
    if "ground" not in box.data or box.text("kind") == "number":
        return
    sides = zip(("x", "y", "width", "height"), _place(box), strict=True)
    place = " ".join(f'{name}="{side:g}"' for name, side in sides)
    fill = _colour(box, "ground", "", cards)
    edge = _colour(box, "edge", "'none'", cards)
    if box.text("ground") != "paper":  # ink saver only outlines the ground
        fill, edge = f'c.paper if ink == "saver" else {fill}', f'c.ink if ink == "saver" else {edge}'
    stroke = f' stroke="{{{{ {edge} }}}}" stroke-width="0.35"' if edge != "'none'" else ""
    drawn = f'<rect {place} rx="{box.number("radius", 0.0):g}" fill="{{{{ {fill} }}}}"{stroke}/>'
    if box.text("kind") == "panel" and "column" in box.data:
        drawn = f"{{% if {_content(box, cards)} %}}{drawn}{{% endif %}}"
    yield drawn


def _place(box: Table) -> tuple[float, float, float, float]:
    x, y, width, height = (box.number(key) for key in ("x", "y", "width", "height"))
    for key, value, least in (
        ("x", x, -FARTHEST),
        ("y", y, -FARTHEST),
        ("width", width, 0.1),
        ("height", height, 0.1),
    ):
        if not least <= value <= FARTHEST:
            raise box.error(key, f"is {value:g}.", f"Write mm, {least:g} to {FARTHEST:g}.")
    return x, y, width, height


def _check_place(box: Table, cards: _Cards) -> None:
    """Raises `DataError` for a box that is beside the pieces, bleed included, where nobody would see it."""
    x, y, width, height = _place(box)
    for deck in cards.decks:
        bleed = cards.looks.bleed
        for key, begin, side, most in (("x", x, width, deck.size[0]), ("y", y, height, deck.size[1])):
            if begin >= most + bleed or begin + side <= -bleed:
                size = f"{deck.size[0]:g} × {deck.size[1]:g} mm"
                what = f"is {begin:g}, so the box is beside the pieces of {deck.name}, which are {size}."
                raise box.error(key, what, "Move it.")


def _content(box: Table, cards: _Cards) -> str:
    """Return the expression for what the box shows: a column of the piece, or words that every piece has."""
    if "words" in box.data:
        if "column" in box.data:
            raise box.error("words", "and column exclude each other.", "Leave one of them out.")
        return _quoted(box.text("words")).replace("{{", "{\\u007b").replace("{%", "{\\u0025")
    return _column(box, "column", box.text("column"), cards)


def _column(box: Table, key: str, name: str, cards: _Cards) -> str:
    for deck in cards.decks:
        known = (*_OWN, *deck.pieces[0].fields)
        if name not in known:
            raise box.error(
                key, f'is "{name}", which the deck {deck.name} does not have.', did_you_mean(name, known)
            )
    return f"piece.{name}" if name in _OWN else f"piece[{_quoted(name)}]"


def _colour(box: Table, key: str, default: str, cards: _Cards) -> str:
    """A colour as an expression: of the theme, "#rrggbb", or "@kind", the one that the column kind names."""
    value = box.text(key, "")
    if not value:
        return default
    if value == "star" and key == "colour":
        return _SEEN
    if _COLOUR.fullmatch(value):
        return _quoted(value)
    if value.startswith("@"):
        _check_kinds(box, key, value[1:], cards)
        column = _column(box, key, value[1:], cards)
        return (
            f"c[{_quoted(value[1:] + '-')} ~ "
            f"({column} if {column} is not none else 'none')|lower|replace(' ', '-')]"
        )
    if value not in cards.looks.colours:
        near = did_you_mean(value, cards.looks.colours)
        raise box.error(key, f'is "{value}".', 'Write "#rrggbb".' if value.startswith("#") else near)
    return f"c[{_quoted(value)}]"


def _check_kinds(box: Table, key: str, column: str, cards: _Cards) -> None:
    """Raises `DataError` for a piece whose kind has no colour in the theme."""
    for deck in cards.decks:
        for piece in deck.pieces:
            value = piece.fields.get(column)
            kind = f"{column}-{'none' if value is None else str(value).lower().replace(' ', '-')}"
            if column in piece.fields and kind not in cards.looks.colours:
                raise box.error(
                    key,
                    f'is "@{column}", and the palette has no colour "{kind}".',
                    f"{piece.where} needs it.",
                )


def _style(box: Table, default: str, cards: _Cards) -> str:
    name = box.text("style", default)
    if name not in cards.looks.styles:
        raise box.error("style", f'is "{name}".', did_you_mean(name, cards.looks.styles))
    return _quoted(name)


def eject(game: Game, deck: Deck) -> dict[str, str]:
    """The templates that a deck's layouts become, by file name. Raises `DataError` if it has none."""
    laid = names(game.folder)
    found = [name for name in dict.fromkeys((deck.face, deck.back)) if name in laid]
    if not found:
        raise DataError(
            f"There is no layout for the deck {deck.name}.",
            where=str(game.folder / NAME),
            todo=f"Its template is templates/{deck.face}.svg.j2.",
        )
    return {f"{name}.svg.j2": template(game, name) for name in found}


def _quoted(value: object) -> str:
    """A value as Jinja reads it, which knows no halves of characters beyond the first plane."""
    return json.dumps(value, ensure_ascii=False)
