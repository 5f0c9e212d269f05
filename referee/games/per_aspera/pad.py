"""The score pad of Per Aspera: the table plays, and the referee keeps the purses and knows who has won.

A turn is `home` or `away`, with the money that was counted. What is earned and paid before may be
typed too, and sales are worked out. Turns go clockwise (PA 4.4) from the first player whose turn is typed;
so a turn that was forgotten is asked for at once, while everybody remembers it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final, TypeAlias, cast

from components.setup import Fact
from referee.engine.answers import Why
from referee.engine.asking.fields import Field, Typed, choice, number
from referee.engine.asking.picks import Amount, Offer, Word
from referee.engine.game import ALLOWED, OVER, Remark, Ruling, Seat, Seats, Turn, View, refused
from referee.engine.moves import Grammar, move
from referee.engine.pads import Correction, Ledger, correction, pad_view
from referee.engine.pads import tally as tally
from referee.engine.phases import alone
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.engine.tuples import replaced
from referee.games.per_aspera import game
from referee.games.per_aspera.box import SLUG, Box
from referee.games.per_aspera.codes import read_money
from referee.games.per_aspera.moves import RESOURCE, UNITS, Configure
from referee.games.per_aspera.rules import scoring, ships, unload
from referee.games.per_aspera.rules.purses import (
    Account,
    State,
    after_turn,
    fresh_pad,
    goal_note,
    has_goal,
    not_yet,
    purse_text,
    totals,
    wins,
)
from referee.games.per_aspera.rules.scoring import Purse
from referee.games.per_aspera.text import answers
from referee.games.per_aspera.text.remarks import configured

slug: Final = SLUG
version: Final = 2  # The rules of the game have a version of their own.
read_box = game.read_box

_SAYS = {"pirate": "On a pirate planet", "colony": "By a colony"}
_COINS = Amount(symbol="mcr")
_MONEY = Field("Money", lambda text, typed: read_money(text, typed.where), pick=_COINS)
_STEPS = number("Steps", pick=Amount(least=1))
_PLACE = choice("Place", lambda: tuple(_SAYS), _SAYS)
_RESOURCE = replace(RESOURCE, pick=Word(words=lambda state: map(str, state.box.resources)))
_UNITS = replace(UNITS, pick=Amount(least=1))


@move("earn {money...}", ask="Note money that comes in", does="Add {money} MCR")
class Earn:
    """Note money that comes in (PA 5.10)."""

    money: Annotated[int, _MONEY]


@move("pay {money...}", ask="Note money that goes out", does="Pay {money} MCR")
class Pay:
    """Note money that goes out (PA 5.1)."""

    money: Annotated[int, _MONEY]


@move("sell {resource} {units} at {distance}[ {where}]", ask="Note a sale", does="Sell {units}")
class Sold:
    """Note a sale, that many steps from the nearest producer (PA 5.10).

    where  "pirate" on a pirate planet, "colony" where the player has one
    """

    resource: Annotated[int, _RESOURCE]
    units: Annotated[int, _UNITS]
    distance: Annotated[int, _STEPS]
    where: Annotated[str, _PLACE] = ""

    def price(self, box: Box) -> int:
        """Return the MCR for a unit."""
        pirate, colony = self.where == "pirate", self.where == "colony"
        return unload.price(box, box.resources[self.resource], self.distance, pirate=pirate, colony=colony)


@move("sell {resource} at {distance}[ {where}]")
class SoldOne:
    """Note the sale of 1 unit (PA 5.10)."""

    resource: Annotated[int, RESOURCE]
    distance: Annotated[int, _STEPS]
    where: Annotated[str, _PLACE] = ""

    def meant(self, typed: Typed) -> Sold:
        return Sold(self.resource, 1, self.distance, self.where)


@move("count {money...}", ask="Count a purse", does="The purse holds {money} MCR")
class Count:
    """Correct a purse at any time: it holds that much (PA 6.1)."""

    money: Annotated[int, _MONEY]


@move("levy[ {levies}]", ask="Note a levy", does="Set a levy")
class Levy:
    """Note that a levy is set on the homeworld, or several (PA 3.1)."""

    levies: Annotated[int, number("Levies")] = 1


@move("home[ {money...}]", ask="End the turn at home", does="End the turn at home")
class Home:
    """End the turn on the homeworld, not beaten there, with the money that was counted (PA 6.1)."""

    money: Annotated[int | None, _MONEY] = None


@move("away[ {money...}]", ask="End the turn elsewhere", does="End the turn")
class Away:
    """End the turn elsewhere, or beaten on the homeworld, with the money that was counted (PA 6.1)."""

    money: Annotated[int | None, _MONEY] = None


Move: TypeAlias = Configure | Earn | Pay | Sold | Count | Levy | Home | Away | Correction

LEVY = Levy()
GRAMMAR = Grammar(Configure, Earn, Pay, Sold, SoldOne, Count, Levy, Home, Away, correction("PA 6.1"))


def turn(state: State) -> Turn:
    if state.winner is not None or state.round > state.agreed.rounds:
        return OVER
    if not state.ready:
        return alone(_to_configure(state))
    return Seats(tuple(range(len(state.names)))) if state.starter is None else alone(state.active)


def is_nobodys(state: State, move: Move) -> bool:
    """Return True for levies, which planets' dice set (PA 3.1), and corrections, which anybody makes."""
    return isinstance(move, Levy | Correction)


