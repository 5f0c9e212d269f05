"""The score pad of Rayguns and Rocketships: the table plays, and enters what docked in every round."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from components.errors import UsageError
from components.setup import Area, Fact
from components.wording import counted
from referee.engine.answers import Why
from referee.engine.asking.fields import PLAYER, Field, code
from referee.engine.asking.picks import Faces, Word
from referee.engine.game import ALLOWED, OVER, Remark, Ruling, Seat, Seats, View, refused
from referee.engine.moves import Grammar, move
from referee.engine.pads import Correction, Entries, Ledger, correction, pad_view
from referee.engine.pads import tally as tally
from referee.engine.phases import Phase, Phases, alone
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.engine.tuples import replaced
from referee.games.rayguns import game
from referee.games.rayguns.box import SLUG, Box, Card, Tile, titled
from referee.games.rayguns.codes import codes, read_card, read_tiles
from referee.games.rayguns.moves import ARRAY, SPECIAL
from referee.games.rayguns.rules import rounds
from referee.games.rayguns.rules.orders import orders_of
from referee.games.rayguns.rules.rules_cards import paid_for
from referee.games.rayguns.rules.scoring import ArrayScore, Entry, Refused, Scored, score_round
from referee.games.rayguns.rules.specials import PLANET, SATELLITE, UFO, largest_array
from referee.games.rayguns.state import Account, Bay
from referee.games.rayguns.state import State as FirstState
from referee.games.rayguns.text.answers import better_claim, explained
from referee.games.rayguns.text.log import next_lines, scored_lines
from referee.games.rayguns.text.view import bay_areas, order_facts, round_fact

slug: Final = SLUG
version: Final = 1
read_box = game.read_box


def read_cards(text: str, box: Box, where: str) -> tuple[Card, ...]:
    return tuple(read_card(word, box, where) for word in text.replace(",", " ").replace("+", " ").split())


def tiles(label: str, most: Callable[[Any], int], least: int = 1) -> Field:
    return code(label, read_tiles, codes, pick=Faces(("tiles",), least, most))


_PICK_CARDS = Faces(("rules-cards",), 1, attrgetter("box.most_cards_drawn"))
CARDS = code("Rules cards", read_cards, lambda cards: " ".join(card.code for card in cards), pick=_PICK_CARDS)
_EFFECT = replace(SPECIAL, pick=Word(words=lambda state: state.box.specials))
_CLAIM = replace(ARRAY, pick=Word(words=lambda state: state.box.arrays))


def _most_tiles(state: Any) -> int:
    """An array is as large as it may become by a planet, or what is drawn in the Port of Call."""
    box: Box = state.box
    return box.numbers.port_draw if state.in_port else largest_array(box, PLANET)


@move("commander {name...}", ask="Name the first commander", does="{name} commands first")
class Commander:
    """Name the first commander (RR 2.1)."""

    name: Annotated[str, PLAYER]


@move("card {cards...}", ask="Enter the rules card in force", does="Put {cards} in force")
class Turned:
    """Enter the rules cards in force, turned up by the commander or by astronauts (RR 3.1, 4.4)."""

    cards: Annotated[tuple[Card, ...], CARDS]


@move("orders {cards...}", ask="Enter the rules card you paid for", does="Pay for {cards}")
class Paid:
    """Enter the rules cards you paid for (RR 3.4)."""

    cards: Annotated[tuple[Card, ...], CARDS]


@move(
    "dock {array...}[ spare {spares...}][ use {effect...}][ claim {claim...}]",
    ask="Tap the tiles that docked",
    does="Dock these tiles",
)
class Docked:
    """Enter your array as it is when arrays are scored, or your tiles in the Port of Call (RR 3.5, 10.1)."""

    array: Annotated[tuple[Tile, ...], tiles("Tiles", _most_tiles)]
    spares: Annotated[tuple[Tile, ...], tiles("Spare parts", attrgetter("box.numbers.spares"), 0)] = ()
    effect: Annotated[str, _EFFECT] = ""
    claim: Annotated[str, _CLAIM] = ""


Entered: TypeAlias = Commander | Turned | Paid | Docked
Move: TypeAlias = Entered | Correction

GRAMMAR = Grammar(Commander, Turned, Paid, Docked, correction("RR 10.2"))


class State(NamedTuple):
    """The entries of the table.

    box        box with which it plays
    round      number from 1; in the Port of Call, one more than the number of rounds
    commander  None until named
    cards      rules cards in force; none until they are turned up
    paid       how often each seat has paid for new orders in this round
    docked     tiles docked in this round, seat by seat; None until entered
    result     the score of the arrays entered last, of a round that is over or not
    """

    names: tuple[str, ...]
    box: Box
    round: int
    commander: Seat | None
    cards: tuple[Card, ...]
    paid: tuple[int, ...]
    docked: tuple[Docked | None, ...]
    accounts: tuple[Account, ...]
    result: Scored | None = None
    winners: tuple[str, ...] = ()
    bonus_to: tuple[str, ...] = ()
    entries: Entries = ()

    @property
    def in_port(self) -> bool:
        return self.round > self.box.numbers.rounds

    @property
    def step(self) -> str:
        if self.winners:
            return "over"
        if self.commander is None:
            return "commander"
        return "dock" if self.cards or self.in_port else "card"


def view(state: State, seat: Seat | None) -> View:
    areas: list[Area] = []
    for place, (name, docked) in enumerate(zip(state.names, state.docked, strict=True)):
        areas += bay_areas(state.box, place, name, Bay(docked.array, docked.spares) if docked else Bay())
    return pad_view(state, _totals(state), areas, tuple(_facts(state)))


def _told(before: State, seat: Seat, move: Entered, after: State) -> Iterator[str | Why]:
    name, box = before.names[seat], before.box
    if isinstance(move, Commander):
        yield f"{move.name} is the first commander [RR 2.1]."
    elif isinstance(move, Docked):
        assert after.result is not None
        yield f"{name} docks {codes(move.array)} [RR 3.3]."
        if not before.in_port and len(move.array) < box.numbers.array:
            yield _few(box, move)
        yield from _better(after.result.sheet.players[seat])
        if after.round > before.round or after.step == "over":
            assert after.commander is not None
            yield from scored_lines(before.round, after.result)
            yield from next_lines(box, after.round, after.names[after.commander], after.step == "over")
            yield from explained(after.result)
    else:
        if isinstance(move, Paid):
            yield f"{name} pays {box.numbers.orders_cost} for new orders [RR 3.4]."
        verb = "is" if len(move.cards) == 1 else "are"
        yield f"{' '.join(card.code for card in move.cards)} {verb} in force [RR 3.1]."
        for fact in order_facts(move.cards):
            yield f"{fact.name}: {fact.text.rstrip('.')} [{fact.rule}]."


def score(state: State) -> ScoreSheet[PlayerScore]:
    """Every player's total and how it came about (RR 10.2)."""
    return rounds.sheet(state.names, state.accounts, state.winners, state.bonus_to)


