"""`pnp export --to print-service`: the files that print-on-demand services ask for.

A service takes pictures of exact sizes, including the bleed. services.toml lists what they offer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from components.catalogue import Deck
from components.errors import PaperError, UsageError, did_you_mean
from components.spreadsheets import Cell
from components.toml import Table, read_toml
from components.wording import counted
from generator import INCH
from generator.exports import pictures, png
from generator.exports.order import Drawn, Order, draw, outline
from generator.faces.face import Drawings
from generator.faces.renderer import Face
from generator.faces.theme import theme
from generator.files import export_files
from generator.pdf.ink.inks import LAYERS, STANDARDS, PrintHouse, inks_of
from generator.pdf.page import FacePage, write_pages

_TOLERANCE = 0.5  # greatest difference in size between a piece and the product, mm
STANDARD = "the-game-crafter"
_SHAPES = {"card": "rectangle", "square": "rectangle", "circle": "circle", "hex": "hex"}
_ORDER = "order.csv"


@dataclass(frozen=True)
class Product:
    """A product of a service. `size` of the trimmed piece, mm; `pixels` of its picture; `paper` of its page
    in a PDF, mm."""

    name: str
    size: tuple[float, float]
    pixels: tuple[int, int]
    paper: tuple[float, float]
    shape: str

    def turned(self, deck: Deck) -> int | None:
        """The turn at which a piece of the deck fits it, 0 or 90 degrees; None if it does not."""
        if _SHAPES.get(deck.shape) != self.shape:
            return None
        for turn, size in ((0, deck.size), (90, deck.size[::-1])):
            if all(abs(a - b) <= _TOLERANCE for a, b in zip(size, self.size, strict=True)):
                return turn
        return None

    def off(self, deck: Deck) -> float:
        """Measure how far its size is from the deck's, mm."""
        pairs = zip(sorted(deck.size), sorted(self.size), strict=True)
        return sum(abs(a - b) for a, b in pairs)


@dataclass(frozen=True)
class Service:
    """A print service; it takes png or pdf `files`.

    standard  standard of its PDF files, which are in process inks
    bleed     beyond the trim, mm
    any       whether it makes pieces of every size and shape; it then has no products
    """

    name: str
    title: str
    files: Literal["png", "pdf"]
    dpi: int
    bleed: float
    products: tuple[Product, ...]
    standard: str = ""
    any: bool = False

    def ways(self, deck: Deck) -> Iterator[tuple[Product, int]]:
        """The products that fit the deck, each with the turn of a piece, 0 or 90 degrees."""
        if self.any:
            width, height = deck.size
            paper = (width + 2 * self.bleed, height + 2 * self.bleed)
            across, down = (round(edge / INCH * self.dpi) for edge in paper)
            yield Product(f"{width:g} × {height:g} mm", deck.size, (across, down), paper, deck.shape), 0
        for product in self.products:
            turn = product.turned(deck)
            if turn is not None:
                yield product, turn


@dataclass(frozen=True)
class _Fit:
    deck: Deck
    product: Product
    turn: int


def export(
    order: Order, service: str = STANDARD, layers: tuple[str, ...] = ()
) -> tuple[list[str], list[Path]]:
    """Write the files for that service into a folder named after it.

    Returns lines for the user, and the files.

    layers  inks of their own in its PDF files: cut, white, foil

    `order.csv` lists product, deck, copies and files. By default, decks that no product fits are left out
    and named. Raises `UsageError` for an unknown service, `PaperError` if nothing or not every requested
    deck fits.
    """
    maker = find(service)
    _check_layers(layers, maker)
    fits, others = _fits(order, maker)
    pieces = draw(order, lambda deck: deck.name in fits)
    if maker.files == "pdf":
        files = _pdfs(pieces, fits, maker, order, layers)
    else:
        files = _pngs(pieces, fits, maker, order)
    folder = order.folder / maker.name
    made = export_files(folder, files, within=order.out, alone=True)
    said = [f"{order.game.title}: {counted(len(files) - 1, 'file')} for {maker.title} -> {folder}"]
    said += [f"{fit.deck.title}: {fit.product.name}" for fit in fits.values()]
    if others:
        said.append(f"They have no product for: {', '.join(deck.title for deck in others)}.")
    return said, made


def _check_layers(layers: tuple[str, ...], service: Service) -> None:
    for name in layers:
        if name not in LAYERS:
            raise UsageError(
                f'There is no layer "{name}".', where="--layers", todo=did_you_mean(name, LAYERS)
            )
    if layers and not service.any:
        raise UsageError(
            f"{service.title} takes no layers.",
            where="--layers",
            todo="Leave them out, or make files for --service print-house.",
        )


def find(name: str) -> Service:
    """The service of that name. Raises `UsageError`."""
    for service in services():
        if service.name == name.lower():
            return service
    known = [service.name for service in services()]
    raise UsageError(f'There is no service "{name}".', where="--service", todo=did_you_mean(name, known))


