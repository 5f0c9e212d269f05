"""`pnp export --to png`: a picture of every face."""

import re
from collections.abc import Sequence
from pathlib import Path

from components.catalogue import Deck
from components.spreadsheets import Cell, csv_text
from components.wording import counted
from generator.exports import pictures
from generator.exports.order import Drawn, Order, draw, outline
from generator.faces.renderer import Face
from generator.files import export_files

INDEX = "pieces.csv"


def export(
    order: Order, dpi: int = 300, *, bleed: bool = False, cut_out: bool = False
) -> tuple[list[str], list[Path]]:
    """Write the pictures and an index of the pieces into `png/` in the game's folder.

    Returns lines for the user, and the files.

    bleed    include the art beyond the cut
    cut_out  transparent beyond the cut line
    """
    pieces = draw(order)
    shots = {}
    for name, (deck, face) in _faces(pieces).items():
        line = outline(order.game, deck, face) if cut_out else ""
        shots[name] = pictures.shot(face, dpi, bleed=bleed, outline=line)
    taken = pictures.take(list(shots.values()), order.jobs, order.progress, order.game.title)
    files = dict(zip(shots, taken, strict=True))
    folder = order.folder / "png"
    files[INDEX] = index(pieces)
    made = export_files(folder, files, within=order.out, alone=True)
    return [f"{order.game.title}: {counted(len(shots), 'face')} at {dpi} dpi -> {folder}"], made


def names(pieces: Sequence[Drawn]) -> dict[tuple[str, str, str], str]:
    """The file name, without suffix, of each face by deck, code and side: `parts-R2-5-front`.

    Pieces of a deck share the file of a common face; the back of a whole deck is `parts-back`.
    """
    found: dict[tuple[str, str, str], str] = {}
    by_face: dict[tuple[str, str], str] = {}
    taken: set[str] = set()
    for drawn in pieces:
        for side, face in (("front", drawn.front), ("back", drawn.back)):
            if face is None:
                continue
            deck = drawn.deck.name
            common = side == "back" and _one_back(pieces, deck)
            name = file_name(f"{deck}-{side}" if common else f"{deck}-{drawn.piece.code}-{side}")
            if (deck, face.key) not in by_face:
                by_face[deck, face.key] = _free(name, taken)
            found[deck, drawn.piece.code, side] = by_face[deck, face.key]
    return found


def _free(name: str, taken: set[str]) -> str:
    """The name, with a number if it is taken: codes may differ only in characters that files cannot have."""
    numbered = (name, *(f"{name}-{number}" for number in range(2, len(taken) + 3)))
    free = next(one for one in numbered if one.lower() not in taken)
    taken.add(free.lower())
    return free


def file_name(text: str) -> str:
    """The text without characters that file systems refuse."""
    return re.sub(r"[^\w.+-]+", "_", text)


def index(pieces: Sequence[Drawn]) -> bytes:
    """A CSV file with the deck, code, copies and picture files of each piece."""
    named = names(pieces)
    rows: list[tuple[Cell, ...]] = []
    for drawn in pieces:
        deck, code = drawn.deck.name, drawn.piece.code
        sides = (named.get((deck, code, side), "") for side in ("front", "back"))
        rows.append((deck, code, drawn.piece.copies, *(name and name + ".png" for name in sides)))
    return table(("deck", "code", "copies", "front", "back"), rows)


def table(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bytes:
    """A CSV file."""
    return csv_text((head, *rows)).encode()


def _faces(pieces: Sequence[Drawn]) -> dict[str, tuple[Deck, Face]]:
    """Deck and face by the name of the file, each distinct face once."""
    named = names(pieces)
    return {
        named[drawn.deck.name, drawn.piece.code, side] + ".png": (drawn.deck, face)
        for drawn in pieces
        for side, face in (("front", drawn.front), ("back", drawn.back))
        if face
    }


def _one_back(pieces: Sequence[Drawn], deck: str) -> bool:
    return len({drawn.back.key for drawn in pieces if drawn.deck.name == deck and drawn.back}) == 1
