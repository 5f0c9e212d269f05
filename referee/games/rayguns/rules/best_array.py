"""The array as it counts, and who has the best array or the best tile of a round (RR 6.4, 8, 9.4)."""

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.engine.tuples import Deriving, derived, record
from referee.games.rayguns.box import Array, Tile
from referee.games.rayguns.rules.arrays import Evaluator, evaluator
from referee.games.rayguns.rules.orders import Orders
from referee.games.rayguns.rules.ranks import Hand


class Standing(NamedTuple):
    """The standing of an array among others: the greater, the better. Its fields are the steps of RR 8.1.

    array    minus the place of the array in the order in force
    typical  for a Supernova, minus the place in the typical order of the array it would be (RR 8.2); else 0
    wilds    minus the number of its wilds
    scoring  ranks of the scoring tiles as they stand, highest first
    others   ranks of the other tiles as printed, highest first
    spare    the highest spare part as printed; 0 if there is none
    """

    array: int
    typical: int
    wilds: int
    scoring: tuple[int, ...]
    others: tuple[int, ...]
    spare: int


@record
class Docked(Deriving):
    """An array as it counts.

    orders        orders in force
    tiles         docked, in the order written
    spares        beside them, for tie-breaks
    alternatives  the best hand as each other array the player might have claimed, in the order in force
    """

    orders: Orders
    tiles: tuple[Tile, ...]
    spares: tuple[Tile, ...]
    hand: Hand
    alternatives: tuple[Hand, ...]

    @property
    def place(self) -> int:
        """The place of its array in the order in force, which mostly decides between two."""
        return self.orders.place(self.hand.array.name)

    @derived
    def standing(self) -> Standing:
        return standing(self.orders, self.hand, self.tiles, self.spares)

    @property
    def scoring(self) -> tuple[Tile, ...]:
        return self.hand.scoring(self.tiles)


def docked(
    using: Evaluator, tiles: Sequence[Tile], spares: Sequence[Tile], claim: Array | None = None
) -> Docked | None:
    """These tiles as the hand of RR 6.4, or as the array claimed.

    None if the tiles do not satisfy the claim.
    """
    return _first([(tuple(tiles), tuple(spares))], using, claim)


def docked_alone(
    using: Evaluator, tiles: Sequence[Tile], spares: Sequence[Tile], claim: Array | None = None
) -> Docked | None:
    """The same without the alternatives, which take longer to find than all the rest."""
    hand = using.best_as(tiles, claim) if claim else using.best(tiles)
    if hand is None:
        return None
    return Docked(using.orders, tuple(tiles), tuple(spares), hand, ())


def docked_in_port(using: Evaluator, tiles: Sequence[Tile], claim: Array | None = None) -> Docked | None:
    """The best five of the tiles drawn in the Port of Call; the others are spare parts (RR 10.1).

    None if no five of them satisfy the claim.
    """
    places = range(len(tiles))
    ways = []
    for chosen in itertools.combinations(places, using.box.numbers.port_array):
        beside = tuple(tiles[place] for place in places if place not in chosen)
        ways.append((tuple(tiles[place] for place in chosen), beside))
    return _first(ways, using, claim)


def standing(orders: Orders, hand: Hand, tiles: Sequence[Tile], spares: Sequence[Tile]) -> Standing:
    """The standing of a hand among others (RR 8.1, 8.2).

    tiles   tiles of which the hand is made
    spares  the spare parts beside them
    """
    typical = 0
    compared = hand
    if hand.array.special:
        # Supernovas are compared as the arrays they would be, with their scoring and other tiles.
        beneath = evaluator(orders, False).beneath
        compared = beneath.best(tiles)
        typical = -beneath.orders.place(compared.array.name)
    return Standing(
        -orders.place(hand.array.name),
        typical,
        -compared.wilds,
        compared.ranks,
        compared.others(tiles),
        max([tile.rank for tile in spares], default=0),
    )


class Comparison(NamedTuple):
    """A step of RR 8.1 or 9.4 that separated players.

    name   a field of `Standing`, or "tile" for the best tile
    among  the players compared
    left   those of them who are best
    """

    name: str
    among: tuple[str, ...]
    left: tuple[str, ...]


class Verdict(NamedTuple):
    """The winner of a comparison: one name, several who stay tied, or none if nobody took part."""

    names: tuple[str, ...]
    steps: tuple[Comparison, ...] = ()


def best_array(standings: Mapping[str, Standing]) -> Verdict:
    """The best of the arrays, by player (RR 8.1). Leave out those who are barred (RR 5.7)."""
    names = tuple(standings)
    steps = []
    for place, name in enumerate(Standing._fields):
        if len(names) == 1:
            break
        top = max([standings[player][place] for player in names], default=None)
        left = tuple([player for player in names if standings[player][place] == top])
        if left != names:
            steps.append(Comparison(name, names, left))
            names = left
    return Verdict(names, tuple(steps))


def best_tile(ranks: Mapping[str, tuple[int, ...]]) -> Verdict:
    """The best of the scoring tiles, by player (RR 9.4).

    ranks  ranks of the scoring tiles as they stand, highest first
    """
    among, names = tuple(ranks), _greatest(ranks)
    return Verdict(names, (Comparison("tile", among, names),) if names != among else ())


def winners(compared: Sequence[tuple[str, Docked]], by_tile: bool) -> tuple[str, ...]:
    """The names of the verdict on these arrays, or on their tiles, without its steps."""
    if by_tile:
        return _greatest({name: mine.hand.ranks for name, mine in compared})
    places = [mine.place for _, mine in compared]
    first = min(places, default=0)
    if places.count(first) == 1:
        return (compared[places.index(first)][0],)
    return _greatest({name: mine.standing for name, mine in compared if mine.place == first})


def _greatest(values: Mapping[str, tuple[object, ...]]) -> tuple[str, ...]:
    """Those whose value is the greatest."""
    top = max(values.values(), default=())
    return tuple([name for name, value in values.items() if value == top])


def leaders(totals: Mapping[str, int]) -> frozenset[str]:
    """Those with the highest total before the round; nobody if all have the same (RR 5.7)."""
    top = max(totals.values())
    found = frozenset(name for name, total in totals.items() if total == top)
    return frozenset() if len(found) == len(totals) else found


def _first(
    ways: Sequence[tuple[tuple[Tile, ...], tuple[Tile, ...]]], using: Evaluator, claim: Array | None
) -> Docked | None:
    """The way to dock that RR 6.4 prefers; among equal ways the first."""
    best: dict[Array, tuple[tuple[object, ...], Docked]] = {}
    for tiles, spares in ways:
        for hand in using.hands(tiles):
            mine = Docked(using.orders, tiles, spares, hand, ())
            key = (hand.points, *mine.standing[1:])
            if hand.array not in best or key > best[hand.array][0]:
                best[hand.array] = (key, mine)
    wanted = [array for array in using.arrays if array in best and claim in (None, array)]
    if not wanted:
        return None
    found = best[wanted[0]][1]
    others = tuple(best[array][1].hand for array in using.arrays if array in best and array != wanted[0])
    return found._replace(alternatives=others)