@cache
def services() -> tuple[Service, ...]:
    """Every known service."""
    table = read_toml(Path(__file__).with_name("services.toml"))
    return tuple(
        row.record(Service, name=name, bleed=row.number("bleed") * INCH, products=tuple(_products(row)))
        for name in table.data
        for row in [table.table(name)]
    )


def _products(service: Table) -> Iterator[Product]:
    dpi, bleed, listed = service.integer("dpi"), service.number("bleed"), service.table("products")
    for name in listed.data:
        row = listed.table(name)
        width, height = row.numbers("size")
        across, down = (round((edge + 2 * bleed) * dpi) for edge in (width, height))
        size, paper = (width * INCH, height * INCH), (across * INCH / dpi, down * INCH / dpi)
        shape = row.choice("shape", ("rectangle", "circle", "hex"), "rectangle")
        yield Product(name, size, (across, down), paper, shape)


def _fits(order: Order, service: Service) -> tuple[dict[str, _Fit], list[Deck]]:
    """The decks with a fitting product, by name, and the others."""
    fits: dict[str, _Fit] = {}
    others = []
    for deck in order.decks:
        good = [_Fit(deck, product, turn) for product, turn in service.ways(deck)]
        if good:
            fits[deck.name] = min(good, key=lambda fit: fit.product.off(deck))
        else:
            others.append(deck)
    if others and (order.only or not fits):
        raise _unfit(others[0], service, order)
    return fits, others


def _unfit(deck: Deck, service: Service, order: Order) -> PaperError:
    elsewhere = [other.title for other in services() if not other.any and any(other.ways(deck))]
    same = [product for product in service.products if product.shape == _SHAPES.get(deck.shape)]
    todo = "Print these with pnp build, or ask a print house: --service print-house."
    if elsewhere:
        todo = f"{' and '.join(elsewhere)} can make them."
    elif same:
        near = min(same, key=lambda product: product.off(deck))
        sides = " × ".join(f"{edge:.1f}" for edge in near.size)
        todo = f"The nearest product is {near.name} of {sides} mm. Print these with pnp build."
    return PaperError(
        f"{service.title} does not make a {_SHAPES.get(deck.shape, deck.shape)} of "
        f"{deck.size[0]:g} × {deck.size[1]:g} mm.",
        where=f"{order.game.slug}, {deck.title}",
        todo=todo,
    )


def _sides(drawn: Drawn, fit: _Fit) -> Iterator[tuple[str, Face, int]]:
    """Side, face and turn. Backs are turned in the opposite direction."""
    yield "front", drawn.front, fit.turn
    if drawn.back:
        yield "back", drawn.back, (360 - fit.turn) % 360


def _pngs(pieces: Sequence[Drawn], fits: dict[str, _Fit], service: Service, order: Order) -> dict[str, bytes]:
    named = png.names(pieces)
    shots: dict[str, pictures.Shot] = {}
    for drawn in pieces:
        fit = fits[drawn.deck.name]
        for side, face, turn in _sides(drawn, fit):
            name = named[drawn.deck.name, drawn.piece.code, side] + ".png"
            shots[name] = pictures.Shot(
                face.svg, face.where, face.size, fit.product.pixels, service.dpi, turn
            )
    taken = pictures.take(list(shots.values()), order.jobs, order.progress, order.game.title)
    files = dict(zip(shots, taken, strict=True))
    rows: list[tuple[Cell, ...]] = []
    for drawn in pieces:
        sides = [named.get((drawn.deck.name, drawn.piece.code, side), "") for side in ("front", "back")]
        product = fits[drawn.deck.name].product.name
        rows.append((product, drawn.deck.name, drawn.piece.copies, *(s and s + ".png" for s in sides)))
    files[_ORDER] = png.table(("product", "deck", "copies", "front", "back"), rows)
    return files


def _pdfs(
    pieces: Sequence[Drawn], fits: dict[str, _Fit], service: Service, order: Order, layers: tuple[str, ...]
) -> dict[str, bytes]:
    house = PrintHouse(inks_of(theme(order.game)), STANDARDS[service.standard], service.dpi, layers)
    files: dict[str, bytes] = {}
    rows = []
    for number, fit in enumerate(fits.values(), 1):
        members = [drawn for drawn in pieces if drawn.deck == fit.deck]
        drawings = Drawings()
        pages: list[FacePage] = []
        for drawn in members:
            # The back comes first, as the service expects.
            sides = list(_sides(drawn, fit))[::-1]
            card = [
                FacePage(
                    drawings.drawn(face), face.size, fit.product.paper, turn,
                    outline(order.game, fit.deck, face) if layers else "",
                )
                for _, face, turn in sides
            ]  # fmt: skip
            pages += card * drawn.piece.copies
        name = f"{png.file_name(fit.deck.name)}.pdf"
        title, author = f"{order.game.title}: {fit.deck.title}", order.game.credits.byline
        files[name] = write_pages(pages, drawings, title, author, house=house)
        rows.append((fit.product.name, fit.deck.name, fit.deck.count, name))
        order.progress(order.game.title, number, len(fits))
    files[_ORDER] = png.table(("product", "deck", "cards", "file"), rows)
    return files
