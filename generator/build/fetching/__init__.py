"""Spreadsheets that are published on the web: fetched when a person asks for it, and kept beside the game.

A build never uses the network. It reads the copy, and says how old that is. Addresses are kept with the
user's own files and never in the game's folder, so that no stranger's folder can make us ask for anything.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from components import files
from components.errors import DataError, UsageError, did_you_mean
from components.pieces import count_rows, declared
from components.reading import parse_json, read_text
from components.sheets import read_sheet
from components.toml import Table, read_toml
from components.wording import counted
from components.writing import check_inside, make_folder, replace_file, scratch_folder

_RECORD = "fetched.json"
_UNITS = (("day", 86_400.0), ("hour", 3_600.0), ("minute", 60.0))


class Copy(NamedTuple):
    """A file that was fetched: from where, and when, in seconds since 1970."""

    address: str
    time: float


def fetch(folder: Path, deck: str, address: str = "") -> str:
    """Bring the spreadsheet of a deck up to date, from a new address or the one it was fetched from before.

    A line for the user. Raises `UsageError` for an address that does not answer or has no CSV with the
    columns of the deck, and `OutputError` for a file outside the folder; then nothing has changed.
    """
    decks = _decks(folder)
    if deck not in decks:
        raise UsageError(f'There is no deck "{deck}".', where=str(folder), todo=did_you_mean(deck, decks))
    source, columns = declared(decks[deck], folder)
    file = source.file
    if file.suffix.lower() not in (".csv", ".tsv"):
        raise UsageError(
            f"The pieces of {deck} are in {file.name}, and what is published is CSV.",
            where="game.toml",
            todo='Write pieces = "cards.csv".',
        )
    check_inside(file.parent, folder)
    known = _record()
    if not address and str(file.resolve()) not in known:
        raise UsageError(
            f"{file.name} was never fetched.", where=deck, todo=f"Give its address: pnp fetch GAME {deck} URL"
        )
    address = address or known[str(file.resolve())].address
    rows = 0

    def check(tried: Path) -> None:
        nonlocal rows
        rows = count_rows(source._replace(file=tried, within=tried.parent), columns)

    replace_file(file, download(address, check), within=folder)
    remember(file, address)
    return f"{file.name}: {counted(rows, 'row')} from {address}"


def download(address: str, check: Callable[[Path], object] = lambda _: None) -> bytes:
    """The CSV at an address.

    check  raises `DataError` for a file that is not the table that was meant

    Raises `UsageError` if the address does not answer, or has no such table.
    """
    from generator.build.fetching.network import PUBLISH, answer  # here, because sockets take 5 ms

    content = answer(address)
    with scratch_folder() as folder:
        tried = folder / "cards.csv"
        replace_file(tried, content)
        try:
            _check_table(tried)
            check(tried)
        except DataError as problem:
            raise UsageError(
                f"The address has no table: {problem.what}", where=address, todo=PUBLISH
            ) from None
    return content


def remember(file: Path, address: str) -> None:
    """Note that a file is a copy of what is at the address now."""
    known = {**_record(), str(file.resolve()): Copy(address, time.time())}
    home = files.folder("data")
    make_folder(home)
    record = {name: copy._asdict() for name, copy in known.items()}
    replace_file(home / _RECORD, json.dumps(record, indent=2) + "\n")


def fetched(folder: Path) -> Iterator[tuple[str, Path, Copy]]:
    """The decks whose spreadsheets are copies, with the files and where they are from."""
    if not (known := _record()):
        return
    for deck, table in _decks(folder).items():
        file = folder / table.text("pieces")
        if copy := known.get(str(file.resolve())):
            yield deck, file, copy


def ages(folder: Path) -> list[str]:
    """A sentence for each spreadsheet that is a copy: how old it is."""
    said = {}
    for _, file, copy in fetched(folder):
        age = _age(time.time() - copy.time)
        said[file.name] = f"is a copy from {age}; pnp fetch brings it up to date."
    return [f"{file} {what}" for file, what in said.items()]


def _decks(folder: Path) -> dict[str, Table]:
    """The decks as game.toml has them, also where a file is wrong: to fetch it again may put it right."""
    return {deck.text("name"): deck for deck in read_toml(folder / "game.toml", folder).tables("deck")}


def _age(seconds: float) -> str:
    for unit, length in _UNITS:
        if seconds >= length:
            return f"{counted(int(seconds / length), unit)} ago"
    return "just now"


def _record() -> dict[str, Copy]:
    with suppress(DataError, TypeError, AttributeError):
        rows = parse_json(read_text(files.folder("data") / _RECORD), _RECORD)
        return {
            name: copy
            for name, row in rows.items()
            if isinstance((copy := Copy(**row)).address, str) and isinstance(copy.time, (int, float))
        }
    return {}


def _check_table(file: Path) -> None:
    """Raises `DataError` for what is not a table."""
    sheet = read_sheet(file)
    list(sheet.rows)
    if not sheet.header:
        raise DataError("There is nothing in it.")
