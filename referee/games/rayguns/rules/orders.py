"""The orders in force: the order of arrays, what is wild, what doubles, and the Specs (RR 6.3, 9.1, 9.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from components.errors import UsageError
from referee.games.rayguns.box import Box, Card, Spec


@dataclass(frozen=True)
class Orders:
    """The orders in force.

    order   names of the arrays, best first; Supernova always comes first
    flags   the colours named; a Spec may void them, see `flag_colours`
    allies  the suits named; see `ally_suits`
    named   the WILD ranks named; `wilds` includes those that Specs add
    specs   the Specs in force
    """

    box: Box
    order: tuple[str, ...]
    flags: frozenset[str] = frozenset()
    allies: frozenset[str] = frozenset()
    named: frozenset[int] = frozenset()
    specs: tuple[Spec, ...] = ()

    def __hash__(self) -> int:
        return self._key

    @cached_property
    def _key(self) -> int:
        """The hash, worked out once: orders are looked up again and again."""
        return hash((self.order, self.flags, self.allies, self.named, self.specs))

    @cached_property
    def flag_colours(self) -> frozenset[str]:
        """The colours that double (RR 7.3); none if a Spec voids them (RR 9.1)."""
        return frozenset() if any(spec.voids == "flag" for spec in self.specs) else self.flags

    @cached_property
    def ally_suits(self) -> frozenset[str]:
        """The suits that double (RR 7.3); none if a Spec voids them (RR 9.1)."""
        return frozenset() if any(spec.voids == "ally" for spec in self.specs) else self.allies

    @cached_property
    def wilds(self) -> frozenset[int]:
        """The ranks that are wild (RR 6.2, 9.1)."""
        ranks = self.box.ranks
        steps = range(1 + max((spec.next_ranks for spec in self.specs), default=0))
        return frozenset(
            ranks[(ranks.index(rank) + step) % len(ranks)] for rank in self.named for step in steps
        )

    @cached_property
    def struck(self) -> frozenset[str]:
        """The arrays that do not exist (RR 9.1)."""
        return frozenset(name for spec in self.specs for name in spec.strikes)

    @cached_property
    def minuend(self) -> int | None:
        """A scoring tile counts this number less its rank; None if it counts its rank (RR 9.1)."""
        return next((spec.minuend for spec in self.specs if spec.minuend is not None), None)

    @cached_property
    def specials_act(self) -> bool:
        """Return whether specials have effects (RR 9.1)."""
        return all(spec.specials for spec in self.specs)

    @cached_property
    def powers_act(self) -> bool:
        """Return whether suit powers have effects (RR 9.1)."""
        return all(spec.powers for spec in self.specs)

    @cached_property
    def bonus(self) -> int:
        """Points for the best array (RR 8.1, 9.1)."""
        bonuses = (spec.bonus for spec in self.specs if spec.bonus is not None)
        return max(bonuses, default=self.box.numbers.bonus)

    @cached_property
    def first_draw(self) -> int:
        """Tiles of the first draw (RR 3.2, 9.1)."""
        draws = (spec.first_draw for spec in self.specs if spec.first_draw is not None)
        return next(draws, self.box.numbers.first_draw)

    @cached_property
    def second_draw(self) -> int:
        """Tiles of the second draw (RR 3.3, 9.1)."""
        beaten = {name for spec in self.specs for name in spec.beats}
        draws = [spec.second_draw for spec in self.specs if spec.name not in beaten]
        return next((draw for draw in draws if draw is not None), self.box.numbers.second_draw)

    def place(self, array: str) -> int:
        """The place of the array in the order in force; the best has 0."""
        return self.order.index(array)

    def plain(self) -> Orders:
        """The typical order without wilds, flags and allies; struck arrays stay struck (RR 8.2)."""
        specs = tuple(spec for spec in self.specs if spec.strikes)
        return replace(typical(self.box), specs=specs)


def typical(box: Box) -> Orders:
    """The typical order, without a rules card (RR 6)."""
    return Orders(box, tuple(box.arrays))


def circular(box: Box, best: str) -> tuple[str, ...]:
    """The order that BEST makes: Supernova, then that array, then round the circle (RR 6.3)."""
    first, *others = box.arrays
    if best == first:
        return (first, *others)
    at = others.index(best)
    return (first, *others[at:], *others[:at])


def orders_of(box: Box, cards: Sequence[Card]) -> Orders:
    """The orders of the rules cards in force (RR 9.2).

    Without cards it is the typical order. Two cards apply together after the chaos card that drew them,
    which is given first. Raises `UsageError` for any other number, and for a chaos card among others.
    """
    drawing = [card for card in cards if card.chaos == "two-cards"]
    reversing = [card for card in cards if card.chaos == "reversed"]
    named = [card for card in cards if not card.chaos]
    _check(box, cards, drawing, reversing, named)
    if reversing:
        first, *others = box.arrays
        return Orders(box, (first, *reversed(others)))
    if not named:
        return typical(box)
    return Orders(
        box,
        order=circular(box, named[-1].best),
        flags=frozenset(card.flag for card in named),
        allies=frozenset(card.ally for card in named),
        named=frozenset(card.wild for card in named),
        specs=tuple(box.specs[card.spec] for card in named if card.spec),
    )


def overridden(
    orders: Orders,
    best: str | None = None,
    flags: Iterable[str] = (),
    allies: Iterable[str] = (),
    wilds: Iterable[int] = (),
) -> Orders:
    """The orders with those values that are given."""
    return replace(
        orders,
        order=circular(orders.box, best) if best else orders.order,
        flags=frozenset(flags) or orders.flags,
        allies=frozenset(allies) or orders.allies,
        named=frozenset(wilds) or orders.named,
    )


def _check(
    box: Box, cards: Sequence[Card], drawing: list[Card], reversing: list[Card], named: list[Card]
) -> None:
    where = "--card"
    for card in cards:
        if cards.count(card) > 1:
            raise UsageError(f"{card.code} is given twice, but there is only one.", where=where)
    if reversing and len(cards) > 1:
        todo = "A chaos card among the two is drawn again (RR 9.2)."
        raise UsageError(f"{reversing[0].code} only applies alone.", where=where, todo=todo)
    further = box.numbers.chaos_cards
    if drawing and len(named) != further:
        raise UsageError(
            f"{drawing[0].code} draws {further} more cards, but {len(named)} are given with it.",
            where=where,
            todo="Give these too: --card CODE --card CODE (RR 9.2).",
        )
    if len(named) > 1 and not drawing:
        drawer = next(card.code for card in box.cards.values() if card.chaos == "two-cards")
        todo = f"Two apply only after {drawer}; give it with them (RR 9.2)."
        raise UsageError(f"{len(named)} rules cards are too many.", where=where, todo=todo)
