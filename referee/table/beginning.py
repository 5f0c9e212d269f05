"""How a sitting begins: what was agreed is checked, and the journal and its seed are put on the disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from components.errors import OutputError, TakenError, UsageError
from components.files import create_file
from components.reading import read_text, read_toml
from referee import chance
from referee.arguments import check_player
from referee.bots import find_bot
from referee.engine import AnyGame, embedded
from referee.table.journal import Dice, Header, Journal, Mode
from referee.table.rulesets import find_game, place
from referee.table.seeds import seed_file
from referee.table.session import Session

_LONGEST_NAME = 40  # so that a line of 80 columns has room for it


def begin(
    file: Path,
    game: str,
    names: Sequence[str],
    *,
    mode: Mode = "full",
    dice: Dice = "referee",
    seed: str | None = None,
    options: Mapping[str, str] | None = None,
    bots: Mapping[str, str] | None = None,
    position: Path | None = None,
) -> Session:
    """A new game whose journal is that file, played on to where a person is needed.

    seed      drawn if there is none; not used if the dice are the table's
    position  what the game is to begin with, if not with its beginning

    Raises `UsageError` for a game that cannot be played, names, bots, options or a position that
    cannot be, `DataError` for a position that cannot be read, and `OutputError` if the file is there
    already.
    """
    rules = find_game(game, mode)
    _check_names(names)
    _check_fitting(mode, dice, seed, bots)
    for name, bot in (bots or {}).items():
        find_bot(game, bot)
        check_player(name, names, "--bots")
    agreed = embedded(rules, options or {})
    rules.start(names, agreed)
    if position:
        _check_position(place(rules, names, agreed, read_toml(position)), rules, position)
    used = chance.seed_or_new(seed) if dice == "referee" and mode == "full" else None
    header = Header(
        game=game,
        rules=rules.version,
        mode=mode,
        dice=dice,
        seats=tuple(names),
        bots=dict(bots or {}),
        options=dict(agreed),
        commitment=chance.commitment(used) if used else "",
        position=read_text(position) if position else "",
    )
    journal = _created(file, header, used)
    session = Session(journal, rules, used)
    session.advance()
    return session


def _check_fitting(mode: Mode, dice: Dice, seed: str | None, bots: Mapping[str, str] | None) -> None:
    """Raises `UsageError` for what would have no effect, and for bots where there is nothing for them."""
    if mode == "pad":
        said = {"--bots": bots, "--seed": seed, "--dice": dice == "table"}
        for option in filter(said.get, said):
            raise UsageError("On a score pad the table plays.", where=option, todo=f"Leave out {option}.")
    if dice == "table":
        if bots:
            todo = "Leave out --bots or --dice table."
            raise UsageError("A bot cannot hold cards of the table.", where="--bots", todo=todo)
        if seed is not None:
            raise UsageError("The table rolls and draws.", where="--seed", todo="Leave out --seed or --dice.")


def _check_names(names: Sequence[str]) -> None:
    folded = [name.casefold() for name in names]
    for name in names:
        if len(name) > _LONGEST_NAME:
            what = f"A name has {len(name)} characters."
            raise UsageError(what, where=f'"{name[:20]}…"', todo=f"Write at most {_LONGEST_NAME}.")
        if sign := next((sign for sign in ":=" if sign in name), ""):
            what = f'A name has no "{sign}", which ends a name where a player is named.'
            todo = "A bot is named with --bots." if sign == "=" else "Write the name alone."
            raise UsageError(what, where=f'"{name}"', todo=todo)
        if not name.isprintable() or not name.strip() or name != name.strip():
            raise UsageError("A player has no proper name.", where=repr(name), todo="Write a name.")
        if folded.count(name.casefold()) > 1:
            raise UsageError(f'"{name}" stands twice.', where="NAME", todo="Name every player once.")


def _check_position(state: Any, game: AnyGame, file: Path) -> None:
    for fault in game.faults(state):
        raise UsageError(
            f"{fault.reason.rstrip('.')} [{fault.rule}].",
            where=str(file),
            todo="referee check lists all that is wrong.",
        )


def _created(file: Path, header: Header, seed: str | None) -> Journal:
    """The journal, and before it its seed: a game whose seed is lost could never be played."""
    kept = seed_file(file)
    if file.exists():
        raise TakenError("It is there already.", where=str(file), todo="Name another file.")
    if not file.parent.is_dir():
        raise OutputError("There is no such folder.", where=str(file.parent), todo="Make it first.")
    if seed:
        create_file(kept, f"{seed}\n".encode())
    try:
        return Journal.create(file, header)
    except OutputError:
        if seed:
            kept.unlink(missing_ok=True)
        raise
