"""Report what a language of a game lacks: as a list, as a warning of a build, and as a refusal."""

from collections.abc import Iterator

from components.catalogue import Game
from components.errors import DataError
from components.languages import FILE, SETUP
from components.wording import counted

_SHOWN = 20  # at most this many in a refusal


def holes(game: Game) -> tuple[str, ...]:
    """One sentence for each text that was printed and that the language does not have."""
    return tuple(_said(game))


def warning(game: Game) -> tuple[str, ...]:
    """A sentence for all of them, if there are any."""
    found = game.words.holes
    if not found:
        return ()
    language = game.words.language
    # No more is missing than words of set-ups, which pnp check does not print.
    if all(where == SETUP for where in found.values()):
        said = "; ".join(f'"{text}"' for text in found)
        return (f"{game.title}: the set-up lacks words in {language}: {said}.",)
    count = len(found)
    does, them = ("does", "it") if count == 1 else ("do", "them")
    return (
        f"{game.title}: {counted(count, 'text')} {does} not exist in {language} and stayed as in the game; "
        f"pnp check {game.slug} --language {language} lists {them}.",
    )


def refuse(game: Game) -> None:
    """Raises `DataError` that lists them, if there are any."""
    found = holes(game)
    if found:
        more = f" And {len(found) - _SHOWN} more." if len(found) > _SHOWN else ""
        raise DataError(
            f"{counted(len(found), 'text')} not in {game.words.language}. {' '.join(found[:_SHOWN])}{more}",
            where=str(game.words.folder),
            todo="Translate them, or build without --strict.",
        )


def _said(game: Game) -> Iterator[str]:
    folder = game.words.folder
    for text, where in game.words.holes.items():
        if text.endswith(".md"):
            yield f"{where}: There is no such file. Translate {game.folder / text}."
        else:
            yield f'{where or "on sheets and covers"}: "{text}" is missing in {folder}/{FILE}.'
