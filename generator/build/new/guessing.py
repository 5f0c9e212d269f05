"""A guess of what the columns of a spreadsheet are, by their headings and what is in them."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from components.errors import DataError, FitError, StarboxError
from components.pieces import Column, Plain, copies_in, in_another_language, is_note
from components.sheets import Row, Sheet, read_sheet
from components.wording import counted, plain_letters
from generator.build.new.cards import SHADES, measure
from generator.faces.pictures.source import SUFFIXES
from generator.faces.type.markup import MarkupError

_NAMED = {
    # In English, German, French, Spanish and Italian.
    "code": "code id codigo codice",
    "copies": "copies qty quantity count amount number_of_copies anzahl menge exemplare quantite exemplaires "
    "nombre copias cantidad copie quantita qte nb stuck anz",
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
_DISC = 5  # characters that a disc has room for
_BADGES = 3  # numbers that have a place on the card


@dataclass(frozen=True)
class Guess:
    """Findings in a sheet.

    headings  headings of the columns whose names differ, by their names
    columns   types by name, without code and copies; "plain" for texts without mark-up
    roles     names of columns by what they are: title, art, text, flavour, kind
    numbers   names of columns of numbers and other marks that a disc has room for
    kinds     the words in the column kind
    pictures  the names in the column art
    texts     the texts of each card: text and flavour
    own       headings of the columns that every deck may have: code, copies
    doubts    sentences on columns that would be numbers but for a cell, and on what is not as it was
    left      what of the sheet is not in the game
    missing   a character that no font has; "" if there is none
    drawn     names in the workbook of the pictures in its cells, by the names of their files
    table     the sheet with the names of these pictures, as CSV; "" if it has none
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
    left: tuple[str, ...] = ()
    missing: str = ""
    drawn: Mapping[str, str] = field(default_factory=dict)
    table: str = ""


def guess(file: Path, sheet: str = "") -> Guess:
    """Guess what the columns of a spreadsheet are. Raises `DataError` for one without rows or headings."""
    table = read_sheet(file, sheet=sheet)
    rows = list(table.rows)
    _are_cards(table, rows, file)
    drawn, rows = _with_pictures(table, rows)
    known = {heading: Column(heading, "text", True) for heading in table.header}
    others = [h for h in table.header if in_another_language(h, known)]
    notes = [h for h in table.header if is_note(h)]
    names = _column_names([h for h in table.header if h not in {*others, *notes}], table.where)
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
    numbers = [name for name, cells in rest.items() if name not in taken and _fit_a_disc(cells)]
    columns = {name: _type(cells, whole=_are_whole(cells)) for name, cells in rest.items()}
    kinds = {cell: None for cell in rest[roles["kind"]] if cell} if "kind" in roles else {}
    pictures = {cell: None for cell in rest[roles["art"]] if cell} if "art" in roles else {}
    doubts = [*_doubts(rows, [heading for heading in names if heading != own.get("code")])]
    missing = ""
    for name in (roles[role] for role in ("title", "text", "flavour", "kind") if role in roles):
        sentence, lacking, columns[name] = _printed(rows, headings[name], columns[name])
        doubts += [sentence] if sentence else []
        missing = missing or lacking
    none = [""] * len(rows)
    texts = zip(*(rest[roles[role]] if role in roles else none for role in ("text", "flavour")), strict=True)
    unseen = [headings[name] for name in rest if name not in {*taken, *numbers[:_BADGES]} and any(rest[name])]
    left = [*table.left, *([f"on no card: {', '.join(unseen)}"] if unseen else [])]
    left += [f"the notes in {', '.join(notes)}"] if notes else []
    if table.others:
        sheets = "sheet" if len(table.others) == 1 else "sheets"
        left.append(f"the {sheets} {', '.join(table.others)} (--sheet NAME takes another)")
    idle = sum(copies_in(row.values.get(own.get("copies", ""), "")) == 0 for row in rows)
    left += [f"{counted(idle, 'row')} with 0 copies"] if idle else []
    beside = len(table.pictures) - len(drawn)
    left += [f"{counted(beside, 'picture')} beside the table"] if beside else []
    if others:
        doubts.append(f"Other languages: {', '.join(others)}. Print one with --language.")
    return Guess(
        len(rows), {n: h for n, h in headings.items() if n != h}, columns,
        {role: name for role, name in roles.items() if role not in renamed},
        tuple(numbers[:_BADGES]), tuple(kinds), tuple(pictures),
        tuple((_measurable(text), _measurable(flavour)) for text, flavour in texts), coded, table.said,
        own, tuple(doubts), tuple(left), missing, drawn, _as_csv(table.header, rows) if drawn else "",
    )  # fmt: skip


