"""Photographs in place of text: `Ann=@hand.jpg` is read, and what was read is said before it counts.

`@table.jpg#2` is the second of the groups in it, as `referee camera` counts them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from components import catalogue
from components.errors import UsageError
from components.prose import Table
from components.prose import table as rows_of
from components.reading import read_bytes
from components.wording import counted, listed
from referee.engine.asking.photographed import Lying, Photographed, Shown, Tabletop
from referee.engine.asking.picks import Faces, Opens
from referee.engine.game import Seats
from referee.engine.moves import form_of
from referee.engine.play import open_box
from referee.games import find_game, photographs_of

if TYPE_CHECKING:  # It needs OpenCV, which not everybody has.
    from referee.camera.looking import Look
    from referee.table.session import Session

_PHOTOGRAPH = re.compile(
    r"(?P<before>(?:.*=)?)@(?P<file>.+\.(?:jpe?g|png|webp))(?:#(?P<group>\d+))?", re.IGNORECASE
)
_IN_MOVE = re.compile(r"@(\S+\.(?:jpe?g|png|webp))(?:#(\d+))?", re.IGNORECASE)
_TABLE = re.compile(r"\s*\[([\w.-]+)\]")
_KEY = re.compile(
    r'(?P<before>\s*(?P<key>[\w-]+)\s*=\s*(?P<list>\[\s*)?)"@(?P<file>[^"]+\.(?:jpe?g|png|webp))(?:#(?P<group>\d+))?"',
    re.IGNORECASE,
)
_NONE = "-"  # typed for what is not a piece


def with_pieces(session: Session, text: str) -> str:
    """The text of a move, or of what was drawn, with the codes that the photographs in it show.

    Raises as `with_codes` does.
    """
    if not _IN_MOVE.search(text):
        return text
    slug, decks = session.header.game, _decks_asked(session)
    known = photographs_of(slug).values()
    shown = next((one for one in known if (one.of or one.decks) == decks), Photographed(decks))
    return _IN_MOVE.sub(lambda found: text_of(found[1], int(found[2] or 0), slug, shown), text)


def _decks_asked(session: Session) -> tuple[str, ...]:
    """The decks from which pieces are to be named now. Raises `UsageError` if there are none."""
    game, state = session.game, session.state
    if isinstance(session.turn, Seats):
        kinds = (
            {kind for seat in session.acting for kind in game.opens(state, seat)}
            if isinstance(game, Opens)
            else ()
        )
        picks = [field.pick for kind in kinds for field in form_of(kind).fields.values()]
        found = {deck for pick in picks if isinstance(pick, Faces) for deck in pick.decks}
    else:
        codes = {getattr(piece, "code", "") for piece in getattr(game.chance(state), "pool", ())} - {""}
        decks = catalogue.load(game.slug).decks
        found = {deck.name for deck in decks if codes & {piece.code for piece in deck.pieces}}
    if not found:
        raise UsageError("No pieces are to be named now that a photograph can show.", todo="Type what it is.")
    return tuple(sorted(found))


def with_positions(text: str, slug: str, names: Sequence[str]) -> str:
    """A position, as its file has it, with the texts that its photographs stand for.

    A key names what is shown, or its table does, and the key the player: `[rockets]`, `Ann = "@hers.jpg"`.
    Raises as `with_codes` does.
    """
    known, table = photographs_of(slug), ""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if heading := _TABLE.match(line):
            table = heading[1]
        found = _KEY.match(line)
        if not found:
            continue
        key, part = found["key"], table.rpartition(".")[2]
        shown, who = (known[key], part) if key in known else (known.get(table), key)
        if shown is None:
            keys = listed(known) if known else "none"
            raise UsageError(
                f'"{key}" is not shown by a photograph.', where=found["file"], todo=f"Keys: {keys}."
            )
        told = text_of(found["file"], int(found["group"] or 0), slug, shown, f"{key} = ", names, who)
        if found["list"]:
            told = ", ".join(f'"{code}"' for code in told.split())
        elif not shown.bare:
            told = f'"{told}"'
        lines[number] = f"{found['before']}{told}{line[found.end() :]}"
    return "".join(lines)


def with_codes(value: Any, slug: str, name: str) -> Any:
    """The value of an argument, a text or several, with the codes that its photograph shows.

    Raises `UsageError` if not all pieces are certain, and `DataError` for a file that is not a photograph.
    """
    if isinstance(value, list):
        return [with_codes(one, slug, name) for one in value]
    found = _PHOTOGRAPH.fullmatch(value) if isinstance(value, str) else None
    if not found:
        return value
    group = int(found["group"] or 0)
    return found["before"] + text_of(found["file"], group, slug, photographs_of(slug)[name], found["before"])


def text_of(
    file: str,
    group: int,
    slug: str,
    photographed: Photographed,
    before: str = "",
    names: Sequence[str] = (),
    who: str = "",
) -> str:
    """The text that a photograph stands for, said on standard error; what is not certain is asked.

    group   its number from 1; 0 for the largest
    before  what stands before the text, for messages
    names   the players, if they are known
    who     the player whose text it is
    """
    seen = look_at(Path(file), slug, photographed.decks)
    pieces = _chosen(file, group, slug, photographed, seen)
    if any(one.code is None for one in pieces) and sys.stdin.isatty() and sys.stderr.isatty():
        pieces = _asked(file, pieces)
    text = _written(seen.table, pieces, photographed, names, who)
    unsure = [" or ".join(code or "a back" for code in one.maybe) for one in pieces if one.code is None]
    if unsure:
        raise UsageError(
            f"It is not certain of {counted(len(unsure), 'piece')}: {'; '.join(unsure)}.",
            where=file,
            todo=f'Write what is there in place of each ?: {before}"{text}".',
        )
    print(f"{file}: {text}", file=sys.stderr)
    return text


def texts_of(table: Tabletop, photographed: Photographed) -> Table:
    """The text of each group that has one, with its number."""
    groups = photographed.groups(table).items()
    return rows_of(
        (f"{number or ''}", _written(table, pieces, photographed, (), "")) for number, pieces in groups
    )


def _written(
    table: Tabletop, pieces: Sequence[Lying], photographed: Photographed, names: Sequence[str], who: str
) -> str:
    box = open_box(find_game(table.game))
    players = [*names, *(seat.name for seat in box.components.seats[len(names) :])]
    return photographed.text(Shown(table, pieces, box, players, who))


def look_at(file: Path, slug: str, decks: Sequence[str]) -> Look:
    """Return what that photograph shows of the pieces of these decks."""
    from referee.camera.looking import look
    from referee.camera.photograph import BYTES

    return look(read_bytes(file, limit=BYTES), catalogue.load(slug), decks, str(file))


def _chosen(file: str, group: int, slug: str, shown: Photographed, seen: Look) -> list[Lying]:
    """The pieces of that group. Raises `UsageError` if there are none."""
    found: Mapping[int, list[Lying]] = shown.groups(seen.table)
    if group:
        if group in found:
            return found[group]
        raise UsageError(
            f"Its group {group} has none of these pieces.",
            where=file,
            todo=f"Groups that have some: {listed(map(str, found))}." if found else "",
        )
    if not found:
        from referee.camera.looking import decks_of

        titles = [deck.title for deck in decks_of(catalogue.load(slug), shown.of or shown.decks)]
        raise UsageError(
            f"It shows none of these: {listed(titles)}.",
            where=file,
            todo="Take it from above, with the pieces large and all faces up.",
        )
    return max(found.values(), key=len)


def _asked(file: str, pieces: Sequence[Lying]) -> list[Lying]:
    """The pieces, with those that are a question as the person at the terminal says."""
    answered = []
    for number, one in enumerate(pieces, 1):
        if one.code is None:
            choices = [code for code in one.maybe if code]
            offered = ", ".join(f"{place} for {code}" for place, code in enumerate(choices, 1))
            print(
                f"{file}: which is piece {number} of {len(pieces)}? "
                f"{offered}, or its code; {_NONE} if it is not one.",
                file=sys.stderr,
            )
            typed = sys.stdin.readline().strip()
            if typed == _NONE:
                continue
            known = dict(zip(map(str, range(1, len(choices) + 1)), choices, strict=True))
            one = replace(one, code=known.get(typed, typed) or None)
        answered.append(one)
    return answered
