"""`pnp export`: what a game can become besides sheets to print."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from components import catalogue
from components.errors import UsageError, did_you_mean
from components.languages import missing
from components.sheets import SPREADSHEETS
from generator import INKS, Progress
from generator.commands.arguments import Language, one_of, progress_bars, to_stderr, whole, words

if TYPE_CHECKING:
    from generator.exports.order import Order

# The options of each kind, besides those that all kinds share.
_OPTIONS = {
    "gallery": (),
    "png": ("--dpi", "--bleed", "--cut-out"),
    "tts": ("--dpi", "--url"),
    "print-service": ("--service", "--layers"),
    "labels": ("--labels", "--start"),
    "site": ("--url", "--source"),
}
_ALL = ("gallery", "site")  # kinds that need no game


def export(
    named: Annotated[list[str] | None, typer.Argument(metavar="[GAME|FOLDER]...")] = None,
    to: Annotated[str, typer.Option(metavar="KIND", help=f"{', '.join(_OPTIONS)}.")] = "",
    out: Annotated[Path, typer.Option(help="Where the files go.")] = Path("output"),
    ink: Annotated[str, typer.Option(help="full, saver or grey.")] = "full",
    only: Annotated[str, typer.Option(metavar="DECK,...", help="These decks only.")] = "",
    language: Language = "",
    dpi: Annotated[
        int | None, typer.Option(min=36, max=1200, help="png, tts: dots per inch; 300 by default.")
    ] = None,
    bleed: Annotated[bool, typer.Option("--bleed", help="png: include the art beyond the cut.")] = False,
    cut_out: Annotated[bool, typer.Option("--cut-out", help="png: transparent beyond the cut.")] = False,
    url: Annotated[str, typer.Option(help="tts, site: the web address of the pictures or of the site.")] = "",
    source: Annotated[str, typer.Option(metavar="URL", help="site: the repository, for questions.")] = "",
    service: Annotated[str, typer.Option(metavar="NAME", help="print-service: the-game-crafter …")] = "",
    layers: Annotated[
        str, typer.Option(metavar="LAYER,...", help="print-service: cut, white or foil as inks of their own.")
    ] = "",
    labels: Annotated[str, typer.Option(metavar="NAME", help="labels: the label sheet, L7160 …")] = "",
    start: Annotated[
        str, typer.Option(metavar="N,...", help="labels: the first label still on the sheet, or on each.")
    ] = "",
    jobs: Annotated[int, typer.Option(min=1, help="Faces drawn at the same time.")] = os.cpu_count() or 1,
) -> None:
    """Turn a game into something else: a gallery, pictures, labels, files for
    print services, a table for Tabletop Simulator, a site.

    A gallery and a site show all five games, unless some are named; a site
    may also have your own. Everything else takes one game.

    Example: pnp export rayguns --to png --only tiles --dpi 600
    """
    if not to:
        raise UsageError("The kind of export is missing.", where="--to", todo=f"Choose one: {_kinds()}.")
    one_of("--to", to, tuple(_OPTIONS))
    one_of("--ink", ink, INKS)
    given = {
        "--dpi": dpi, "--bleed": bleed, "--cut-out": cut_out, "--url": url, "--service": service,
        "--layers": layers, "--source": source,
        "--labels": labels, "--start": start,
    }  # fmt: skip
    options = {_name(name): value for name, value in given.items() if value}
    for name, value in given.items():
        if value and name not in _OPTIONS[to]:
            fitting = [kind for kind, names in _OPTIONS.items() if name in names]
            raise UsageError(f"It works only with --to {' and '.join(fitting)}.", where=name)
    games = named or []
    if not games and (to not in _ALL or only):
        raise UsageError("The game is missing.", todo=did_you_mean("", catalogue.slugs()))
    if len(games) > 1 and to != "site":
        raise UsageError(f"--to {to} takes one game.", where=games[1], todo="Export them one by one.")
    if to == "site":
        if ink != "full" or language or only:
            raise UsageError("A site has all decks and both inks, in English.", todo="Leave out the rest.")
        from generator.site import site

        with progress_bars() as progress:
            said = site.export(out, jobs, progress, games, url, source)
        print("\n".join(said))
        return
    with progress_bars() as progress:
        orders = [
            _order(name, out, ink, only, language, jobs, progress) for name in games or catalogue.slugs()
        ]
        said = _export(to, orders, options)
    for line in said:
        print(line)
    to_stderr(warning for order in orders for warning in missing.warning(order.game))


def _export(kind: str, orders: list[Order], options: dict[str, Any]) -> list[str]:
    order = orders[0]
    if kind == "gallery":
        from generator.exports import gallery

        return gallery.export(orders)
    if options.get("bleed") and options.get("cut_out"):
        raise UsageError("--bleed and --cut-out exclude each other.", todo="Leave one of them out.")
    if kind == "png":
        from generator.exports import png

        return png.export(order, **options)
    if kind == "tts":
        from generator.exports import tabletop

        return tabletop.export(order, **options)
    if kind == "print-service":
        from generator.exports.print_services import services

        inks = words("--layers", options.get("layers", ""))
        return services.export(order, options.get("service", services.STANDARD), inks)
    from generator.exports import labels

    return labels.export(
        order, options.get("labels", labels.STANDARD), whole("--start", options.get("start", "1"))
    )


def _order(game: str, out: Path, ink: str, only: str, language: str, jobs: int, progress: Progress) -> Order:
    from components.languages.translated import load
    from generator.build.inputs import stamp
    from generator.exports.order import Order

    loaded, decks = load(game, language), words("--only", only)
    known = stamp(loaded, decks, out, without=SPREADSHEETS) if loaded.words.original else ""
    return Order(loaded, out, ink, decks, jobs, progress, known)


def _kinds() -> str:
    return ", ".join(_OPTIONS)


def _name(option: str) -> str:
    return option.removeprefix("--").replace("-", "_")
