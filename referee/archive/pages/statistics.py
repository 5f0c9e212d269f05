"""Statistics as a page for a browser: charts, and under each the table with the same figures."""

from collections.abc import Iterable, Sequence
from typing import Any

from components import catalogue
from referee import games
from referee.archive.index import Played
from referee.archive.pages.document import page
from referee.archive.rates import Rate
from referee.archive.statistics import Statistics
from referee.archive.tables import INTERVAL, record_text

_LATEST = 60  # games in a chart of totals


def statistics_page(found: Statistics, played: Sequence[Played], asked: str) -> str:
    """The page.

    played  all games, the earliest first
    asked   "player" or "game" if only one was asked for, else empty
    """
    of = _title(found.of) if asked == "game" else found.of
    return page(
        "statistics.html.j2",
        title=f"Statistics: {of}" if of else "Statistics",
        found=found,
        asked=asked,
        interval=INTERVAL,
        record_text=record_text,
        title_of=_title,
        named=_named,
        totals=lambda game: _totals(found, [one for one in played if one.over and one.game == game]),
    )


def _named(parts: Iterable[Any], of: str) -> list[tuple[str, Rate]]:
    """The rate of each part, with what that field of it says, or with the title of its game."""
    names = ((getattr(part, of), part.rate) for part in parts)
    return [(_title(name) if of == "game" else name, rate) for name, rate in names]


def _totals(
    found: Statistics, over: Sequence[Played]
) -> tuple[list[str], list[tuple[str, list[int | None]]]]:
    """The numbers of the latest of those games, and each player's totals in them; nothing for one game."""
    shown = [
        {result.player.casefold(): result.total for result in reversed(one.results)}
        for one in over[-_LATEST:]
    ]
    if len(shown) < 2:
        return [], []
    series = [
        (player.player, [one.get(player.player.casefold()) for one in shown]) for player in found.players
    ]
    labels = range(len(over) - len(shown) + 1, len(over) + 1)
    return [*map(str, labels)], [(name, totals) for name, totals in series if totals.count(None) < len(shown)]


def _title(slug: str) -> str:
    """The title of a game; its slug if it is not here any more."""
    return catalogue.load(slug).title if slug in games.slugs() else slug
