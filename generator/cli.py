"""`pnp`: print and play."""

from __future__ import annotations

import os
import sys
from copy import copy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
import typer.core

from components import catalogue, process
from components.errors import UsageError
from generator.arguments import (
    INKS,
    Out,
    PaperName,
    apart,
    belonging,
    number,
    one_of,
    paper_of,
    progress_bars,
    words,
)
from generator.exports.command import export
from generator.measuring import calibrate, printer_app
from generator.workshop import new, watch

if TYPE_CHECKING:
    from components.setup import Setup
    from generator.build import Order, Result


class _Pnp(typer.core.TyperGroup):
    """Its `--help` lists each command with its whole first sentence, which would else be cut off."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        commands = ((word, self.get_command(ctx, word)) for word in self.list_commands(ctx))
        rows = [(word, command.get_short_help_str(limit=1000)) for word, command in commands if command]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


app = typer.Typer(
    name="pnp",
    cls=_Pnp,
    help="Print and play: five space board games, from data to sheets you can print and cut.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

app.add_typer(printer_app, name="printer")

Games = Annotated[list[str] | None, typer.Argument(metavar="[GAME|FOLDER]...", help="All five by default.")]

# Options of build that mean nothing without another, and pairs of which only one can be given: a box holds
# a whole deck, a set-up needs all its pieces, and no record is kept of a deck of one's own.
_BELONGS = {"--players": "--setup", "--option": "--setup", "--thickness": "--boxes"}
_APART = (
    ("--changed", "--deck"), ("--changed", "--boxes"), ("--changed", "--setup"), ("--pieces", "--boxes"),
)  # fmt: skip
_CARD = 0.3  # the thickness of a card, mm


def main() -> None:
    """Run `pnp`; errors a person can cause end in one paragraph and exit code 2."""
    process.run("pnp", _with("".join(sys.argv[1:2])), stopped="What was not finished is as it was before.")


@cache
def _with(command: str) -> typer.Typer:
    """The app with that command alone, if it has it: Typer would take a while to make them all."""
    names = (known.name or getattr(known.callback, "__name__", "") for known in app.registered_commands)
    asked = [known for name, known in zip(names, app.registered_commands, strict=True) if name == command]
    if not asked:
        return app
    alone = copy(app)
    alone.registered_commands, alone.registered_groups = asked, []
    return alone


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"pnp (starbox) {version('starbox')}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


@app.command()
def build(
    games: Games = None,
    out: Out = Path("output"),
    paper: PaperName = "a4",
    duplex: Annotated[str, typer.Option(help="long, short, fold (gutterfold) or off.")] = "long",
    marks: Annotated[str, typer.Option(help="crop, lines, none; or dots: crop, but dots on backs.")] = "crop",
    bleed: Annotated[float, number(0, 3, "Art beyond the cut, mm.")] = 3.0,
    back_bleed: Annotated[float, number(0, 3, "More of it on backs, where there is room, mm.")] = 1.0,
    gap: Annotated[float, number(0, 50, "Between pieces, mm; 0: one cut for two.")] = 0.0,
    margin: Annotated[
        str, typer.Option(metavar="MM", help="Kept free all round, 6; or top,right,bottom,left.")
    ] = "",
    shift: Annotated[str, typer.Option(metavar="X,Y", help="Move the backs right and down, mm.")] = "",
    printer: Annotated[str, typer.Option(metavar="NAME", help="Correct for a saved printer.")] = "",
    ink: Annotated[str, typer.Option(help="full, saver or grey.")] = "full",
    only: Annotated[str, typer.Option(metavar="DECK,...", help="These decks only.")] = "",
    deck: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Print a deck of your own, and nothing else.")
    ] = None,
    pieces: Annotated[str, typer.Option(metavar="CODE,...", help="These pieces only.")] = "",
    cut: Annotated[str, typer.Option(help="Files for a cutting machine: svg, dxf or none.")] = "none",
    registration: Annotated[int, typer.Option(help="Marks a cutting machine looks for: 0, 3 or 4.")] = 0,
    cut_test: Annotated[bool, typer.Option("--cut-test", help="Also sheets with cut lines only.")] = False,
    boxes: Annotated[bool, typer.Option("--boxes", help="Also a tuck box for each deck of cards.")] = False,
    thickness: Annotated[float | None, number(0.05, 3, "With --boxes: of a card, mm; 0.3.")] = None,
    changed: Annotated[
        bool, typer.Option("--changed", help="Only what differs from the last print.")
    ] = False,
    setup: Annotated[str, typer.Option(metavar="SEED", help="Print this set-up too, from its seed.")] = "",
    players: Annotated[int, typer.Option(help="With --setup: how many play; the fewest if not said.")] = 0,
    option: Annotated[list[str] | None, typer.Option(help="With --setup: an option of the game.")] = None,
    copies: Annotated[int, typer.Option(min=1, max=99, help="Print everything so often.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Games made at the same time.")] = os.cpu_count() or 1,
    force: Annotated[bool, typer.Option("--force", help="Build even if nothing changed.")] = False,
) -> None:
    """Make the sheets to print.

    Example: pnp build rayguns --paper letter --duplex short
    """
    from generator import parallel
    from generator.build import Order

    sheet = replace(
        paper_of(paper, duplex, marks, bleed, back_bleed, gap, margin, shift, printer),
        registration=registration,
    )
    one_of("--cut", cut, ("none", "svg", "dxf"))
    one_of("--registration", str(registration), ("0", "3", "4"))
    one_of("--ink", ink, INKS)
    given = {
        "--setup": setup, "--players": players, "--option": option, "--boxes": boxes,
        "--thickness": thickness, "--deck": deck, "--changed": changed, "--pieces": pieces,
    }  # fmt: skip
    belonging(given, _BELONGS)
    apart(given, _APART)
    orders = [
        Order(
            game, sheet, out, ink, words("--only", only), words("--pieces", pieces), copies, cut, cut_test,
            _setup(game, setup, players, option or []), boxes=(thickness or _CARD) if boxes else 0.0,
            force=force,
        )
        for game in games or catalogue.slugs()
    ]  # fmt: skip
    if deck:
        orders = _own_deck(orders, deck)
    if changed:
        orders = [order for asked in orders if (order := _only_changed(asked, printer))]
        if not orders:
            return
    with progress_bars() as progress:
        outcomes = parallel.build_all(orders, jobs, progress)
    results = [outcome for outcome in outcomes if not isinstance(outcome, parallel.Failure)]
    failures = [outcome for outcome in outcomes if isinstance(outcome, parallel.Failure)]
    if failures and len(orders) == 1:
        raise failures[0].problem
    for result in results:
        print(_said(result))
    if not failures and all(not result.done for result in results):
        print("Nothing changed, so nothing was made again. --force builds all the same.")
    if failures:
        sys.stdout.flush()
        for problem in dict.fromkeys(str(failure.problem) for failure in failures):
            print(f"pnp: {problem}", file=sys.stderr)
        print(f"pnp: not printed: {', '.join(failure.game for failure in failures)}.", file=sys.stderr)
        raise typer.Exit(2)


app.command()(export)
app.command()(watch)
app.command()(new)


@app.command()
def printed(
    games: Games = None,
    out: Out = Path("output"),
    printer: Annotated[str, typer.Option(metavar="NAME", help="Which printer printed it.")] = "",
) -> None:
    """Record that what was built last was printed, for pnp build --changed.

    Example: pnp printed last-blast --printer Office
    """
    from generator import printed as record

    for game in games or catalogue.slugs():
        entry = catalogue.load(game)
        folder = record.record(entry, out, printer)
        print(f"{entry.title}: {folder} is recorded as printed.")


@app.command("list")
def list_(
    game: Annotated[str | None, typer.Argument(metavar="[GAME|FOLDER]")] = None,
    paper: PaperName = "a4",
) -> None:
    """The games; or a game's decks with counts, sizes and the sheets they need.

    Example: pnp list planetary --paper letter
    """
    if game is None:
        for slug in catalogue.slugs():
            entry = catalogue.load(slug)
            fewest, most = entry.players
            count = sum(deck.count for deck in entry.decks)
            print(f"{slug:12} {entry.title:26} {fewest}–{most} players  {count:4} pieces")
        return
    from generator.inventory import inventory

    print(inventory(catalogue.load(game), paper_of(paper)))


@app.command()
def show(
    code: Annotated[str, typer.Argument(metavar="CODE|DECK", help="A piece, or a deck for all of it.")],
    game: Annotated[str | None, typer.Option(help="Where to look; all five by default.")] = None,
    svg: Annotated[bool, typer.Option("--svg", help="Write the SVG instead of a PNG.")] = False,
    png: Annotated[bool, typer.Option("--png", help="Write a PNG (the default).")] = False,
    dpi: Annotated[int, typer.Option(min=36, max=1200)] = 150,
    ink: Annotated[str, typer.Option(help="full, saver or grey.")] = "full",
    out: Out = Path(),
) -> None:
    """Draw a piece or a deck to look at, as PNG or SVG.

    Example: pnp show R2-5 --svg
    """
    from generator import showing

    if svg and png:
        raise UsageError("--svg and --png cannot both be.", todo="Leave one of them out.")
    one_of("--ink", ink, INKS)
    for file in showing.show(code, game, "svg" if svg else "png", dpi, ink, out):
        print(file)


app.command()(calibrate)


@app.command()
def check(games: Games = None) -> None:
    """Check data and templates: everything draws, every text fits, nothing is missing.

    Example: pnp check my-game/
    """
    from generator.checking import check as check_game

    good = True
    for name in games or catalogue.slugs():
        problems = check_game(catalogue.load(name))
        for problem in problems:
            print(problem)
        print(f"{name}: {f'{len(problems)} to mend' if problems else 'in order'}")
        good &= not problems
    if not good:
        raise typer.Exit(1)


def _only_changed(order: Order, printer: str) -> Order | None:
    """The order for what of it differs from the record of the last print, or None; says what that is."""
    from generator import printed as record
    from generator.build import CHANGED, chosen

    game = catalogue.load(order.game)
    found = record.changes(game, order.ink, printer)
    if not order.whole:
        asked = chosen(game, order.only, order.pieces)
        found = found.among({f"{deck.name}/{code}" for deck, codes in asked for code in codes})
    for line in found.said() or ["as it was printed last."]:
        print(f"{game.title}: {line}")
    return replace(order, only=(), pieces=found.to_print, suffix=CHANGED) if found.to_print else None


def _own_deck(orders: list[Order], file: Path) -> list[Order]:
    """The order for a player's own deck alone, in a folder named after it."""
    from components.decklists import read_deck_list
    from generator.owndecks import printed_as

    if len(orders) != 1:
        raise UsageError(
            "A deck belongs to one game.", where="--deck", todo="Say which: pnp build GAME --deck FILE"
        )
    (order,) = orders
    game = catalogue.load(order.game)
    if game.own_deck is None:
        raise UsageError(f"{game.title} has no decks of one's own.", where="--deck", todo="Leave it out.")
    own = read_deck_list(file, game.own_deck)
    names = tuple(deck.name for deck in printed_as(game, own))
    return [replace(order, own_deck=own, only=order.only or names, suffix=f"-{file.stem}")]


def _setup(game: str, seed: str, players: int, options: list[str]) -> Setup | None:
    """The set-up of that seed. The one place where the printer asks the referee."""
    if not seed:
        return None
    from referee.setups import set_up

    return set_up(game, players or catalogue.load(game).players[0], seed, options)


def _said(result: Result) -> str:
    state = "printed" if result.done else "unchanged"
    return (
        f"{result.title}: {state}, {result.pieces} pieces on {result.pages} pages -> "
        f"{result.folder / (result.slug + '.pdf')}"
    )
