"""A game made of a spreadsheet: what its columns are is guessed from their headings and what is in them."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from components.errors import DataError, StarboxError
from components.languages import Words, shared
from components.reading import read_bytes
from components.sheets import WORKBOOKS, Row, Sheet, read_sheet
from components.wording import counted, plain_letters
from components.writing import make_folder, replace_file
from generator.build.new import Wanted, cards, tiles
from generator.build.new.boxes import table, toml
from generator.build.new.cards import SHADES, measure, theme
from generator.build.new.tiles import Tile, tile_of
from generator.faces.pictures.source import SUFFIXES, file_name
from generator.faces.theme import HOME as LOOKS
from generator.faces.type.markup import symbols_in

_NAMED = {
    # In English, German, French, Spanish and Italian.
    "code": "code id codigo codice",
    "copies": "copies qty quantity count amount number_of_copies anzahl menge exemplare quantite exemplaires "
    "nombre copias cantidad copie quantita",
    "title": "title name card card_name card_title titel karte kartenname titre nom carte titulo nombre "
    "carta titolo nome",
    "art": "art image picture img illustration artwork photo file bild foto datei grafik imagen immagine",
    "text": "text rules rule effect ability description rules_text card_text body regel regeltext wirkung "
    "effekt beschreibung texte regle effet pouvoir texto regla efecto testo regola effetto",
    "flavour": "flavour flavor quote lore flavour_text flavor_text story zitat stimmungstext citation "
    "ambiance cita citazione",
    "kind": "type kind suit class category faction element colour color typ art klasse kategorie farbe "
    "categorie couleur famille genre classe tipo categoria clase color colore",
}
_PICTURES = ("pictures", "images", "art", "img")  # folders that are looked into before others
_SYMBOLS = ("symbols", "icons")
_MOST_HOMES = 50  # folders beside the spreadsheet that are looked into
_RULES = (
    "Set-up",
    "Shuffle the cards.",
    "Play",
    "Write here how it is played: a rule for each paragraph, with its number.",
)
_POKER = ['size = "poker"']
_BADGES = 3  # numbers that have a place on the card


@dataclass(frozen=True)
class Guess:
    """Findings in a sheet.

    headings  headings of the columns whose names differ, by their names
    columns   types by name, without code and copies
    roles     names of columns by what they are: title, art, text, flavour, kind
    numbers   names of columns of whole numbers
    kinds     the words in the column kind
    pictures  the names in the column art
    texts     the texts of each card: text and flavour
    own       headings of the columns that every deck may have: code, copies
    doubts    sentences on columns that would be numbers but for a cell
    """

    rows: int
    headings: dict[str, str]
    columns: dict[str, str]
    roles: dict[str, str]
    numbers: tuple[str, ...]
    kinds: tuple[str, ...]
    pictures: tuple[str, ...]
    texts: tuple[tuple[str, str], ...]
    coded: bool
    said: str
    own: dict[str, str]
    doubts: tuple[str, ...]


def guess(file: Path, sheet: str = "") -> Guess:
    """Guess what the columns of a spreadsheet are.

    Raises `DataError` for one without rows or headings, and for a text that no card can have.
    """
    table = read_sheet(file, sheet=sheet)
    rows = list(table.rows)
    _are_cards(table, rows, file)
    names = _column_names(table.header, table.where)
    values = {name: [row.values.get(heading, "") for row in rows] for heading, name in names.items()}
    roles = dict(_roles(values))
    coded = "code" in roles
    renamed = {role: roles[role] for role in ("code", "copies") if role in roles}
    headings = {name: heading for heading, name in names.items() if name not in renamed.values()}
    own: dict[str, str] = {
        role: next(h for h, n in names.items() if n == name) for role, name in renamed.items()
    }
    headings |= own
    rest = {name: cells for name, cells in values.items() if name not in renamed.values()}
    taken = {name for role, name in roles.items() if role not in renamed}
    numbers = [name for name, cells in rest.items() if name not in taken and _are_whole(cells)]
    columns = {name: _type(cells, whole=name in numbers) for name, cells in rest.items()}
    kinds = {cell: None for cell in rest[roles["kind"]] if cell} if "kind" in roles else {}
    pictures = {cell: None for cell in rest[roles["art"]] if cell} if "art" in roles else {}
    for role in ("text", "flavour"):
        if role in roles:
            _readable(rows, headings.get(roles[role], roles[role]))
    none = [""] * len(rows)
    texts = zip(*(rest[roles[role]] if role in roles else none for role in ("text", "flavour")), strict=True)
    return Guess(
        len(rows), {n: h for n, h in headings.items() if n != h}, columns,
        {role: name for role, name in roles.items() if role not in renamed},
        tuple(numbers[:_BADGES]), tuple(kinds), tuple(pictures), tuple(texts), coded, table.said,
        own, tuple(_doubts(rows, [heading for heading in names if heading != own.get("code")])),
    )  # fmt: skip


def _are_cards(table: Sheet, rows: Sequence[Row], file: Path) -> None:
    """Raises `DataError` for a sheet without rows, or without headings above them."""
    if not rows:
        other = ", or name another sheet with --sheet" if file.suffix.lower() in WORKBOOKS else ""
        raise DataError(
            "There are no rows below the headings.", where=table.where, todo=f"Add one for each card{other}."
        )
    if drawn := next((heading for heading in table.header if heading.lower().endswith(SUFFIXES)), ""):
        raise DataError(
            f'"{drawn}" is a picture, where the headings should be.',
            where=table.where,
            todo="Begin with a row of headings, such as Name, Text and Picture.",
        )


def _readable(rows: Iterable[Row], heading: str) -> None:
    """Raises what is wrong with a text under that heading, with its cell."""
    for row in rows:
        try:
            measure(row.values.get(heading, ""))
        except StarboxError as problem:
            raise type(problem)(problem.what, where=row.place(heading), todo=problem.todo) from None


def _doubts(rows: Sequence[Row], headings: Iterable[str]) -> Iterator[str]:
    """Columns of numbers with a cell or two that is none, so that they are taken for words."""
    for heading in headings:
        told = [row for row in rows if row.values.get(heading)]
        other = [row for row in told if not _are_whole([row.values[heading]])]
        counted_on = plain_letters(heading) in _NAMED["copies"].split()
        if 0 < len(other) <= (len(told) if counted_on else len(told) // 4):
            cell = f'"{other[0].values[heading]}" in {other[0].place(heading).rpartition(", ")[2]}'
            yield f"{heading} is not a column of numbers, because of {cell}."
        none = [row for row in told if row.values[heading] == "0"]
        if counted_on and none and not other:
            cell = none[0].place(heading).rpartition(", ")[2]
            yield f"{heading} is not a column of copies, because of 0 in {cell}."
        if plain_letters(heading) in _NAMED["code"].split():
            twice = [
                code for code, count in Counter(row.values[heading] for row in told).items() if count > 1
            ]
            yield from (f'{heading} is not the code: "{code}" is there twice.' for code in twice)


def _column_names(header: Sequence[str], where: str) -> dict[str, str]:
    """A name that templates can use for each heading."""
    names: dict[str, str] = {}
    for heading in header:
        name = re.sub(r"[^a-z0-9]+", "_", plain_letters(heading)).strip("_") or "column"
        name = f"c_{name}" if name[0].isdigit() or name in ("fields", "tag") else name
        if not heading or heading in names:
            raise DataError(
                f'The heading "{heading}" is there twice.' if heading else "A column has no heading.",
                where=where,
                todo="Give every column a heading of its own in the first row.",
            )
        while name in names.values():
            name += "_2"
        names[heading] = name
    return names


def _roles(values: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Assign roles to columns, by their headings and then by what is in them; each column has one at most."""
    found: dict[str, str] = {}

    def fits(role: str, name: str, cells: list[str]) -> bool:
        if role == "code":
            return all(cells) and len({*cells}) == len(cells) and max(map(len, cells)) <= 12
        if role == "copies":
            return _are_whole(cells) and all(0 < int(cell) < 1000 for cell in cells if cell)
        if role == "kind":
            return 1 < len({*filter(None, cells)}) <= len(SHADES) and max(map(len, cells)) <= 24
        if (role, name) == ("art", "art") and not any(cell.lower().endswith(SUFFIXES) for cell in cells):
            return len({*cells}) * 2 > len(cells)  # few words would be kinds: "Art" is German for that
        return not _are_whole(cells)

    for said in (str, _last_word):  # "text" before "card_text"
        for role, known in _NAMED.items():
            for name, cells in values.items():
                if (
                    role not in found
                    and said(name) in known.split()
                    and name not in found.values()
                    and fits(role, name, cells)
                ):
                    found[role] = name
    rest = {name: cells for name, cells in values.items() if name not in found.values() and any(cells)}
    for name, cells in rest.items():
        if "art" not in found and all(cell.lower().endswith(SUFFIXES) for cell in cells if cell):
            found["art"] = name
    words = {n: c for n, c in rest.items() if n not in found.values() and not _are_whole(c)}
    if "title" not in found and words:
        found["title"] = next(iter(words))
        words.pop(found["title"])
    longest = max(words, key=lambda name: sum(map(len, words[name])), default="")
    if "text" not in found and longest and sum(map(len, words[longest])) > 15 * len(words[longest]):
        found["text"] = longest
        words.pop(longest)
    for name, cells in words.items():
        if "kind" not in found and fits("kind", name, cells) and len({*cells}) * 2 <= len(cells):
            found["kind"] = name
    yield from found.items()