def _with_pictures(table: Sheet, rows: Sequence[Row]) -> tuple[dict[str, str], list[Row]]:
    """The pictures in cells, by names for their files, and the rows with these names in the cells."""
    drawn: dict[str, str] = {}
    made = []
    for row in rows:
        values = dict(row.values)
        for heading, cell in row.cells.items():
            suffix = Path(table.pictures.get(cell, "")).suffix.lower()
            if suffix in SUFFIXES and not values.get(heading):
                values[heading] = f"{cell.lower()}{suffix}"
                drawn[values[heading]] = table.pictures[cell]
        made.append(row._replace(values=values))
    return drawn, made


def _as_csv(header: Sequence[str], rows: Iterable[Row]) -> str:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerows([header, *([row.values.get(heading, "") for heading in header] for row in rows)])
    return written.getvalue()


def _fit_a_disc(cells: Sequence[str]) -> bool:
    """Tell whether the cells are numbers or marks such as X, 2+, 1/2 and 15%, of five characters at most."""
    told = [cell for cell in cells if cell]
    digits = sum(any(sign.isdigit() for sign in cell) for cell in told)
    return digits * 2 >= len(told) > 0 and all(
        len(cell) <= _DISC and (len(cell) <= 2 or any(sign.isdigit() for sign in cell)) for cell in told
    )


def _counts(cell: str, *, copies: bool) -> bool:
    return copies_in(cell) is not None if copies else _fit_a_disc([cell])


def _measurable(words: str) -> str:
    """The words, or as many letters where a card could not have them yet."""
    try:
        measure(words)
    except StarboxError:
        return re.sub(r"\S", "x", words)
    return words


def _printed(rows: Iterable[Row], heading: str, kind: str) -> tuple[str, str, str]:
    """A sentence on texts under that heading that cannot be printed yet, a character that no font has, and
    the type of the column: texts whose mark-up is wrong are plain ones.
    """
    optional = "?" if kind.endswith("?") else ""
    sentence = missing = ""
    for row in rows:
        words: str = row.values.get(heading, "")
        try:
            measure(Plain(words) if kind.startswith("plain") else words)
            continue
        except MarkupError as problem:
            kind = f"plain{optional}"
            place = row.place(heading).rpartition(", ")[2]
            sentence = (
                f"{heading} is plain text, in which * {{ [ mean nothing, because of {place}: "
                f'{problem.what} For **bold** and [symbols], mend it and write "text" in game.toml.'
            )
        except FitError:
            continue
        except StarboxError as problem:
            where = row.place(heading).rpartition(", ")[2]
            sentence = sentence or f"{heading} cannot be printed yet, {where}: {problem.what} {problem.todo}"
            found = re.search(r'has no "(.)"', problem.what)
            missing = missing or (f'"{found[1]}"' if found else "")
    return sentence, missing, kind


def _are_cards(table: Sheet, rows: Sequence[Row], file: Path) -> None:
    """Raises `DataError` for a sheet without rows, or without headings above them."""
    if not rows:
        other = f', or name another sheet: --sheet "{table.others[0]}"' if table.others else ""
        raise DataError(
            "There are no rows below the headings.", where=table.where, todo=f"Add one for each card{other}."
        )
    if drawn := next((heading for heading in table.header if heading.lower().endswith(SUFFIXES)), ""):
        raise DataError(
            f'"{drawn}" is a picture, where the headings should be.',
            where=table.where,
            todo="Begin with a row of headings, such as Name, Text and Picture.",
        )


def _doubts(rows: Sequence[Row], headings: Iterable[str]) -> Iterator[str]:
    """Columns of numbers with a cell or two that is none, so that they are taken for words."""
    for heading in headings:
        told = [row for row in rows if row.values.get(heading)]
        counted_on = plain_letters(heading) in _NAMED["copies"].split()
        other = [row for row in told if not _counts(row.values[heading], copies=counted_on)]
        if 0 < len(other) <= (len(told) if counted_on else len(told) // 4):
            cell = f'"{other[0].values[heading]}" in {other[0].place(heading).rpartition(", ")[2]}'
            yield f"{heading} is not a column of numbers, because of {cell}."
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
            return any(cells) and all(copies_in(cell) is not None for cell in cells if cell)
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
    return any(cells) and all(re.fullmatch(r"-?(?:0|[1-9]\d{0,8})", cell) for cell in cells if cell)


def _type(cells: Sequence[str], *, whole: bool) -> str:
    return f"{'int' if whole else 'text'}{'' if all(cells) else '?'}"
