"""Decks of blueprints: the ready ones, those in files, and what is wrong with a deck (PL 2.1).

A deck file is TOML: its core, and how many copies of each blueprint it has.

    name = "Sunrise"
    core = "solar"

    [blueprints]
    COR = 4
    GEN-S = 1
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from components.decklists import read_deck_list
from components.errors import DataError, OutputError, UsageError, did_you_mean
from components.wording import counted
from components.writing import replace_file
from referee.engine.tuples import remembered_lately
from referee.games.planetary.box import Box
from referee.games.planetary.codes import (
    find_blueprint,
    nearest_blueprint,
    read_blueprints,
    read_core,
    write_blueprints,
)
from referee.games.planetary.rules.numbers import Blueprints
from referee.games.planetary.rules.profiles import profiles


@dataclass(frozen=True)
class Deck:
    """A deck as it is written; it need not be legal.

    core        the name of its core
    blueprints  copies by code, those of the game first and in the order of PL 6
    where       the file, or the name of a ready deck
    """

    name: str
    core: str
    blueprints: Blueprints
    where: str

    @property
    def count(self) -> int:
        return sum(self.blueprints.values())


@dataclass(frozen=True)
class Fault:
    """A fault of a deck, and the rule that says so: "PL 2.1"."""

    what: str
    rule: str


def ready_decks(box: Box) -> tuple[Deck, ...]:
    """The decks of the box, one for each core."""
    return tuple(Deck(name, name, blueprints, name) for name, blueprints in box.decks.items())


@remembered_lately()
def earlier_box(box: Box, version: int) -> Box:
    """The box with the ready decks that it had in that version of the rules."""
    table = box.components.tables["cores"].table("earlier_decks").table(str(version))
    earlier = {name: read_blueprints(table.text(name), box, table.where()) for name in table.data}
    return replace(box, decks={**box.decks, **earlier})


def find_deck(box: Box, name: str, where: str) -> Deck:
    """The ready deck of that name, or the one in the file.

    Raises `UsageError`, naming the argument `where`, if it is neither, `DataError` for a file that
    is not a deck.
    """
    for deck in ready_decks(box):
        if name.strip().lower() == deck.name:
            return deck
    if not Path(name).exists():
        todo = did_you_mean(name, box.decks)
        raise UsageError(f'There is no ready deck and no file "{name}".', where=where, todo=todo)
    return read_deck(box, Path(name))


def read_deck(box: Box, file: Path) -> Deck:
    """The deck in that file, with its faults. Raises `DataError` if it is not in the form of a deck."""
    listed = read_deck_list(file, box.deck_form)
    written: dict[str, int] = {}
    for typed, copies in listed.copies.items():
        code = find_blueprint(box, typed) or typed
        written[code] = written.get(code, 0) + copies
    known = box.counts_in_order(written)
    unknown = {code: copies for code, copies in written.items() if code not in box.blueprints}
    return Deck(listed.name, _plain(box, listed.like), {**known, **unknown}, listed.where)


def faults(box: Box, deck: Deck, collection: Blueprints) -> tuple[Fault, ...]:
    """Everything that is wrong with a deck made out of that collection (PL 2.1); nothing if it is legal.

    A ready deck needs no collection: it is in the box.
    """
    return tuple(_faults(box, deck, deck.blueprints if is_ready(box, deck) else collection))


def is_ready(box: Box, deck: Deck) -> bool:
    """Tell whether it is one of the box, not one out of a file."""
    return deck.where in box.decks and deck.name == deck.where


def option_text(box: Box, name: str, owner: str, where: str) -> str:
    """The deck as an option of a game holds it: the name of a ready one, or core and blueprints of a file.

    So a journal is whole without the file. `owner` is the player: if there is a profile of that name,
    the deck is made out of its collection, else out of that of a new one.

    Raises `UsageError`, naming the argument `where`, for a deck that is not legal (PL 2.1).
    """
    deck = find_deck(box, name, where)
    if is_ready(box, deck):
        return deck.name
    profile = profiles(box).get(owner)
    wrong = faults(box, deck, profile.blueprints if profile else box.collection)
    if wrong:
        raise UsageError(
            f"{wrong[0].what.rstrip('.')} [{wrong[0].rule}].",
            where=f"{where} {owner}={name}",
            todo=f"referee deck check {name} shows everything that is wrong.",
        )
    return f"{deck.core}: {write_blueprints(deck.blueprints)}"


def agreed_deck(box: Box, text: str, owner: str) -> Deck:
    """The deck of such an option. Raises `UsageError` if it may not be played."""
    core, colon, blueprints = text.partition(":")
    where = f"the deck of {owner}"
    kind = read_core(core, box, where)
    if not colon:
        return Deck(kind.name, kind.name, box.decks[kind.name], kind.name)
    deck = Deck(kind.name, kind.name, read_blueprints(blueprints, box, where), where)
    everything = dict.fromkeys(box.blueprints, deck.count)
    if wrong := faults(box, deck, everything):
        raise UsageError(wrong[0].what, where=where, todo="Write --deck NAME=FILE for a legal one.")
    return deck


def check_readable(box: Box, deck: Deck) -> None:
    """Raises `DataError` for a deck with an unknown core or blueprint."""
    for fault in _unknown(box, deck):
        raise DataError(fault.what, where=deck.where)


def write_deck(box: Box, deck: Deck, file: Path, *, overwrite: bool) -> None:
    """Write the deck as a file, wholly or not at all.

    Raises `OutputError` if that fails, or if the file exists and may not be overwritten.
    """
    if file.exists() and not overwrite:
        raise OutputError("The file already exists.", where=str(file), todo="Add --force to replace it.")
    replace_file(file, _toml(box, deck))


def _faults(box: Box, deck: Deck, collection: Blueprints) -> Iterator[Fault]:
    yield from _unknown(box, deck)
    if deck.count != box.start.deck:
        yield Fault(f"It has {counted(deck.count, 'blueprint')}; a deck has {box.start.deck}.", "PL 2.1")
    for code, copies in deck.blueprints.items():
        blueprint = box.blueprints.get(code)
        if blueprint is None:
            continue
        if blueprint.core not in ("", deck.core) and deck.core in box.cores:
            yield Fault(
                f"{code} is a generator for {blueprint.core}, not for the {deck.core} core.", "PL 2.1"
            )
        have = collection.get(code, 0)
        if copies > have:
            yield Fault(f"It has {copies} {code}; the collection has {have or 'none'}.", "PL 2.1")


def _unknown(box: Box, deck: Deck) -> Iterator[Fault]:
    if deck.core not in box.cores:
        todo = did_you_mean(deck.core, box.cores)
        yield Fault(f'There is no core "{deck.core}". {todo}', "PL 2.1")
    for code in deck.blueprints:
        if code not in box.blueprints:
            yield Fault(f'There is no blueprint "{code}". {nearest_blueprint(box, code)}', "PL 6")


def _plain(box: Box, core: str) -> str:
    """The name of the core, or the text if there is no such core."""
    try:
        return read_core(core, box, "").name
    except UsageError:
        return core


def _toml(box: Box, deck: Deck) -> str:
    lines = [
        f"# A Planetary deck: {box.start.deck} blueprints of a collection (PL 2.1).",
        "",
        f"name = {json.dumps(deck.name, ensure_ascii=False)}",
        f'core = "{deck.core}"',
        "",
        "[blueprints]",
    ]
    for code, copies in deck.blueprints.items():
        lines.append(f"{code:5} = {copies}   # {box.blueprints[code].title.lower()}")
    return "\n".join(lines) + "\n"
