"""Statistics as text of 80 columns, and as rows for a spreadsheet."""

from collections.abc import Iterator, Sequence

from components.prose import Block, Table, table
from components.spreadsheets import Cell
from components.wording import counted, listed, shortened
from referee.archive.rates import Rate
from referee.archive.statistics import GameStatistics, PlayerStatistics, Record, Statistics

INTERVAL = "In brackets: where the true share lies, 95 times in 100 (Wilson interval)."

_LONGEST = 24  # characters of a name in a table
_LEFT_OUT = 5  # journals that are named


def statistics_blocks(found: Statistics, asked: str) -> Iterator[Block | str]:
    """The statistics for a person.

    asked  "player" or "game" if only one was asked for, else empty
    """
    yield _head(found)
    if asked == "player":
        for player in found.players:
            yield from _player(player)
    elif found.players:
        yield ""
        yield _table("", ("played", "streak", "longest"), [
            (one.player, one.rate, (str(one.rate.games), str(one.streak), str(one.longest)))
            for one in found.players
        ])  # fmt: skip
    if asked != "player":
        for game in found.by_game:
            yield from _game(game, whole=asked == "game")
    if found.players:
        yield ""
        yield INTERVAL
    yield from _skipped(found)


def csv_rows(found: Statistics) -> Iterator[Sequence[Cell]]:
    """A row for each player and each kind of games, with the names of the columns first."""
    yield ["player", "kind", "of", "games", "won", "share", "low", "high", "average", "best", "worst", "lost"]
    for one in found.players:
        yield [one.player, "all", "", *_figures(one.rate), None, None, None, None]
        for game in one.by_game:
            totals = (round(game.average, 4), game.best, game.worst)
            yield [one.player, "game", game.game, *_figures(game.rate), *totals, None]
        for part in one.by_count:
            yield [one.player, "table", part.of, *_figures(part.rate), None, None, None, None]
        for rival in one.rivals:
            yield [one.player, "against", rival.player, *_figures(rival.rate), None, None, None, rival.lost]


def record_text(record: Record) -> str:
    """Say who did it, how much it was and where: "highest total: 31 by Cy (mlem-1)"."""
    return (
        f"{record.what}: {record.figure} by {listed(record.players)} ({record.file.removesuffix('.jsonl')})"
    )


def _figures(rate: Rate) -> tuple[Cell, ...]:
    return rate.games, rate.won, round(rate.share, 4), round(rate.low, 4), round(rate.high, 4)


def _head(found: Statistics) -> str:
    more = f"; {found.unfinished} more not over" if found.unfinished else ""
    return (
        f"{counted(found.games, 'game')}{more}."
        if found.games or more
        else "There are no games that are over."
    )


def _player(one: PlayerStatistics) -> Iterator[Block | str]:
    yield ""
    shared = f", {one.shared} of them shared" if one.shared else ""
    yield (
        f"{one.player}: {one.rate.won} of {one.rate.games} won{shared}, {one.rate.told()}."
        f" In a row now: {one.streak}; at most: {one.longest}."
    )
    yield ""
    yield _table("by game", ("played", "average", "best", "worst"), [
        (part.game, part.rate, (str(part.rate.games), f"{part.average:.1f}", str(part.best), str(part.worst)))
        for part in one.by_game
    ])  # fmt: skip
    yield ""
    yield _table("by table", ("played",), [
        (part.of, part.rate, (str(part.rate.games),)) for part in one.by_count
    ])  # fmt: skip
    if one.rivals:
        yield ""
        yield _table("against", ("played", "lost to"), [
            (rival.player, rival.rate, (str(rival.rate.games), str(rival.lost))) for rival in one.rivals
        ])  # fmt: skip


def _game(one: GameStatistics, *, whole: bool) -> Iterator[Block | str]:
    """The game; `whole`: with every table and record."""
    yield ""
    winning = "" if one.winning is None else f"; of winners {one.winning:.1f}"
    yield f"{one.game}: {counted(one.games, 'game')}. Mean total {one.average:.1f}{winning}."
    if whole:
        yield ""
        yield _table("seat", ("played",), [
            (part.of, part.rate, (str(part.rate.games),)) for part in one.by_seat
        ])  # fmt: skip
        yield ""
    for record in one.records if whole else one.records[:1]:
        yield f"  {record_text(record)}"


def _table(title: str, columns: Sequence[str], rows: Sequence[tuple[str, Rate, Sequence[str]]]) -> Table:
    """A row for each name: its wins with their interval, and further figures."""
    cells = ([shortened(name, _LONGEST), *cells, f"{rate.won}", rate.told()] for name, rate, cells in rows)
    return table(cells, f"<{'>' * len(columns)}>", [title, *columns, "won"])


def _skipped(found: Statistics) -> Iterator[Block | str]:
    if found.skipped:
        yield ""
        yield f"{counted(len(found.skipped), 'journal')} left out:"
        for one in found.skipped[:_LEFT_OUT]:
            yield f"  {one.problem}"
        if len(found.skipped) > _LEFT_OUT:
            yield f"  and {len(found.skipped) - _LEFT_OUT} more; referee list names them"
