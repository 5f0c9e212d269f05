"""Photographs in place of codes: `Ann=@hand.jpg` is read, and what was read is said before it counts."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from components import catalogue
from components.errors import UsageError
from components.wording import counted, listed
from referee.engine.answers import Photographed

_PHOTOGRAPH = re.compile(r"(?P<before>(?:.*=)?)@(?P<file>.+\.(?:jpe?g|png|webp))", re.IGNORECASE)


def with_codes(value: Any, slug: str, shown: Photographed) -> Any:
    """The value of an argument, a text or several, with the codes that its photograph shows.

    Raises `UsageError` if not all pieces are certain, and `DataError` for a file that is not a photograph.
    """
    if isinstance(value, list):
        return [with_codes(one, slug, shown) for one in value]
    found = _PHOTOGRAPH.fullmatch(value) if isinstance(value, str) else None
    return found["before"] + _codes(found["file"], found["before"], slug, shown) if found else value


def _codes(file: str, before: str, slug: str, shown: Photographed) -> str:
    from referee.camera.arranging import groups, rows
    from referee.camera.faces import indexes
    from referee.camera.photograph import open_photograph
    from referee.camera.reading import read_pieces

    game = catalogue.load(slug)
    decks = [game.deck(name) for name in shown.decks]
    seen = read_pieces(open_photograph(Path(file)), indexes(game, decks))
    faces = [one for one in seen if one.name is None or (one.name.up and one.name.code)]
    lying = [one for row in rows(groups(faces)[0] if faces else []) for one in row]
    if shown.from_right:
        lying.reverse()
    codes = " ".join(one.name.code if one.name else "?" for one in lying)
    if not lying:
        raise UsageError(
            f"It shows none of these: {listed(deck.title for deck in decks)}.",
            where=file,
            todo="Take it from above, with the pieces large and all faces up.",
        )
    unsure = [
        " or ".join(dict.fromkeys(one.code or "a back" for one in lies.maybe))
        for lies in lying
        if not lies.name
    ]
    if unsure:
        raise UsageError(
            f"It is not certain of {counted(len(unsure), 'piece')}: {'; '.join(unsure)}.",
            where=file,
            todo=f'Write what is there in place of each ?: {before}"{codes}".',
        )
    print(f"{file}: {codes}", file=sys.stderr)
    return codes
