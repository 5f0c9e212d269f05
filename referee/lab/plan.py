"""The plan of a run: series of games, each with its bots and its numbers.

A game of a series is found again by its number alone: the seed of its luck and who sits where follow from it.
All series of a plan share their luck, game by game, so that what differs between them is what was changed.
"""

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeAlias

from components import catalogue
from components.changes import Changes, Number, numbers
from components.errors import StarboxError, UsageError, did_you_mean
from components.options import Option
from components.reading import parse_own_json
from referee.engine.arguments import check_player_count
from referee.engine.game import embedded
from referee.engine.play import open_box
from referee.players.bots import find_bot, version
from referee.table.rulesets import find_rules

Kind: TypeAlias = Literal["box", "vary", "mirror", "step"]

WATCHED = 1000  # games of a series that are looked at closely
LIMIT = 10_000  # decisions after which a game is given up
VARIANTS = 64
_NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


@dataclass(frozen=True)
class Series:
    """Games that are played alike.

    name     name for people and for the table of games: "box", "expedition.refill=2"
    kind     "box" as it is, "vary" for what was asked for, "mirror" for each deal twice with the bots' seats
             swapped, "step" for one number one step up or down
    changes  numbers of the box
    options  options of the game, as typed
    watched  how many of its games, from the first on, are looked at closely
    """

    name: str
    kind: Kind
    games: int
    players: int
    bots: tuple[str, ...]
    changes: Changes = ()
    options: tuple[tuple[str, str], ...] = ()
    watched: int = 0

    def deal(self, number: int) -> int:
        """Return the number of the luck that the game has."""
        return number // 2 if self.kind == "mirror" else number

    def seated(self, number: int) -> tuple[str, ...]:
        """The bots of that game, seat by seat: they move on by a seat from game to game.

        Where there are more seats than bots, the first of them have another one.
        """
        every = [self.bots[seat % len(self.bots)] for seat in range(self.players)]
        return tuple(every[(seat + number) % self.players] for seat in range(self.players))


