"""The rules of a journal: found by the name of its game, and set to where the journal begins."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from components.errors import DataError, UsageError
from components.files import WINDOWS
from components.toml import Table, parse_toml
from referee.engine.game import AnyGame, Places, Versions
from referee.engine.play import open_box, start_game
from referee.games import find_game, find_pad
from referee.table.journal import Journal
from referee.table.journal.lines import Header, Mode


class OtherRulesError(DataError):
    """A journal that was played by rules this referee does not have."""


def find_rules(slug: str, mode: Mode = "full") -> AnyGame:
    """The rules of that game, or its score pad. Raises `UsageError`."""
    return find_game(slug) if mode == "full" else find_pad(slug)


def rules_of(journal: Journal) -> AnyGame:
    """The rules it was played by. Raises `OtherRulesError` if this referee does not have them."""
    header, file = journal.header, journal.file
    try:
        game = find_rules(header.game, header.mode)
    except UsageError as problem:
        raise OtherRulesError(problem.what, where=str(file), todo=_elsewhere(journal)) from None
    known = (game.version, *(game.earlier if isinstance(game, Versions) else ()))
    if header.rules not in known:
        raise OtherRulesError(
            f"The game was played by version {header.rules} of the rules;"
            f" this referee has version {game.version}.",
            where=str(file),
            todo=_elsewhere(journal),
        )
    return game


def first_state(game: AnyGame, header: Header) -> Any:
    """The state before anything has happened, in a game by the version of the rules that the header names."""
    if header.position:
        position = parse_toml(header.position, "the position of the game")
        state = place(game, header.seats, header.options, position)
    else:
        state = start_game(game, header.seats, header.options)
    if header.rules != game.version and isinstance(game, Versions):
        return game.by_version(state, header.rules, header.options)
    return state


def place(game: AnyGame, names: Sequence[str], options: Mapping[str, str], position: Table) -> Any:
    """The state that a typed position describes.

    Raises `UsageError` for a game that cannot begin from a position, and what `Places.place` raises.
    """
    if not isinstance(game, Places):
        raise UsageError("This game cannot begin from a position.", where=game.slug)
    return game.place(names, options, open_box(game, options), position)


def _elsewhere(journal: Journal) -> str:
    file = f'"{journal.file}"' if WINDOWS else shlex.quote(str(journal.file))
    return f"Continue with the Starbox it was begun with, or read it: referee log --recorded {file}"
