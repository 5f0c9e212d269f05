"""The set-up: the asteroid field, and the first hand of each player."""

from collections.abc import Iterable, Mapping

from components.setup import Area, Fact, Placed, Setup
from referee.engine.arguments import agreed_options
from referee.engine.chance.seeded import Chance
from referee.games.last_blast.box import SLUG, Field, Part, load
from referee.games.last_blast.codes import write_field
from referee.games.last_blast.text.view import field_area


def set_up(players: int, seed: str, options: Mapping[str, str]) -> Setup:
    """The field (LB 2.1), the deck (LB 2.2) and the first deal (LB 3.1).

    players  within the game's range

    The tiles come from the stream `tiles`, row by row; the cards come from the stream `parts`, one at a
    time to each seat in turn. Before each shuffle the pieces are in the order of their codes. Raises
    `UsageError` for an option that the game does not have.
    """
    box = load()
    agreed_options(box.components, options)
    chance = Chance(seed)
    tiles = chance.stream("tiles").shuffled(box.all_tiles)
    cards = chance.stream("parts").shuffled(box.all_parts)
    rows, columns = box.rows(players), box.columns
    field: Field = tuple(tuple(tiles[row * columns : (row + 1) * columns]) for row in range(rows))
    dealt = players * box.construction.hand
    hands = [cards[seat:dealt:players] for seat in range(players)]
    note = f"Rows 1 to {rows} from the top; columns 1 to {columns} from the left, as the rockets fly."
    return Setup(
        game=SLUG,
        players=players,
        seed=chance.seed,
        options=dict(options),
        areas=(field_area(box, field, {}, note), *(_hand(seat, hand) for seat, hand in enumerate(hands, 1))),
        facts=(
            Fact("Tiles left over", f"{len(tiles) - rows * columns}, not used in this game", "LB 2.1"),
            Fact("Deck", f"the other {len(cards) - dealt} cards, face down", "LB 2.2"),
            Fact("Field in short", write_field(field)),
        ),
    )


def _hand(seat: int, cards: Iterable[Part]) -> Area:
    pieces = tuple(Placed("parts", card.code) for card in cards)
    return Area(f"hand-{seat}", f"First hand of seat {seat}", "list", pieces)
