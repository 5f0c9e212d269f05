"""Files that the site has ready for a game: PDFs for both papers and two inks, faces, and a picture."""

import io
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from PIL import Image, ImageFilter

from components import catalogue
from components.catalogue import Game
from components.process import as_worker
from components.writing import zip_file
from generator import INCH, Progress, cache
from generator.book.booklet import booklet
from generator.book.lessons import has_summary
from generator.book.rulebook import rulebook
from generator.build import inputs
from generator.build.decks import GAME_BOX
from generator.build.press import Order, Press
from generator.exports.order import outline
from generator.exports.pictures import shot, take
from generator.exports.web.faces import WebFaces, looks
from generator.exports.web.pictures import Pictures
from generator.faces.renderer import Renderer
from generator.faces.theme import HOME
from generator.faces.type.lettering import outlined
from generator.pdf import document
from generator.sheets.paper import Paper, paper_size
from generator.sheets.plan import chosen
from generator.sheets.strokes import strokes
from generator.site import archive, kept
from generator.site.compiling import unpacked

PAPERS = (("a4", "A4"), ("letter", "Letter"))
INKS = (("full", "full colour"), ("saver", "ink saver"))
_ALL, _BOX, _READ = "all", "box", "read"
_BOOKS = (("rulebook", "Rulebook"), ("rulebook-booklet", "Rulebook as a booklet"))
_LAID = 3  # pieces in the picture of a game that does not say which
_QUARTER = 15  # minutes
_TOOLS = {"circle": "scissors or a punch", "net": "glue"}  # besides a knife, by the shape that needs them
_THUMB = 112  # width of a sheet among all, pixels
_THUMBS = 8  # pages in a row of them
_GAP = 8  # pixels between them
_SHELF = "site/games"  # place in the user's cache
_ABOUT = "about.json"
_KEPT = "kept/"  # folder of what printing has kept
_TABLE = (38, 42, 66)  # colour of the table under the pieces
_FINER = 3  # the factor by which a picture is drawn larger
_DPI = 95


@dataclass(frozen=True)
class File:
    """A PDF that can be had at once.

    name   its place in the site
    use    all sheets, a box for them, or something to read
    paper  its paper; empty for what is read
    ink    its ink; empty where there is only one
    word   words for it
    size   words for its size
    """

    name: str
    use: str
    paper: str
    ink: str
    word: str
    size: str


@dataclass(frozen=True)
class Ready:
    """A game with all its files.

    pieces    their number
    sheets    the number of sheets of A4
    cutting   the hours that cutting takes, to a quarter
    needs     things that building takes besides paper
    picture   width and height of the picture of its pieces, pixels
    thumbs    width and height of the picture of all its sheets, pixels
    files     the PDFs, as the front page lists them
    contents  the bytes of every file, by its place in the site
    kept      what printing it has kept, see `generator.site.kept`
    """

    game: Game
    pieces: int
    sheets: int
    cutting: float
    needs: Sequence[str]
    picture: Sequence[int]
    thumbs: Sequence[int]
    files: tuple[File, ...]
    contents: Mapping[str, bytes]
    kept: Mapping[str, bytes]


def ready(games: Sequence[Game], jobs: int, progress: Progress) -> list[Ready]:
    """The games with their files, in the same order. They are kept in the user's cache until something that
    they depend on changes.

    Raises what building raises.
    """
    # The pictures of faces are named after more than the sheets of their game depend on.
    stamps = {game.slug: inputs.stamp(game, (PAPERS, INKS, looks()), Path("output")) for game in games}
    packed: dict[str, bytes] = {}
    for slug, stamp in stamps.items():
        found = cache.kept(_SHELF, f"{slug}.zip") or b""
        if found.startswith(stamp.encode()):
            packed[slug] = found.removeprefix(stamp.encode())
    missing = [game for game in games if game.slug not in packed]
    progress("Ready games", len(packed), len(games))
    for slug, made in _all_made(missing, jobs):
        cache.keep(_SHELF, f"{slug}.zip", stamps[slug].encode() + made)
        packed[slug] = made
        progress("Ready games", len(packed), len(games))
    return [_unpacked(game, packed[game.slug]) for game in games]


