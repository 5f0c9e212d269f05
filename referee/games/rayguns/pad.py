"""The score pad of Rayguns and Rocketships: the table plays, and says what was docked in every round."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from components.errors import UsageError
from components.setup import Area, Fact, Placed
from referee.engine import ALLOWED, OVER, Event, Ruling, Seat, Seats, Telling, Turn, View, refused
from referee.games.rayguns import closing, game, notation
from referee.games.rayguns.box import SLUG, Card, Tile, box
from referee.games.rayguns.explaining import explained
from referee.games.rayguns.orders import Orders, orders_of
from referee.games.rayguns.powers import paid_for
from referee.games.rayguns.scoring import ArrayScore, Entry, Refused, Scored, score_round
from referee.games.rayguns.setup import order_facts
from referee.games.rayguns.state import Account
from referee.games.rayguns.telling import next_lines, scored_lines
from referee.pads import chance as chance
from referee.pads import faults as faults
from referee.pads import known as known
from referee.pads import resolve as resolve
from referee.scoresheet import PlayerScore, ScoreSheet
from referee.typed import read_seat, read_verb

slug: Final = SLUG
version: Final = game.version


@dataclass(frozen=True, slots=True)
class Commander:
    """That player commands first (RR 2.1)."""

    name: str

    def __str__(self) -> str:
        return f"commander {self.name}"


@dataclass(frozen=True, slots=True)
class Turned:
    """Those rules cards are in force: turned up (RR 3.1), paid for (RR 3.4) or by astronauts (RR 4.4)."""

    cards: tuple[Card, ...]
    paid: bool = False

    def __str__(self) -> str:
        return " ".join(("orders" if self.paid else "card", *(card.code for card in self.cards)))


@dataclass(frozen=True, slots=True)
class Docked:
    """What lies docked when arrays are scored (RR 3.5), in the Port of Call also all the tiles drawn."""

    array: tuple[Tile, ...]
    spares: tuple[Tile, ...] = ()
    effect: str = ""
    claim: str = ""

    def __str__(self) -> str:
        words = ["dock", *(tile.code for tile in self.array)]
        if self.spares:
            words += ["spare", *(tile.code for tile in self.spares)]
        if self.effect:
            words += ["use", self.effect]
        if self.claim:
            words += ["claim", self.claim]
        return " ".join(words)


Said: TypeAlias = Commander | Turned | Docked


class State(NamedTuple):
    """What the table has said.

    round      from 1; one more than there are rounds in the Port of Call
    commander  None until said
    cards      in force; none until they are turned
    paid       how often each seat has paid for new orders in this round
    docked     of this round, seat by seat; None is nothing yet
    """

    names: tuple[str, ...]
    round: int
    commander: Seat | None
    cards: tuple[Card, ...]
    paid: tuple[int, ...]
    docked: tuple[Docked | None, ...]
    accounts: tuple[Account, ...]
    winners: tuple[str, ...] = ()
    bonus_to: tuple[str, ...] = ()

    @property
    def in_port(self) -> bool:
        return self.round > box().numbers.rounds

    @property
    def over(self) -> bool:
        return bool(self.winners)


def start(names: Sequence[str], options: Mapping[str, str]) -> State:
    game.start(names, options)
    return State(
        names=tuple(names),
        round=1,
        commander=None,
        cards=(),
        paid=(0,) * len(names),
        docked=(None,) * len(names),
        accounts=(Account(),) * len(names),
    )


def turn(state: State) -> Turn:
    """First the commander is named, then the card; then everybody docks, in any order."""
    if state.over:
        return OVER
    if state.commander is None:
        return Seats((0,))
    if not state.cards and not state.in_port:
        return Seats((state.commander,))
    return Seats(tuple(seat for seat, docked in enumerate(state.docked) if docked is None))


def is_nobodys(state: State, move: Said) -> bool:
    """Which card lies there is seen by all; who paid for it is not (RR 3.4)."""
    return isinstance(move, Turned) and not move.paid


def moves(state: State, seat: Seat) -> Sequence[Said]:
    """The commanders there may be; arrays and cards are too many to be listed."""
    if state.commander is None and seat == 0:
        return tuple(map(Commander, state.names))
    return ()


def hint(state: State, seat: Seat) -> str:
    turn_ = turn(state)
    if not isinstance(turn_, Seats) or seat not in turn_.seats or state.commander is None:
        return ""
    if state.in_port:
        return "dock and the 7 tiles drawn, or 5 of them and spare and the other 2; claim and an array"
    if not state.cards:
        return "card and its code: card SO07; after CH2 the two that it draws: card CH2 RC01 SO05"
    more = "dock and the tiles of the array; then, where they are, spare and codes, use and a special, claim"
    if any(state.docked):
        return more
    return f"{more}; before that card and the code of a new one, orders and its code if it was paid for"


def check(state: State, seat: Seat, move: Said) -> Ruling:
    if state.over:
        return refused("The game is over.", "RR 10.2")
    if isinstance(move, Commander):
        if state.commander is not None:
            return refused("The first commander is named; take it back with undo.", "RR 2.1")
        return ALLOWED if seat == 0 else refused(f"{state.names[0]} names the commander.", "RR 2.1")
    if state.commander is None:
        return refused("Who is the first commander? Write commander and the name.", "RR 2.1")
    if isinstance(move, Turned):
        return _check_card(state, seat, move)
    if not state.cards and not state.in_port:
        return refused("The rules card comes first: card SO07.", "RR 3.1")
    if state.docked[seat] is not None:
        return refused(f"{state.names[seat]} has docked; take it back with undo.", "RR 3.3")
    return _check_docked(state, seat, move)


def apply(state: State, seat: Seat, move: Said) -> State:
    after = _told(state, seat, move)
    return _closed(after) if all(after.docked) else after


def view(state: State, seat: Seat | None) -> View:
    areas = []
    for number, (name, docked) in enumerate(zip(state.names, state.docked, strict=True), 1):
        tiles, spares = (docked.array, docked.spares) if docked else ((), ())
        areas.append(Area(f"array-{number}", f"Array of {name}", "list", _placed(tiles)))
        if spares:
            areas.append(Area(f"spares-{number}", f"Spare parts of {name}", "list", _placed(spares)))
    return View(tuple(areas), tuple(_facts(state)))


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    assert event.seat is not None
    name, what = before.names[event.seat], event.what
    if isinstance(what, Commander):
        return Telling((f"{what.name} is the first commander [RR 2.1].",))
    if isinstance(what, Turned):
        codes = " ".join(card.code for card in what.cards)
        paid = f"{name} pays {box().numbers.orders_cost} for new orders [RR 3.4]."
        facts = [f"{fact.name}: {fact.text.rstrip('.')} [{fact.rule}]." for fact in order_facts(what.cards)]
        return Telling((*((paid,) if what.paid else ()), f"{codes} is in force [RR 3.1].", *facts))
    said = _told(before, event.seat, what)
    result = _score(said)
    assert isinstance(result, Scored)
    lines = [
        f"{name} docks {notation.codes(what.array)} [RR 3.3].",
        *_better(result.sheet.players[event.seat]),
    ]
    if not all(said.docked):
        return Telling(tuple(lines))
    assert after.commander is not None
    lines += scored_lines(before.round, result)
    lines += next_lines(after.round, after.names[after.commander], after.over)
    return Telling(tuple(lines), explained(result, _orders(said)))


def score(state: State) -> ScoreSheet[PlayerScore]:
    """Every player's total and how it came about (RR 10.2)."""
    return closing.sheet(state.names, state.accounts, state.winners, state.bonus_to)


