"""`pnp export`: which options belong to which kind, and the game they are for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from components import catalogue
from components.errors import UsageError, did_you_mean
from generator.arguments import INKS, one_of, progress_bars, words

if TYPE_CHECKING:
    from generator.build import Progress
    from generator.exports.order import Order

# The options each kind understands, besides those that all do.
_OPTIONS = {
    "gallery": (),
    "png": ("--dpi", "--bleed", "--cut-out"),
    "tts": ("--dpi", "--url"),
    "print-service": ("--service",),
    "labels": ("--labels", "--start"),
}


def export(
    game: Annotated[str | None, typer.Argument(metavar="[GAME|FOLDER]")] = None,
    to: Annotated[str, typer.Option(metavar="KIND", help=f"{', '.join(_OPTIONS)}.")] = "",
    out: Annotated[Path, typer.Option(help="Where the files go.")] = Path("output"),
    ink: Annotated[str, typer.Option(help="full, saver or grey.")] = "full",
    only: Annotated[str, typer.Option(metavar="DECK,...", help="These decks only.")] = "",
    dpi: Annotated[int | None, typer.Option(min=36, max=1200, help="png, tts: dots an inch; 300.")] = None,
    bleed: Annotated[bool, typer.Option("--bleed", help="png: with the art beyond the cut.")] = False,
    cut_out: Annotated[bool, typer.Option("--cut-out", help="png: transparent beyond the cut.")] = False,
    url: Annotated[str, typer.Option(help="tts: where you will put the pictures.")] = "",
    service: Annotated[str, typer.Option(metavar="NAME", help="print-service: the-game-crafter …")] = "",
    labels: Annotated[str, typer.Option(metavar="NAME", help="labels: the sheet, L7160 …")] = "",
    start: Annotated[int | None, typer.Option(min=1, help="labels: the first that is left.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Faces drawn at the same time.")] = os.cpu_count() or 1,
) -> None:
    """Make something else of a game: a gallery, pictures, labels, files for
    print services, a table of Tabletop Simulator.

    A gallery may be of all five games; everything else is of one.

    Example: pnp export rayguns --to png --only tiles --dpi 600
    """
    if not to:
        raise UsageError("What it should become is missing.", where="--to", todo=f"One of: {_kinds()}.")
    one_of("--to", to, tuple(_OPTIONS))
    one_of("--ink", ink, INKS)
    given = {
        "--dpi": dpi, "--bleed": bleed, "--cut-out": cut_out, "--url": url, "--service": service,
        "--labels": labels, "--start": start,
    }  # fmt: skip
    options = {_name(name): value for name, value in given.items() if value}
    for name, value in given.items():
        if value and name not in _OPTIONS[to]:
            fitting = [kind for kind, names in _OPTIONS.items() if name in names]
            raise UsageError(f"It is an option of --to {' and '.join(fitting)}.", where=name)
    if game is None and (to != "gallery" or only):
        raise UsageError("Which game?", todo=did_you_mean("", catalogue.slugs()))
    games = [game] if game else catalogue.slugs()
    with progress_bars() as progress:
        orders = [_order(name, out, ink, only, jobs, progress) for name in games]
        said = _export(to, orders, options)
    for line in said:
        print(line)


def _export(kind: str, orders: list[Order], options: dict[str, Any]) -> list[str]:
    order = orders[0]
    if kind == "gallery":
        from generator.exports import gallery

        return gallery.export(orders)
    if options.get("bleed") and options.get("cut_out"):
        raise UsageError("--bleed and --cut-out cannot both be.", todo="Leave one of them out.")
    if kind == "png":
        from generator.exports import png

        return png.export(order, **options)
    if kind == "tts":
        from generator.exports import tabletop

        return tabletop.export(order, **options)
    if kind == "print-service":
        from generator.exports import services

        return services.export(order, options.get("service", services.STANDARD))
    from generator.exports import labels

    return labels.export(order, options.get("labels", labels.STANDARD), options.get("start", 1))


def _order(game: str, out: Path, ink: str, only: str, jobs: int, progress: Progress) -> Order:
    from generator.exports.order import Order

    return Order(catalogue.load(game), out, ink, words("--only", only), jobs, progress)


def _kinds() -> str:
    return ", ".join(_OPTIONS)


def _name(option: str) -> str:
    return option.removeprefix("--").replace("-", "_")
