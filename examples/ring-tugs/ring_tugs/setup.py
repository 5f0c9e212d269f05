"""The set-up: who has the beacon first, the contracts, and the first row (RT 2, RT 3.1)."""

from collections.abc import Mapping

from components.setup import Area, Fact, Placed, Setup
from referee.engine.arguments import agreed_options
from referee.engine.chance.seeded import Chance
from ring_tugs.box import SLUG, load


def set_up(players: int, seed: str, options: Mapping[str, str]) -> Setup:
    """One game ready to begin; `players` is within the game's range.

    Raises `UsageError` for any option: the game has none.
    """
    box = load()
    agreed_options(box.components, options)
    chance = Chance(seed)
    seats = box.components.seats[:players]
    beacon = chance.stream("beacon").below(players)
    row = chance.stream("salvage").first(box.salvage, players + box.numbers.spare)
    contracts = chance.stream("contracts").first(box.contracts, players)
    dealt = (
        Area(
            f"contract-{seat.name}",
            f"Contract of {seat.name}",
            "list",
            (Placed("contracts", one.code, name=one.name),),
        )
        for seat, one in zip(seats, contracts, strict=True)
    )
    cards = tuple(Placed("cards", card.code, name=card.name) for card in row)
    return Setup(
        game=SLUG,
        players=players,
        seed=chance.seed,
        areas=(Area("row", "The row", "list", cards), *dealt),
        facts=(
            Fact("Beacon", seats[beacon].name, "RT 2.4"),
            Fact("Drift", f"the other {len(box.salvage) - len(row)} cards, face down", "RT 2.2"),
        ),
    )
