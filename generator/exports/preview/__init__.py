"""Single faces as files to look at."""

from collections.abc import Iterator
from pathlib import Path

from components import catalogue
from components.catalogue import Deck, Game
from components.errors import UsageError, did_you_mean
from components.languages import missing
from components.languages.translated import folder_name, translated
from components.pieces import Piece
from generator.faces.clean import clean_svg
from generator.faces.drawing import compile_svg
from generator.faces.renderer import Face, Renderer
from generator.files import export_files
from generator.pdf import document, raster


def show(
    wanted: str, game: str | None, kind: str, dpi: int, ink: str, out: Path, language: str = ""
) -> tuple[list[Path], list[str]]:
    """Write the faces of a piece, or of every piece of a deck; returns their paths, and warnings.

    `kind` is "png" or "svg". Raises `UsageError` for an unknown name, and for a language that a game with
    such a piece does not have.
    """
    if not game and (wanted in catalogue.known() or Path(wanted, "game.toml").is_file()):
        todo = f"Name a piece or a deck of it, which pnp list {wanted} shows: pnp show cards --game {wanted}."
        raise UsageError(f'"{wanted}" is a game.', todo=todo)
    games = [catalogue.load(name) for name in ([game] if game else catalogue.known())]
    files: dict[str, bytes] = {}
    warnings: list[str] = []
    for entry in games:
        if not any(_found(entry, wanted)):
            continue
        shown = translated(entry, language) if language else entry
        renderer = Renderer(shown, ink)
        for deck, piece in _found(shown, wanted):
            faces = renderer.faces(deck, piece)
            for side, face in (("front", faces.front), ("back", faces.back)):
                if face:
                    name = f"{folder_name(shown)}-{deck.name}-{piece.code}-{side}.{kind}".replace("/", "_")
                    files[name] = (
                        clean_svg(face.svg, face.where, dpi).encode()
                        if kind == "svg"
                        else face_png(face, dpi)
                    )
        renderer.refuse_misfits()
        warnings += missing.warning(shown)
    if not files:
        names = {name for entry in games for deck in entry.decks for name in _names(deck)}
        todo = did_you_mean(wanted, names)
        todo = todo if game else f"{todo} A game of your own is named: --game my-game."
        raise UsageError(f'There is no piece and no deck "{wanted}".', todo=todo)
    return export_files(out, files), warnings


def face_png(face: Face, dpi: int) -> bytes:
    """The trimmed face as a PNG."""
    pdf = document.face_pdf(compile_svg(face.svg, face.where), face.size, dpi)
    return raster.png(raster.image(pdf, 0, dpi), dpi)


def _found(game: Game, wanted: str) -> Iterator[tuple[Deck, Piece]]:
    for deck in game.decks:
        for piece in deck.pieces:
            if wanted.lower() in (piece.code.lower(), piece.tag.lower(), deck.name.lower()):
                yield deck, piece


def _names(deck: Deck) -> list[str]:
    return [deck.name, *(piece.code for piece in deck.pieces)]