@dataclass(frozen=True)
class Plan:
    """Everything that the results follow from.

    seed         seed of all luck
    limit        decisions after which a game is given up
    rules, bots  the versions of the game's rules and of its bots
    """

    game: str
    seed: str
    limit: int
    rules: int
    bots: int
    series: tuple[Series, ...]

    @property
    def games(self) -> int:
        return sum(one.games for one in self.series)

    def as_text(self) -> str:
        """JSON, the same for equal plans."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1)


def read_plan(text: str) -> Plan:
    """The plan of that JSON. Raises `ValueError`, `KeyError` or `TypeError` for any other text."""
    data = parse_own_json(text)
    series = [
        Series(
            **{
                **row,
                "bots": tuple(row["bots"]),
                "changes": tuple((name, value) for name, value in row["changes"]),
                "options": tuple((name, value) for name, value in row["options"]),
            }
        )
        for row in data["series"]
    ]
    return Plan(**{**data, "series": tuple(series)})


def names(players: int) -> tuple[str, ...]:
    """Name the players at a table of that size."""
    return tuple(_NAMES[seat] if seat < len(_NAMES) else f"P{seat + 1}" for seat in range(players))


def make_plan(
    game: str,
    *,
    games: int,
    players: int | None = None,
    bots: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    vary: Mapping[str, Sequence[str]] | None = None,
    seed: str,
    limit: int = LIMIT,
    mirrors: int = 0,
    deviations: int = 0,
) -> Plan:
    """The plan for that many games of the box as it is, and as many with each of the variations.

    players     number of players, by default as few as the game has
    bots        who plays; they take turns in the seats. By default all seats are `greedy`, if there is one
    vary        values as typed, by the name of a number of the box or of an option; all are combined
    mirrors     deals that each two neighbours of the ladder of bots play twice, with seats swapped
    deviations  games with each number of the box one step up, and one step down

    Raises `UsageError` for everything that is not there or cannot be played.
    """
    rules = find_rules(game)
    components = catalogue.load(game)
    players = components.players[0] if players is None else players
    check_player_count(components, players)
    chosen = tuple(bots) or ("greedy" if _has_bot(game, "greedy") else "random",)
    for bot in chosen:
        find_bot(game, bot)
    if len(chosen) > players:
        raise UsageError(
            f"There are {len(chosen)} bots for {players} seats.",
            where="--bots",
            todo="Leave some of them out.",
        )
    usual = tuple(embedded(rules, options or {}).items())
    box = Series("box", "box", games, players, chosen, (), usual, min(games, WATCHED))
    series = [box, *_varied(game, box, vary or {}), *_mirrored(game, box, mirrors)]
    for one in series:
        begin(game, one)
    series += _stepped(game, box, min(deviations, games))
    return Plan(game, seed, limit, rules.version, version(game), tuple(series))


def begin(game: str, series: Series) -> Any:
    """The state in which every game of the series begins.

    Raises `UsageError` or `DataError` for numbers that the game does not have, or cannot be played with.
    """
    rules, options = find_rules(game), dict(series.options)
    with _refusing(series, "The game cannot be played with this number."):
        box = open_box(rules, options, series.changes)
    with _refusing(series, "The game cannot begin with this number."):
        return rules.start(names(series.players), options, box)


@contextmanager
def _refusing(series: Series, what: str) -> Iterator[None]:
    """Say that of a changed number where the rules fail with it, in any way that they do not foresee."""
    try:
        yield
    except StarboxError:
        raise
    except Exception as problem:
        if not series.changes:
            raise
        todo = f"{type(problem).__name__}: {problem}"
        raise UsageError(what, where=f"--vary {series.name}", todo=todo) from None


def _has_bot(game: str, name: str) -> bool:
    try:
        find_bot(game, name)
    except UsageError:
        return False
    return True


def _varied(game: str, box: Series, vary: Mapping[str, Sequence[str]]) -> list[Series]:
    """A series for every combination of the values."""
    if not vary:
        return []
    options, known = catalogue.load(game).options, numbers(catalogue.load(game))
    values = [[(name, text) for text in texts] for name, texts in vary.items()]
    combined = list(itertools.product(*values))
    if len(combined) > VARIANTS:
        raise UsageError(
            f"These are {len(combined)} variations.", where="--vary", todo=f"Ask for {VARIANTS} at most."
        )
    made = []
    for values_of_one in combined:
        changes, agreed = [], dict(box.options)
        for name, text in values_of_one:
            option = options.get(name.partition(" ")[0])
            if option is not None and option.each_player == (" " in name):
                agreed.update(_option(option, name, text))
            elif name in known:
                changes.append((name, _number(name, text)))
            else:
                todo = did_you_mean(name, [*options, *known])
                raise UsageError(f'There is no number or option "{name}".', where="--vary", todo=todo)
        made.append(
            replace(
                box,
                name=" ".join(f"{name}={text}" for name, text in values_of_one),
                kind="vary",
                changes=tuple(changes),
                options=tuple(agreed.items()),
            )
        )
    return made


def _option(option: Option, name: str, text: str) -> dict[str, str]:
    if option.kind == "flag":
        words = {"on": True, "yes": True, "off": False, "no": False}
        if text.lower() not in words:
            raise UsageError(
                f'"{text}" is not on or off.', where=f"--vary {option.name}", todo="Write on or off."
            )
        return {name: ""} if words[text.lower()] else {}
    option.read(text)
    return {name: text}


def _number(name: str, text: str) -> Number:
    for read in (int, float):
        try:
            value = read(text)
        except ValueError:
            continue
        if value == value and abs(value) != float("inf"):
            return value
    raise UsageError(f'"{text}" is not a number.', where=f"--vary {name}", todo="Write numbers with commas.")


def _mirrored(game: str, box: Series, deals: int) -> list[Series]:
    """The ladder of bots at the smallest table: each against the one above it."""
    ladder = [bot for bot in ("random", "greedy") if _has_bot(game, bot)]
    ladder += sorted((bot for bot in box.bots if bot not in ladder), key=lambda bot: (len(bot), bot))
    fewest = catalogue.load(game).players[0]
    if not deals or fewest > 2:
        return []
    return [
        Series(f"{weak} against {strong}", "mirror", 2 * deals, 2, (weak, strong), options=box.options)
        for weak, strong in itertools.pairwise(ladder)
    ]


def _stepped(game: str, box: Series, games: int) -> list[Series]:
    """Each number one step up and down: by one, or a fraction by a tenth of it."""
    made: list[Series] = []
    for name, value in numbers(catalogue.load(game)).items() if games else ():
        step = 1 if isinstance(value, int) else abs(value) / 10 or 0.1
        made += (
            replace(box, name=f"step {name}={to}", kind="step", games=games, changes=((name, to),), watched=0)
            for to in (value - step, value + step)
            if to >= 0 or value < 0
        )
    return made
