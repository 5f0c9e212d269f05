"""Statistics as a page for a browser: charts, and under each the table with the same figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from components import catalogue
from components.wording import counted
from referee import games
from referee.archive.pages import charts
from referee.archive.pages.document import page
from referee.archive.rates import Rate
from referee.archive.results import Played
from referee.archive.statistics import GameStatistics, PlayerStatistics, Statistics
from referee.archive.tables import INTERVAL, record_text, share_text

_LATEST = 60  # games in a chart of totals
_MOST = 20  # rows of a chart of shares


def statistics_page(found: Statistics, played: Sequence[Played], asked: str) -> str:
    """The page.

    played  all games, the earliest first
    asked   "player" or "game" if only one was asked for, else empty
    """
    of = _title(found.of) if asked == "game" else found.of
    title = f"Statistics: {of}" if of else "Statistics"
    body = [f"<h1>{escape(title)}</h1>"]
    more = f"; {found.unfinished} more not over" if found.unfinished else ""
    body.append(f'<p class="soft">{counted(found.games, "game")}{more}. {escape(INTERVAL)}</p>')
    if asked == "player":
        for player in found.players:
            body += _player(player)
    elif found.players:
        body += _shares("Wins", "player", [(one.player, one.rate) for one in found.players])
    for game in found.by_game:
        over = [one for one in played if one.over and one.game == game.game]
        body += _game(game, found.players, over, whole=asked != "player")
    if found.skipped:
        body.append("<h2>Journals left out</h2><ul>")
        body += [f"<li>{escape(one.problem)}</li>" for one in found.skipped]
        body.append("</ul>")
    return page(title, "\n".join(body))


def _player(one: PlayerStatistics) -> Iterator[str]:
    shared = f", {one.shared} of them shared" if one.shared else ""
    yield (
        f"<p>{one.rate.won} of {one.rate.games} won{shared}: {share_text(one.rate)}."
        f" In a row now: {one.streak}; at most: {one.longest}.</p>"
    )
    yield from _shares("By game", "game", [(_title(part.game), part.rate) for part in one.by_game])
    rows = [
        (_title(part.game), str(part.rate.games), f"{part.average:.1f}", str(part.best), str(part.worst))
        for part in one.by_game
    ]
    yield _table(("game", "games", "mean total", "highest", "lowest"), rows)
    yield from _shares("By number of players", "table", [(part.of, part.rate) for part in one.by_count])
    yield from _shares("Against", "opponent", [(rival.player, rival.rate) for rival in one.rivals])


def _game(
    one: GameStatistics, players: Sequence[PlayerStatistics], over: Sequence[Played], *, whole: bool
) -> Iterator[str]:
    yield f"<h2>{escape(_title(one.game))}</h2>"
    winning = "" if one.winning is None else f"; of winners {one.winning:.1f}"
    yield f"<p>{counted(one.games, 'game')}. Mean total {one.average:.1f}{winning}.</p>"
    yield from _totals(players, over)
    if whole:
        yield from _shares("Wins by seat", "seat", [(part.of, part.rate) for part in one.by_seat], level=3)
        yield f"<ul>{''.join(f'<li>{escape(record_text(record))}</li>' for record in one.records)}</ul>"


def _totals(players: Sequence[PlayerStatistics], over: Sequence[Played]) -> Iterator[str]:
    """The totals game by game: of the latest games, and of the players with the most games."""
    shown = over[-_LATEST:]
    if len(shown) < 2:
        return
    series = []
    for player in players:
        totals = [
            next((r.total for r in one.results if r.player.casefold() == player.player.casefold()), None)
            for one in shown
        ]
        if any(total is not None for total in totals):
            series.append((player.player, totals))
    labels = [str(number) for number in range(len(over) - len(shown) + 1, len(over) + 1)]
    if len(series) > charts.MOST:
        yield f"<p>The chart has the {charts.MOST} players with the most games.</p>"
    yield charts.lines("Totals game by game", labels, series)


def _shares(title: str, of: str, rows: Sequence[tuple[str, Rate]], *, level: int = 2) -> Iterator[str]:
    """A heading, a chart and the table with its figures."""
    if not rows:
        return
    yield f"<h{level}>{escape(title)}</h{level}>"
    drawn = [(name, rate.share, rate.low, rate.high) for name, rate in rows[:_MOST]]
    yield charts.shares(title, drawn)
    cells = [(name, str(rate.games), str(rate.won), share_text(rate)) for name, rate in rows]
    yield _table((of, "games", "won", "share"), cells)


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _title(slug: str) -> str:
    """The title of a game; its slug if it is not here any more."""
    return catalogue.load(slug).title if slug in games.slugs() else slug