def round_name(state: State) -> str:
    """A round lasts until the next card is said, with the total of its end."""
    fresh = not state.over and not state.cards and not any(state.docked)
    return closing.stage(max(1, state.round - fresh))


def read(state: State, seat: Seat | None, text: str) -> Said:
    """`commander Bo`, `card SO07`, `orders RC02` or `dock G3w B3p A3r R4w G2r spare A5w use glyph`.

    Raises `UsageError` for anything else.
    """
    verb, rest = read_verb(text, {verb: verb for verb in ("commander", "card", "orders", "dock")})
    where = f'"{text}"'
    if verb == "commander":
        return Commander(state.names[read_seat(rest, state.names, where)])
    if verb == "dock":
        return _read_docked(rest, where)
    words = re.split(r"[\s,+]+", rest)
    if not rest:
        raise UsageError("Which rules card?", where=where, todo=f"Write {verb} SO07.")
    return Turned(tuple(notation.read_card(word, where) for word in words), paid=verb == "orders")


def _better(player: ArrayScore) -> Iterator[str]:
    """That the player might claim an array of more points."""
    other = max(player.alternatives, key=lambda other: other.points, default=None)
    if other and other.points > player.points:
        title = box().arrays[other.array].title
        yield f"Claimed as {title} that is worth {other.points} points, not {player.points} [RR 6.4]."


