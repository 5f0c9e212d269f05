"""`pnp build` makes the sheets to print, and `pnp printed` records that they were printed."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from components import catalogue
from components.errors import StarboxError, UsageError
from components.wording import counted
from generator import COLOURS, INKS
from generator.commands.arguments import (
    Games,
    Language,
    Only,
    Out,
    PaperName,
    apart,
    belonging,
    games_of,
    number,
    one_of,
    paper_of,
    pieces_like,
    progress_bars,
    ranges,
    to_stderr,
    words,
)

if TYPE_CHECKING:
    from components.setup import Setup
    from generator.build.press import Order, Result

# Options that have no effect without another one, and pairs that exclude each other: a box holds a whole
# deck, a set-up needs all its pieces, and prints of a player's own deck are not recorded.
_BELONGS = {"--option": "--setup", "--thickness": "--boxes", "--strict": "--language", "--kerf": "--cut"}
_APART = (
    ("--with", "--only"), ("--with", "--pieces"), ("--with", "--deck"), ("--with", "--changed"),
    ("--players", "--changed"), ("--players", "--deck"), ("--changed", "--deck"), ("--changed", "--boxes"),
    ("--changed", "--setup"), ("--pieces", "--boxes"), ("--pages", "--changed"), ("--pages", "--cut"),
    ("--pages", "--cut-test"), ("--pages", "--setup"),
)  # fmt: skip
_WARNINGS = 10
_CARD = 0.3  # the thickness of a card, mm


def build(
    games: Games = None,
    out: Out = Path("output"),
    paper: PaperName = "a4",
    duplex: Annotated[str, typer.Option(help="long, short, fold (gutterfold) or off.")] = "long",
    sides: Annotated[
        str, typer.Option(help="both, fronts, backs; or manual: two files, to turn the stack by hand.")
    ] = "both",
    marks: Annotated[
        str, typer.Option(help="crop, lines, none; or dots: crop marks on fronts, dots on backs.")
    ] = "crop",
    bleed: Annotated[float, number(0, 5, "How far the art runs beyond the cut, mm.")] = 3.0,
    back_bleed: Annotated[float, number(0, 3, "Extra bleed on backs where there is room, mm.")] = 1.0,
    gap: Annotated[float, number(0, 50, "Space between pieces, mm; at 0 neighbours share a cut.")] = 0.0,
    margin: Annotated[
        str, typer.Option(metavar="MM", help="Margin on all sides, 6 by default; or top,right,bottom,left.")
    ] = "",
    shift: Annotated[str, typer.Option(metavar="X,Y", help="Move the backs right and down, mm.")] = "",
    printer: Annotated[str, typer.Option(metavar="NAME", help="Correct for a saved printer.")] = "",
    ink: Annotated[str, typer.Option(help="full, saver or grey.")] = "full",
    colour: Annotated[str, typer.Option(help="rgb; or cmyk (PDF/X-4), for a print house.")] = "rgb",
    only: Only = "",
    instead: Annotated[
        str, typer.Option("--with", metavar="DECK,...", help="These alternatives instead of the usual decks.")
    ] = "",
    deck: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Print a deck of your own, and nothing else.")
    ] = None,
    pieces: Annotated[
        str, typer.Option(metavar="CODE,...", help="These pieces only.", autocompletion=pieces_like)
    ] = "",
    pages: Annotated[
        str, typer.Option(metavar="N-M,...", help="These pages only, of the file of the whole game.")
    ] = "",
    together: Annotated[
        bool, typer.Option("--together", help="All sheets in one file; some backs stay empty.")
    ] = False,
    sheets: Annotated[
        bool, typer.Option("--sheets", help="Only what is cut: no rulebook, no box, no file of each deck.")
    ] = False,
    cut: Annotated[str, typer.Option(help="Files for a cutting machine: svg, dxf or none.")] = "none",
    registration: Annotated[
        int, typer.Option(help="Registration marks for a cutting machine: 0, 3 or 4.")
    ] = 0,
    kerf: Annotated[float | None, number(0, 1, "With --cut: how wide a laser's cut is, mm.")] = None,
    cut_test: Annotated[bool, typer.Option("--cut-test", help="Also sheets with cut lines only.")] = False,
    boxes: Annotated[bool, typer.Option("--boxes", help="Also a tuck box for each deck of cards.")] = False,
    thickness: Annotated[
        float | None, number(0.05, 3, "With --boxes: thickness of a card, mm; 0.3 by default.")
    ] = None,
    braille: Annotated[
        bool, typer.Option("--braille", help="Also the codes in braille: labels, and plates as STL.")
    ] = False,
    large: Annotated[
        bool, typer.Option("--large", help="Also every face large, its words in 18 points or more.")
    ] = False,
    changed: Annotated[
        bool, typer.Option("--changed", help="Only what differs from the last print.")
    ] = False,
    dpi: Annotated[int, number(72, 1200, "The most dots per inch of pictures.", int)] = 300,
    setup: Annotated[str, typer.Option(metavar="SEED", help="Also print the set-up of this seed.")] = "",
    players: Annotated[
        int, typer.Option(min=0, metavar="N", help="Print what N players use, with the set-up of N.")
    ] = 0,
    option: Annotated[list[str] | None, typer.Option(help="With --setup: an option of the game.")] = None,
    copies: Annotated[int, number(1, 99, "Number of copies of everything.", int)] = 1,
    language: Language = "",
    strict: Annotated[
        bool, typer.Option("--strict", help="With --language: refuse a language that lacks words.")
    ] = False,
    jobs: Annotated[int, number(1, 999, "Games built at the same time.", int)] = os.cpu_count() or 1,
    force: Annotated[bool, typer.Option("--force", help="Build even if nothing changed.")] = False,
) -> list[Path]:
    """Make the sheets to print.

    Example: pnp build rayguns --paper letter --duplex short
    """
    from generator.build import manifest, workers
    from generator.build.press import Order

    sheet = paper_of(paper, duplex, marks, bleed, back_bleed, gap, margin, shift, printer, sides)
    sheet = sheet._replace(registration=registration, pages=ranges("--pages", pages))
    one_of("--cut", cut, ("none", "svg", "dxf"))
    one_of("--registration", str(registration), ("0", "3", "4"))
    one_of("--ink", ink, INKS)
    one_of("--colour", colour, COLOURS)
    given = {
        "--setup": setup, "--players": players, "--option": option, "--boxes": boxes,
        "--thickness": thickness, "--with": instead, "--only": only, "--deck": deck, "--changed": changed,
        "--pieces": pieces, "--pages": pages, "--kerf": kerf, "--cut": cut != "none",
        "--cut-test": cut_test, "--language": language, "--strict": strict,
    }  # fmt: skip
    belonging(given, _BELONGS)
    apart(given, _APART)
    if gap < (kerf or 0):
        raise UsageError(
            f"A cut of {kerf:g} mm does not fit between the pieces.",
            where="--kerf",
            todo=f"Add --gap {kerf:g}.",
        )
    named = games_of(games)
    spoken = {game: _language(game, language, braille) for game in named}
    orders = [
        Order(
            game, sheet, out, ink, words("--only", only), words("--pieces", pieces),
            words("--with", instead), copies, cut, cut_test,
            _setup(game, setup, players, option or []), boxes=(thickness or _CARD) if boxes else 0.0,
            dpi=dpi, players=players, language=spoken[game], strict=strict, colour=colour, braille=braille,
            large=large, force=force, together=together, kerf=kerf or 0.0, sheets=sheets,
            suffix="-pages" if pages else f"-{sides}" if sides in ("fronts", "backs") else "",
        )
        for game in named
    ]  # fmt: skip
    if deck:
        orders = _own_deck(orders, deck)
    if changed:
        orders = [order for asked in orders if (order := _only_changed(asked, printer))]
        if not orders:
            return []
    with progress_bars() as progress:
        outcomes = workers.build_all(orders, jobs, progress)
    results = [outcome for outcome in outcomes if not isinstance(outcome, workers.Failure)]
    failures = [outcome for outcome in outcomes if isinstance(outcome, workers.Failure)]
    if failures and len(orders) == 1:
        raise failures[0].problem
    for result in results:
        print(_said(result))
    if sides == "manual":
        print(
            "Print the file of the fronts, put the stack back into the printer as it would turn it "
            f"(about its {duplex} edge), and print the file of the backs. Try it with one sheet."
        )
    _warn(results)
    for order in orders:
        _say_ages(order)
    if not failures and all(not result.done for result in results):
        print("Nothing changed, so nothing was built. Use --force to build anyway.")
    if failures:
        sys.stdout.flush()
        for problem in dict.fromkeys(str(failure.problem) for failure in failures):
            print(f"pnp: {problem}", file=sys.stderr)
        print(f"pnp: not made: {', '.join(failure.game for failure in failures)}.", file=sys.stderr)
        raise typer.Exit(2)
    return [result.folder / name for result in results for name in manifest.made(result.folder)]


def printed(
    games: Games = None,
    out: Out = Path("output"),
    printer: Annotated[str, typer.Option(metavar="NAME", help="The printer that printed it.")] = "",
) -> None:
    """Record that the last build was printed, for pnp build --changed.

    Example: pnp printed last-blast --printer Office
    """
    from generator.build import printed as record

    for game in games_of(games):
        entry = catalogue.load(game)
        folder = record.record(entry, out, printer)
        print(f"{entry.title}: {folder} is recorded as printed.")


def _language(name: str, wanted: str, braille: bool) -> str:
    """The language to translate the game into; "" if it is written in that.

    Raises `UsageError`, before anything is drawn, for braille in a language whose signs are not known.
    """
    own = ""
    with suppress(StarboxError):  # the build says it, and prints the other games
        own = catalogue.load(name).words.language
    if braille:
        from generator.exports.braille.alphabets import alphabet

        alphabet(wanted or own)
    return "" if wanted == own else wanted


def _warn(results: list[Result]) -> None:
    """Print what prints badly; of many warnings the first few."""
    said = [warning for result in results for warning in result.warnings]
    to_stderr(said[:_WARNINGS])
    if more := said[_WARNINGS:]:
        print(f"pnp: and {counted(len(more), 'more warning')}; pnp check lists them all.", file=sys.stderr)


def _say_ages(order: Order) -> None:
    """Print how old the spreadsheets are that were fetched. The five games have none."""
    if order.game not in catalogue.slugs():
        from generator.build import fetching

        with suppress(StarboxError):  # the answer has said this already
            for line in fetching.ages(catalogue.load(order.game).folder):
                print(line)


def _only_changed(order: Order, printer: str) -> Order | None:
    """The order for the pieces that differ from the recorded print, or None; prints which they are."""
    from components.languages.translated import load
    from generator.build import printed as record
    from generator.build.press import CHANGED
    from generator.sheets.plan import chosen

    game = load(order.game, order.language)
    found = record.changes(game, order.ink, printer)
    if not order.whole:
        asked = chosen(game, order.only, order.pieces)
        found = found.among({f"{deck.name}/{code}" for deck, codes in asked for code in codes})
    for line in found.said() or ["unchanged since the last print."]:
        print(f"{game.title}: {line}")
    return order._replace(only=(), pieces=found.to_print, suffix=CHANGED) if found.to_print else None


def _own_deck(orders: list[Order], file: Path) -> list[Order]:
    """The order for a player's own deck only, in a folder named after the deck."""
    from components.decklists import read_deck_list
    from generator.build.decks.owndecks import printed_as

    if len(orders) != 1:
        raise UsageError(
            "A deck belongs to one game.", where="--deck", todo="Name the game: pnp build GAME --deck FILE"
        )
    (order,) = orders
    game = catalogue.load(order.game)
    if game.own_deck is None:
        raise UsageError(
            f"Players of {game.title} have no decks of their own.", where="--deck", todo="Leave it out."
        )
    own = read_deck_list(file, game.own_deck)
    names = tuple(deck.name for deck in printed_as(game, own))
    return [order._replace(own_deck=own, only=order.only or names, suffix=f"-{file.stem}")]


def _setup(game: str, seed: str, players: int, options: list[str]) -> Setup | None:
    """The set-up of that seed. The one place where the printer asks the referee."""
    if not seed:
        return None
    from referee.commands.setup import set_up

    return set_up(game, players or catalogue.load(game).players[0], seed, options)


def _said(result: Result) -> str:
    state = "made" if result.done else "unchanged"
    first, *others = result.files
    return (
        f"{result.title}: {state}, {counted(result.pieces, 'piece')} on {counted(result.pages, 'page')} -> "
        f"{', '.join([str(first), *(other.name for other in others)])}"
    )
