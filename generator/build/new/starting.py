"""A game made of a spreadsheet: its folder, and what is said of it."""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from components.languages import Words, shared
from components.reading import read_bytes
from components.sizes import size_named
from components.wording import counted
from components.writing import make_folder, replace_file
from generator.build.new import Wanted, cards, tiles
from generator.build.new.boxes import filled
from generator.build.new.cards import Card, theme
from generator.build.new.guessing import Guess
from generator.build.new.tiles import Tile, tile_of
from generator.faces.pictures.source import OTHERS, SUFFIXES, file_name
from generator.faces.theme import HOME as LOOKS
from generator.faces.type.markup import symbols_in

_PICTURES = ("pictures", "images", "art", "img")  # folders that are looked into before others
_SYMBOLS = ("symbols", "icons")
_MOST_HOMES = 50  # folders beside the spreadsheet that are looked into


def write(folder: Path, file: Path, found: Guess, slug: str, title: str, wanted: Wanted) -> list[str]:
    """Write the game into an empty folder; lines for the user. Raises `UsageError` for an unknown shape."""
    tile, language = tile_of(wanted.shape, wanted.across), wanted.language
    own = "cards.csv" if found.table else f"cards{file.suffix.lower()}"
    replace_file(folder / own, found.table or read_bytes(file), synced=False)
    for name, part in found.drawn.items():
        # What reads workbooks takes a while to load, which a table of plain text can do without.
        from components.workbooks.reading import picture_of

        make_folder(folder / "pictures")
        replace_file(folder / "pictures" / name, picture_of(file, part), synced=False)
    missing = _copy_pictures(
        folder, file.parent, [name for name in found.pictures if name not in found.drawn]
    )
    unknown = _copy_symbols(folder, file.parent, found.texts)
    if tile:
        look, size = tiles.layout(tile, found.roles, found.numbers, found.texts, title), tiles.TEXT
    else:
        card = Card(*size_named(wanted.size)) if wanted.size else Card()
        look = cards.layout(card, found.roles, found.numbers, found.texts, title)
        size = cards.body_size(card, found.roles, found.texts)
    texts = {
        "game.toml": _game(found, own, slug, title, wanted, tile),
        "layout.toml": look,
        "theme.toml": theme(found.roles.get("kind", ""), found.kinds, size, found.missing),
        "rules.md": filled("rules.md.j2", title=title, said=Words(language, shared=shared(language))),
    }
    for name, text in texts.items():
        replace_file(folder / name, text, synced=False)
    roles = [f"{role} from {found.headings.get(name, name)}" for role, name in found.roles.items()]
    shown = found.numbers[:1] if tile else found.numbers
    roles += [f"a number from {found.headings.get(name, name)}" for name in shown]
    roles += [f"{role} from {heading}" for role, heading in found.own.items()]
    said = [f"{counted(found.rows, 'row')}, {found.said}: {', '.join(roles) or 'no column is known'}."]
    said += [f"Left out: {'; '.join(found.left)}."] if found.left else []
    said += (
        [f"{counted(len(found.drawn), 'picture')} taken out of cells, which {own} names."]
        if found.drawn
        else []
    )
    said += found.doubts
    if not found.table:
        said.append(f"The sheet was copied: from now on, change {folder.name}/{own}.")
    unread = [*_beside(file.parent, _PICTURES, OTHERS)]
    if odd := [
        one
        for one in missing
        if any(file_name(one).lower() in (own, own[: own.rindex(".")]) for own in unread)
    ]:
        said.append(f"These pictures are of a kind that is not read, save them as PNG or JPEG: {_few(odd)}.")
    if missing := [one for one in missing if one not in odd]:
        said.append(f"These pictures were not found, put them into {folder.name}/pictures/: {_few(missing)}.")
    if unknown:
        said.append(
            f"These symbols were not found, draw them in {folder.name}/symbols/: {_few(unknown)}. "
            f"For words in brackets, write \\[{unknown[0]}]."
        )
    return said


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _copy_pictures(folder: Path, home: Path, names: Sequence[str]) -> list[str]:
    """Copy the pictures that are beside the spreadsheet; the names of the others."""
    there = _beside(home, _PICTURES)
    missing = []
    paths = Counter(map(file_name, names))
    for path in names:
        name = file_name(path)
        endings = ("",) if name.lower().endswith(SUFFIXES) else SUFFIXES
        ending = next((ending for ending in endings if f"{name}{ending}".lower() in there), None)
        if ending is None or paths[name] > 1:  # pictures of one name in two folders
            missing.append(path)
            continue
        _copy(there[f"{name}{ending}".lower()], home, folder / "pictures" / f"{name}{ending}")
    return missing


def _copy_symbols(folder: Path, home: Path, texts: Iterable[tuple[str, str]]) -> list[str]:
    """Copy the symbols that the texts name from beside the spreadsheet; the names that nobody has drawn."""
    named = dict.fromkeys(name for both in texts for words in both for name in symbols_in(words))
    there = _beside(home, _SYMBOLS)
    missing = []
    for name in named:
        drawn = f"{name.lower()}.svg"
        if drawn in there:
            _copy(there[drawn], home, folder / "symbols" / drawn)
        elif not (LOOKS / "symbols" / drawn).is_file():
            missing.append(name)
    return missing


def _copy(file: Path, home: Path, place: Path) -> None:
    """Copy a file of the folder `home`. Raises `DataError` for a link out of it."""
    content = read_bytes(file, within=home)
    make_folder(place.parent)
    replace_file(place, content, synced=False)


def _beside(home: Path, first: Sequence[str], endings: tuple[str, ...] = SUFFIXES) -> dict[str, Path]:
    """The pictures beside the spreadsheet and in the folders there, by their names in small letters.

    first  names of folders that go before others
    """
    folders = [folder for folder in home.iterdir() if folder.is_dir() and not folder.name.startswith(".")]
    folders.sort(key=lambda folder: (folder.name.lower() not in first, folder.name))
    found: dict[str, Path] = {}
    for place in (home, *folders[:_MOST_HOMES]):
        for file in sorted(place.iterdir()) if os.access(place, os.R_OK) else ():
            if file.suffix.lower() in endings and file.is_file():
                found.setdefault(file.name.lower(), file)
    return found


def _game(found: Guess, own: str, slug: str, title: str, wanted: Wanted, tile: Tile | None) -> str:
    """The game.toml."""
    prefix = "".join(word[0] for word in slug.upper().split("-"))[:3]
    box = {"slug": slug, "title": title, "prefix": prefix, "face": "tile" if tile else "card", "pieces": own}
    return filled("game.toml.j2", **box, found=found, wanted=wanted, tile=tile)
