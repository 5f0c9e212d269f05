"""The commands of Rayguns and Rocketships: `score rayguns` and `odds rayguns`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import typer

from components.errors import UsageError
from referee.answers import Answer, Why, wrapped
from referee.arguments import read_named, read_players
from referee.games.rayguns.box import SLUG, Tile, box
from referee.games.rayguns.explaining import explained
from referee.games.rayguns.notation import (
    check_copies,
    read_array,
    read_card,
    read_colour,
    read_rank,
    read_special,
    read_suit,
    read_tiles,
)
from referee.games.rayguns.orders import Orders, orders_of, overridden, typical
from referee.games.rayguns.readings import reader
from referee.games.rayguns.scoring import NO_EFFECT, ArrayScore, Entry, Refused, Scored, score_round
from referee.options import PlayerArguments
from referee.scoresheet import ScoreSheet

BestOption = Annotated[
    str | None, typer.Option("--best", metavar="ARRAY", help="The array that leads the order (BEST).")
]
FlagOption = Annotated[
    list[str] | None, typer.Option("--flag", metavar="COLOUR", help="The colour that doubles (FLAG).")
]
AllyOption = Annotated[
    list[str] | None, typer.Option("--ally", metavar="SUIT", help="The suit that doubles (ALLY).")
]
WildOption = Annotated[
    list[int] | None, typer.Option("--wild", metavar="RANK", help="The rank that is wild (WILD).")
]
CardOption = Annotated[
    list[str] | None,
    typer.Option("--card", metavar="CODE", help="The rules card in force; CH2 with its two."),
]


def score(
    players: PlayerArguments,
    claim: Annotated[
        list[str] | None, typer.Option(metavar="NAME=ARRAY", help="Read it as this array.")
    ] = None,
    spare: Annotated[list[str] | None, typer.Option(metavar="NAME=TILES", help="Spare parts.")] = None,
    totals: Annotated[
        list[str] | None, typer.Option(metavar="NAME=POINTS,...", help="Points before this round.")
    ] = None,
    effect: Annotated[
        list[str] | None, typer.Option(metavar="NAME=SPECIAL", help="The special that acts, or none.")
    ] = None,
    best: BestOption = None,
    flag: FlagOption = None,
    ally: AllyOption = None,
    wild: WildOption = None,
    card: CardOption = None,
    port: Annotated[bool, typer.Option("--port", help="The Port of Call, after round four.")] = False,
) -> Answer[ScoreSheet[ArrayScore] | Refused]:
    """Score the docked arrays of a round.

    Tiles are written as on their faces; specials need no colour. Whatever a rules card sets, the
    other options override. With --port each player has the 7 tiles drawn, or 5 and --spare.

    Example: referee score rayguns Ann="G3w B3p A3r R4w G2r" Bo="U2 R5r" --card RC03
    """
    if port and (best or flag or ally or wild or card or effect):
        raise UsageError(
            "The Port of Call has no rules card and no effects (RR 10.1).",
            where="--port",
            todo="Leave --best, --flag, --ally, --wild, --card and --effect out.",
        )
    orders = typical() if port else read_orders(best, flag, ally, wild, card)
    entries = read_entries(players, claim or (), spare or (), totals or (), effect or ())
    check_sizes(entries, port)
    scored = score_round(entries, orders, port)
    if isinstance(scored, Refused):
        lines = [
            line
            for refusal in scored.refused
            for line in wrapped(f"{refusal.name}: {refusal.what} [{refusal.rule}]", hanging=2)
        ]
        return Answer(scored, tuple(lines), ok=False)
    return scored.sheet.answer(explained(scored, orders), notes=_better_claims(scored))


@dataclass(frozen=True)
class Kept:
    """One way to keep tiles: their codes, those put back, and the points to expect after the second draw."""

    keep: tuple[str, ...]
    put_back: tuple[str, ...]
    expected: Fraction


@dataclass(frozen=True)
class KeepOdds:
    """The best tiles to keep for the second draw.

    draw     tiles drawn
    choices  all ways to keep tiles, best first
    """

    game: str
    draw: int
    keep: tuple[str, ...]
    expected: Fraction
    choices: tuple[Kept, ...]


def odds(
    hold: Annotated[
        str, typer.Option(metavar="TILES", help="The tiles of array and spare parts, or all drawn.")
    ],
    best: BestOption = None,
    flag: FlagOption = None,
    ally: AllyOption = None,
    wild: WildOption = None,
    card: CardOption = None,
) -> Answer[KeepOdds]:
    """The best tiles to keep, and the points to expect after the second draw.

    With all tiles of the first draw it compares every way to keep array and spare parts. The mean is
    over every draw from the tiles you do not keep, and of the five tiles that then score most, as any
    array they satisfy; so BEST does not matter.

    Example: referee odds rayguns --hold "G3w B3p A3r R4w G2r N5 G1w" --card RC05
    """
    from referee.games.rayguns.odds import best_to_keep

    orders = read_orders(best, flag, ally, wild, card)
    held = read_tiles(hold, "--hold")
    numbers = box().numbers
    if not numbers.array <= len(held) <= numbers.first_draw:
        raise UsageError(
            f"A player holds {numbers.array} to {numbers.first_draw} tiles (RR 3.2), not {len(held)}.",
            where="--hold",
            todo="Write the tiles of the array and the spare parts, or all that were drawn.",
        )
    choices = tuple(
        Kept(_codes(choice.keep), _codes(choice.put_back), choice.expected)
        for choice in best_to_keep(held, reader(orders))
    )
    kept = choices[0]
    draw = orders.second_draw
    value = KeepOdds(SLUG, draw, kept.keep, kept.expected, choices)
    belt = sum(tile.copies for tile in box().tiles.values()) - len(kept.keep)
    drawn = f"{math.comb(belt, draw):,} draws of {draw} from {belt} tiles".replace(",", " ")
    why = Why(
        "expected",
        f"mean of the most points of any 5 of {len(kept.keep) + draw} tiles, over {drawn}",
        "RR 3.3",
    )
    return Answer(value, tuple(_odds_lines(value)), (why,))


def _odds_lines(value: KeepOdds) -> Iterator[str]:
    whole = "all" if len(value.choices) == 1 else " ".join(value.keep)
    after = f"after drawing {value.draw}" if value.draw else "without a second draw"
    yield from wrapped(f"Keep {whole}: {float(value.expected):.2f} points expected {after}.")
    if len(value.choices) > 1:
        yield ""
        yield "Put back  Expected"
        for choice in value.choices:
            yield f"{' '.join(choice.put_back):8}  {float(choice.expected):8.2f}"
    yield ""
    yield from wrapped("Points of the array alone, without bonus, powers and effects but the big number.")


def _codes(tiles: Iterable[Tile]) -> tuple[str, ...]:
    return tuple(tile.code for tile in tiles)


def read_orders(
    best: str | None,
    flag: Sequence[str] | None,
    ally: Sequence[str] | None,
    wild: Sequence[int] | None,
    card: Sequence[str] | None,
) -> Orders:
    """The orders in force by the options. Raises `UsageError` for what there is not."""
    return overridden(
        orders_of([read_card(code) for code in card or ()]),
        best=read_array(best, "--best").name if best else None,
        flags=[read_colour(name, "--flag") for name in flag or ()],
        allies=[read_suit(name, "--ally") for name in ally or ()],
        wilds=[read_rank(rank, "--wild") for rank in wild or ()],
    )


def read_entries(
    players: Sequence[str],
    claims: Iterable[str],
    spares: Iterable[str],
    totals: Iterable[str],
    effects: Iterable[str],
) -> tuple[Entry, ...]:
    """The players with all that the options say of them, in their order.

    Raises `UsageError` for players and pieces there are not, and for more of a tile than the box has.
    """
    arrays = {name: read_tiles(text, name) for name, text in read_players(players).items()}
    most = box().players[1]
    if len(arrays) > most:
        raise UsageError(
            f"{len(arrays)} players are too many.", where="NAME=...", todo=f"At most {most} play."
        )
    beside = {
        name: read_tiles(" ".join(texts), f"--spare {name}")
        for name, texts in read_named("--spare", spares, arrays).items()
    }
    claimed = {
        name: read_array(text, f"--claim {name}") for name, text in _single("--claim", claims, arrays).items()
    }
    named = {
        name: _read_effect(text, f"--effect {name}")
        for name, text in _single("--effect", effects, arrays).items()
    }
    before = _read_totals(totals, arrays)
    seen = []
    for name in arrays:
        seen += [*arrays[name], *beside.get(name, ())]
        check_copies(seen, name)
    for option, names in (("--claim", claimed), ("--effect", named)):
        for name in names:
            if not arrays[name]:
                raise UsageError(f"{name} has no tiles.", where=option, todo=f"Write {name}=CODES.")
    return tuple(
        Entry(
            name=name,
            tiles=tiles,
            spares=beside.get(name, ()),
            total=before.get(name, 0),
            claim=claimed.get(name),
            effect=named.get(name, ""),
        )
        for name, tiles in arrays.items()
    )


def check_sizes(entries: Iterable[Entry], port: bool) -> None:
    """Raises `UsageError` for more tiles or spare parts than a player may have (RR 3.2, 10.1)."""
    numbers = box().numbers
    most = numbers.port_draw
    for entry in entries:
        tiles, spares = len(entry.tiles), len(entry.spares)
        if (
            port
            and tiles
            and not (
                (tiles == numbers.port_draw and not spares)
                or (tiles == numbers.port_array and spares <= numbers.spares)
            )
        ):
            raise UsageError(
                f"{entry.name} has {tiles} tiles and {spares} spare parts.",
                where="--port",
                todo=f"Write the {numbers.port_draw} tiles drawn, or the {numbers.port_array} docked and the "
                "others in --spare (RR 10.1).",
            )
        if tiles > most:
            raise UsageError(
                f"{tiles} tiles are too many.", where=entry.name, todo=f"An array has at most {most}."
            )
        if spares > numbers.spares:
            raise UsageError(
                f"{spares} spare parts are too many.",
                where=f"--spare {entry.name}",
                todo=f"At most {numbers.spares} are kept (RR 3.2).",
            )


def _read_effect(text: str, where: str) -> str:
    """The name of a special, or `NO_EFFECT`."""
    return NO_EFFECT if text.casefold() == NO_EFFECT else read_special(text, where)


def _single(option: str, values: Iterable[str], players: Iterable[str]) -> dict[str, str]:
    named = read_named(option, values, players)
    for name, texts in named.items():
        if len(texts) > 1:
            raise UsageError(f"{name} stands twice.", where=option, todo="Give one for each player.")
    return {name: texts[0] for name, texts in named.items()}


def _read_totals(values: Iterable[str], players: Mapping[str, object]) -> dict[str, int]:
    """The totals of `Ann=12,Bo=9`, which may stand in several values."""
    pairs = [pair for value in values for pair in value.split(",") if pair.strip()]
    totals = {}
    for name, text in _single("--totals", pairs, players).items():
        if not text.isdecimal():
            lowest = box().numbers.lowest_total
            raise UsageError(
                f'"{text}" is no total.',
                where=f"--totals {name}",
                todo=f"Write points, {lowest} or more (RR 3.4).",
            )
        totals[name] = int(text)
    return totals


def _better_claims(scored: Scored) -> list[str]:
    """Who might score more by a claim (RR 6.4)."""
    notes = []
    for player in scored.sheet.players:
        better = max(player.alternatives, key=lambda other: other.points, default=None)
        if better and better.points > player.points:
            notes.append(
                f"{player.name} may claim {box().arrays[better.array].title} for {better.points} points: "
                f"--claim {player.name}={better.array}"
            )
    return notes