def _last_word(name: str) -> str:
    return name.rpartition("_")[2]


def _are_whole(cells: Sequence[str]) -> bool:
    return any(cells) and all(re.fullmatch(r"-?\d{1,9}", cell) for cell in cells if cell)


def _type(cells: Sequence[str], *, whole: bool) -> str:
    return f"{'int' if whole else 'text'}{'' if all(cells) else '?'}"


def write(folder: Path, file: Path, found: Guess, slug: str, title: str, wanted: Wanted) -> list[str]:
    """Write the game into an empty folder; lines for the user. Raises `UsageError` for an unknown shape."""
    tile = tile_of(wanted.shape, wanted.across)
    own = f"cards{file.suffix.lower()}"
    replace_file(folder / own, read_bytes(file), synced=False)
    missing = _copy_pictures(folder, file.parent, found.pictures)
    unknown = _copy_symbols(folder, file.parent, found.texts)
    if tile:
        look, size = tiles.layout(tile, found.roles, found.numbers, found.texts, title), tiles.TEXT
    else:
        look = cards.layout(found.roles, found.numbers, found.texts, title)
        size = cards.body_size(found.roles, found.texts)
    texts = {
        "game.toml": _game(found, own, slug, title, wanted, tile),
        "layout.toml": look,
        "theme.toml": theme(found.roles.get("kind", ""), found.kinds, size),
        "rules.md": _rules(title, wanted.language),
    }
    for name, text in texts.items():
        replace_file(folder / name, text, synced=False)
    roles = [f"{role} from {found.headings.get(name, name)}" for role, name in found.roles.items()]
    shown = found.numbers[:1] if tile else found.numbers
    roles += [f"a number from {found.headings.get(name, name)}" for name in shown]
    roles += [f"{role} from {heading}" for role, heading in found.own.items()]
    said = [f"{counted(found.rows, 'row')}, {found.said}: {', '.join(roles) or 'no column is known'}."]
    said += found.doubts
    if missing:
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