def _all_made(games: Sequence[Game], jobs: int) -> Iterator[tuple[str, bytes]]:
    names = {game.slug: game.slug if game.slug in catalogue.known() else str(game.folder) for game in games}
    if jobs == 1 or len(games) < 2:
        yield from ((slug, _made(name)) for slug, name in names.items())
        return
    # The largest first, so that it is not the last to finish.
    largest = sorted(games, key=lambda game: -sum(len(deck.pieces) for deck in game.decks))
    with ProcessPoolExecutor(min(jobs, len(games)), initializer=as_worker) as pool:
        begun = {game.slug: pool.submit(_made, names[game.slug]) for game in largest}
        try:
            for slug, made in begun.items():
                yield slug, made.result()
        finally:
            # After an error or Ctrl-C the rest is not started.
            pool.shutdown(wait=True, cancel_futures=True)


def _made(name: str) -> bytes:
    """All files of a game, what there is to tell of them, and what making them has kept, as a zip archive."""
    game = catalogue.load(name)
    renderer = Renderer(game.for_players(game.boxed))
    outlined.cache_clear()  # so that lettering of an earlier game is noted again
    with cache.noting() as found:
        contents = _contents(game, renderer)
    noted = kept.noted(renderer, found, archive.places(game))
    return zip_file({**contents, **{f"{_KEPT}{name}": data for name, data in noted.items()}})


