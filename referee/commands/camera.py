"""The command `camera`: the pieces that a photograph shows, and how surely."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from components import catalogue
from components.prose import table
from components.wording import counted
from components.writing import replace_file
from referee.engine.answers import Answer, Why

if TYPE_CHECKING:  # It needs OpenCV, which not everybody has.
    from referee.camera.reading import Seen


@dataclass(frozen=True)
class Recognised:
    """A piece in a photograph.

    code    of the piece; None if it is a question, empty for a back
    up      whether its face shows
    maybe   the likeliest codes
    alike   the likeness to the first of them, up to 1
    ahead   its lead over the others, up to 0.5
    """

    deck: str
    code: str | None
    up: bool
    maybe: tuple[str, ...]
    alike: float
    ahead: float


@dataclass(frozen=True)
class Recognition:
    """The groups of pieces of a photograph, the largest first, row by row and each row from its left."""

    game: str
    groups: tuple[tuple[tuple[Recognised, ...], ...], ...]


def camera(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game on the table.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The photograph: JPEG, PNG or WebP.")],
    deck: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Look only for these; may be repeated.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Also draw there what was seen.")
    ] = None,
) -> Answer[Recognition]:
    """Name the pieces in a photograph of the table.

    A piece that is not certain has its likeliest codes with a question mark. No photograph is kept.

    Example: referee camera rayguns hand.jpg --deck tiles --picture seen.png
    """
    from referee.camera.arranging import groups, rows
    from referee.camera.faces import indexes
    from referee.camera.photograph import open_photograph
    from referee.camera.reading import drawn, read_pieces

    box = catalogue.load(game)
    decks = [box.deck(name) for name in deck] if deck else [one for one in box.decks if one.shape != "net"]
    photograph = open_photograph(file)
    seen = read_pieces(photograph, indexes(box, decks))
    lying = [rows(group) for group in groups(seen)]
    if picture is not None:
        replace_file(picture, drawn(photograph, seen))
    found = tuple(tuple(tuple(map(_recognised, row)) for row in group) for group in lying)
    lines = [
        (str(number) if not place else "", " ".join(map(_word, row)))
        for number, group in enumerate(found, 1)
        for place, row in enumerate(group)
    ]
    said = table(lines) if lines else "Nothing of this game was recognised."
    pieces = [one for group in found for row in group for one in row]
    why = tuple(
        Why(
            _word(one),
            f"likeness {one.alike:.2f}, lead {one.ahead:.2f} over {' and '.join(one.maybe[1:])}",
            "",
        )
        for one in pieces
    )
    total = sum(one.code is None for one in pieces)
    rest = (f"{counted(total, 'piece')} not certain.",) if total else ()
    return Answer(Recognition(box.slug, found), (said, *rest), why)


def _recognised(one: Seen) -> Recognised:
    first, code = one.maybe[0], one.name and one.name.code
    codes = tuple(maybe.code for maybe in one.maybe)
    return Recognised(first.deck, code, first.up, codes, round(one.alike, 3), round(one.ahead, 3))


def _word(one: Recognised) -> str:
    if one.code is None:
        return "/".join(dict.fromkeys(code or "back" for code in one.maybe)) + "?"
    return one.code if one.up else "(back)"
