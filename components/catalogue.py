"""The one way into the box: `load("rayguns")` gives a game with its decks, tables and rules.

The printer and the referee both read games through here, the five that come with Starbox and
folders of anybody's own in the same form. Every error names the file, the line or key, and what to do.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from components import installed
from components.cover import Cover, read_cover
from components.decks import Deck as Deck
from components.decks import Seat as Seat
from components.decks import read_deck, read_name, read_seats, shared_among
from components.errors import DataError, UsageError, did_you_mean
from components.figures import Figure, read_figures, read_symbols
from components.languages import Words, written_in
from components.options import Option, read_options
from components.rules import Rules, read_rules
from components.sheets import SPREADSHEETS, read_sheet
from components.toml import Table, read_toml

if TYPE_CHECKING:
    from components.decklists import DeckForm

HOME = Path(__file__).parent
DECKS, PIECES = 100, 20_000  # at most this many in a game
PLAYERS = 99


@dataclass(frozen=True)
class Credits:
    """The author of the game, its licence, and the place where it was published."""

    authors: tuple[str, ...]
    licence: str
    source: str
    note: str

    @property
    def byline(self) -> str:
        """The authors in one line."""
        return ", ".join(self.authors)


@dataclass(frozen=True)
class Game:
    """One game of the box.

    boxed     players that its box is printed for, unless another number is asked for
    tables    the numbers of the game that are not on pieces, by the name of their TOML file
    figures   pieces laid out to illustrate a rule, for the rulebook
    symbols   what the symbols on the pieces mean, by name, in the order of the rulebook's index
    folder    where the game was read from
    options   what the players may agree on before the game, by name
    own_deck  how the decks that players make themselves are written; None if they make none
    cover     what stands on the rulebook's cover and on the box
    words     the language that it is written in, if it says so, or translated into
    """

    slug: str
    title: str
    tagline: str
    players: tuple[int, int]
    credits: Credits
    seats: tuple[Seat, ...]
    decks: tuple[Deck, ...]
    tables: Mapping[str, Table]
    rules: Rules
    figures: tuple[Figure, ...]
    folder: Path
    options: Mapping[str, Option]
    own_deck: DeckForm | None = None
    symbols: Mapping[str, str] = field(default_factory=dict)
    cover: Cover = field(default_factory=Cover)
    words: Words = field(default_factory=Words, compare=False)
    boxed: int = 0

    def deck(self, name: str) -> Deck:
        for deck in self.decks:
            if deck.name == name:
                return deck
        names = [deck.name for deck in self.decks]
        raise UsageError(f'There is no deck "{name}".', where=self.slug, todo=did_you_mean(name, names))

    def at_the_table(self, preferred: Collection[str] = ()) -> tuple[Deck, ...]:
        """The decks that one table needs: of alternatives the usual one, unless another is preferred.

        Raises `UsageError` for a preferred deck that replaces none, and for two that replace the same.
        """
        offered = {deck.name: deck.instead_of for deck in self.decks if deck.instead_of}
        taken: dict[str, str] = {}
        for name in preferred:
            if name not in offered:
                raise UsageError(
                    f'"{name}" is not an alternative to another deck.',
                    where=self.slug,
                    todo=did_you_mean(name, offered) if offered else "The game has no alternatives.",
                )
            if (other := taken.setdefault(offered[name], name)) != name:
                raise UsageError(
                    f"{other} and {name} are alternatives to the same deck.",
                    where=self.slug,
                    todo="Choose one of them.",
                )
        return tuple(
            deck
            for deck in self.decks
            if deck.name not in taken and (deck.name not in offered or deck.name in preferred)
        )

    def for_players(self, players: int) -> Game:
        """The box for that many players: of what each has of their own, the first shares; and sets enough.

        Raises `UsageError` for a number that the game is not for.
        """
        fewest, most = self.players
        if not fewest <= players <= most:
            raise UsageError(
                f"{self.title} is for {fewest} to {most} players, not {players}.",
                where="--players",
                todo="Choose a number between them.",
            )
        decks = tuple(shared_among(deck, self.seats, players, most) for deck in self.decks)
        return replace(
            self, players=(fewest, players), boxed=players, seats=self.seats[:players], decks=decks
        )


@cache
def slugs() -> tuple[str, ...]:
    """The games that come with Starbox, in the order of their folders."""
    return tuple(sorted(file.parent.name.replace("_", "-") for file in HOME.glob("*/game.toml")))


def known() -> tuple[str, ...]:
    """The games that go by a name: those that come with Starbox, then those of installed packages."""
    return (*slugs(), *sorted(installed.packages()))


def load(name: str) -> Game:
    """The game of that slug, one of ours or an installed package's, or the one in the folder of that path.

    A name goes before a folder, so that a game at the table does not depend on where a command is typed. In
    other languages, see `languages/translated.py`.

    Raises `UsageError` if it is neither, `DataError` if a file of it is wrong.
    """
    return (_ours if name in slugs() else _others)(name)


def forget() -> None:
    """Read every game anew when it is next asked for, but ours, which do not change while a program runs."""
    _others.cache_clear()
    installed.forget()


def _read(name: str) -> Game:
    brought = None if name in slugs() else installed.find(name)
    folder = brought.folder if brought else _folder(name)
    table = read_toml(folder / "game.toml", folder)
    seats = read_seats(table)
    players = table.integers("players")
    if len(players) != 2 or not 1 <= players[0] <= players[1] <= PLAYERS:
        raise table.error("players", f"is {list(players[:3])}.", "Write the fewest and the most: [2, 4].")
    if len(table.tables("deck")) > DECKS:
        raise table.error("deck", f"is there more than {DECKS} times.", "Use fewer decks.")
    if not re.fullmatch("[A-Z0-9]{1,3}", prefix := table.text("prefix")):
        raise table.error("prefix", f'is "{prefix}".', 'Write one to three capital letters or digits: "MG".')
    thanks = table.table("credits", required=True)
    slug = read_name(table, "slug")
    if brought and slug != name:
        raise brought.error(f'Its game.toml has the slug "{slug}".')
    if slug in slugs() and folder.resolve().parent != HOME.resolve():
        raise table.error("slug", f'is "{slug}", which is one of the five games.', "Choose another.")
    tables = _tables(table, folder)
    game = Game(
        slug=slug,
        title=table.text("title"),
        tagline=table.text("tagline", ""),
        players=(players[0], players[1]),
        credits=Credits(
            thanks.texts("authors"),
            thanks.text("licence"),
            thanks.text("source", ""),
            thanks.text("note", ""),
        ),
        seats=seats,
        decks=tuple(read_deck(deck, folder, seats) for deck in table.tables("deck")),
        tables=tables,
        rules=read_rules(folder / "rules.md", prefix, folder),
        figures=(),
        folder=folder,
        options=read_options(tables.get("options")),
        symbols=read_symbols(folder / "symbols.toml", folder),
        cover=read_cover(table, table.text("title")),
        boxed=table.integer("boxed", players[1]),
    )
    codes = {deck.name: {piece.code for piece in deck.pieces} for deck in game.decks}
    said = {language for deck in game.decks for piece in deck.pieces for language in piece.said}
    game = replace(
        game,
        figures=read_figures(folder / "figures.toml", codes, game.rules, folder),
        own_deck=_own_deck(table, codes),
        words=written_in(table, folder, codes, said),
    )
    thanks.done()
    table.done()
    _check_decks(game, table)
    return game


def _tables(table: Table, folder: Path) -> dict[str, Table]:
    """The tables of numbers: TOML files by their names, and spreadsheets by theirs or that of the sheet."""
    found: dict[str, Table] = {}
    for said in table.texts("tables", ()):
        file, _, sheet = said.partition("#")
        if Path(file).suffix.lower() not in SPREADSHEETS:
            beside = [f"{file}{end}" for end in SPREADSHEETS if (folder / f"{file}{end}").is_file()]
            if beside and not (folder / f"{said}.toml").exists():
                raise table.error("tables", f'has "{said}", without an ending.', f'Write "{beside[0]}".')
            found[said] = read_toml(folder / f"{said}.toml", folder)
            continue
        name = re.sub(r"\W+", "_", (sheet or Path(file).stem).lower())
        if name in found:
            raise table.error("tables", f'has two tables called "{name}".', "Rename one of them.")
        found[name] = Table(read_sheet(folder / file, folder, sheet).as_data(), folder / file)
    return found


_ours, _others = cache(_read), cache(_read)


def _own_deck(table: Table, codes: Mapping[str, Collection[str]]) -> DeckForm | None:
    """Read the form of the decks that players make; None if they make none."""
    if "own_deck" not in table.data:
        return None
    from components.decklists import DeckForm

    return DeckForm.declared(table.table("own_deck"), codes)


def _folder(name: str) -> Path:
    if name in slugs():
        return HOME / name.replace("-", "_")
    folder = Path(name)
    try:
        is_game, is_folder = (folder / "game.toml").is_file(), folder.is_dir()
    except OSError:  # a name that is too long to be one
        is_game = is_folder = False
    if is_game:
        return folder
    if is_folder:
        raise UsageError(
            "This folder is not a game: there is no game.toml in it.",
            where=str(folder),
            todo='There is game.toml.txt: take ".txt" off its name.'
            if (folder / "game.toml.txt").is_file()
            else "A game folder holds game.toml, its pieces, rules.md and templates/.",
        )
    if folder.is_file():
        todo = f'Name the folder of a game, or make one of a table: pnp new "My game" --from {name}.'
        raise UsageError("This is a file and not the folder of a game.", where=name, todo=todo)
    beside = folder.parent.glob("*/game.toml") if len(name) < 200 else ()
    near = did_you_mean(name, (*known(), *(str(file.parent) for file in beside)))
    raise UsageError(f'There is no game and no folder "{name}".', todo=near)


def _check_decks(game: Game, table: Table) -> None:
    if not game.decks:
        raise DataError("The game has no pieces.", where=table.where(), todo="Write a [[deck]].")
    names = [deck.name for deck in game.decks]
    for name in names:
        if names.count(name) > 1:
            second = table.tables("deck")[len(names) - 1 - names[::-1].index(name)]
            raise DataError(f'There are two decks "{name}".', where=second.place("name"), todo="Rename one.")
    usual = [deck.name for deck in game.decks if not deck.instead_of]
    for deck in game.decks:
        if deck.instead_of and deck.instead_of not in usual:
            raise DataError(
                f'The deck "{deck.name}" replaces "{deck.instead_of}", which is not a usual deck.',
                where=table.where(),
                todo=did_you_mean(deck.instead_of, usual),
            )
    fewest, most = game.players
    if not fewest <= game.boxed <= most:
        raise table.error("boxed", f"is {game.boxed}.", f"Write {fewest} to {most}.")
    for deck in game.decks:
        if deck.serves < 0 or (deck.serves and deck.each):
            todo = "Write for how many players a set of it is, and not each."
            raise DataError(f'The deck "{deck.name}" serves {deck.serves}.', where=table.where(), todo=todo)
        alike = all(piece.copies % most == 0 for piece in deck.pieces)
        single = all(piece.copies == 1 for piece in deck.pieces) and len(deck.pieces) % most == 0
        if deck.each == "player" and not alike and not single:
            raise DataError(
                f'The deck "{deck.name}" does not have the same number of pieces for each of {most} players.',
                where=table.where(),
                todo="Write copies for all of them, or leave out each.",
            )
    if (total := sum(deck.count for deck in game.decks)) > PIECES:
        raise DataError(
            f"The game has {total:,} pieces; {PIECES:,} can be printed.",
            where=table.where(),
            todo="Use fewer.",
        )