def _contents(game: Game, renderer: Renderer) -> dict[str, bytes]:
    slug = game.slug
    box = renderer.game
    contents: dict[str, bytes] = {}
    files: list[File] = []
    totals: list[tuple[int, int, int]] = []

    def put(key: str, use: str, paper: str, ink: str, word: str, data: bytes) -> None:
        contents[name := f"pdf/{slug}{key}.pdf"] = data
        files.append(File(name, use, paper, ink, word, _size(len(data))))

    for ink, said in INKS:
        drawn = renderer if ink == renderer.ink else Renderer(box, ink)
        for paper, sheet in PAPERS:
            order = Order(slug, Paper(paper, *paper_size(paper)), Path(), ink, together=True)
            press, decks = Press(box, order, drawn), chosen(box, (), ())
            press.draw(decks)
            books = press.books(press.impose(decks))
            parts = [part for book in books for part in book.parts]
            minutes, _ = strokes((sheet for part in parts for sheet in part.sheets), press.drawings).minutes
            totals.append((press.count(decks), len(document.pages(parts, order.paper)), minutes))
            for file, data in press.write_books(books).items():
                use = _BOX if Path(file).stem.endswith(GAME_BOX) else _ALL
                key = "".join(
                    f"-{one}" for one in (paper, ink if ink != "full" else "", use) if one and one != _ALL
                )
                put(key, use, paper, ink, f"{sheet}, {said}", data)
        drawn.refuse_misfits()
    book = rulebook(box, renderer)
    renderer.refuse_misfits()
    folded = booklet(book, game.title, back=has_summary(game))
    for (name, word), data in zip(_BOOKS, (book, folded), strict=True):
        put(f"-{name}", _READ, "", "", word, data)
    contents |= _faces(game, renderer)
    front = tomllib.loads((HOME / "site" / "front.toml").read_text("utf-8"))
    contents[f"pictures/{slug}.webp"], size = picture(
        renderer, front.get(slug) or _spread(game, front["size"]), front["size"]
    )
    contents[f"pictures/{slug}-sheets.webp"], thumbs = _thumbs(contents[files[0].name])
    pieces, pages, minutes = totals[0]
    shapes = {deck.shape for deck in game.at_the_table()}
    about = {
        "pieces": pieces, "sheets": -(-pages // 2), "cutting": max(1, round(minutes / _QUARTER)) / 4,
        "needs": ["a ruler and a knife", *(tool for shape, tool in _TOOLS.items() if shape in shapes)],
        "picture": size, "thumbs": thumbs, "files": [astuple(file) for file in files],
    }  # fmt: skip
    return {_ABOUT: json.dumps(about).encode(), **contents}


def _spread(game: Game, size: Sequence[float]) -> Mapping[str, Any]:
    """Lay pieces of the first decks of a game on the table, for one that says nothing about its picture."""
    decks = list(islice(cycle(game.at_the_table()), _LAID))
    step = size[0] / (_LAID + 1)
    return {
        "pieces": [
            (deck.name, deck.pieces[min(place, len(deck.pieces) - 1)].code, "front", step * (place + 1),
             size[1] / 2, (-8, 5, 0)[place % 3])
            for place, deck in enumerate(decks)
        ]
    }  # fmt: skip


def _thumbs(pdf: bytes) -> tuple[bytes, tuple[int, int]]:
    """All pages of a document in small as WebP, and its width and height in pixels."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    pages = [page.render(scale=_THUMB * 2 / page.get_width()).to_pil() for page in document]
    document.close()
    high = max(page.height for page in pages) // 2
    across, down = min(_THUMBS, len(pages)), -(-len(pages) // _THUMBS)
    whole = Image.new("RGB", (across * (_THUMB + _GAP), down * (high + _GAP)), _TABLE)
    for place, page in enumerate(pages):
        row, column = divmod(place, _THUMBS)
        small = page.resize((_THUMB, page.height // 2), Image.Resampling.LANCZOS)
        whole.paste(small, (column * (_THUMB + _GAP) + _GAP // 2, row * (high + _GAP) + _GAP // 2))
    return _webp(whole), whole.size


def _faces(game: Game, renderer: Renderer) -> dict[str, bytes]:
    """Every face of the game as a picture for a page, by its place in the site."""
    known, drawn = WebFaces(game), Pictures(game, renderer)
    found: dict[str, bytes] = {}
    for name in known.names:
        side = known.side(name)
        picture = known.file(name) or (drawn.drawn(*side) if side else None)
        if picture is not None:
            known.keep(name, picture)
            found[f"faces/{game.slug}/{name}"] = picture
    return found


def _unpacked(game: Game, packed: bytes) -> Ready:
    contents = unpacked(packed)
    about = json.loads(contents.pop(_ABOUT))
    files = tuple(File(*file) for file in about.pop("files"))
    noted = {name: contents.pop(name) for name in [*contents] if name.startswith(_KEPT)}
    noted = {name.removeprefix(_KEPT): data for name, data in noted.items()}
    return Ready(game, **about, files=files, contents=contents, kept=noted)


def picture(
    renderer: Renderer, laid: Mapping[str, Any], size: tuple[float, float]
) -> tuple[bytes, tuple[int, int]]:
    """Pieces of a game on a table as WebP, and its width and height in pixels.

    laid  its table in `templates/site/front.toml`
    size  size of the table, mm
    """
    zoom = laid.get("zoom", 1)
    px = _DPI * _FINER / INCH
    table = Image.new("RGB", (round(size[0] * px), round(size[1] * px)), _TABLE)
    px *= zoom
    game = renderer.game
    for deck_name, code, side, x, y, turn in laid["pieces"]:
        deck = game.deck(deck_name)
        [piece] = [piece for piece in deck.pieces if piece.code == code]
        both = renderer.faces(deck, piece)
        face = both.back if side == "back" and both.back else both.front
        line = outline(game, deck, face)
        [png] = take([shot(face, round(_DPI * _FINER * zoom), outline=line)], 1, lambda *_: None, "")
        cut = Image.open(io.BytesIO(png)).convert("RGBA")
        _lay(table, cut.rotate(turn, Image.Resampling.BICUBIC, expand=True), (x * px, y * px))
    small = table.resize((table.width // _FINER, table.height // _FINER), Image.Resampling.LANCZOS)
    return _webp(small), small.size


def _webp(image: Image.Image) -> bytes:
    made = io.BytesIO()
    image.save(made, "WEBP", quality=70, method=6)
    return made.getvalue()


def _lay(table: Image.Image, piece: Image.Image, middle: tuple[float, float]) -> None:
    """Lay a piece on the table, with its shadow."""
    blur = 5 * _FINER
    room = 3 * blur
    whole = Image.new("RGBA", (piece.width + 2 * room, piece.height + 2 * room), (0, 0, 0, 0))
    whole.paste(piece, (room, room), piece)
    corner = (round(middle[0] - whole.width / 2), round(middle[1] - whole.height / 2))
    shadow = Image.new("RGBA", whole.size, (0, 0, 0, 0))
    shadow.putalpha(whole.getchannel("A").point(lambda alpha: alpha // 2))
    spread = shadow.filter(ImageFilter.GaussianBlur(blur))
    table.paste(spread, (corner[0] + 4 * _FINER, corner[1] + 6 * _FINER), spread)
    table.paste(whole, corner, whole)


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{round(count / 1e3)} kB"