def round_name(state: State) -> str:
    """A round lasts until the next card is entered, so its end includes its totals."""
    fresh = state.step != "over" and not state.cards and not any(state.docked)
    return state.box.round_title(max(1, state.round - fresh))


def is_nobodys(state: State, move: Move) -> bool:
    """All see which card is in force, but one player pays for it (RR 3.4). Anybody may correct an entry."""
    return isinstance(move, Turned | Correction)


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """The score of an array before the bonus; a payment is never entered unasked."""
    if isinstance(move, Docked) and check(state, seat, move).allowed:
        result = _score(state._replace(docked=replaced(state.docked, seat, move)))
        assert isinstance(result, Scored)
        mine = result.sheet.players[seat]
        is_small = not state.in_port and len(move.array) < state.box.numbers.array
        few = f"; {len(move.array)} tiles" if is_small else ""
        title = titled(mine.array) if mine.array else "no array"
        return Remark(f"{title}, {mine.points} points{few}")
    if isinstance(move, Paid):
        return Remark(f"{state.names[seat]} pays {state.box.numbers.orders_cost}", sense=-1)
    return Remark(f"{move.name} turns up the first card") if isinstance(move, Commander) else Remark()


def _commanders(state: State, seat: Seat) -> Sequence[Move]:
    return tuple(map(Commander, state.names))


def _check_commander(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Commander):
        return ALLOWED
    return refused("Name the first commander: write commander and the name.", "RR 2.1")


def _name(state: State, seat: Seat, move: Commander) -> State:
    return state._replace(commander=state.names.index(move.name))


def _by_commander(state: State) -> Seats:
    assert state.commander is not None
    return alone(state.commander)


def _check_first_card(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Turned):
        return _check_together(state.box, move.cards)
    if isinstance(move, Paid):
        return refused("First enter the card that was turned up.", "RR 3.1")
    return refused("The rules card comes first: card SO07.", "RR 3.1")


