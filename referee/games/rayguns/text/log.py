"""The log of Rayguns and Rocketships, with the scoring of every round."""

from collections.abc import Iterator, Sequence

from components.wording import counted
from referee.engine.answers import Why
from referee.engine.game import Event, Seat, Telling
from referee.games.rayguns.box import Box, Card, Tile, titled
from referee.games.rayguns.codes import codes
from referee.games.rayguns.moves import Claim, Dock, Lay, NewOrders, Pass, Spare, Swap, Trade, Use, Zap
from referee.games.rayguns.rules import claims
from referee.games.rayguns.rules.launch import launches_of, total
from referee.games.rayguns.rules.scoring import ArrayScore, Scored
from referee.games.rayguns.state import State
from referee.games.rayguns.text.answers import explained
from referee.games.rayguns.text.view import order_facts


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    """The event as that seat learns of it."""
    if event.seat is None:
        lines = [*_chance_lines(before, event.what.pieces, after, seat)]
    else:
        lines = [*_move_lines(before, event.seat, event.what, after)]
    why: tuple[Why, ...] = ()
    over = after.step == "over"
    if over or after.round > before.round:
        assert after.result is not None
        why = explained(after.result)
        lines += scored_lines(before.round, after.result)
        lines += next_lines(after.box, after.round, after.names[after.commander], over)
    if after.step in _ASKED and _turn(after) != _turn(before):
        lines.append(_asked(after))
    started = f"{after.names[after.commander]} is the first commander [RR 2.1]."
    return Telling(tuple(lines), why, news=started if before.step == "launch" else "")


def _turn(state: State) -> tuple[str, str, Seat]:
    return state.step, state.part, state.active


def _asked(state: State) -> str:
    """Say what the player whose turn it is may do."""
    name = state.names[state.active]
    asked = f"{name} may {_ASKED[state.step]}."
    if state.step != "claim":
        return asked
    default = claims.hands(state, state.active)[0]
    counts = f"{name}'s array is {default.array.title}, {counted(default.points, 'point')}"
    # Version 1 of the rules asks even if the effect that was used leaves nothing to claim (RR 5.1).
    return f"{counts}; {asked}" if len(claims.moves(state, state.active)) > 1 else f"{counts} [RR 6.4]."


def _chance_lines(
    before: State, pieces: Sequence[Tile | Card], after: State, seat: Seat | None
) -> Iterator[str]:
    drawn = " ".join(piece.code for piece in pieces)
    name = before.names[before.active]
    mine = seat == before.active
    match before.step:
        case "launch":
            yield from _launch_lines(before, pieces, after)
        case "card" | "new-card":
            yield from _card_lines(before, drawn, after)
        case "look":
            yield f"{name} looks at {drawn if mine else 'a tile of the belt'}, and puts it back [RR 5.5]."
        case step:
            what = drawn if mine else f"{len(pieces)} tiles"
            yield f"{name} draws {what} [{_DRAWN[step]}]."


def _launch_lines(before: State, pieces: Sequence[Tile | Card], after: State) -> Iterator[str]:
    tiles = [piece for piece in pieces if isinstance(piece, Tile)]
    for launch in launches_of(before.box, len(before.names), tiles):
        for seat, mine in launch.items():
            yield f"{before.names[seat]} draws {codes(mine)}: {total(mine)} [RR 2.1]."
    yield f"{after.names[after.commander]} is the first commander [RR 2.1]."
    yield "Round 1. The commander turns up the rules card [RR 3.1]."


def _card_lines(before: State, drawn: str, after: State) -> Iterator[str]:
    who = before.names[before.active]
    rule = "RR 3.1" if before.step == "card" else "RR 4.4" if before.part == "powers" else "RR 3.4"
    yield f"{who} turns up {drawn} [{rule}]."
    if len(before.deck) < len(drawn.split()):
        yield "The deck has run out: the discards are the new deck [RR 9.3]."
    named = [
        f"{fact.name} {fact.text.rstrip('.')}" for fact in order_facts(after.cards) if fact.name in _NAMED
    ]
    if named:
        yield f"In force: {', '.join(named)} [RR 1.4]."
    for fact in order_facts(after.cards):
        if fact.name not in _NAMED:
            yield f"{fact.name}: {fact.text.rstrip('.')} [{fact.rule}]."


