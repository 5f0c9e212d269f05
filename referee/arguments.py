"""Reading arguments that carry a name: `Ann="R2-5 A6-3"`, `--claim Ann=earth`, `--option rounds=60`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from components import catalogue
from components.errors import UsageError, did_you_mean


def read_players(arguments: Sequence[str]) -> dict[str, str]:
    """The players of `NAME=…` arguments with what stands behind the sign, in their order.

    A bare `NAME` has the empty text. Raises `UsageError` for no player, a player without a name or
    a name that stands twice.
    """
    players: dict[str, str] = {}
    for argument in arguments:
        name, _, text = argument.partition("=")
        name = name.strip()
        if not name:
            raise UsageError("A player has no name.", where=f'"{argument}"', todo="Write NAME=… or NAME.")
        if name in players:
            raise UsageError(f'"{name}" stands twice.', where=f'"{argument}"', todo="Name every player once.")
        players[name] = text.strip()
    if not players:
        raise UsageError("There is no player.", todo="Write each as NAME=… or NAME.")
    return players


def read_named(option: str, values: Iterable[str], players: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The values of an option such as `--claim Ann=earth`, for each player who has one.

    An option may be repeated: a player may have several values. Raises `UsageError`, naming the
    option, for a value that is no `NAME=…` and for a name that is no player's.
    """
    names = tuple(players)
    named: dict[str, tuple[str, ...]] = {}
    for value in values:
        name, sign, text = value.partition("=")
        name = name.strip()
        if not sign:
            raise UsageError(f'"{value}" names no player.', where=option, todo="Write NAME=…")
        check_player(name, names, option)
        named[name] = (*named.get(name, ()), text.strip())
    return named


def check_player(name: str, players: Iterable[str], where: str) -> None:
    """Raises `UsageError`, naming the argument, if nobody of that name plays."""
    names = tuple(players)
    if name not in names:
        raise UsageError(f'"{name}" does not play.', where=where, todo=did_you_mean(name, names))


def check_player_count(game: str, count: int, where: str = "") -> None:
    """Raises `UsageError`, naming the argument, unless the game of that slug is for so many."""
    entry = catalogue.load(game)
    fewest, most = entry.players
    if not fewest <= count <= most:
        raise UsageError(
            f"{entry.title} is not for {count}.", where=where, todo=f"It is for {fewest} to {most} players."
        )


def read_options(values: Iterable[str]) -> dict[str, str]:
    """The values of `--option NAME` or `--option NAME=VALUE`; a bare name has the empty text.

    Which names a game has, and which values, is for the game to check, see `check_options`. Raises
    `UsageError` for a name that stands twice.
    """
    options: dict[str, str] = {}
    for value in values:
        name, _, text = value.partition("=")
        name = name.strip().lower()
        if name in options:
            raise UsageError(f'"{name}" stands twice.', where="--option", todo="Give every option once.")
        options[name] = text.strip()
    return options


def check_options(options: Iterable[str], known: Iterable[str]) -> None:
    """Raises `UsageError` for an option the game does not have."""
    names = tuple(known)
    for name in options:
        if name not in names:
            todo = did_you_mean(name, names) or "It has none."
            raise UsageError(f'The game has no option "{name}".', where="--option", todo=todo)