def _turn_up(state: State, seat: Seat, move: Turned) -> State:
    return state._replace(cards=move.cards)


def _not_docked(state: State) -> Seats:
    """The seats without an array, in any order; the next from the commander on comes first (RR 3.3)."""
    count, commander = len(state.names), state.commander or 0
    order = ((commander - step) % count for step in range(count))
    return Seats(tuple(seat for seat in order if state.docked[seat] is None))


def _check_play(state: State, seat: Seat, move: Entered) -> Ruling:
    if isinstance(move, Commander):
        return refused("The first commander is named already; correct replaces an entry.", "RR 2.1")
    if isinstance(move, Docked):
        return _check_docked(state, seat, move)
    if state.in_port:
        return refused("There is no rules card in the Port of Call.", "RR 10.1")
    if any(state.docked):
        return refused("Enter the last card before the first array; correct replaces one.", "RR 3.4")
    paying = _check_payment(state, seat) if isinstance(move, Paid) else ALLOWED
    return _check_together(state.box, move.cards) if paying.allowed else paying


def _play(state: State, seat: Seat, move: Turned | Paid | Docked) -> State:
    if isinstance(move, Docked):
        docked = state._replace(docked=replaced(state.docked, seat, move))
        result = _score(docked)
        assert isinstance(result, Scored)
        return docked._replace(result=result)
    if isinstance(move, Turned):
        return _turn_up(state, seat, move)
    return state._replace(
        cards=move.cards,
        accounts=replaced(state.accounts, seat, paid_for(state.box, state.accounts[seat], state.round)),
        paid=replaced(state.paid, seat, state.paid[seat] + 1),
    )


def _hint_play(state: State, seat: Seat) -> str:
    if state.in_port:
        return "dock and the 7 tiles drawn, or dock 5 of them, spare and the other 2; then claim earth"
    more = "dock G3w B3p A3r R4w G2r; after it: spare A5w, use glyph, claim earth"
    return more if any(state.docked) else f"{more}. A new card comes first: card RC02, or orders RC02 if paid"


def _settle(state: State) -> State:
    """Close the round when all have docked, and begin the next (RR 3.6)."""
    result = state.result
    if not all(state.docked) or result is None or state.commander is None:
        return state
    accounts = rounds.booked(state.accounts, result, state.round)
    closed = state._replace(accounts=accounts, bonus_to=result.sheet.bonus_to)
    if state.in_port:
        return closed._replace(winners=result.sheet.winners)
    return closed._replace(
        docked=(None,) * len(state.names),
        round=state.round + 1,
        commander=(state.commander - 1) % len(state.names),
        cards=(),
        paid=(0,) * len(state.names),
    )


_HINT_CARD = "card and its code: card SO07; after CH2 also the two it draws: card CH2 RC01 SO05"
PHASES: Mapping[str, Phase[State, Any, Any]] = {
    "commander": Phase(alone(0), _commanders, _check_commander, _name, rule="RR 2.1"),
    "card": Phase(_by_commander, check=_check_first_card, apply=_turn_up, hint=_HINT_CARD, rule="RR 3.1"),
    "dock": Phase(_not_docked, check=_check_play, apply=_play, hint=_hint_play, rule="RR 3.3"),
    "over": Phase(OVER, rule="RR 10.2"),
}
_ASKS = {"card": "Enter the rules card in force", "dock": "Tap the tiles that docked"}
_rules = Phases[State, Move, Any](PHASES, GRAMMAR, _settle, _ASKS)
turn, moves, hint, ask = _rules.turn, _rules.moves, _rules.hint, _rules.ask


def opens(state: State, seat: Seat) -> Sequence[type[Any]]:
    if state.step == "card":
        return (Turned,)
    if state.step != "dock" or state.docked[seat] is not None:
        return ()
    return (Docked,) if state.in_port or any(state.docked) else (Docked, Turned, Paid)


def _totals(state: State) -> list[int]:
    return [account.total for account in state.accounts]


def _fresh(state: FirstState | State) -> State:
    count = len(state.names)
    return State(state.names, state.box, 1, None, (), (0,) * count, (None,) * count, (Account(),) * count)


_ledger = Ledger(
    game.start,
    GRAMMAR,
    _fresh,
    turn,
    moves,
    _rules.check,
    _rules.apply,
    _totals,
    _told,
    "RR 10.2",
    lambda before, after: round_name(after),
)
start, check, apply, read, tell = _ledger.start, _ledger.check, _ledger.apply, _ledger.read, _ledger.tell
chance, resolve, known, faults = _ledger.chance, _ledger.resolve, _ledger.known, _ledger.faults