def _move_lines(before: State, seat: Seat, move: object, after: State) -> Iterator[str]:
    name = before.names[seat]
    match move:
        case Lay(tiles):
            yield f"{name} opens with {codes(tiles)} [RR 3.2]."
        case Spare(tiles):
            yield f"{name} keeps {codes(tiles)} [RR 3.2]."
        case Swap(tile, out, spare):
            where = "among the spare parts" if spare else "in the array"
            yield f"{name} swaps {tile.code} for {out.code} {where} [RR 3.3]."
        case Dock(tiles):
            yield from _dock_lines(before, seat, tiles, after)
        case Zap(tile, owner, spare):
            where = "spare parts" if spare else "array"
            yield f"{name} returns {tile.code} of {owner}'s {where} to the belt [RR 4.2]."
        case Trade(tile, part, owner):
            whose = f" of {owner}" if owner else ""
            rule = "RR 4.5" if owner else "RR 4.3"
            yield f"{name} swaps {tile.code} for the spare part {part.code}{whose} [{rule}]."
        case Use(special):
            yield f"{name} uses {titled(special).lower()} [RR 5.2]."
        case Claim(array):
            yield f"{name} claims {titled(array)} [RR 6.4]."
        case NewOrders() if before.step == "orders":
            yield f"{name} pays {before.box.numbers.orders_cost} for new orders [RR 3.4]."
        case NewOrders():
            yield f"{name}'s astronauts draw new orders [RR 4.4]."
        case Pass() if before.step in _PASSED:
            yield f"{name} {_PASSED[before.step]}."


def _dock_lines(before: State, seat: Seat, tiles: Sequence[Tile], after: State) -> Iterator[str]:
    name = before.names[seat]
    match before.step:
        case "sixth":
            yield f"{name} docks {codes(tiles)} as the sixth tile with a UFO [RR 5.3]."
        case "add":
            yield f"{name} adds {codes(tiles)} [RR 5.4]."
        case "last":
            yield f"{name} docks {codes(tiles)} [RR 10.1]."
        case step:
            early = ", without a second draw" if step == "opened" else ""
            yield f"{name} docks {codes(_docked(after, seat))}{early} [RR 3.3]."
            if tiles:
                yield f"{codes(tiles)} is the sixth tile, with a UFO [RR 5.3]."


def _docked(after: State, seat: Seat) -> Sequence[Tile]:
    """The array that has just docked; the tiles may have gone back with the end of the round."""
    if after.bays[seat].array or after.result is None:
        return after.bays[seat].array
    return dict(after.result.docked)[after.names[seat]].tiles


def scored_lines(number: int, result: Scored) -> Iterator[str]:
    """The scores of the round of that number."""
    what = result.orders.box.round_title(number)
    yield f"{what[0].upper()}{what[1:]}:"
    for player in result.sheet.players:
        yield from _player_lines(player)
    if result.barred:
        yield f"Barred from the bonus: {', '.join(sorted(result.barred))} [RR 5.7]."


def next_lines(box: Box, number: int, commander: str, over: bool) -> Iterator[str]:
    """Say what comes next: the end, the Port of Call, or the round of that number with its commander."""
    if over:
        yield "The game is over [RR 10.2]."
    elif number > box.numbers.rounds:
        yield "The Port of Call: one last array each [RR 10.1]."
    else:
        yield f"Round {number}. {commander} is the commander, and turns up the rules card [RR 3.6]."


def _player_lines(player: ArrayScore) -> Iterator[str]:
    steps = [
        f"{line.what} {line.points:+d} [{line.rule}]"
        for line in player.lines
        if line.what != "before this round"
    ]
    yield f"{player.name}: {'; '.join(steps) or 'nothing'}; {player.total} in all."


# Everybody is asked for new orders three times a round, and most decline: that is not worth a line.
_ASKED = {
    "opened": "dock a Supernova or use a satellite now [RR 3.3]",
    "sixth": "dock a sixth tile with a UFO [RR 5.3]",
    "power": "use a suit power [RR 4.1]",
    "effect": "use an effect [RR 5.2]",
    "add": "add some of them [RR 5.4]",
    "claim": "claim it as another array [RR 6.4]",
}
_NAMED = ("BEST", "FLAG", "ALLY", "WILD")
_DRAWN = {"draw": "RR 3.2", "draw-again": "RR 3.3", "planet": "RR 5.4", "port": "RR 10.1"}
_PASSED = {
    "spare": "keeps no spare part [RR 3.2]",
    "opened": "goes on [RR 3.3]",
    "sixth": "docks no sixth tile [RR 5.3]",
    "power": "uses no suit power [RR 4.1]",
    "effect": "uses no effect [RR 5.2]",
    "add": "adds nothing [RR 5.4]",
    "claim": "claims nothing [RR 6.4]",
}
