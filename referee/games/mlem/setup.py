"""The set-up: seats, the first commander, and where every piece goes (ML 1, 2.1)."""

from collections.abc import Iterable, Mapping

from components import catalogue
from components.catalogue import Deck, Game, Seat
from components.setup import Area, Fact, Placed, Setup
from referee.engine.arguments import agreed_options
from referee.engine.chance.seeded import Chance
from referee.games.mlem import box


def set_up(players: int, seed: str, options: Mapping[str, str]) -> Setup:
    """The game before its first expedition; chance decides only who the first commander is.

    Raises `UsageError` for any option: a set-up has none.
    """
    game = catalogue.load(box.SLUG)
    agreed_options(game, options, files=False)
    seats = game.seats[:players]
    first = Chance(seed).stream("commander").below(players)
    order = seats[first:] + seats[:first]
    return Setup(
        game=game.slug,
        players=players,
        seed=seed,
        areas=(
            _board(game),
            _laid("goals", game),
            _laid("dice", game),
            *(_mat(game, seat) for seat in seats),
        ),
        facts=(
            Fact("First commander", order[0].name, "ML 2.1"),
            Fact("Boarding, clockwise", ", ".join(seat.name for seat in order), "ML 2.1"),
        ),
    )


def _board(game: Game) -> Area:
    numbers = box.load()
    return Area(
        "board",
        "Board",
        "list",
        (
            *_all(
                game.deck("rocket"),
                f"on space {numbers.expedition.start_space}, or {numbers.scouts_space} if a scout boards",
            ),
            *_all(game.deck("markers"), "in front of step 1 of the failure track"),
        ),
    )


def _laid(name: str, game: Game) -> Area:
    """All of a deck, in an area of the same name."""
    return Area(name, name.capitalize(), "list", tuple(_all(game.deck(name))), "Beside the board.")


def _mat(game: Game, seat: Seat) -> Area:
    pieces = (piece for piece in game.deck("astronauts").pieces if piece["seat"] == seat)
    placed = tuple(Placed("astronauts", piece.code, count=piece.copies) for piece in pieces)
    return Area(f"mat-{seat.name}", f"Mat of {seat.name}", "list", placed)


def _all(deck: Deck, note: str = "") -> Iterable[Placed]:
    return (Placed(deck.name, piece.code, count=piece.copies, note=note) for piece in deck.pieces)
