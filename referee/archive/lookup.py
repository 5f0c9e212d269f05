"""The journal that is meant, by its name or its file; the name of a game means the latest of that game."""

from __future__ import annotations

from pathlib import Path

from components.errors import StarboxError, UsageError
from referee import games
from referee.table import shelf
from referee.table.journal import Journal
from referee.table.session import Session, replayed


def find_session(word: str) -> tuple[Session, tuple[str, ...]]:
    """The session of that journal, and what is wrong with newer journals that were left out.

    word  a journal as `list` names it, its file, or the name of a game; empty for the current session

    Raises `UsageError` if there is none, and `DataError` if the journal that was named cannot be replayed.
    """
    if not word:
        return shelf.current(), ()
    if word not in games.slugs() or Path(word).is_file():
        return shelf.open_session(shelf.find(Path(word))), ()
    problems: list[str] = []
    for file in reversed(shelf.files()):
        try:
            journal = Journal.open(file)
            if journal.header.game == word:
                return replayed(journal), tuple(problems)
        except StarboxError as problem:
            problems.append(f"Left out: {problem}")
        except Exception as problem:
            # Somebody may have made up a journal that the rules were not written for.
            problems.append(f"Left out: {file}: It cannot be replayed ({type(problem).__name__}).")
    raise UsageError(
        "There is no journal of this game that can be replayed.",
        where=word,
        todo=f"Begin one: referee new {word} Ann Bo.",
    )
