"""`pnp export`: what a game can become besides sheets to print."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from components import catalogue
from components.errors import UsageError, did_you_mean
from components.languages import missing
from components.sheets import SPREADSHEETS
from components.wording import listed
from generator import INKS, Progress
from generator.commands.arguments import (
    Games,
    Language,
    Only,
    apart,
    number,
    one_of,
    progress_bars,
    to_stderr,
    whole,
    words,
)

if TYPE_CHECKING:
    from generator.exports.order import Order

# What makes each kind, in the room of exports, and its options besides those that all kinds share.
_KINDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "gallery": ("gallery", ()),
    "png": ("png", ("--dpi", "--bleed", "--cut-out")),
    "tts": ("tables.tabletop", ("--dpi", "--url")),
    "pcio": ("tables.playingcards", ("--dpi",)),
    "print-service": ("print_services.services", ("--service", "--layers")),
    "labels": ("labels", ("--labels", "--start")),
    "site": ("", ("--url", "--source")),
}
_ALL = ("gallery", "site")  # kinds that need no game


def export(
    games: Games = None,
    to: Annotated[str, typer.Option(metavar="KIND", help=f"{', '.join(_KINDS)}.")] = "",
    out: Annotated[Path, typer.Option(help="Where the files go.")] = Path("output"),
    ink: Annotated[str, typer.Option(help="full, saver or grey.")] = "full",
    only: Only = "",
    language: Language = "",
    dpi: Annotated[
        int | None,
        number(36, 1200, "Dots per inch of png, tts (300) and pcio (150).", int),
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
    jobs: Annotated[int, number(1, 999, "Faces drawn at the same time.", int)] = os.cpu_count() or 1,
) -> list[Path]:
    """Turn a game into something else: a gallery, pictures, labels, files for
    print services, tables for Tabletop Simulator and playingcards.io, a site.

    A gallery and a site show all five games, unless some are named; a site
    may also have your own. Everything else takes one game.

    Example: pnp export rayguns --to png --only tiles --dpi 600
    """
    if not to:
        raise UsageError(
            "The kind of export is missing.", where="--to", todo=f"Choose one: {', '.join(_KINDS)}."
        )
    one_of("--to", to, tuple(_KINDS))
    one_of("--ink", ink, INKS)
    given = {
        "--dpi": dpi, "--bleed": bleed, "--cut-out": cut_out, "--url": url, "--service": service,
        "--layers": words("--layers", layers), "--source": source, "--labels": labels,
        "--start": whole("--start", start),
    }  # fmt: skip
    options = {name[2:].replace("-", "_"): value for name, value in given.items() if value}
    for name, value in given.items():
        if value and name not in _KINDS[to][1]:
            fitting = [kind for kind, (_, names) in _KINDS.items() if name in names]
            raise UsageError(f"It works only with --to {listed(fitting)}.", where=name)
    apart(given, [("--bleed", "--cut-out")])
    games = games or []
    if not games and (to not in _ALL or only):
        raise UsageError("The game is missing.", todo=did_you_mean("", catalogue.slugs()))
    if len(games) > 1 and to != "site":
        raise UsageError(f"--to {to} takes one game.", where=games[1], todo="Export them one by one.")
    if to == "site":
        if ink != "full" or language or only:
            raise UsageError("A site has all decks and both inks, in English.", todo="Leave out the rest.")
        from generator.site import site

        with progress_bars() as progress:
            said, files = site.export(out, jobs, progress, games, url, source)
        print("\n".join(said))
        return files
    with progress_bars() as progress:
        orders = [
            _order(name, out, ink, only, language, jobs, progress) for name in games or catalogue.slugs()
        ]
        made = import_module(f"generator.exports.{_KINDS[to][0]}")
        asked = orders if to == "gallery" else orders[0]
        done: tuple[list[str], list[Path]] = made.export(asked, **options)
    said, files = done
    print("\n".join(said))
    to_stderr(warning for order in orders for warning in missing.warning(order.game))
    return files


def _order(game: str, out: Path, ink: str, only: str, language: str, jobs: int, progress: Progress) -> Order:
    from components.languages.translated import load
    from generator.build.inputs import stamp
    from generator.exports.order import Order

    loaded, decks = load(game, language), words("--only", only)
    known = stamp(loaded, decks, out, without=SPREADSHEETS) if loaded.words.original else ""
    return Order(loaded, out, ink, decks, jobs, progress, known)
