"""The rules a journal is played by: found by the name of the game, and put where the journal begins."""

from __future__ import annotations

import importlib
import importlib.util
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from components import catalogue
from components.errors import DataError, UsageError, did_you_mean
from components.reading import Table, parse_toml
from referee.engine import AnyGame, Places
from referee.table.journal import Header, Journal, Mode


class OtherRulesError(DataError):
    """A journal that was played by rules that are not here."""


def find_game(slug: str, mode: Mode = "full") -> AnyGame:
    """The rules of that game, or its score pad. Raises `UsageError`."""
    playable = [known for known in catalogue.slugs() if importlib.util.find_spec(_module(known, mode))]
    if slug not in playable:
        what = "played at the table" if mode == "full" else "kept on a pad"
        raise UsageError(f'"{slug}" cannot be {what}.', where="GAME", todo=did_you_mean(slug, playable))
    game: AnyGame = importlib.import_module(_module(slug, mode))
    return game


def rules_of(journal: Journal) -> AnyGame:
    """The rules it was played by. Raises `OtherRulesError` if they are not here."""
    header, file = journal.header, journal.file
    try:
        game = find_game(header.game, header.mode)
    except UsageError as problem:
        raise OtherRulesError(problem.what, where=str(file), todo=_elsewhere(journal)) from None
    if header.rules != game.version:
        raise OtherRulesError(
            f"It was played by version {header.rules} of the rules; this referee has version {game.version}.",
            where=str(file),
            todo=_elsewhere(journal),
        )
    return game


def first_state(game: AnyGame, header: Header) -> Any:
    """The state before anything has happened."""
    if not header.position:
        return game.start(header.seats, header.options)
    position = parse_toml(header.position, "the position of the game")
    return place(game, header.seats, header.options, position)


def place(game: AnyGame, names: Sequence[str], options: Mapping[str, str], position: Table) -> Any:
    """The state of a position that somebody typed in.

    Raises `UsageError` for a game whose positions cannot be typed in, and as `Places.place` does.
    """
    if not isinstance(game, Places):
        raise UsageError("A position of this game cannot be typed in.", where=game.slug)
    return game.place(names, options, position)


def _elsewhere(journal: Journal) -> str:
    file = shlex.quote(str(journal.file))
    return f"Go on with the Starbox it was begun with. What is written there: referee log --recorded {file}"


def _module(slug: str, mode: Mode) -> str:
    return f"referee.games.{slug.replace('-', '_')}.{'game' if mode == 'full' else 'pad'}"
