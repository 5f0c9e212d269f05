"""The command `stats`: what the journals tell of the players and the games."""

from pathlib import Path
from typing import Annotated

import typer

from components.errors import UsageError, did_you_mean
from components.spreadsheets import csv_text
from components.writing import replace_each
from referee import games
from referee.archive.index import BOT, Archive, read_archive
from referee.archive.statistics import Statistics, players_of, statistics
from referee.archive.tables import csv_rows, statistics_blocks
from referee.engine.answers import Answer


def stats(
    of: Annotated[str, typer.Argument(metavar="[PLAYER|GAME]", help="Only this player or this game.")] = "",
    game: Annotated[str, typer.Option(metavar="GAME", help="Of a player, only this game.")] = "",
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the figures there, for a spreadsheet.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write a page with charts there, for a browser.")
    ] = None,
) -> Answer[Statistics]:
    """Statistics of the games that are over.

    They tell of wins, totals, streaks, opponents and records.

    Example: referee stats Ann --game mlem
    """
    archive = read_archive()
    if of in games.slugs() and not game:
        of, game = "", of
    player = _player(archive, of) if of else ""
    if game and game not in games.slugs():
        raise UsageError(
            f'There is no game "{game}".', where="--game", todo=did_you_mean(game, games.slugs())
        )
    found = statistics(archive, player=player, game=game)
    asked = "player" if player else "game" if game else ""
    pages = {}
    if csv is not None:
        pages[csv] = csv_text(csv_rows(found))
    if html is not None:
        from referee.archive.pages.statistics import statistics_page

        pages[html] = statistics_page(found, archive.played, asked)
    replace_each(pages)
    notes = [f"Written to {page}." for page in pages]
    return Answer(found, (*statistics_blocks(found, asked), *notes))


def _player(archive: Archive, name: str) -> str:
    """The player of that name, or the bot: "greedy" will do. Raises `UsageError`."""
    known = {player.casefold(): player for player in players_of(archive)}
    for wanted in (name.casefold(), f"{name.casefold()}{BOT}"):
        if wanted in known:
            return known[wanted]
    raise UsageError(
        f'No player named "{name}" has a game that is over.',
        where="PLAYER",
        todo=did_you_mean(name, known.values()),
    )