def _read_docked(rest: str, where: str) -> Docked:
    """`G3w B3p A3r R4w G2r spare A5w use glyph claim earth`; all but the array may be missing."""
    found = re.fullmatch(
        r"(?P<array>.*?)(?:\bspare\b(?P<spare>.*?))?(?:\buse\b(?P<use>.*?))?(?:\bclaim\b(?P<claim>.*?))?",
        rest,
        flags=re.IGNORECASE,
    )
    assert found
    parts = {name: (text or "").strip() for name, text in found.groupdict().items()}
    return Docked(
        array=notation.read_tiles(parts["array"], where),
        spares=notation.read_tiles(parts["spare"], where),
        effect=notation.read_special(parts["use"], where) if found["use"] is not None else "",
        claim=notation.read_array(parts["claim"], where).name if found["claim"] is not None else "",
    )


def _check_card(state: State, seat: Seat, move: Turned) -> Ruling:
    if state.in_port:
        return refused("In the Port of Call there is no rules card.", "RR 10.1")
    if any(state.docked):
        return refused("Say the last card before the first array; take arrays back with undo.", "RR 3.4")
    if not state.cards:
        if move.paid:
            return refused("First say which card was turned up.", "RR 3.1")
        if seat != state.commander:
            assert state.commander is not None
            return refused(f"{state.names[state.commander]} turns it up.", "RR 3.1")
    if move.paid:
        numbers = box().numbers
        total = state.accounts[seat].total
        if total < numbers.orders_cost:
            return refused(
                f"{state.names[seat]} has {total} points; it takes {numbers.orders_cost}.", "RR 3.4"
            )
        if state.paid[seat] >= len(numbers.windows):
            return refused(f"{state.names[seat]} has paid in every window of this round.", "RR 3.4")
    try:
        orders_of(move.cards)
    except UsageError as problem:
        return refused(problem.what, "RR 9.2")
    named = [card for card in move.cards if not card.chaos]
    if len(named) > 1 and len(named) == len(move.cards):
        return refused("Two cards apply only after CH2: write card CH2 and both.", "RR 9.2")
    return ALLOWED


def _check_docked(state: State, seat: Seat, move: Docked) -> Ruling:
    sized = _check_port_size(move) if state.in_port else _check_size(move)
    if not sized.allowed:
        return sized
    after = _told(state, seat, move)
    tiles = [tile for docked in after.docked if docked for tile in (*docked.array, *docked.spares)]
    for tile, count in Counter(tiles).items():
        if count > tile.copies:
            return refused(f"{tile.code} is here {count} times, and there are {tile.copies}.", "RR 1.1")
    result = _score(after)
    if isinstance(result, Refused):
        return refused(result.refused[0].what, result.refused[0].rule)
    return ALLOWED


