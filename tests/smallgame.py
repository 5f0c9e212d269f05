"""A game folder of one deck of cards, as small as a test or a benchmark wants it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

_GAME = """\
slug = "{slug}"
title = "{title}"
prefix = "SM"
players = [2, 4]

[credits]
authors = ["Somebody"]
licence = "MIT"

[[deck]]
name = "cards"
title = "Cards"
pieces = "cards.csv"
size = {size}
face = "card"
columns = {{ {columns} }}
{deck}
"""
RULES = "# Small\n\n## 1 Play\n\n1.1 Play a card.\n"


def write_game(
    folder: Path,
    *,
    cards: str = "code\nA1\n",
    columns: str = "",
    face: str = "",
    size: str = '"poker"',
    deck: str = "",
    slug: str = "",
    title: str = "Small",
    files: Mapping[str, str | bytes] | None = None,
) -> Path:
    """Write the game; return its folder.

    cards    as CSV, with the columns that `columns` declares besides the code
    face     template of the cards
    size     as game.toml has it
    deck     more keys of the deck
    slug     name of the folder if empty
    files    more files by name, or others in place of these
    """
    game = _GAME.format(slug=slug or folder.name, title=title, size=size, columns=columns, deck=deck)
    own = {"game.toml": game, "cards.csv": cards, "rules.md": RULES, "templates/card.svg.j2": face}
    for name, content in {**own, **(files or {})}.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder
