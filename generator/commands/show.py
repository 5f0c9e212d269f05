"""`pnp show`: single faces as files to look at."""

from pathlib import Path
from typing import Annotated

import typer

from components.errors import UsageError
from generator import INKS
from generator.commands.arguments import Language, Out, games_like, names_like, number, one_of, to_stderr


def show(
    code: Annotated[
        str,
        typer.Argument(
            metavar="CODE|DECK|GAME",
            help="A piece, a whole deck; or, with --hero, a game.",
            autocompletion=names_like,
        ),
    ],
    game: Annotated[
        str | None, typer.Option(help="Where to look; all five by default.", autocompletion=games_like)
    ] = None,
    svg: Annotated[bool, typer.Option("--svg", help="Write the SVG instead of a PNG.")] = False,
    png: Annotated[bool, typer.Option("--png", help="Write a PNG (the default).")] = False,
    dpi: Annotated[int, number(36, 1200, "Dots per inch of --png.", int)] = 150,
    ink: Annotated[str, typer.Option(help="full, saver or grey.")] = "full",
    language: Language = "",
    out: Out = Path(),
    hero: Annotated[
        Path | None,
        typer.Option(metavar="FILE.png", help="A picture of a game laid out on a table, named instead."),
    ] = None,
) -> list[Path]:
    """Draw a piece or a deck to look at, as PNG or SVG.

    Example: pnp show R2-5 --svg
    """
    from generator.exports import preview

    if svg and png:
        raise UsageError("--svg and --png exclude each other.", todo="Leave one of them out.")
    one_of("--ink", ink, INKS)
    if hero:
        from generator.exports.preview.hero import hero as draw_hero

        if svg or game or hero.suffix.lower() != ".png":
            raise UsageError("--hero makes a PNG of a game.", todo="Example: pnp show mlem --hero mlem.png")
        print(draw_hero(code, hero, ink, 2, lambda *_: None, language))
        return [hero]
    files, warnings = preview.show(code, game, "svg" if svg else "png", dpi, ink, out, language)
    for file in files:
        print(file)
    to_stderr(warnings)
    return files
