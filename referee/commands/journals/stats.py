"""The command `stats`: what the journals tell of the players and the games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from components.errors import UsageError, did_you_mean
from components.files import replace_file
from components.spreadsheets import csv_text
from referee import games
from referee.archive.index import Archive, read_archive
from referee.archive.results import BOT
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
    notes = []
    if csv is not None:
        replace_file(csv, csv_text(csv_rows(found)))
        notes.append(f"Written to {csv}.")
    if html is not None:
        from referee.archive.pages.statistics import statistics_page

        replace_file(html, statistics_page(found, archive.played, asked))
        notes.append(f"Written to {html}.")
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
