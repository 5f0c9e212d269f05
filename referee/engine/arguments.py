"""Arguments that commands share, read and checked: `Ann="R2-5 A6-3"`, `--claim Ann=earth`, `--row 2`.

What several games' commands take is declared here, so that it has one name and one explanation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from components.errors import UsageError, did_you_mean
from components.options import Value, agreed

if TYPE_CHECKING:
    from components.catalogue import Game

SeedOption = Annotated[
    str | None,
    typer.Option(
        "--seed", metavar="WORDS", help="The same seed gives the same result. By default a new one."
    ),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME[=VALUE]", help="An option of the game; may be repeated."),
]
PlayerArguments = Annotated[
    list[str], typer.Argument(metavar="NAME=...", help="A player; a bare NAME has nothing.")
]


def read_players(arguments: Sequence[str]) -> dict[str, str]:
    """The players of `NAME=…` arguments, in order, each with the text after the sign.

    A bare `NAME` has the empty text; one that reads like a code or a number needs the sign, because as a rule
    somebody forgot quotes: `Ann=R2-5 A6-3`. Raises `UsageError` for such a name, if there is no player, if a
    player has no name, and if a name is given twice, in whatever capitals.
    """
    players: dict[str, str] = {}
    known: set[str] = set()
    for place, argument in enumerate(arguments):
        name, sign, text = argument.partition("=")
        name = name.strip()
        if not name:
            raise UsageError("A player has no name.", where=f'"{argument}"', todo="Write NAME=… or NAME.")
        if not sign and _is_value(name):
            todo = f'{_meant(arguments, place)} If a player is called "{name}", write {_quoted(name)}=.'
            raise UsageError("This is not the name of a player.", where=f'"{argument}"', todo=todo)
        if name.casefold() in known:
            raise UsageError(
                f'"{name}" is given twice.', where=f'"{argument}"', todo="Name every player once."
            )
        known.add(name.casefold())
        players[name] = text.strip()
    if not players:
        raise UsageError("No player is named.", todo="Write each as NAME=… or NAME.")
    return players


def _is_value(name: str) -> bool:
    """Tell whether a bare name reads like a code, such as R2-5, or a number: hardly any name has a digit."""
    return "@" in name or any(map(str.isdigit, name))


def _meant(arguments: Sequence[str], place: int) -> str:
    """Guess what was meant by values that stand apart from their player: 'Write Ann="R2-5 A6-3".'"""
    apart = [not sign and _is_value(name) for name, sign, _ in (one.partition("=") for one in arguments)]
    owner = place
    while owner >= 0 and apart[owner]:
        owner -= 1
    if owner < 0:
        return "Write what a player has after the name: Ann=…"
    end = next((at for at in range(place, len(arguments)) if not apart[at]), len(arguments))
    name, _, text = arguments[owner].partition("=")
    values = " ".join(filter(None, (text.strip(), *arguments[owner + 1 : end])))
    return f"Write {_quoted(name.strip())}={_quoted(values)}."


def _quoted(text: str) -> str:
    return f'"{text}"' if " " in text else text


def read_named(option: str, values: Iterable[str], players: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The values of an option such as `--claim Ann=earth`, for each player who has one.

    An option may be repeated: a player may have several values. Raises `UsageError`, naming the
    option, for a value that is not `NAME=…` and for a name that does not belong to a player.
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
    """Raises `UsageError`, naming the argument, unless a player has that name."""
    names = tuple(players)
    if name not in names:
        raise UsageError(f'"{name}" does not play.', where=where, todo=did_you_mean(name, names))


def check_alike(names: Sequence[str], sure: Iterable[str]) -> None:
    """Refuse a name that is another with a letter dropped, doubled or swapped: hardly two players.

    sure  names that were given for their own sake, so that they are meant

    Raises `UsageError`.
    """
    meant = set(sure)
    for name in names:
        for other in names:
            if name not in meant and name != other and other in _slips(name):
                first, second = sorted((name, other), key=names.index)
                raise UsageError(
                    f'"{first}" and "{second}" look like one name.',
                    where=f'"{name}"',
                    todo=f"Use one spelling. If both play, name them first: {first} {second}.",
                )


def _slips(name: str) -> set[str]:
    """List what becomes of a name if two letters are swapped, or one is left out."""
    places = range(len(name))
    swapped = {name[:at] + name[at + 1 : at + 2] + name[at] + name[at + 2 :] for at in places}
    return swapped | {name[:at] + name[at + 1 :] for at in places}


def check_player_count(game: Game, count: int, where: str = "", todo: str = "") -> None:
    """Raises `UsageError`, naming the argument, unless the game can seat that many players."""
    fewest, most = game.players
    if not fewest <= count <= most:
        raise UsageError(
            f"{game.title} is for {fewest} to {most} players, not {count}.", where=where, todo=todo
        )


def read_options(values: Iterable[str]) -> dict[str, str]:
    """The values of `--option NAME` or `--option NAME=VALUE`; a bare name has the empty text.

    `agreed_options` checks names and values. Raises `UsageError` for a name that is given
    twice.
    """
    options: dict[str, str] = {}
    for value in values:
        name, _, text = value.partition("=")
        name = name.strip().lower()
        if name in options:
            raise UsageError(f'"{name}" is given twice.', where="--option", todo="Give every option once.")
        options[name] = text.strip()
    return options


def agreed_options(game: Game, typed: Mapping[str, str], *, files: bool = True) -> dict[str, Value]:
    """Every option of that game with the value agreed on, see `components.options.agreed`.

    typed  the options as `--option` gives them; a bare name has the empty text
    files  whether options that name a file are taken: a set-up has none

    Raises `UsageError`.
    """
    known = game.options.items()
    return agreed({name: one for name, one in known if files or one.kind != "file"}, typed)


def check_range(
    option: str, number: int | None, least: int, most: int | None, noun: str, *, rule: str = ""
) -> None:
    """Check the number of something that is numbered: "There is no row 9; rows are 1 to 5."

    number  None if the option was not given, which is right
    most    None if there is no limit
    noun    what is numbered, in the singular, with a plural in -s: "row", "Cannons level"
    rule    the rule that says so: "PA 1.4"

    Raises `UsageError`, naming the option, for a number outside the range.
    """
    if not _within(number, least, most):
        raise UsageError(
            f"There is no {noun} {number}; {noun}s are {_span(least, most, rule)}.", where=option
        )


def check_count(
    option: str, count: int | None, least: int, most: int | None, nouns: str, *, rule: str = ""
) -> None:
    """Check how many of something there are: "9 is too many cards; it must be 1 to 6 (LB 3.6)."

    count  None if the option was not given, which is right
    most   None if there is no limit
    nouns  what is counted, in the plural: "cards", "rows changed"
    rule   the rule that says so: "LB 3.6"

    Raises `UsageError`, naming the option, for a count outside the range.
    """
    if count is not None and not _within(count, least, most):
        wrong = "few" if count < least else "many"
        raise UsageError(
            f"{count} is too {wrong} {nouns}; it must be {_span(least, most, rule)}.", where=option
        )


def _within(number: int | None, least: int, most: int | None) -> bool:
    return number is None or (least <= number and (most is None or number <= most))


def _span(least: int, most: int | None, rule: str) -> str:
    span = f"{least} or more" if most is None else f"{least} to {most}"
    return f"{span} ({rule})" if rule else span
