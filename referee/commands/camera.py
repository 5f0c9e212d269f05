"""The command `camera`: the pieces that a photograph shows, and how surely."""

from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from components.errors import UsageError, did_you_mean
from components.prose import table
from components.wording import counted
from components.writing import replace_file
from referee.commands.base.photographs import look_at, texts_of
from referee.engine.answers import Answer, Why
from referee.engine.asking.photographed import Lying, Tabletop
from referee.games import photographs_of


def camera(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game on the table.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The photograph: JPEG, PNG or WebP.")],
    deck: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Look only for these; may be repeated.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Also draw there what was seen.")
    ] = None,
    text: Annotated[
        str, typer.Option(metavar="KEY", help="Say the text of a position that it stands for: map, landed.")
    ] = "",
) -> Answer[Tabletop]:
    """Name the pieces in a photograph of the table.

    A piece that is not certain has its likeliest codes with a question mark. No photograph is kept.

    Example: referee camera rayguns hand.jpg --deck tiles --picture seen.png
    """
    known = photographs_of(game)
    if text and text not in known:
        raise UsageError(f'No photograph shows "{text}".', where="--text", todo=did_you_mean(text, known))
    seen = look_at(file, game, deck or (known[text].decks if text else ()))
    if picture is not None:
        from referee.camera.reading import drawn

        replace_file(picture, drawn(seen.picture, seen.seen))
    pieces = seen.table.pieces
    lines: list[tuple[int, str, str]] = []
    for (group, _), row in groupby(pieces, key=lambda one: (one.group, one.row)):
        first = str(group) if not lines or group != lines[-1][0] else ""
        lines.append((group, first, " ".join(map(_word, row))))
    why = tuple(
        Why(
            _word(one),
            f"likeness {one.alike:.2f}, lead {one.ahead:.2f} over {' and '.join(one.maybe[1:])}",
            "",
        )
        for one in pieces
    )
    said = table([line[1:] for line in lines]) if lines else "Nothing of this game was recognised."
    if text:
        said = texts_of(seen.table, known[text])
    total = sum(one.code is None for one in pieces)
    rest = (f"{counted(total, 'piece')} not certain.",) if total else ()
    return Answer(seen.table, (said, *rest), why)


def _word(one: Lying) -> str:
    if one.code is None:
        return "/".join(code or "back" for code in one.maybe) + "?"
    return one.code if one.up else "(back)"
