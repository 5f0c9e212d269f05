"""The score of a round or of the Port of Call, from the docked arrays (RR 7 to 10)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from components.wording import listed
from referee.engine.scoresheet import PlayerScore, ScoreLine, ScoreSheet
from referee.engine.tuples import Deriving, Record, record
from referee.games.rayguns.box import SLUG, Array, Spec, Tile, titled
from referee.games.rayguns.codes import codes
from referee.games.rayguns.rules.arrays import Evaluator, evaluator
from referee.games.rayguns.rules.best_array import (
    Docked,
    Verdict,
    best_array,
    best_tile,
    docked,
    docked_alone,
    docked_in_port,
    leaders,
    winners,
)
from referee.games.rayguns.rules.orders import Orders
from referee.games.rayguns.rules.ranks import Hand

BIG_NUMBER, GLYPH, ALIEN = "big-number", "glyph", "alien"
NO_EFFECT = "none"  # A player of whom this is said uses no effect, not even the big number.


@record
class Entry(Record):
    """A player with the tiles and claims that are to be scored.

    tiles   docked; in the Port of Call also all those drawn; empty for a player without an array
    total   before the round, less what was paid in it
    claim   the array that the player claims (RR 6.4)
    effect  the special whose effect the player names (RR 5.2), or `NO_EFFECT`; if empty, a big number acts
    judged  whether the effect was already judged when it was used (RR 3.5)
    paid    fee for new orders; added to the total, it tells who led before the round (RR 5.7)
    """

    name: str
    tiles: tuple[Tile, ...]
    spares: tuple[Tile, ...]
    total: int
    claim: Array | None
    effect: str
    judged: bool
    paid: int


@dataclass(frozen=True)
class Alternative:
    """An array that might have been claimed, and its points."""

    array: str
    points: int


@dataclass(frozen=True, kw_only=True)
class ArrayScore(PlayerScore):
    """One player's score.

    points   points of the array (RR 7.1 to 7.4), without bonus, salvage and fee
    total    after the round
    array    the array that counts; None without tiles
    scoring  codes of the scoring tiles, in the order written
    wilds    tiles that stand for another rank than their own
    """

    array: str | None
    scoring: tuple[str, ...]
    wilds: int
    alternatives: tuple[Alternative, ...]


class RoundSheet(ScoreSheet[ArrayScore]):
    """The score of a round, which nobody wins: the game goes on."""

    def _result(self) -> str:
        return f"Ahead: {', '.join(self.winners)}."


@dataclass(frozen=True)
class Refusal:
    """An act that is refused to a player, with the reason and the rule."""

    name: str
    what: str
    rule: str


@dataclass(frozen=True)
class Refused:
    """The reasons why nothing is scored."""

    game: str
    refused: tuple[Refusal, ...]


class Bonus(NamedTuple):
    """The bonus a player takes, and what it is for."""

    what: str
    points: int
    rule: str


@record
class Scored(Deriving):
    """A score and how its bonus was decided.

    totals   totals of the players after the round, in the order of the entries
    docked   the arrays as they count, each with its player
    orders   orders that were in force
    port     whether it is that of the Port of Call
    barred   players who could not win the bonus (RR 5.7, 9.1)
    bonuses  what each player won, in the order of the entries
    by_tile  whether a glyph gave it to the best tile (RR 9.4)
    """

    entries: tuple[Entry, ...]
    totals: tuple[int, ...]
    docked: tuple[tuple[str, Docked], ...]
    orders: Orders
    port: bool
    barred: frozenset[str]
    bonuses: tuple[Bonus | None, ...]
    by_tile: bool

    @cached_property
    def verdict(self) -> Verdict:
        """The winner of the bonus, and how it was decided."""
        compared = [(name, mine) for name, mine in self.docked if name not in self.barred]
        if self.by_tile:
            return best_tile({name: mine.hand.ranks for name, mine in compared})
        return best_array({name: mine.standing for name, mine in compared})

    @cached_property
    def sheet(self) -> ScoreSheet[ArrayScore]:
        """The score in words: a game is played on with the totals alone."""
        found = dict(self.docked)
        players = tuple(
            _player(entry, found.get(entry.name), self.orders, bonus, total)
            for entry, bonus, total in zip(self.entries, self.bonuses, self.totals, strict=True)
        )
        ahead = _ahead(players, self.verdict if self.port else Verdict(()))
        kind = ScoreSheet if self.port else RoundSheet
        return kind(SLUG, players, ahead, self.verdict.names)


def score_round(
    entries: Sequence[Entry], orders: Orders, port: bool, *, alternatives: bool = True
) -> Scored | Refused:
    """The score of these players, or what they may not do.

    orders        orders in force; the typical ones in the Port of Call (RR 10.1)
    alternatives  whether the sheet lists what else might be claimed
    """
    found: dict[str, Docked] = {}
    refused: list[Refusal] = []
    for entry in entries:
        if entry.tiles:
            ruled = _rule_on(entry, orders, port, alternatives)
            if isinstance(ruled, Refusal):
                refused.append(ruled)
            else:
                found[entry.name] = ruled
    if refused:
        return Refused(SLUG, tuple(refused))
    barred = _barred(entries, orders)
    by_tile = GLYPH in [entry.effect for entry in entries]
    best = winners([(name, mine) for name, mine in found.items() if name not in barred], by_tile)
    taken = _bonus(len(best) > 1, orders, port, by_tile)
    bonuses = tuple([taken if entry.name in best else None for entry in entries])
    totals = tuple(
        [
            _total(entry, found.get(entry.name), orders, bonus)
            for entry, bonus in zip(entries, bonuses, strict=True)
        ]
    )
    return Scored(tuple(entries), totals, tuple(found.items()), orders, port, barred, bonuses, by_tile)


def _rule_on(entry: Entry, orders: Orders, port: bool, alternatives: bool) -> Docked | Refusal:
    """The array as it counts, or why the claim or the effect is refused (RR 5.1, 6.4, 7.4, 9.1)."""
    using = evaluator(orders, not port and entry.effect in ("", BIG_NUMBER))
    in_port = port and len(entry.tiles) > orders.box.numbers.port_array
    mine = _dock(using, entry, entry.claim, in_port, alternatives)
    if mine is None:
        assert entry.claim is not None
        default = _dock(using, entry, None, in_port, alternatives)
        assert default is not None
        return _refused_claim(entry, entry.claim, default, orders)
    if entry.effect not in ("", NO_EFFECT) and not entry.judged:
        return refused_effect(entry.name, entry.effect, mine.tiles, mine.hand, orders) or mine
    return mine


def _dock(
    using: Evaluator, entry: Entry, claim: Array | None, in_port: bool, alternatives: bool
) -> Docked | None:
    """in_port: whether the tiles are all those that were drawn in the Port of Call"""
    if in_port:
        return docked_in_port(using, entry.tiles, claim)
    if not alternatives:
        return docked_alone(using, entry.tiles, entry.spares, claim)
    return docked(using, entry.tiles, entry.spares, claim)


def _refused_claim(entry: Entry, claim: Array, default: Docked, orders: Orders) -> Refusal:
    if claim.name in orders.struck:
        spec = next(spec for spec in orders.specs if claim.name in spec.strikes)
        return Refusal(entry.name, f"Under {titled(spec.name)} there is no {claim.title}.", "RR 9.1")
    if default.hand.array.special:
        return Refusal(entry.name, "A Supernova always counts as one.", "RR 6.4")
    names = [hand.array.title for hand in (default.hand, *default.alternatives)]
    what = f"{codes(entry.tiles)} does not make {claim.title}, only {listed(names)}."
    return Refusal(entry.name, what, "RR 6.4")


def refused_effect(
    name: str, effect: str, tiles: Sequence[Tile], hand: Hand, orders: Orders
) -> Refusal | None:
    """The refusal of the effect to the player of that name; None if it acts (RR 5.1, 7.4, 9.1)."""
    if acts(effect, tiles, hand, orders):
        return None
    if not orders.specials_act:
        spec = next(spec for spec in orders.specs if not spec.specials)
        return Refusal(name, f"Under {titled(spec.name)} specials have no effect.", "RR 9.1")
    scoring = hand.scoring(tiles)
    if acting := [tile for tile in scoring if tile.special == effect]:
        top = max(tile.rank for tile in scoring)
        what = f"Only the highest-ranked special of a Supernova acts; {codes(acting)} is not of rank {top}."
        return Refusal(name, what, "RR 7.4")
    called = titled(effect) if effect == "ufo" else titled(effect).lower()
    return Refusal(name, f"There is no {called} in the scoring array {codes(scoring)}.", "RR 5.1")


def acts(effect: str, tiles: Sequence[Tile], hand: Hand, orders: Orders) -> bool:
    """Return whether a special with that effect acts: in a Supernova, only the highest (RR 5.1, 7.4, 9.1)."""
    if not orders.specials_act:
        return False
    if not hand.array.special:
        return effect in [tiles[place].special for place in hand.places]
    ranks = [tile.rank for tile in hand.scoring(tiles) if tile.special == effect]
    return max(ranks, default=0) == max([tile.rank for tile in hand.scoring(tiles)])


def _barred(entries: Sequence[Entry], orders: Orders) -> frozenset[str]:
    """The players who cannot win the bonus (RR 5.7, 9.1)."""
    alien = ALIEN in [entry.effect for entry in entries]
    if not alien and all(spec.leaders for spec in orders.specs):
        return frozenset()
    return leaders({entry.name: entry.total + entry.paid for entry in entries})


def _bonus(tied: bool, orders: Orders, port: bool, by_tile: bool) -> Bonus:
    """The bonus of the player who won, or of each of those who tied (RR 8.1, 9.4, 10.1)."""
    numbers = orders.box.numbers
    what = "best tile" if by_tile else "best array"
    rule = "RR 10.1" if port else "RR 9.4" if by_tile else "RR 8.1"
    if tied:
        return Bonus(f"{what}, tied", numbers.tied, rule)
    points = numbers.port_bonus if port else orders.bonus
    if not port and points != numbers.bonus:
        spec = next(spec for spec in orders.specs if spec.bonus == points)
        what, rule = f"{what}, {titled(spec.name)}", "RR 9.1"
    return Bonus(what, points, rule)


def _total(entry: Entry, mine: Docked | None, orders: Orders, bonus: Bonus | None) -> int:
    """The sum of the lines that `_player` writes."""
    total = entry.total + (mine.hand.points if mine else 0) + (bonus.points if bonus else 0)
    if orders.specs:
        total += sum([points for _, points in _salvage(entry, mine, orders)])
        total -= sum([paid for _, paid in _fees(entry, orders)])
    return total


def _player(entry: Entry, mine: Docked | None, orders: Orders, bonus: Bonus | None, total: int) -> ArrayScore:
    lines = [*_before(entry, orders), *(_array(mine, orders) if mine else ())]
    for spec, points in _salvage(entry, mine, orders):
        lines.append(ScoreLine(f"{titled(spec.name)}: spare parts", points, "RR 9.1"))
    if bonus:
        lines.append(ScoreLine(bonus.what, bonus.points, bonus.rule))
    return ArrayScore(
        name=entry.name,
        points=mine.hand.points if mine else 0,
        bonus=bonus.points if bonus else 0,
        total=total,
        lines=tuple(lines),
        array=mine.hand.array.name if mine else None,
        scoring=tuple(tile.code for tile in mine.scoring) if mine else (),
        wilds=mine.hand.wilds if mine else 0,
        alternatives=tuple(
            Alternative(hand.array.name, hand.points) for hand in (mine.alternatives if mine else ())
        ),
    )


def _before(entry: Entry, orders: Orders) -> Iterator[ScoreLine]:
    """The total before the round, and what is paid from it before scoring (RR 9.1)."""
    if entry.total:
        yield ScoreLine("before this round", entry.total, "RR 10.2")
    for spec, paid in _fees(entry, orders):
        yield ScoreLine(titled(spec.name), -paid, "RR 9.1")


def _fees(entry: Entry, orders: Orders) -> Iterator[tuple[Spec, int]]:
    """The fee of each Spec before scoring, as far as there is anything left (RR 9.1)."""
    left = entry.total
    for spec in orders.specs:
        paid = min(spec.fee, left - orders.box.numbers.lowest_total)
        if paid:
            yield spec, paid
        left -= paid


def _array(mine: Docked, orders: Orders) -> Iterator[ScoreLine]:
    """The points of the array, step by step; they add up to the points of its hand (RR 7)."""
    hand = mine.hand
    what = f"{hand.array.title}: {standing_tiles(hand, mine.tiles)}"
    if hand.array.special:
        yield ScoreLine(what, hand.base, "RR 7.4")
    elif orders.minuend is not None:
        yield ScoreLine(f"{what}, each {orders.minuend} less its rank", hand.base, "RR 9.1")
    else:
        yield ScoreLine(what, hand.base, "RR 7.1")
    if hand.big:
        yield ScoreLine("big number", hand.big, "RR 7.2")
    points = hand.base + hand.big
    for factor in hand.factors:
        shared = mine.scoring[0]
        named = {"flag": f"FLAG {shared.colour}", "ally": f"ALLY {shared.suit}"}.get(factor.name)
        rule = "RR 7.3" if named else "RR 9.1"
        yield ScoreLine(f"{named or titled(factor.name)}: ×{factor.times}", points * (factor.times - 1), rule)
        points *= factor.times


def _salvage(entry: Entry, mine: Docked | None, orders: Orders) -> Iterator[tuple[Spec, int]]:
    """The points of spare parts for their owner, by Spec (RR 9.1)."""
    count = len(mine.spares if mine else entry.spares)
    for spec in orders.specs:
        if points := spec.spare_points * count:
            yield spec, points


def standing_tiles(hand: Hand, tiles: Sequence[Tile]) -> str:
    """The scoring tiles, and what wilds among them stand for: "G3w R4w as 3"."""
    scoring = zip(hand.scoring(tiles), hand.stands, strict=True)
    return " ".join(tile.code if tile.rank == rank else f"{tile.code} as {rank}" for tile, rank in scoring)


def _ahead(players: Sequence[ArrayScore], verdict: Verdict) -> tuple[str, ...]:
    """The highest total; in the Port of Call a tie goes to the only winner of its bonus (RR 10.2)."""
    top = max(player.total for player in players)
    names = tuple(player.name for player in players if player.total == top)
    alone = len(verdict.names) == 1 and verdict.names[0] in names
    return verdict.names if alone else names
