"""The set-up: the asteroid field, and the first hand of each player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from components.setup import Area, Fact, Placed, Setup
from referee.chance import Chance
from referee.games.last_blast.box import SLUG, Field, Part, box
from referee.games.last_blast.notation import check_flags, write_field
from referee.games.last_blast.state import all_parts, all_tiles


def set_up(players: int, seed: str, options: Mapping[str, str]) -> Setup:
    """The set-up of LB 2.1 and LB 2.2 and the first deal of LB 3.1.

    players  within the game's range

    The tiles come from the stream `tiles`, row by row; the cards from `parts`, one at a time to
    each seat in turn. Either shuffle begins with the pieces in the order of their codes. Raises
    `UsageError` for an option the game does not have.
    """
    check_flags(options)
    chance = Chance(seed)
    tiles = chance.stream("tiles").shuffled(all_tiles())
    cards = chance.stream("parts").shuffled(all_parts())
    rows, columns = box().rows(players), box().columns
    field: Field = tuple(tuple(tiles[row * columns : (row + 1) * columns]) for row in range(rows))
    dealt = players * box().hand
    hands = [cards[seat:dealt:players] for seat in range(players)]
    return Setup(
        game=SLUG,
        players=players,
        seed=chance.seed,
        options=dict(options),
        areas=(_field(field), *(_hand(seat, hand) for seat, hand in enumerate(hands, 1))),
        facts=(
            Fact("Tiles left over", f"{len(tiles) - rows * columns}, not used in this game", "LB 2.1"),
            Fact("Deck", f"the other {len(cards) - dealt} cards, face down", "LB 2.2"),
            Fact("Field in short", write_field(field)),
        ),
    )


def _field(field: Field) -> Area:
    pieces = tuple(
        Placed("tiles", tile.code, (column, row))
        for row, tiles in enumerate(field)
        for column, tile in enumerate(tiles)
        if tile
    )
    rows, columns = len(field), len(field[0])
    note = f"Rows 1 to {rows} from the top; columns 1 to {columns} from the left, as the rockets fly."
    return Area("field", "Asteroid field", "grid", pieces, note)


def _hand(seat: int, cards: Iterable[Part]) -> Area:
    pieces = tuple(Placed("parts", card.code) for card in cards)
    return Area(f"hand-{seat}", f"First hand of seat {seat}", "list", pieces)