def round_name(state: State) -> str:
    return f"round {min(state.round, state.agreed.rounds)}"


def moves(state: State, seat: Seat) -> Sequence[Move]:
    """Return the recommended ship; later the moves without a number."""
    listed = (_recommended(state.box), LEVY, Home(), Away())
    return tuple(move for move in listed if check(state, seat, move).allowed)


def hint(state: State, seat: Seat) -> str:
    now = turn(state)
    if not isinstance(now, Seats) or seat not in now.seats:
        return ""
    if not state.ready:
        return f"Any ship, with Warp, Cannons, Hold, tank squares and fuel: {_recommended(state.box)}"
    first = "" if state.starter is not None else "The start player first. "
    return f"{first}The money at the end: away 85, home 130. Before it: earn 12, pay 5, sell 3 2 at 4 pirate"


def opens(state: State, seat: Seat) -> Sequence[type[Any]]:
    if not state.ready:
        return ()
    return (Home, Away, Earn, Pay, Sold, Count) if state.starter is None or seat == state.active else (Count,)


def ask(state: State, seat: Seat | None) -> str:
    return "Enter how the turn ends" if state.ready else "Enter the ship"


def offers(state: State, seat: Seat) -> Sequence[Offer]:
    return () if state.ready else (Offer("Recommended", _recommended(state.box)),)


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """Return what a ship costs, and what a turn that ends leaves."""
    match move:
        case Configure():
            return Remark(configured(state.box, move), sense=1)
        case Home() | Away():
            account = _account_after(state, seat, move)
            note = goal_note(state, account)
            return Remark(f"{account.money} MCR, {note}", sense=2 if isinstance(move, Away) else 1)
        case Levy():
            raised = state._replace(levies=state.levies + move.levies)
            return Remark(f"the goal is {raised.goal} MCR then")
    return Remark()


def _check(state: State, seat: Seat, move: Move) -> Ruling:
    name, now = state.names[seat], turn(state)
    if not isinstance(now, Seats):
        return refused("The game is over.", "PA 6.1" if state.winner is not None else "PA 6.2")
    money = state.accounts[seat].money
    if isinstance(move, Configure):
        if money is not None:
            return refused(f"{name} has a ship.", "PA 4.4")
        return (
            ships.check_ship(state.box, move) if seat in now.seats else refused(_next_ship(state), "PA 4.4")
        )
    if isinstance(move, Levy):
        return _check_levy(state, move)
    if not state.ready:
        return refused(f"All ships are configured before anybody moves. {_next_ship(state)}", "PA 4.4")
    if isinstance(move, Count):
        return ALLOWED
    if seat not in now.seats:
        return refused(_out_of_turn(name, state.names[state.active]), "PA 4.4")
    if isinstance(move, Pay) and move.money > cast(int, money):
        return refused(f"{name} has {money} MCR; write count and the money if that is wrong.", "PA 5.1")
    return _check_sale(state.box, move) if isinstance(move, Sold) else ALLOWED


def _apply(state: State, seat: Seat, move: Move) -> State:
    if isinstance(move, Levy):
        return state._replace(levies=state.levies + move.levies)
    account = state.accounts[seat]._replace(money=_money_after(state.box, state.accounts[seat].money, move))
    if isinstance(move, Configure | Count):
        return _with(state, seat, account)
    if state.starter is None:
        state = state._replace(starter=seat, active=seat)
    if isinstance(move, Home | Away):
        return _ended(state, isinstance(move, Home), account)
    return _with(state, seat, account)


def view(state: State, seat: Seat | None) -> View:
    return pad_view(state, totals(state), facts=tuple(_facts(state)), running=True)


def score(state: State) -> ScoreSheet[PlayerScore]:
    """Return everybody's money (PA 6.1, PA 6.2)."""
    purses = {
        name: Purse(money, account.home, account.left)
        for name, money, account in zip(state.names, totals(state), state.accounts, strict=True)
    }
    return scoring.score(purses, state.goal, _winners(state, purses))


def _check_levy(state: State, move: Levy) -> Ruling:
    slots = state.box.levies.slots
    if not move.levies:
        return refused("Set at least 1 levy.", "PA 3.1")
    if state.levies + move.levies > slots:
        return refused(f"There are slots for {slots} levies, and {state.levies} are set.", "PA 1.3")
    return ALLOWED


def _check_sale(box: Box, move: Sold) -> Ruling:
    if not 1 <= move.units <= box.hold:
        return refused(f"A ship sells 1 to {box.hold} units at once, not {move.units}.", "PA 4.3")
    furthest = box.greatest_distance
    if not 1 <= move.distance <= furthest:
        return refused(f"Producers are 1 to {furthest} steps away, not {move.distance}.", "PA 2.2")
    return ALLOWED


