"""The set-up: who launches first, and the first rules card."""

from collections.abc import Mapping, Sequence

from components.setup import Area, Fact, Placed, Setup
from referee.engine.arguments import agreed_options
from referee.engine.chance.seeded import Chance
from referee.games.rayguns.box import SLUG, Card, load
from referee.games.rayguns.rules.launch import Launch, launches, total, winners
from referee.games.rayguns.rules.rules_cards import first_cards
from referee.games.rayguns.text.view import order_facts


def set_up(players: int, seed: str, options: Mapping[str, str]) -> Setup:
    """The launch of RR 2.1 and the first card of RR 3.1.

    players  within the game's range

    Launch tiles come from the stream `launch`, seat by seat; tiles drawn again after a tie come from the
    rest. The deck comes from the stream `rules-cards`. Each shuffle begins with the pieces in the order of
    their codes. Raises `UsageError` for any option: the game has none.
    """
    box = load()
    agreed_options(box.components, options)
    chance = Chance(seed)
    drawn = launches(box, players, chance.stream("launch"))
    first = winners(drawn[-1])[0]
    cards = first_cards(box, chance.stream("rules-cards"))
    left = len(box.cards) - len(cards.drawn)
    return Setup(
        game=SLUG,
        players=players,
        seed=chance.seed,
        areas=(
            *(_launch_area(number, launch) for number, launch in enumerate(drawn, 1)),
            _cards_area("rules-cards", "First rules card", cards.up),
            *((_cards_area("discards", "Discards", cards.discards),) if cards.discards else ()),
        ),
        facts=(
            Fact("Commander and first player", f"seat {first + 1}", "RR 2.1"),
            Fact("Order of play", _order(first, players), "RR 3.2"),
            *order_facts(cards.up),
            Fact("Deck", f"the other {left} rules cards, face down", "RR 3.1"),
        ),
    )


def _launch_area(number: int, launch: Launch) -> Area:
    pieces = tuple(
        Placed("tiles", tile.code, note=f"seat {seat + 1}: {total(tiles)}")
        for seat, tiles in launch.items()
        for tile in tiles
    )
    if number == 1:
        return Area("launch", "Launch", "list", pieces, "The tiles go back to the belt afterwards.")
    return Area(f"launch-{number}", "Launch, drawn again after a tie", "list", pieces)


def _cards_area(name: str, title: str, cards: Sequence[Card]) -> Area:
    return Area(name, title, "list", tuple(Placed("rules-cards", card.code) for card in cards))


def _order(first: int, players: int) -> str:
    seats = [f"seat {(first + step) % players + 1}" for step in range(players)]
    return f"{', '.join(seats)}: each sits to the right of the one before"