def _check_size(move: Docked) -> Ruling:
    numbers, specials = box().numbers, box().specials
    if not move.array:
        return refused("An array has at least one tile.", "RR 6.1")
    if len(move.spares) > numbers.spares:
        return refused(f"Nobody has more than {numbers.spares} spare parts.", "RR 3.2")
    if move.effect == "ufo":
        most = specials["ufo"].array
    else:
        most = numbers.array + (specials["planet"].add if move.effect == "planet" else 0)
    if len(move.array) > most:
        rule = "RR 5.3" if move.effect != "planet" else "RR 5.4"
        return refused(f"Without use ufo or use planet an array has no {len(move.array)} tiles.", rule)
    return ALLOWED


def _check_port_size(move: Docked) -> Ruling:
    numbers = box().numbers
    if move.effect:
        return refused("In the Port of Call no special has an effect.", "RR 10.1")
    sizes = len(move.array), len(move.spares)
    if sizes not in ((numbers.port_draw, 0), (numbers.port_array, numbers.port_draw - numbers.port_array)):
        return refused(
            f"Write the {numbers.port_draw} tiles drawn, or 5 and spare and the other 2.", "RR 10.1"
        )
    return ALLOWED


def _told(state: State, seat: Seat, move: Said) -> State:
    """With what was said, before a round is scored."""
    if isinstance(move, Commander):
        return state._replace(commander=state.names.index(move.name))
    if isinstance(move, Turned):
        turned = state._replace(cards=move.cards)
        if not move.paid:
            return turned
        accounts = list(state.accounts)
        accounts[seat] = paid_for(accounts[seat], state.round)
        paid = tuple(count + (place == seat) for place, count in enumerate(state.paid))
        return turned._replace(accounts=tuple(accounts), paid=paid)
    return state._replace(docked=(*state.docked[:seat], move, *state.docked[seat + 1 :]))


def _closed(state: State) -> State:
    """The round is scored, and the next begins (RR 3.6)."""
    result = _score(state)
    assert isinstance(result, Scored) and state.commander is not None
    accounts = closing.booked(state.accounts, result, closing.stage(state.round))
    closed = state._replace(accounts=accounts, bonus_to=result.sheet.bonus_to)
    if state.in_port:
        return closed._replace(winners=result.sheet.winners)
    return closed._replace(
        round=state.round + 1,
        commander=(state.commander - 1) % len(state.names),
        cards=(),
        paid=(0,) * len(state.names),
        docked=(None,) * len(state.names),
    )


def _score(state: State) -> Scored | Refused:
    """Of what has been docked. A planet or UFO may be gone by then, and its effect stands (RR 3.5)."""
    entries = [
        Entry(
            name=name,
            tiles=docked.array if docked else (),
            spares=docked.spares if docked else (),
            total=account.total,
            paid=account.paid,
            claim=box().arrays[docked.claim] if docked and docked.claim else None,
            effect=docked.effect if docked else "",
            judged=docked is not None and docked.effect in ("planet", "satellite", "ufo"),
        )
        for name, docked, account in zip(state.names, state.docked, state.accounts, strict=True)
    ]
    return score_round(entries, _orders(state), state.in_port)


def _orders(state: State) -> Orders:
    return orders_of(state.cards)


def _facts(state: State) -> Iterator[Fact]:
    if state.in_port:
        yield Fact("Port of Call", "the last array", "RR 10.1")
    else:
        yield Fact("Round", f"{state.round} of {box().numbers.rounds}", "RR 3.1")
    if state.commander is not None and not state.over:
        yield Fact("Commander", state.names[state.commander], "RR 3.6")
    if state.cards:
        yield Fact("Rules card", " ".join(card.code for card in state.cards), "RR 3.1")
    yield from order_facts(state.cards)


def _placed(tiles: Sequence[Tile]) -> tuple[Placed, ...]:
    return tuple(Placed("tiles", tile.code) for tile in tiles)