def _beside(home: Path, first: Sequence[str]) -> dict[str, Path]:
    """The pictures beside the spreadsheet and in the folders there, by their names in small letters.

    first  names of folders that go before others
    """
    folders = [folder for folder in home.iterdir() if folder.is_dir() and not folder.name.startswith(".")]
    folders.sort(key=lambda folder: (folder.name.lower() not in first, folder.name))
    found: dict[str, Path] = {}
    for place in (home, *folders[:_MOST_HOMES]):
        for file in sorted(place.iterdir()) if os.access(place, os.R_OK) else ():
            if file.suffix.lower() in SUFFIXES and file.is_file():
                found.setdefault(file.name.lower(), file)
    return found


def _rules(title: str, language: str) -> str:
    """The rules to begin with, in the language if Starbox knows it."""
    first, one, second, two = map(Words(language, shared=shared(language)), _RULES)
    return f"# {title}\n\n## 1 {first}\n\n1.1 {one}\n\n## 2 {second}\n\n2.1 {two}\n"


def _game(found: Guess, own: str, slug: str, title: str, wanted: Wanted, tile: Tile | None) -> str:
    face = "tile" if tile else "card"
    size = [f"size = [{tile.width:g}, {tile.height:g}]", f'shape = "{tile.shape}"'] if tile else _POKER
    prefix = "".join(word[0] for word in slug.upper().split("-"))[:3]
    lines = [
        "# The box. You may change every line; error messages name the file, line and key.",
        f"slug = {toml(slug)}",
        f"title = {toml(title)}",
        'tagline = ""',
        f"prefix = {toml(prefix)}  # citations of rules: {prefix} 2.1",
        "players = [2, 4]",
        *([f"language = {toml(wanted.language)}  # the language of the game"] if wanted.language else []),
        "",
        "[credits]",
        'authors = ["You"]',
        'licence = "All rights reserved"',
        "",
        "[[deck]]",
        f'name = "{face}s"',
        f"title = {toml(title)}",
        f"pieces = {toml(own)}",
        *([f"sheet = {toml(wanted.sheet)}"] if wanted.sheet else []),
        *([] if found.coded else ['numbered = "C"  # codes C1, C2 … by the order of the rows']),
        *size,
        f'face = "{face}"  # [{face}] in layout.toml',
        'back = "back"  # [back] in layout.toml',
        "",
        "[deck.columns]",
        *table(found.columns),
    ]
    if found.headings:
        lines += ["", "[deck.headings]  # headings of the sheet, where they differ"]
        lines += table(found.headings)
    return "\n".join(lines) + "\n"
