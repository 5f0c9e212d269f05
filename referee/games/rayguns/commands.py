"""The commands of Rayguns and Rocketships: `score rayguns` and `odds rayguns`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

import typer

from components.errors import UsageError
from components.wording import counted
from referee.engine.answers import Answer
from referee.engine.arguments import PlayerArguments, check_count, read_named, read_players
from referee.engine.scoresheet import ScoreSheet
from referee.engine.typed import check_copies
from referee.games.rayguns.box import Box, Tile, load
from referee.games.rayguns.codes import (
    read_array,
    read_card,
    read_colour,
    read_rank,
    read_special,
    read_suit,
    read_tiles,
)
from referee.games.rayguns.rules.arrays import evaluator
from referee.games.rayguns.rules.orders import Orders, orders_of, overridden, typical
from referee.games.rayguns.rules.scoring import NO_EFFECT, ArrayScore, Entry, Refused, score_round
from referee.games.rayguns.rules.specials import PLANET, SATELLITE, UFO, largest_array
from referee.games.rayguns.text.answers import KeepOdds, keep_answer, scored_answer

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
    typer.Option("--card", metavar="CODE", help="The rules card in force; give CH2 with its two."),
]


def score(
    players: PlayerArguments,
    claim: Annotated[
        list[str] | None, typer.Option(metavar="NAME=ARRAY", help="Count it as this array.")
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

    Write tiles as printed; specials need no colour. The other options override what a rules card sets.
    With --port give each player the 7 tiles drawn, or 5 and --spare. In --totals, 22-10 is a player who had
    22 points and paid 10 of them for new orders in this round.

    Example: referee score rayguns Ann="G3w B3p A3r R4w G2r" Bo="U2 R5r" --card RC03
    """
    if port and (best or flag or ally or wild or card or effect):
        raise UsageError(
            "The Port of Call has no rules card and no effects (RR 10.1).",
            where="--port",
            todo="Leave out --best, --flag, --ally, --wild, --card and --effect.",
        )
    box = load()
    orders = typical(box) if port else read_orders(box, best, flag, ally, wild, card)
    entries = read_entries(box, players, claim or (), spare or (), totals or (), effect or ())
    check_sizes(box, entries, port)
    return scored_answer(score_round(entries, orders, port))


def odds(
    hold: Annotated[
        str, typer.Option(metavar="TILES", help="The tiles of the array and spare parts, or all tiles drawn.")
    ],
    best: BestOption = None,
    flag: FlagOption = None,
    ally: AllyOption = None,
    wild: WildOption = None,
    card: CardOption = None,
) -> Answer[KeepOdds]:
    """The best tiles to keep, and the points to expect after the second draw.

    Given all tiles of the first draw, it compares every choice of array and spare parts. The mean is over
    every draw from the tiles you do not keep; each draw counts the five tiles that then score most, as any
    array they satisfy. So BEST does not matter.

    Example: referee odds rayguns --hold "G3w B3p A3r R4w G2r N5 G1w" --card RC05
    """
    from referee.games.rayguns.odds.second_draw import best_to_keep

    box = load()
    orders = read_orders(box, best, flag, ally, wild, card)
    held = read_tiles(hold, box, "--hold")
    numbers = box.numbers
    if not numbers.array <= len(held) <= numbers.first_draw:
        raise UsageError(
            f"A player holds {numbers.array} to {numbers.first_draw} tiles (RR 3.2), not {len(held)}.",
            where="--hold",
            todo="Write the tiles of the array and the spare parts, or all that were drawn.",
        )
    return keep_answer(box, best_to_keep(held, evaluator(orders)), orders.second_draw)


def read_orders(
    box: Box,
    best: str | None,
    flag: Sequence[str] | None,
    ally: Sequence[str] | None,
    wild: Sequence[int] | None,
    card: Sequence[str] | None,
) -> Orders:
    """The orders in force by the options. Raises `UsageError` for unknown names and codes."""
    return overridden(
        orders_of(box, [read_card(code, box, "--card") for code in card or ()]),
        best=read_array(best, box, "--best").name if best else None,
        flags=[read_colour(name, box, "--flag") for name in flag or ()],
        allies=[read_suit(name, box, "--ally") for name in ally or ()],
        wilds=[read_rank(rank, box, "--wild") for rank in wild or ()],
    )


