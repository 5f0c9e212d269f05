"""`pnp new`: start a game of your own from a small one."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from components import catalogue, installed, sizes
from components.errors import UsageError
from components.languages import checked
from components.wording import plain_letters
from components.writing import make_folder, new_folder, replace_file, scratch_folder
from generator.build.new import Wanted
from generator.commands.arguments import Json, belonging, number

_COMMENTS = 34  # the column in which they begin


def new(
    name: str,
    out: Annotated[Path, typer.Option(help="Where the folder goes.")] = Path(),
    source: Annotated[
        str, typer.Option("--from", metavar="FILE|URL", help="A spreadsheet of cards: .xlsx, .ods or .csv.")
    ] = "",
    sheet: Annotated[
        str, typer.Option(metavar="NAME", help="With --from: the sheet; the first by default.")
    ] = "",
    language: Annotated[
        str, typer.Option(metavar="CODE", help="With --from: the language that the cards are written in.")
    ] = "",
    size: Annotated[
        str, typer.Option(help="With --from: the size of the cards: a name, 44x68 for mm, or 2.5x3.5in.")
    ] = "",
    shape: Annotated[
        str, typer.Option(help="With --from: hex, square or circle, for tiles instead of poker cards.")
    ] = "",
    across: Annotated[
        float | None, number(40, 200, "With --shape: how wide a tile is, mm; 60 by default.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a small game in a new folder, to turn into your own.

    Example: pnp new "Moon Mail", or pnp new "Moon Mail" --from cards.xlsx
    """
    given = {
        "--sheet": sheet,
        "--language": language,
        "--size": size,
        "--shape": shape,
        "--across": across,
        "--from": source,
    }
    belonging(
        given,
        {**dict.fromkeys(("--sheet", "--language", "--size", "--shape"), "--from"), "--across": "--shape"},
    )
    if source:
        wanted = Wanted(sheet, checked(language) if language else "", size, shape, across or 0.0)
        folder, said = start_from(name, out, source, wanted)
        first = f"{folder}/ is a game with the cards of {source.rpartition('/')[2]}."
    else:
        folder, said = start(name, out), []
        first = f"{folder}/ is a game with rules, cards and a token. Its files explain how each is made."
    if as_json:
        print(json.dumps({"folder": str(folder), "said": said}, indent=2, ensure_ascii=False))
        return
    for line in (first, *said):
        print(line)
    print(f"See it: pnp watch {folder}. Print it: pnp build {folder}")


def start(name: str, home: Path) -> Path:
    """Make a game of that name in a new folder under `home`; returns the folder.

    Raises `UsageError` if the name is unsuitable or taken, `OutputError` if the folder cannot be
    written. After an error nothing is left behind.
    """
    from generator.faces.theme import HOME

    def make(folder: Path, slug: str, title: str) -> None:
        starter = HOME / "starter"
        for file in sorted(file for file in starter.rglob("*") if file.is_file()):
            copy = folder / file.relative_to(starter)
            make_folder(copy.parent)
            replace_file(copy, file.read_bytes(), synced=False)
        _christen(folder, slug, title)

    return _made(name, home, make)


def start_from(name: str, home: Path, source: str, wanted: Wanted) -> tuple[Path, list[str]]:
    """Make a game of the cards in a spreadsheet; returns the folder and lines for the user.

    source  the spreadsheet, as `pnp new` takes it

    Raises what `start` does, and `DataError` or `UsageError` for a spreadsheet that cannot be read.
    """
    from generator.build import fetching
    from generator.build.fetching.network import is_address
    from generator.build.new import guessing, starting, tiles

    tiles.tile_of(wanted.shape, wanted.across)  # refused before a file is looked at
    if wanted.size:
        sizes.size_named(wanted.size)
    said: list[str] = []
    with scratch_folder() as folder:
        file = Path(source)
        if is_address(source):
            file = folder / "cards.csv"
            replace_file(file, fetching.download(source))
        found = guessing.guess(file, wanted.sheet)

        def make(folder: Path, slug: str, title: str) -> None:
            said.extend(starting.write(folder, file, found, slug, title, wanted))

        made = _made(name, home, make)
    if is_address(source):
        fetching.remember(made / "cards.csv", source)
    return made, said


def _made(name: str, home: Path, make: Callable[[Path, str, str], None]) -> Path:
    """A new folder under `home` that `make` fills, given where, slug and title; whole or not at all."""
    slug = re.sub(r"[^a-z0-9]+", "-", plain_letters(name)).strip("-")
    if not slug and any(sign.isalpha() for sign in name):
        slug = "game"  # a name in other letters stays the title
    folder = home / slug
    if not slug:
        raise UsageError(
            f'"{name}" cannot be the name of a folder.', where="NAME", todo="Use letters and digits."
        )
    if slug in catalogue.slugs():
        raise UsageError(f"{slug} is one of the five games.", where="NAME", todo="Choose another name.")
    if brought := installed.packages().get(slug):
        what = f"The package {brought.source} brings a game {slug}, and its name goes before a folder."
        raise UsageError(what, where="NAME", todo="Choose another name.")
    title = name.strip() if name != slug else slug.replace("-", " ").title()
    make_folder(home)
    with new_folder(folder) as made:
        make(made, slug, title)
    return folder


def _christen(folder: Path, slug: str, title: str) -> None:
    """Replace the starter's name by the game's in both files that have it."""
    prefix = "".join(word[0] for word in slug.upper().split("-"))[:3]
    game = folder / "game.toml"
    values = {"slug": slug, "title": title, "prefix": prefix}
    lines = [_line(line, values) for line in game.read_text(encoding="utf-8").splitlines()]
    text = "\n".join(lines) + "\n"
    text = text.replace("cited: ST 2.1", f"cited: {prefix} 2.1", 1)
    replace_file(game, text, synced=False)
    rules = folder / "rules.md"
    named = rules.read_text(encoding="utf-8").replace("# Starter", f"# {title}", 1)
    replace_file(rules, named, synced=False)


def _line(line: str, values: dict[str, str]) -> str:
    """A line of game.toml with the new value of its key and its comment in the same column.

    Only the first line of each key changes: decks have titles of their own.
    """
    key = line.partition(" = ")[0]
    if key not in values:
        return line
    setting = f"{key} = {json.dumps(values.pop(key), ensure_ascii=False)}"
    return f"{setting.ljust(_COMMENTS)}{line[_COMMENTS:]}".rstrip()
