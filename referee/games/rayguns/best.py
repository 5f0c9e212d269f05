"""Who has the best array, or the best tile, of a round (RR 8 and 9.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.games.rayguns.box import Tile
from referee.games.rayguns.ranks import Reading
from referee.games.rayguns.readings import Reader


class Standing(NamedTuple):
    """How an array stands against others: the greater, the better. Its fields are the steps of RR 8.1.

    array    how many arrays it has beneath it in the order in force
    typical  for Supernovas, the same of what each would be in the typical order (RR 8.2); else 0
    wilds    minus the number of its wilds
    scoring  ranks of the scoring tiles as they stand, highest first
    others   ranks of the other tiles as printed, highest first
    spare    the highest spare part as printed; none is 0
    """

    array: int
    typical: int
    wilds: int
    scoring: tuple[int, ...]
    others: tuple[int, ...]
    spare: int


class Step(NamedTuple):
    """A step of a comparison that parted players.

    name   a field of `Standing`, or "tile" for the best tile
    among  the players compared
    left   those of them who are best
    """

    name: str
    among: tuple[str, ...]
    left: tuple[str, ...]


class Verdict(NamedTuple):
    """Who wins a comparison: one name, several who stay tied, or none if nobody took part."""

    names: tuple[str, ...]
    steps: tuple[Step, ...] = ()


def standing(reader: Reader, reading: Reading, tiles: Sequence[Tile], spares: Sequence[Tile]) -> Standing:
    """How the array stands against others (RR 8.1, 8.2).

    tiles   those that were read
    spares  the spare parts beside them
    """
    typical = 0
    compared = reading
    if reading.array.special:
        # Supernovas are compared as the arrays they would be, down to their scoring and other tiles.
        compared = reader.beneath.read(tiles)
        typical = -reader.beneath.orders.place(compared.array.name)
    return Standing(
        array=-reader.orders.place(reading.array.name),
        typical=typical,
        wilds=-compared.wilds,
        scoring=compared.ranks,
        others=compared.others(tiles),
        spare=max([tile.rank for tile in spares], default=0),
    )


def best_array(standings: Mapping[str, Standing]) -> Verdict:
    """The best of the arrays, by player (RR 8.1). Those who are barred are to be left out (RR 5.7)."""
    names = tuple(standings)
    steps = []
    for place, name in enumerate(Standing._fields):
        if len(names) == 1:
            break
        top = max([standings[player][place] for player in names], default=None)
        left = tuple([player for player in names if standings[player][place] == top])
        if left != names:
            steps.append(Step(name, names, left))
            names = left
    return Verdict(names, tuple(steps))


def best_tile(ranks: Mapping[str, tuple[int, ...]]) -> Verdict:
    """The best of the scoring tiles, by player (RR 9.4).

    ranks  of the scoring tiles as they stand, highest first
    """
    top = max(ranks.values(), default=())
    among = tuple(ranks)
    names = tuple(name for name in among if ranks[name] == top)
    return Verdict(names, (Step("tile", among, names),) if names != among else ())


def leaders(totals: Mapping[str, int]) -> frozenset[str]:
    """Those with the highest total before the round; nobody if all have the same (RR 5.7)."""
    top = max(totals.values())
    found = frozenset(name for name, total in totals.items() if total == top)
    return frozenset() if len(found) == len(totals) else found
