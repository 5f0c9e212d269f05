"""A deck of a player's own: the pieces of a deck of the game in other numbers, in a TOML file.

A game that allows it says in the [own_deck] of its game.toml how such a file is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from components.reading import Table, read_toml


@dataclass(frozen=True)
class DeckForm:
    """How the decks of players are written.

    like    the key that says which deck of the game theirs is like
    pieces  the table with the copies of each piece, by its code
    decks   what is printed of it: names of decks of the game, where {like} stands for the one it is like
    """

    like: str
    pieces: str
    decks: tuple[str, ...]

    @classmethod
    def declared(cls, table: Table) -> DeckForm:
        form = cls(table.text("like"), table.text("pieces"), table.texts("decks"))
        table.done()
        return form


@dataclass(frozen=True)
class DeckList:
    """A deck as it is written; neither the deck it is like nor its codes need be known.

    copies  by code, in the order of the file
    """

    name: str
    like: str
    copies: Mapping[str, int]
    where: str


def read_deck_list(file: Path, form: DeckForm) -> DeckList:
    """The deck in that file. Raises `DataError` if it is not in that form."""
    table = read_toml(file)
    name, like = table.text("name", file.stem), table.text(form.like)
    listed = table.table(form.pieces)
    copies = {code: listed.integer(code) for code in listed.data}
    for code, count in copies.items():
        if count < 0:
            raise listed.error(code, f"is {count}.", "Write how many copies, or leave it out.")
    table.done()
    return DeckList(name, like, copies, str(file))
