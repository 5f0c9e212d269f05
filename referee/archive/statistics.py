"""Statistics of the games that are over: how often each player won, by game, by table and by opponent.

A win that is shared counts as a win for everybody who shares it. A bot is counted under the name of the bot,
whatever its seat was called. Names that differ only in small and capital letters are one player.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.archive.index import BOT, Archive, Played, Result, Skipped
from referee.archive.rates import Rate, grouped, rate


@dataclass(frozen=True)
class Part:
    """The games of one kind: with that many players, or from that seat."""

    of: str
    rate: Rate


@dataclass(frozen=True)
class InGame:
    """A player in one game, and the totals there: their mean, the highest and the lowest."""

    game: str
    rate: Rate
    average: float
    best: int
    worst: int


@dataclass(frozen=True)
class Rival:
    """An opponent: how often the player won where both played, and how often the opponent did."""

    player: str
    rate: Rate
    lost: int


@dataclass(frozen=True)
class PlayerStatistics:
    """One player.

    shared   wins that were shared
    streak   how many games the player has won in a row, up to the latest
    longest  the longest such row
    """

    player: str
    bot: bool
    rate: Rate
    shared: int
    streak: int
    longest: int
    by_game: tuple[InGame, ...]
    by_count: tuple[Part, ...]
    rivals: tuple[Rival, ...]


@dataclass(frozen=True)
class Record:
    """The game that stands out, the latest one if there are several.

    what    "highest total", "closest win", "clearest win", "most moves" or "fewest moves"
    figure  the total, the points between first and second, or the moves
    """

    what: str
    figure: int
    players: tuple[str, ...]
    file: str


@dataclass(frozen=True)
class GameStatistics:
    """One game.

    average   the mean of all totals
    winning   the mean of the totals that won; null if nobody has won
    by_seat   how often each seat won; the players sit clockwise
    by_count  how many games there were with that many players, and in how many somebody won
    """

    game: str
    games: int
    average: float
    winning: float | None
    by_seat: tuple[Part, ...]
    by_count: tuple[Part, ...]
    records: tuple[Record, ...]


@dataclass(frozen=True)
class Statistics:
    """The statistics of the journals.

    of          the player or the game that was asked for; empty for everything
    games       number of games that are over, and so count
    unfinished  number of games that go on
    skipped     journals that cannot be replayed
    """

    of: str
    games: int
    unfinished: int
    players: tuple[PlayerStatistics, ...]
    by_game: tuple[GameStatistics, ...]
    skipped: tuple[Skipped, ...]


def statistics(archive: Archive, *, player: str = "", game: str = "") -> Statistics:
    """The statistics of all games or, with a name, of the games of one player or of one game."""
    asked = [
        one
        for one in archive.played
        if (not game or one.game == game) and (not player or player.casefold() in map(_key, one.results))
    ]
    over = [one for one in asked if one.over]
    names = {_key(result): result.player for one in over for result in one.results}  # the latest spelling
    wanted = [player.casefold()] if player else list(names)
    players = [_player(key, names, over) for key in wanted if key in names]
    slugs = sorted({one.game for one in over})
    return Statistics(
        of=names.get(player.casefold(), player) or game,
        games=len(over),
        unfinished=len(asked) - len(over),
        players=tuple(sorted(players, key=lambda one: (-one.rate.games, one.player.casefold()))),
        by_game=tuple(_game(slug, [one for one in over if one.game == slug]) for slug in slugs),
        skipped=archive.skipped,
    )


def players_of(archive: Archive) -> tuple[str, ...]:
    """The names of all players of games that are over, bots with "(bot)"."""
    names = {_key(result): result.player for one in archive.played if one.over for result in one.results}
    return tuple(names.values())


def streaks(won: Iterable[bool]) -> tuple[int, int]:
    """Count the wins in a row at the end, and those in the longest row."""
    now = longest = 0
    for one in won:
        now = now + 1 if one else 0
        longest = max(longest, now)
    return now, longest


def _key(result: Result) -> str:
    return result.player.casefold()


def _player(key: str, names: dict[str, str], over: Sequence[Played]) -> PlayerStatistics:
    """A bot that has several seats at a table has a result for each."""
    own = [(one, result) for one in over for result in one.results if _key(result) == key]
    now, longest = streaks(result.won for _, result in own)
    return PlayerStatistics(
        player=names[key],
        bot=names[key].endswith(BOT),
        rate=_rate(own),
        shared=sum(result.won and sum(other.won for other in one.results) > 1 for one, result in own),
        streak=now,
        longest=longest,
        by_game=tuple(_in_game(slug, part) for slug, part in _grouped(own, lambda one: one.game)),
        by_count=tuple(
            Part(f"{count} players", _rate(part))
            for count, part in _grouped(own, lambda one: len(one.results))
        ),
        rivals=tuple(_rivals(key, names, own)),
    )


def _rivals(key: str, names: dict[str, str], own: Sequence[tuple[Played, Result]]) -> list[Rival]:
    met: dict[str, list[tuple[Played, Result]]] = {}
    lost: Counter[str] = Counter()
    for one, result in own:
        for other in {_key(other): other.won for other in one.results if _key(other) != key}:
            met.setdefault(other, []).append((one, result))
            lost[other] += any(seat.won for seat in one.results if _key(seat) == other)
    rivals = [Rival(names[other], _rate(part), lost[other]) for other, part in met.items()]
    return sorted(rivals, key=lambda rival: (-rival.rate.games, rival.player.casefold()))


def _in_game(game: str, part: Sequence[tuple[Played, Result]]) -> InGame:
    totals = [result.total for _, result in part]
    return InGame(game, _rate(part), sum(totals) / len(totals), max(totals), min(totals))


def _game(game: str, over: Sequence[Played]) -> GameStatistics:
    every = [result.total for one in over for result in one.results]
    winning = [result.total for one in over for result in one.results if result.won]
    seats = range(max(len(one.results) for one in over))
    by_seat = []
    for seat in seats:
        won = [one.results[seat].won for one in over if seat < len(one.results)]
        by_seat.append(Part(f"seat {seat + 1}", rate(sum(won), len(won))))
    counts = sorted({len(one.results) for one in over})
    by_count = []
    for count in counts:
        ended = [any(result.won for result in one.results) for one in over if len(one.results) == count]
        by_count.append(Part(f"{count} players", rate(sum(ended), len(ended))))
    return GameStatistics(
        game=game,
        games=len(over),
        average=sum(every) / len(every),
        winning=sum(winning) / len(winning) if winning else None,
        by_seat=tuple(by_seat),
        by_count=tuple(by_count),
        records=tuple(_records(over)),
    )


def _records(over: Sequence[Played]) -> list[Record]:
    latest = over[::-1]  # reversed, so that the latest of games that are alike is found
    best = max(latest, key=lambda one: max(result.total for result in one.results))
    top = max(result.total for result in best.results)
    records = [
        Record("highest total", top, tuple(r.player for r in best.results if r.total == top), best.file)
    ]
    won = [one for one in latest if any(result.won for result in one.results) and len(one.results) > 1]
    if won:
        for what, find in (("closest win", min), ("clearest win", max)):
            one = find(won, key=_margin)
            records.append(Record(what, _margin(one), _winners(one), one.file))
    for what, find in (("most moves", max), ("fewest moves", min)):
        one = find(latest, key=lambda one: one.moves)
        records.append(Record(what, one.moves, tuple(result.player for result in one.results), one.file))
    return records


def _margin(one: Played) -> int:
    """The points between the two highest totals."""
    first, second, *_ = sorted((result.total for result in one.results), reverse=True)
    return first - second


def _winners(one: Played) -> tuple[str, ...]:
    return tuple(result.player for result in one.results if result.won)


def _rate(part: Sequence[tuple[Played, Result]]) -> Rate:
    """Return the share of wins; those of a bot's several seats in one game belong together."""
    seats: dict[str, list[bool]] = {}
    for one, result in part:
        seats.setdefault(one.file, []).append(result.won)
    return grouped(Counter((sum(won), len(won)) for won in seats.values()))


def _grouped(
    own: Sequence[tuple[Played, Result]], by: Callable[[Played], Any]
) -> list[tuple[Any, list[tuple[Played, Result]]]]:
    """The results by that key of their games, in its order."""
    ordered = sorted(own, key=lambda pair: by(pair[0]))
    return [(key, list(part)) for key, part in itertools.groupby(ordered, lambda pair: by(pair[0]))]
