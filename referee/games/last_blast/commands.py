"""The commands of The Last Blast: `damage`, `score` and `odds`."""

from dataclasses import dataclass
from typing import Annotated

import typer

from components.errors import UsageError
from referee.engine.answers import Answer
from referee.engine.arguments import (
    GameOptions,
    PlayerArguments,
    agreed_options,
    check_count,
    check_player_count,
    check_range,
    read_options,
    read_players,
)
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.engine.typed import check_copies
from referee.games.last_blast import codes
from referee.games.last_blast.box import End, load
from referee.games.last_blast.odds.routes import Prospect, Search, Step
from referee.games.last_blast.rules import scoring
from referee.games.last_blast.rules.damage import damage as damage_of
from referee.games.last_blast.rules.damage import loss
from referee.games.last_blast.rules.scoring import Finish
from referee.games.last_blast.text import answers


@dataclass(frozen=True)
class DamageRuling:
    """The damage of a turn, in points, and what it does to the rocket.

    remove    the ends that lose a card, point by point; empty if the rocket explodes
    choice    further cards to remove from the front or the rear, as the owner chooses
    explodes  whether the rocket is lost
    """

    jump: int
    collision: int
    total: int
    remove: tuple[End, ...]
    choice: int
    explodes: bool


@dataclass(frozen=True)
class RouteStep:
    """One column of a route; 1 is the next.

    front, rear  cards to remove from either end; 0 if the rocket explodes
    cards_left   after the turn
    """

    column: int
    row: int
    tile: str
    damage: int
    front: int
    rear: int
    cards_left: int


@dataclass(frozen=True)
class RouteOdds:
    """The best way through the columns ahead, other players left aside.

    cards_left  after the last column, with best play; 0 if no play saves the rocket
    best        rows of the best tiles of the next column
    tiles       the free tiles of the next column
    route       one best route
    """

    cards_left: int
    best: tuple[int, ...]
    tiles: tuple[Prospect, ...]
    route: tuple[RouteStep, ...]


def damage(
    card: Annotated[str, typer.Argument(metavar="CARD", help="The front card, such as R2-5.")],
    tile: Annotated[str, typer.Option(metavar="TILE", help="The tile moved to, such as T4.")],
    rows: Annotated[int | None, typer.Option(metavar="N", help="Rows changed; 0 by default.")] = None,
    cards_left: Annotated[
        int | None, typer.Option(metavar="N", help="Cards in the rocket; a finished one by default.")
    ] = None,
    round1: Annotated[bool, typer.Option("--round1", help="Round 1: no jump damage.")] = False,
) -> Answer[DamageRuling]:
    """The damage of a turn and the cards it costs.

    Example: referee damage last-blast R2-5 --tile T3 --rows 2
    """
    if round1 and rows is not None:
        raise UsageError(
            "No rows are changed in round 1 (LB 4.2).", where="--rows", todo="Leave out --rows or --round1."
        )
    box = load()
    finished = box.construction.rocket
    check_count("--rows", rows, 0, box.rows(box.components.players[1]) - 1, "rows", rule="LB 2.1")
    check_count("--cards-left", cards_left, 1, finished, "cards", rule="LB 3.6")
    front, asteroid = codes.read_part(card, box, "CARD"), codes.read_tile(tile, box, "--tile")
    hit, cards = damage_of(box, front, asteroid, rows or 0), cards_left or finished
    lost = loss(box, hit.total, cards)
    changed = None if round1 else rows or 0
    return Answer(
        DamageRuling(hit.jump, hit.collision, hit.total, *lost),
        answers.damage_lines(hit, lost, cards),
        answers.damage_why(box, front, asteroid, changed, hit, lost, cards),
    )


def score(players: PlayerArguments, option: GameOptions = None) -> Answer[ScoreSheet[PlayerScore]]:
    """Score a game: the cards each rocket has left, or the round it exploded in.

    x5 means exploded in round 5, and a name alone means exploded in some round.

    Example: referee score last-blast Ann="R2-5 A6-3" Bo="G1-2" Cy=x5
    """
    box = load()
    agreed_options(box.components, read_options(option or ()))
    finishes = [
        Finish(name, *codes.read_finish(text, box, name)) for name, text in read_players(players).items()
    ]
    todo = "Name every player; Cy=x5 exploded in round 5."
    check_player_count(box.components, len(finishes), todo=todo)
    check_copies(
        (card for finish in finishes for card in finish.rocket),
        ", ".join(finish.name for finish in finishes if finish.survived),
    )
    sheet = scoring.score(box, finishes)
    return sheet.answer(answers.score_why(box, finishes), answers.score_notes(box, finishes))


def odds(
    rocket: Annotated[str, typer.Option(metavar="CARDS", help='From front to rear: "R2-5 G1-3 A6-1".')],
    field: Annotated[
        str,
        typer.Option(
            metavar="ROWS",
            help="The symbols of the columns ahead, row by row, x for a taken tile: 351/26x/416.",
        ),
    ],
    row: Annotated[
        int | None,
        typer.Option(metavar="N", help="The row the rocket is in; without it, it is about to enter."),
    ] = None,
) -> Answer[RouteOdds]:
    """The best tile of the next column: most cards left after the last one, other players left aside.

    The search is exact: every route, and every choice of cards to lose.

    Example: referee odds last-blast --rocket "R2-5 A6-1" --field 54/26/x1 --row 2
    """
    box = load()
    cards = codes.read_rocket(rocket, box, "--rocket")
    if not cards:
        raise UsageError("The rocket has no cards.", where="--rocket", todo="Write its cards: R2-5 G1-3.")
    ahead = codes.read_field(field, box, "--field")
    check_range("--row", row, 1, len(ahead), "row")
    search = Search(box, cards, ahead, row)
    route = search.route()
    value = RouteOdds(
        cards_left=route[-1].cards_left,
        best=search.best(),
        tiles=search.prospects(),
        route=tuple(_route_step(column, step) for column, step in enumerate(route, 1)),
    )
    tiles = answers.tile_blocks(box, len(cards), ahead, row, value.tiles, value.best)
    way = answers.route_blocks(route, alone=len(value.best) == 1)
    return Answer(value, (*tiles, "", *way), answers.route_why(box, row, route))


def _route_step(column: int, step: Step) -> RouteStep:
    front, rear = step.taken or (0, 0)
    return RouteStep(column, step.row, step.tile.code, step.damage.total, front, rear, step.cards_left)
