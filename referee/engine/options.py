"""Options that players agree on before a game: read once for all games, as their `options.toml` says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from components.options import Value, agreed

if TYPE_CHECKING:
    from components.catalogue import Game


def agreed_options(game: Game, typed: Mapping[str, str], *, files: bool = True) -> dict[str, Value]:
    """Every option of that game with the value agreed on, see `components.options.agreed`.

    typed  the options as `--option` gives them; a bare name has the empty text
    files  whether options that name a file are taken: a set-up has none

    Raises `UsageError`.
    """
    known = game.options.items()
    return agreed({name: one for name, one in known if files or one.kind != "file"}, typed)
