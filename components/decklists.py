"""A player's own deck: the pieces of one of the game's decks in other numbers, in a TOML file.

A game that allows such decks says in the [own_deck] of its game.toml how the file is written.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from components.errors import did_you_mean
from components.pieces import COPIES
from components.toml import Table, read_toml

_LIKE = "{like}"
_NAME = "name"  # the key of a deck's own name


class DeckForm(NamedTuple):
    """The form in which the decks of players are written.

    like    the key that names the deck of the game that theirs is based on
    pieces  the table with the copies of each piece, by its code
    decks   what is printed of it: names of decks of the game, with {like} for the one it is based on
    beside  codes of pieces that are in no deck of the game, but may be in such a deck
    """

    like: str
    pieces: str
    decks: tuple[str, ...]
    beside: tuple[str, ...] = ()

    @classmethod
    def declared(cls, table: Table, names: Collection[str]) -> DeckForm:
        """The form in an [own_deck], given the names of the game's decks. Raises `DataError` if none fits."""
        form = cls(table.text("like"), table.text("pieces"), table.texts("decks"), table.texts("beside", ()))
        if form.like in (form.pieces, _NAME) or form.pieces == _NAME:
            keys = f'"{form.like}" and "{form.pieces}"'
            raise table.error("like", f"and pieces are {keys}.", f'Write two keys, and neither "{_NAME}".')
        for name in form.decks:
            if _LIKE not in name and name not in names:
                raise table.error(
                    "decks", f'has "{name}", but there is no such deck.', did_you_mean(name, names)
                )
        if not form.models(names):
            todo = f'Write {_LIKE} for the deck it is based on: ["{_LIKE}"].'
            raise table.error("decks", f"is {list(form.decks)}, which fits no deck of the game.", todo)
        table.done()
        return form

    def printed(self, like: str) -> tuple[str, ...]:
        """The names of the decks that are printed of one based on that deck."""
        return tuple(name.replace(_LIKE, like) for name in self.decks)

    def models(self, names: Collection[str]) -> tuple[str, ...]:
        """Return what a deck can be based on, in a game with decks of those names."""
        ends = [
            (before, after) for before, sign, after in (one.partition(_LIKE) for one in self.decks) if sign
        ]
        words = {
            name[len(before) : len(name) - len(after)]
            for before, after in ends
            for name in names
            if name.startswith(before) and name.endswith(after)
        }
        return tuple(sorted(word for word in words if word and {*self.printed(word)} <= {*names}))


class DeckList(NamedTuple):
    """A deck as it is written. The deck it is based on and its codes may be unknown.

    copies  number of copies by code, in the order of the file
    """

    name: str
    like: str
    copies: Mapping[str, int]
    where: str


def read_deck_list(file: Path, form: DeckForm) -> DeckList:
    """The deck in that file. Raises `DataError` if it is not in that form."""
    table = read_toml(file)
    name, like = table.text(_NAME, file.stem), table.text(form.like)
    listed = table.table(form.pieces)
    copies = {code: listed.integer(code) for code in listed.data}
    for code, count in copies.items():
        if not 0 <= count <= COPIES:
            todo = f"Write how many copies, {COPIES} at most, or leave it out."
            raise listed.error(code, f"is {count}.", todo)
    table.done()
    return DeckList(name, like, copies, str(file))
