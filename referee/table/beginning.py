"""Beginning a session: check what was agreed, then write the journal and its seed to the disk."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from components.errors import OutputError, PartlyDone, TakenError, UsageError
from components.files import folder
from components.toml import parse_toml
from components.writing import remove_file, remove_files
from referee.engine.arguments import check_player
from referee.engine.game import AnyGame, embedded
from referee.engine.play import start_game
from referee.players.bots import find_bot, version
from referee.table.journal import Journal
from referee.table.journal.ledger import note_beginning
from referee.table.journal.lines import Dice, Header, Mode
from referee.table.rulesets import find_rules, place
from referee.table.seeds import Secret, keep, new_secret, seed_file
from referee.table.session import Session

_LONGEST_NAME = 40  # a line of 80 columns has room for it


class Written(NamedTuple):
    """A position, and the file that somebody wrote it in."""

    file: Path
    text: str


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
    position: Written | None = None,
    words: bool = False,
    salt: str | None = None,
    apart: bool = False,
) -> Session:
    """A new game whose journal is that file, played until a person is needed.

    seed      drawn if there is none; not used if the table rolls and draws
    position  the position to begin from, in place of the usual beginning
    words     whether every person adds words before the first chance: see `Session.add_words`
    apart     whether bots that take their time are left to whoever shows the game
    salt      the salt of the commitment to the seed; drawn if there is none

    Raises `UsageError` for a game that cannot be played and for impossible names, bots, options or
    positions, `DataError` for a position that cannot be read, and `OutputError` if the file exists.
    """
    rules = find_rules(game, mode)
    _check_names(names)
    _check_fitting(mode, dice, seed, bots, words)
    for name, bot in (bots or {}).items():
        find_bot(game, bot)
        check_player(name, names, "--bots")
    agreed = embedded(rules, options or {})
    start_game(rules, names, agreed)
    if position:
        typed = parse_toml(position.text, position.file)
        _check_position(place(rules, names, agreed, typed), rules, position.file)
    secret = new_secret(seed, salt) if dice == "referee" and mode == "full" else None
    header = Header(
        game=game,
        rules=rules.version,
        mode=mode,
        dice=dice,
        seats=tuple(names),
        bots=dict(bots or {}),
        options=dict(agreed),
        position=position.text if position else "",
        words=words,
        bots_version=version(game) if bots else 0,
    )
    return _begun(file, header, rules, secret, apart)


def again(file: Path, before: Header, *, apart: bool = False) -> Session:
    """A new game with the players, bots and options of another one, but a new seed and the usual beginning.

    Raises `UsageError` and `OutputError` as `begin` does.
    """
    rules = find_rules(before.game, before.mode)
    start_game(rules, before.seats, before.options)
    secret = new_secret(None) if before.commitment else None
    header = replace(
        before,
        rules=rules.version,
        position="",
        bots_version=version(before.game) if before.bots else 0,
    )
    return _begun(file, header, rules, secret, apart)


def _begun(file: Path, header: Header, rules: AnyGame, secret: Secret | None, apart: bool) -> Session:
    """Write the game, with a commitment to its seed and its header, and play until a person is needed."""
    header = replace(header, bound=secret is not None, commitment="")
    header = replace(header, commitment=secret.commitment(header) if secret else "")
    session = Session(_created(file, header, secret), rules, secret)
    session.apart = session.pensive if apart else frozenset()
    try:
        session.advance()
    except OutputError as problem:
        raise PartlyDone(
            f"{problem.what} The game is begun, but not everything is rolled and drawn.",
            where=problem.where,
            todo=f"Fix the problem, then continue with referee resume {file.stem}.",
        ) from None
    return session


def _check_fitting(
    mode: Mode, dice: Dice, seed: str | None, bots: Mapping[str, str] | None, words: bool
) -> None:
    """Raises `UsageError` for options that would have no effect, and for bots that could not play."""
    if mode == "pad":
        given = {"--bots": bots, "--seed": seed, "--words": words, "--dice": dice == "table"}
        for option in filter(given.get, given):
            raise UsageError(
                "A score pad does not use this: the table plays.", where=option, todo=f"Leave out {option}."
            )
    if dice == "table":
        if bots:
            todo = "Leave out --bots or --dice table."
            raise UsageError("A bot cannot roll dice or hold cards at the table.", where="--bots", todo=todo)
        for option in filter({"--seed": seed is not None, "--words": words}.get, ("--seed", "--words")):
            raise UsageError(
                "There is no use for a seed: the table rolls and draws.",
                where=option,
                todo=f"Leave out {option} or --dice.",
            )


def _check_names(names: Sequence[str]) -> None:
    folded = [name.casefold() for name in names]
    for name in names:
        if len(name) > _LONGEST_NAME:
            what = f"The name is too long: {len(name)} characters."
            raise UsageError(what, where=f'"{name[:20]}…"', todo=f"Write at most {_LONGEST_NAME} characters.")
        if sign := next((sign for sign in ":=" if sign in name), ""):
            what = f'A name cannot contain "{sign}".'
            todo = "Name bots with --bots." if sign == "=" else "Write the name alone."
            raise UsageError(what, where=f'"{name}"', todo=todo)
        if not name.isprintable() or not name.strip() or name != name.strip():
            raise UsageError(
                "This is not a proper name.", where=repr(name), todo="Write a name that can be printed."
            )
        if folded.count(name.casefold()) > 1:
            raise UsageError(f'"{name}" is given twice.', where="NAME", todo="Name every player once.")


def _check_position(state: Any, game: AnyGame, file: Path) -> None:
    for fault in game.faults(state):
        raise UsageError(
            f"{fault.reason.rstrip('.')} [{fault.rule}].",
            where=str(file),
            todo="List everything that is wrong with referee check.",
        )


def _created(file: Path, header: Header, secret: Secret | None) -> Journal:
    """The journal. Its seed is written first, because a game without its seed could never be played."""
    kept = seed_file(file)
    if file.exists():
        raise TakenError("The file exists already.", where=str(file), todo="Name another file.")
    if not file.parent.is_dir():
        raise OutputError("There is no such folder.", where=str(file.parent), todo="Create it first.")
    if not secret:
        return Journal.create(file, header)
    keep(file, secret)
    try:
        journal = Journal.create(file, header)
    except OutputError:
        remove_file(kept)
        raise
    try:  # nothing is drawn yet, and of a game that is refused the ledger must not tell
        note_beginning(folder("data") / "sittings", file, header)
    except OutputError:
        remove_files(file, kept)
        raise
    return journal
