"""Files that `pnp build --braille` and `--large` add to a game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from components.catalogue import Deck, Game
from components.errors import DataError
from components.pieces import Piece
from components.spreadsheets import csv_text
from generator.exports.braille import braille, plates
from generator.exports.braille.words import without_small, words
from generator.exports.order import outline
from generator.faces.drawing import Drawing
from generator.faces.renderer import Face, Renderer
from generator.faces.theme import MM_PER_POINT
from generator.pdf.ink.inks import PrintHouse
from generator.pdf.overlays import dots, large
from generator.pdf.overlays.dots import DotLabel, dots_pdf
from generator.sheets.paper import Paper

_COLUMNS = ("file", "deck", "code", "label", "copies", "x_mm", "y_mm")

Chosen = Sequence[tuple[Deck, Sequence[str]]]  # decks, each with the codes of the pieces that are printed


def braille_files(
    chosen: Chosen, game: Game, renderer: Renderer, drawings: Mapping[str, Drawing], paper: Paper
) -> dict[str, bytes]:
    """Labels with the codes as dots to print and as a file for an embosser, the words of all faces for an
    embosser, and plates of each deck to print in plastic, with a list.

    Raises `DataError` for a code or a word that has a character without a sign in braille, and `UsageError`
    for a language whose braille is not known.
    """
    credit, language = game.credits.byline, game.words.language
    groups: list[tuple[str, list[DotLabel]]] = []
    codes, texts, rows = [game.title, ""], [game.title, ""], []
    files: dict[str, bytes] = {}
    for deck, pieces in _decks(chosen):
        labels = [_label(piece.tag, _where(game, deck, piece), language, paper) for piece in pieces]
        groups.append((deck.title, [_dots(one) for one in _copies(labels, pieces)]))
        codes += [deck.title, *(one.text for one in _copies(labels, pieces)), ""]
        texts += [deck.title, *_read_out(deck, pieces, game, renderer, drawings), ""]
        beds = plates.beds(labels)
        waiting = iter(zip(labels, pieces, strict=True))
        for number, bed in enumerate(beds, 1):
            name = f"braille-{deck.name}{f'-{number}' if len(beds) > 1 else ''}.stl"
            files[name] = plates.stl(bed, f"Starbox, {game.slug}, {deck.name}")
            for plate in bed:
                label, piece = next(waiting)
                rows.append((name, deck.name, piece.code, label.text, piece.copies, plate.x, plate.y))
    where = game.slug
    title = f"{game.title}: braille labels"
    return {
        "braille.pdf": dots_pdf(groups, paper, braille.DOT, title, credit),
        "braille.brf": braille.brf(codes, where, language),
        "braille-words.brf": braille.brf(texts, where, language),
        "braille.csv": csv_text((_COLUMNS, *rows)).encode(),
        **files,
    }


def large_files(
    chosen: Chosen,
    game: Game,
    renderer: Renderer,
    drawings: Mapping[str, Drawing],
    paper: Paper,
    dpi: int,
    house: PrintHouse | None,
) -> dict[str, bytes]:
    """Every different piece with its words in large type, cards as often as they are in the box: those with
    backs, and those without."""
    shown: dict[str, Drawing] = {}
    kinds: dict[bool, list[tuple[large.LargeFace, large.LargeFace | None]]] = {True: [], False: []}
    for deck, pieces in _decks(chosen):
        least = large.POINTS * MM_PER_POINT / large.scale(deck.size, paper)
        for piece in pieces:
            faces = renderer.faces(deck, piece)
            sides = [
                _large(face, deck, piece, game, drawings, shown, least) if face else None
                for face in (faces.front, faces.back)
            ]
            assert sides[0]
            times = piece.copies if deck.shape == "card" else 1
            kinds[bool(sides[1])] += [(sides[0], sides[1])] * times
    credit = game.credits.byline
    return {
        f"{game.slug}-large{'' if backed else '-one-sided'}.pdf": large.large_pdf(
            pieces, shown, paper, f"{game.title}, large", credit, game.words, dpi, house
        )
        for backed, pieces in kinds.items()
        if pieces
    }


def _large(
    face: Face,
    deck: Deck,
    piece: Piece,
    game: Game,
    drawings: Mapping[str, Drawing],
    shown: dict[str, Drawing],
    least: float,
) -> large.LargeFace:
    drawing = drawings[face.key]
    shown.setdefault(face.key, without_small(drawing, least))
    # A back must not tell what is on the front.
    title = f"{deck.title} {piece.tag}" if face.side == "front" else deck.title
    return large.LargeFace(
        face.key,
        deck.size,
        outline(game, deck, face),
        title,
        tuple(text for text in words(drawing) if text != piece.tag),
    )


def _decks(chosen: Chosen) -> Iterator[tuple[Deck, list[Piece]]]:
    for deck, codes in chosen:
        yield deck, [piece for piece in deck.pieces if piece.code in codes]


def _copies(labels: Iterable[braille.Label], pieces: Iterable[Piece]) -> list[braille.Label]:
    return [label for label, piece in zip(labels, pieces, strict=True) for _ in range(piece.copies)]


def _label(code: str, where: str, language: str, paper: Paper) -> braille.Label:
    """The label of a code. Raises `DataError` for one that is wider than the paper."""
    label, room = braille.label(code, where, language), dots.room(paper)
    if plates.width(label) > room:
        raise DataError(
            f'In braille, "{code}" is {plates.width(label):.0f} mm wide; there is room for {room:.0f} mm.',
            where=where,
            todo="Choose a shorter code, or larger paper.",
        )
    return label


def _dots(label: braille.Label) -> DotLabel:
    edge = plates.EDGE
    dots = tuple((x + edge, y + edge) for x, y in label.dots())
    return DotLabel(label.text, dots, (plates.width(label), plates.TALL))


def _read_out(
    deck: Deck,
    pieces: Iterable[Piece],
    game: Game,
    renderer: Renderer,
    drawings: Mapping[str, Drawing],
) -> Iterator[str]:
    """Each piece with what is written on its faces."""
    for piece in pieces:
        faces = renderer.faces(deck, piece)
        said = [text for face in (faces.front, faces.back) if face for text in words(drawings[face.key])]
        yield f"{piece.tag}: {'; '.join(dict.fromkeys(text for text in said if text != piece.tag))}"


def _where(game: Game, deck: Deck, piece: Piece) -> str:
    return piece.where or f"{game.slug}, deck {deck.name}, piece {piece.code}"