def _facts(state: State) -> Iterator[Fact]:
    yield Fact("Round", f"{min(state.round, state.agreed.rounds)} of {state.agreed.rounds}", "PA 6.2")
    if state.starter is not None:
        yield Fact("Start player", state.names[state.starter], "PA 4.4")
    yield Fact("Goal", answers.goal_text(state.goal, state.levies), "PA 6.1")
    for name, account in zip(state.names, state.accounts, strict=True):
        yield Fact(name, purse_text(state, account), "PA 6.1")


def _recommended(box: Box) -> Configure:
    """Return the ship of PA 4.2."""
    return Configure(*box.yard.recommended)


def _money_after(box: Box, money: int | None, move: Move) -> int | None:
    match move:
        case Configure():
            return box.yard.start.money - ships.ship_cost(box, move)
        case Earn():
            return cast(int, money) + move.money
        case Pay():
            return cast(int, money) - move.money
        case Sold():
            return cast(int, money) + move.price(box) * move.units
        case Count():
            return move.money
        case Home() | Away() if move.money is not None:
            return move.money
    return money


def _to_configure(state: State) -> Seat:
    """Return the seat whose ship is next; ships are configured in seat order (PA 4.4)."""
    return next(seat for seat, account in enumerate(state.accounts) if account.money is None)


def _next_ship(state: State) -> str:
    return f"Ships are configured in seat order: {state.names[_to_configure(state)]}'s is next"


def _out_of_turn(name: str, active: str) -> str:
    """Return in words whose turn it is, how to end it, and how to correct what was entered before."""
    return (
        f"It is {active}'s turn: write home or away. Correct replaces an entry by its number; "
        f'"{name}: count 85" corrects a purse'
    )


def _ended(state: State, came_home: bool, account: Account) -> State:
    """End the active player's turn: the game is over (PA 6.1), or the next turn begins (PA 4.4)."""
    seat, account = state.active, after_turn(account, came_home)
    state = _with(state, seat, account)
    if wins(state, account):
        return state._replace(winner=seat)
    following = (seat + 1) % len(state.names)
    return state._replace(active=following, round=state.round + (following == state.starter))


def _with(state: State, seat: Seat, account: Account) -> State:
    return state._replace(accounts=replaced(state.accounts, seat, account))


def _account_after(state: State, seat: Seat, move: Home | Away) -> Account:
    """Return the player's account when the turn has ended like that."""
    account = state.accounts[seat]
    counted = account._replace(money=_money_after(state.box, account.money, move))
    return after_turn(counted, isinstance(move, Home))


def _winners(state: State, purses: Mapping[str, Purse]) -> tuple[str, ...]:
    if state.winner is not None:
        return (state.names[state.winner],)
    if turn(state) is not OVER:
        return ()
    return scoring.richest(purses)


def _told(before: State, seat: Seat, move: Move, after: State) -> Iterator[str | Why]:
    name, account = before.names[seat], after.accounts[seat]
    if isinstance(move, Levy):
        set_now = "A levy is" if move.levies == 1 else f"{move.levies} levies are"
        yield f"{set_now} set: the goal is {after.goal} MCR [PA 6.1]."
        return
    if before.starter is None and after.starter is not None:
        yield f"{name} has the first turn [PA 4.4]."
    if isinstance(move, Sold):
        goods, fetched = (
            answers.goods(after.box, move.resource, move.units),
            move.price(after.box) * move.units,
        )
        yield f"{name} sells {goods} for {fetched} MCR [PA 5.10]."
    where = f" and is {'home' if isinstance(move, Home) else 'away'}" if isinstance(move, Home | Away) else ""
    yield f"{name} has {account.money} MCR{where}."
    if isinstance(move, Home | Away) and has_goal(after, account) and after.winner is None:
        yield f"{name} has the goal of {after.goal} MCR, but {not_yet(name, account)} [PA 6.1]."
    if isinstance(move, Count) and wins(after, account):
        yield f"If {name} came home with it, undo what was entered since: {name} has won [PA 6.1]."
    if after.winner is not None:
        yield f"{name} is home with {after.goal} MCR or more and wins [PA 6.1]."
    elif after.round > before.round:
        yield f"Round {before.round} is over." + (
            " It was the last: the richest wins [PA 6.2]." if turn(after) is OVER else ""
        )
    if isinstance(move, Sold):
        yield from answers.sale_why(
            after.box,
            after.box.resources[move.resource],
            move.distance,
            move.units,
            move.price(after.box),
            pirate=move.where == "pirate",
            colony=move.where == "colony",
        )


_ledger = Ledger(
    game.start,
    GRAMMAR,
    fresh_pad,
    turn,
    moves,
    _check,
    _apply,
    totals,
    _told,
    "PA 6.1",
    lambda before, after: round_name(before),
)
start, check, apply, read, tell = _ledger.start, _ledger.check, _ledger.apply, _ledger.read, _ledger.tell
chance, resolve, known, faults = _ledger.chance, _ledger.resolve, _ledger.known, _ledger.faults
