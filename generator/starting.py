"""`pnp new`: a small game to change into one's own."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from pathlib import Path

from components import catalogue
from components.errors import OutputError, UsageError
from generator.theme import HOME

_STARTER = HOME / "starter"
_COMMENTS = 34  # the column they begin in


def start(name: str, home: Path) -> Path:
    """Make a game of that name in a new folder under `home`; the folder.

    Raises `UsageError` for a name that cannot be one, or that something already has; `OutputError` if
    the folder cannot be written. Then nothing was made.
    """
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    folder = home / slug
    if not slug:
        raise UsageError(f'"{name}" is no name for a folder.', where="NAME", todo="Use letters and digits.")
    if slug in catalogue.slugs():
        raise UsageError(f"{slug} is one of the five games.", where="NAME", todo="Take another name.")
    if folder.exists():
        raise UsageError("It is there already.", where=str(folder), todo="Take another name.")
    title = name.strip() if name != slug else slug.replace("-", " ").title()
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".making-", dir=home) as staging:
            made = Path(staging) / slug
            shutil.copytree(_STARTER, made)
            _christen(made, slug, title)
            made.rename(folder)
    except OSError as problem:
        raise OutputError(
            f"The folder cannot be made: {problem.strerror}.", where=str(problem.filename or folder)
        ) from None
    return folder


def _christen(folder: Path, slug: str, title: str) -> None:
    """The starter's own name, in its two places, becomes the game's."""
    prefix = "".join(word[0] for word in slug.upper().split("-"))[:3]
    game = folder / "game.toml"
    values = {"slug": slug, "title": title, "prefix": prefix}
    lines = [_line(line, values) for line in game.read_text(encoding="utf-8").splitlines()]
    text = "\n".join(lines) + "\n"
    text = text.replace("cited: ST 2.1", f"cited: {prefix} 2.1", 1)
    game.write_text(text, encoding="utf-8")
    rules = folder / "rules.md"
    rules.write_text(
        rules.read_text(encoding="utf-8").replace("# Starter", f"# {title}", 1), encoding="utf-8"
    )


def _line(line: str, values: dict[str, str]) -> str:
    """A line of game.toml with the new value of its key, its comment in its old place.

    Each value goes to the first line of its key: decks have titles of their own.
    """
    key = line.partition(" = ")[0]
    if key not in values:
        return line
    setting = f"{key} = {json.dumps(values.pop(key), ensure_ascii=False)}"
    return f"{setting.ljust(_COMMENTS)}{line[_COMMENTS:]}".rstrip()
