"""Measures of a run, as the values of summary.json."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from referee.archive.rates import Rate


@dataclass(frozen=True)
class Spread:
    """The spread of a figure over the games: nine games in ten have at most the `ninetieth`."""

    least: int
    tenth: int
    median: int
    ninetieth: int
    most: int
    mean: float


@dataclass(frozen=True)
class Share:
    """The frequency of an event, of how many cases; with the Wilson interval at 95 %."""

    of: str
    rate: Rate


@dataclass(frozen=True)
class RoundScores:
    """The totals of all seats at the end of a round: how many were seen, and their quantiles."""

    round: int
    seen: int
    tenth: int
    quarter: int
    median: int
    three_quarters: int
    ninetieth: int


@dataclass(frozen=True)
class Use:
    """A piece, a kind of move or a choice.

    group  the kind of pieces or, for a choice, the move and its field
    drawn  how often chance brought it in the watched games
    won    how often a seat won in a game in which it took this
    """

    group: str
    name: str
    drawn: int
    won: Rate


@dataclass(frozen=True)
class MoveUse:
    """A kind of move: how often it was among the legal moves, and how often seats that made it won."""

    name: str
    offered: int
    won: Rate


@dataclass(frozen=True)
class Cited:
    """A rule, in how many watched games it was cited, how often it refused a move, and such a refusal."""

    rule: str
    games: int
    refused: int
    example: str


@dataclass(frozen=True)
class Close:
    """Measures of the games that were watched closely.

    forced        decisions with one legal move, of all decisions
    legal         moves that were legal at a decision
    lead_changes  changes from one round's end to the next, in a game
    decided       when the winner took the lead for good: at which tenth of the rounds, 0 to 10, and how often
    led           how often the player who led alone after a part of the rounds won
    endings       the rules that the last event cited
    """

    games: int
    forced: Rate
    legal: Spread
    lead_changes: Spread
    decided: tuple[Share, ...]
    led: tuple[Share, ...]
    scores: tuple[RoundScores, ...]
    pieces: tuple[Use, ...]
    choices: tuple[Use, ...]
    moves: tuple[MoveUse, ...]
    rules: tuple[Cited, ...]
    endings: tuple[Share, ...]


@dataclass(frozen=True)
class SeriesSummary:
    """The games of one series.

    fair      the share of games that each seat would win if all were alike; more than 1 by the number of
              players where wins are shared
    first     games won by the player who began, of those in which somebody began
    limited   games that were given up at the limit
    broken    games that broke off, because the rules or a bot failed
    error     error of the first of them
    shared    games with several winners
    unwon     games that ended without a winner
    margin    points between the first and the second, in games with one winner
    totals    totals of all seats
    winning   totals that won
    closely   None where no game was watched
    """

    name: str
    kind: Literal["box", "vary", "mirror", "step"]
    games: int
    fair: float
    seats: tuple[Share, ...]
    first: Rate
    bots: tuple[Share, ...]
    limited: Rate
    broken: Rate
    shared: Rate
    unwon: Rate
    rounds: Spread
    decisions: Spread
    chances: Spread
    margin: Spread
    totals: Spread
    winning: Spread
    error: str = ""
    closely: Close | None = None


@dataclass(frozen=True)
class Match:
    """Two bots that play each deal twice, with their seats swapped.

    strong      how often the second bot won, of the games with one winner
    same_bot    deals in which the same bot won both games: skill decided
    same_seat   deals in which the same seat won both games: the deal decided
    """

    weak: str
    strong: str
    deals: int
    won: Rate
    same_bot: Rate
    same_seat: Rate


@dataclass(frozen=True)
class Effect:
    """The mean of a difference, game by game with the same luck, and its interval at 95 %."""

    of: str
    mean: float
    low: float
    high: float

    @property
    def told(self) -> str:
        return f"{self.mean:+.1f} ({self.low:+.1f} to {self.high:+.1f})"


@dataclass(frozen=True)
class Comparison:
    """Games against those of the box as it is, with the same luck: how many went otherwise, and how."""

    changed: Rate
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Variation:
    """A variation as it was asked for: `field.columns=6`."""

    name: str
    compared: Comparison


@dataclass(frozen=True)
class Deviation:
    """A number of the box one step away.

    before, after  the number
    refused        why it cannot be played with; empty if it can
    """

    number: str
    before: float
    after: float
    compared: Comparison
    refused: str = ""


@dataclass(frozen=True)
class Finding:
    """A sentence with its interval.

    grade  "flaw" for what a designer should look at, "note" for the rest
    about  the kind of finding: "seats", "endless"
    """

    grade: Literal["flaw", "note"]
    about: str
    text: str


@dataclass(frozen=True)
class Standout:
    """A game that stands out: its number in the series "box", its figure, and its journal."""

    what: Literal["closest", "longest", "luckiest"]
    game: int
    figure: int
    file: str


@dataclass(frozen=True)
class Simulation:
    """A whole run.

    digest  SHA-256 of games.csv: the same wherever and however often the plan is played
    """

    game: str
    title: str
    players: int
    seed: str
    games: int
    limit: int
    digest: str
    findings: tuple[Finding, ...]
    series: tuple[SeriesSummary, ...]
    ladder: tuple[Match, ...]
    variations: tuple[Variation, ...]
    deviations: tuple[Deviation, ...]
    standouts: tuple[Standout, ...] = field(default=())


def quantiles(counts: Mapping[int, int], shares: Sequence[float]) -> list[int]:
    """The least value that at least that share of all has, for each of the shares, in rising order."""
    total = sum(counts.values())
    found: list[int] = []
    passed = 0
    values = iter(sorted(counts.items()))
    value = 0
    for share in shares:
        while passed < share * total or not passed:
            step = next(values, None)
            if step is None:
                break
            value, count = step
            passed += count
        found.append(value)
    return found


def spread(counts: Mapping[int, int]) -> Spread:
    """Summarise so many of each value; all 0 without any."""
    counts = {value: count for value, count in counts.items() if count}
    if not counts:
        return Spread(0, 0, 0, 0, 0, 0.0)
    total = sum(counts.values())
    tenth, median, ninetieth = quantiles(counts, (0.1, 0.5, 0.9))
    mean = sum(value * count for value, count in counts.items()) / total
    return Spread(min(counts), tenth, median, ninetieth, max(counts), mean)