def _few(box: Box, docked: Docked) -> str:
    """Say that the array is smaller than a docked array usually is."""
    size, most = counted(len(docked.array), "tile"), box.numbers.array
    return f"That is {size}. An array has {most}, unless rayguns have returned some [RR 3.2, 4.2]."


def _better(player: ArrayScore) -> Iterator[str]:
    """Say that the player might claim an array of more points."""
    if other := better_claim(player):
        worth = f"{other.points} points, not {player.points}"
        yield f"Claimed as {titled(other.array)} it is worth {worth} [RR 6.4]."


def _check_payment(state: State, seat: Seat) -> Ruling:
    numbers, name, total = state.box.numbers, state.names[seat], state.accounts[seat].total
    if total < numbers.orders_cost:
        return refused(f"{name} has {total} points, but new orders cost {numbers.orders_cost}.", "RR 3.4")
    if state.paid[seat] >= len(numbers.windows):
        return refused(f"{name} has paid in every window of this round.", "RR 3.4")
    return ALLOWED


def _check_together(box: Box, cards: Sequence[Card]) -> Ruling:
    """Check that those cards may be in force together (RR 9.2)."""
    try:
        orders_of(box, cards)
    except UsageError as problem:
        return refused(problem.what, "RR 9.2")
    return ALLOWED


def _check_docked(state: State, seat: Seat, move: Docked) -> Ruling:
    sized = _check_port_size(state.box, move) if state.in_port else _check_size(state.box, move)
    if not sized.allowed:
        return sized
    after = state._replace(docked=replaced(state.docked, seat, move))
    there = [tile for docked in after.docked if docked for tile in (*docked.array, *docked.spares)]
    for tile, count in Counter(there).items():
        if count > tile.copies:
            return refused(f"{tile.code} appears {count} times, but there are {tile.copies}.", "RR 1.1")
    result = _score(after)
    if isinstance(result, Refused):
        return refused(result.refused[0].what, result.refused[0].rule)
    return ALLOWED


def _check_size(box: Box, move: Docked) -> Ruling:
    spares, most = box.numbers.spares, largest_array(box, move.effect)
    if not move.array:
        return refused("An array has at least one tile.", "RR 6.1")
    if len(move.spares) > spares:
        return refused(f"A player has at most {spares} spare parts.", "RR 3.2")
    if len(move.array) > most:
        more = "" if move.effect in (PLANET, UFO) else "; for more add use ufo or use planet"
        rule = "RR 5.4" if move.effect == PLANET else "RR 5.3"
        return refused(f"An array has at most {most} tiles{more}.", rule)
    return ALLOWED


def _check_port_size(box: Box, move: Docked) -> Ruling:
    numbers = box.numbers
    if move.effect:
        return refused("Specials have no effect in the Port of Call.", "RR 10.1")
    beside = numbers.port_draw - numbers.port_array
    if (len(move.array), len(move.spares)) in ((numbers.port_draw, 0), (numbers.port_array, beside)):
        return ALLOWED
    what = (
        f"Write the {numbers.port_draw} tiles drawn, or {numbers.port_array}, spare and the other {beside}."
    )
    return refused(what, "RR 10.1")


def _score(state: State) -> Scored | Refused:
    """The score of the arrays entered so far. A planet or UFO may be gone, but its effect stays (RR 3.5)."""
    entries = [
        Entry(
            name=name,
            tiles=docked.array if docked else (),
            spares=docked.spares if docked else (),
            total=account.total,
            paid=account.paid,
            claim=state.box.arrays[docked.claim] if docked and docked.claim else None,
            effect=docked.effect if docked else "",
            judged=docked is not None and docked.effect in (PLANET, SATELLITE, UFO),
        )
        for name, docked, account in zip(state.names, state.docked, state.accounts, strict=True)
    ]
    return score_round(entries, orders_of(state.box, state.cards), state.in_port)


def _facts(state: State) -> Iterator[Fact]:
    yield round_fact(state.box, state.round)
    if state.commander is not None and state.step != "over":
        yield Fact("Commander", state.names[state.commander], "RR 3.6")
    if state.cards:
        yield Fact("Rules card", " ".join(card.code for card in state.cards), "RR 3.1")
    yield from order_facts(state.cards)