def read_entries(
    box: Box,
    players: Sequence[str],
    claims: Iterable[str],
    spares: Iterable[str],
    totals: Iterable[str],
    effects: Iterable[str],
) -> tuple[Entry, ...]:
    """The players with what the options say about them, in their order.

    Raises `UsageError` for unknown players and pieces, and for more of a tile than the box has.
    """
    arrays = {name: read_tiles(text, box, name) for name, text in read_players(players).items()}
    check_count("NAME=...", len(arrays), 1, box.players[1], "players")
    beside = {
        name: read_tiles(" ".join(texts), box, f"--spare {name}")
        for name, texts in read_named("--spare", spares, arrays).items()
    }
    claimed = {
        name: read_array(text, box, f"--claim {name}")
        for name, text in _single("--claim", claims, arrays).items()
    }
    named = {
        name: _read_effect(text, box, f"--effect {name}")
        for name, text in _single("--effect", effects, arrays).items()
    }
    before = _read_totals(box, totals, arrays)
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
            total=before.get(name, (0, 0))[0],
            paid=before.get(name, (0, 0))[1],
            claim=claimed.get(name),
            effect=_effect(box, named.get(name, ""), tiles),
            judged=_is_judged(named.get(name, ""), tiles),
        )
        for name, tiles in arrays.items()
    )


def check_sizes(box: Box, entries: Iterable[Entry], port: bool) -> None:
    """Raise `UsageError` for more tiles or spare parts than a player may have (RR 3.2, 10.1)."""
    numbers = box.numbers
    for entry in entries:
        name, tiles, spares = entry.name, len(entry.tiles), len(entry.spares)
        whole = tiles == numbers.port_draw and not spares
        docked = tiles == numbers.port_array and spares <= numbers.spares
        if port and tiles and not (whole or docked):
            raise UsageError(
                f"{name} has {counted(tiles, 'tile')} and {counted(spares, 'spare part')}.",
                where="--port",
                todo=f"Write the {numbers.port_draw} tiles drawn, or the {numbers.port_array} docked and the "
                "others in --spare (RR 10.1).",
            )
        check_count(name, tiles, 0, numbers.port_draw, "tiles")
        if not port:
            _check_effect_brings(box, entry, tiles)
        check_count(f"--spare {name}", spares, 0, numbers.spares, "spare parts", rule="RR 3.2")


def _check_effect_brings(box: Box, entry: Entry, tiles: int) -> None:
    """Raise `UsageError` for more tiles than the effect that is named can dock (RR 5.3, 5.4)."""
    most = largest_array(box, entry.effect)
    if entry.effect == NO_EFFECT or tiles <= most:
        return
    raise UsageError(
        f"{entry.name} has {tiles} tiles, but docks at most {most} with that effect.",
        where=f"--effect {entry.name}",
        todo=f"Name what brought the others: {UFO} or {PLANET} (RR 5.3, 5.4).",
    )


def _effect(box: Box, named: str, tiles: Sequence[Tile]) -> str:
    """The effect of a player.

    More tiles than five come from a UFO or a planet, named or not, so no big number acts (RR 5.2).
    """
    return named or (NO_EFFECT if len(tiles) > box.numbers.array else "")


def _is_judged(effect: str, tiles: Sequence[Tile]) -> bool:
    """Return whether the special has acted, and may have left the array or its scoring part (RR 3.5)."""
    if effect == PLANET:
        return any(tile.special == PLANET for tile in tiles)
    return effect in (SATELLITE, UFO)


def _read_effect(text: str, box: Box, where: str) -> str:
    """The name of a special, or `NO_EFFECT`."""
    return NO_EFFECT if text.casefold() == NO_EFFECT else read_special(text, box, where)


def _single(option: str, values: Iterable[str], players: Iterable[str]) -> dict[str, str]:
    named = read_named(option, values, players)
    for name, texts in named.items():
        if len(texts) > 1:
            raise UsageError(f"{name} is given twice.", where=option, todo="Give one for each player.")
    return {name: texts[0] for name, texts in named.items()}


def _read_totals(
    box: Box, values: Iterable[str], players: Mapping[str, object]
) -> dict[str, tuple[int, int]]:
    """The points left and those paid, of totals such as `Ann=12,Bo=22-10` in one value or several."""
    pairs = [pair for value in values for pair in value.split(",") if pair.strip()]
    return {
        name: _read_total(text, box, f"--totals {name}")
        for name, text in _single("--totals", pairs, players).items()
    }


def _read_total(text: str, box: Box, where: str) -> tuple[int, int]:
    """Points before the round less those paid for new orders in it, and those that were paid (RR 3.4)."""
    numbers = box.numbers
    found = re.fullmatch(r"(\d+)(?:[-–−](\d+))?", text)
    if not found:
        todo = f"Write points, {numbers.lowest_total} or more (RR 3.4)."
        raise UsageError(f'"{text}" is not a total.', where=where, todo=todo)
    points, paid = int(found[1]), int(found[2] or 0)
    if paid % numbers.orders_cost or paid > points or paid > numbers.orders_cost * len(numbers.windows):
        raise UsageError(
            f"{points} points do not pay {paid}.",
            where=where,
            todo=f"New orders cost {numbers.orders_cost} each, in {len(numbers.windows)} windows (RR 3.4).",
        )
    return points - paid, paid
