"""The score pad of Per Aspera: the table plays, and the referee keeps the purses and knows who has won.

A turn is `home` or `away`, with the money that was counted. What is earned and paid before may be
typed too, and sales are worked out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias, cast

from components.errors import UsageError
from components.setup import Area, Fact, Placed
from referee.answers import Why
from referee.engine import ALLOWED, OVER, Event, Ruling, Seat, Seats, Telling, Turn, View, refused
from referee.games.per_aspera import game, opening, rules, scoring, wording
from referee.games.per_aspera.agreed import Agreed, read_agreed
from referee.games.per_aspera.box import SLUG, box
from referee.games.per_aspera.moves import Configure, Reader
from referee.games.per_aspera.notation import read_resource
from referee.games.per_aspera.scoring import Purse
from referee.games.per_aspera.sector import HOME, greatest_distance
from referee.pads import chance as chance
from referee.pads import faults as faults
from referee.pads import known as known
from referee.pads import resolve as resolve
from referee.scoresheet import PlayerScore, ScoreSheet
from referee.typed import alone, read_number, read_verb

slug: Final = SLUG
version: Final = game.version

_MONEY = re.compile(r"(\d{1,6})\s*(?:MCR)?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Earn:
    """So many MCR come in."""

    money: int

    def __str__(self) -> str:
        return f"earn {self.money}"


@dataclass(frozen=True, slots=True)
class Pay:
    """So many MCR go out."""

    money: int

    def __str__(self) -> str:
        return f"pay {self.money}"


@dataclass(frozen=True, slots=True)
class Sold:
    """So many units of that resource are sold, so many steps from the nearest producer (PA 5.10)."""

    resource: int
    units: int
    distance: int
    where: str = ""  # "pirate" for a pirate planet, "colony" where the player has one

    def __str__(self) -> str:
        return f"sell {self.resource} {self.units} at {self.distance} {self.where}".rstrip()

    @property
    def price(self) -> int:
        """MCR for a unit."""
        pirate, colony = self.where == "pirate", self.where == "colony"
        return rules.price(box().resources[self.resource], self.distance, pirate=pirate, colony=colony)


@dataclass(frozen=True, slots=True)
class Levy:
    """A levy is set on the homeworld (PA 3.1)."""

    def __str__(self) -> str:
        return "levy"


@dataclass(frozen=True, slots=True)
class Ended:
    """The turn is over.

    home   whether the ship is on the homeworld and was not beaten there (PA 6.1)
    money  the purse as it was counted; None if it is as it stands here
    """

    home: bool
    money: int | None = None

    def __str__(self) -> str:
        return ("home" if self.home else "away") + ("" if self.money is None else f" {self.money}")


Move: TypeAlias = Configure | Earn | Pay | Sold | Levy | Ended

LEVY = Levy()


class Account(NamedTuple):
    """A player.

    money  MCR; None before the ship is configured
    left   whether the ship has left the homeworld (PA 6.1)
    home   whether it counts as home since its last turn
    ended  whether the turn of this round is over
    """

    money: int | None = None
    left: bool = False
    home: bool = False
    ended: bool = False


class State(NamedTuple):
    """What the table has said.

    accounts  seat by seat
    round     from 1
    winner    who came home with the goal
    """

    names: tuple[str, ...]
    agreed: Agreed
    accounts: tuple[Account, ...]
    levies: int
    round: int
    winner: Seat | None

    @property
    def ready(self) -> bool:
        """Whether every ship is configured."""
        return all(account.money is not None for account in self.accounts)

    @property
    def goal(self) -> int:
        """MCR to bring home (PA 6.1)."""
        return rules.goal(self.agreed.goal, self.levies)


def start(names: Sequence[str], options: Mapping[str, str]) -> State:
    game.start(names, options)
    return State(tuple(names), read_agreed(options), (Account(),) * len(names), 0, 1, None)


def turn(state: State) -> Turn:
    if state.winner is not None or state.round > state.agreed.rounds:
        return OVER
    done = [account.ended if state.ready else account.money is not None for account in state.accounts]
    return Seats(tuple(seat for seat, is_done in enumerate(done) if not is_done))


def round_name(state: State) -> str:
    return f"round {min(state.round, state.agreed.rounds)}"


def moves(state: State, seat: Seat) -> Sequence[Move]:
    """The recommended ship; later those without a number."""
    listed = (_recommended(), LEVY, Ended(home=True), Ended(home=False))
    return tuple(move for move in listed if check(state, seat, move).allowed)


def hint(state: State, seat: Seat) -> str:
    now = turn(state)
    if not isinstance(now, Seats) or seat not in now.seats:
        return ""
    if not state.ready:
        return f"Any other ship: Warp, Cannons, Hold, tank squares, fuel: {_recommended()}."
    return "With the money counted: home 130, away 85. Before: earn 12, pay 5, sell 3 2 at 4 pirate."


def check(state: State, seat: Seat, move: Move) -> Ruling:
    name, now = state.names[seat], turn(state)
    if not isinstance(now, Seats):
        return refused("The game is over.", "PA 6.1" if state.winner is not None else "PA 6.2")
    money = state.accounts[seat].money
    if isinstance(move, Configure):
        return opening.check(move) if money is None else refused(f"{name} has a ship.", "PA 4.4")
    if not state.ready:
        return refused("Every ship is configured first.", "PA 4.4")
    if isinstance(move, Levy):
        slots = box().dice.slots
        return ALLOWED if state.levies < slots else refused(f"There are slots for {slots} levies.", "PA 1.3")
    if seat not in now.seats:
        return refused(f"{name}'s turn of this round is over.", "PA 4.4")
    if isinstance(move, Pay) and move.money > cast(int, money):
        return refused(f"{name} has {money} MCR.", "PA 5.1")
    return ALLOWED


def apply(state: State, seat: Seat, move: Move) -> State:
    if isinstance(move, Levy):
        return state._replace(levies=state.levies + 1)
    money = _money_after(state.accounts[seat].money, move)
    if not isinstance(move, Ended):
        return _with(state, seat, state.accounts[seat]._replace(money=money))
    left = state.accounts[seat].left or not move.home
    home = move.home and left
    state = _with(state, seat, Account(money, left, home, ended=True))
    if scoring.has_won(Purse(cast(int, money), home), state.goal):
        return state._replace(winner=seat)
    if all(account.ended for account in state.accounts):
        accounts = tuple(account._replace(ended=False) for account in state.accounts)
        return state._replace(round=state.round + 1, accounts=accounts)
    return state


def view(state: State, seat: Seat | None) -> View:
    purses = tuple(
        Placed("", name, note=_purse_text(account))
        for name, account in zip(state.names, state.accounts, strict=True)
    )
    facts = (
        Fact("Round", f"{min(state.round, state.agreed.rounds)} of {state.agreed.rounds}", "PA 6.2"),
        Fact("Goal", wording.goal_text(state.goal, state.levies), "PA 6.1"),
    )
    return View((Area("purses", "Purses", "list", purses),), facts)


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    assert event.seat is not None
    return Telling(tuple(_told(before, event.seat, event.what, after)), tuple(_why(event.what)))


def score(state: State) -> ScoreSheet[PlayerScore]:
    """Everybody's money (PA 6.1, PA 6.2)."""
    purses = {
        name: Purse(box().money if account.money is None else account.money, account.home)
        for name, account in zip(state.names, state.accounts, strict=True)
    }
    return scoring.standing(purses, state.goal, _winners(state, purses))


def read(state: State, seat: Seat | None, text: str) -> Move:
    """A move such as `away 85`, `home` or `sell 3 2 at 4`. Raises `UsageError` for anything else."""
    reader, rest = read_verb(text, _READERS)
    return reader(rest, f'"{text}"')


def _recommended() -> Configure:
    """PA 4.2"""
    return Configure(*[box().yard.recommended[name] for name in Configure._fields])


def _money_after(money: int | None, move: Move) -> int | None:
    match move:
        case Configure():
            return box().money - opening.ship_cost(move)
        case Earn():
            return cast(int, money) + move.money
        case Pay():
            return cast(int, money) - move.money
        case Sold():
            return cast(int, money) + move.price * move.units
        case Ended() if move.money is not None:
            return move.money
    return money


def _with(state: State, seat: Seat, account: Account) -> State:
    return state._replace(accounts=(*state.accounts[:seat], account, *state.accounts[seat + 1 :]))


def _purse_text(account: Account) -> str:
    if account.money is None:
        return "no ship yet"
    return f"{account.money} MCR" + (", home" if account.home else "")


def _winners(state: State, purses: Mapping[str, Purse]) -> tuple[str, ...]:
    if state.winner is not None:
        return (state.names[state.winner],)
    if turn(state) is not OVER:
        return ()
    # Nobody came home with the goal; a later levy or payment does not count, so nobody is home here.
    away = {name: purse._replace(home=False) for name, purse in purses.items()}
    return scoring.winners(away, state.goal, end=True)


def _told(before: State, seat: Seat, move: Move, after: State) -> Iterator[str]:
    name, account = before.names[seat], after.accounts[seat]
    if isinstance(move, Levy):
        yield f"A levy is set: the goal is {after.goal} MCR [PA 6.1]."
        return
    if isinstance(move, Sold):
        fetched = move.price * move.units
        yield f"{name} sells {move.units} of resource {move.resource} for {fetched} MCR [PA 5.10]."
    where = f" and is {'home' if move.home else 'away'}" if isinstance(move, Ended) else ""
    yield f"{name} has {account.money} MCR{where}."
    if after.winner is not None:
        yield f"{name} is home with {after.goal} MCR or more and wins [PA 6.1]."
    elif after.round > before.round:
        yield f"Round {before.round} is over." + (
            " It was the last: the richest wins [PA 6.2]." if turn(after) is OVER else ""
        )


def _why(move: Move) -> Iterator[Why]:
    if isinstance(move, Sold):
        yield from wording.sale_why(
            box().resources[move.resource],
            move.distance,
            move.units,
            move.price,
            pirate=move.where == "pirate",
            colony=move.where == "colony",
        )


def _read_ship(rest: str, where: str) -> Configure:
    return cast(Configure, Reader(HOME, ()).read(f"ship {rest}"))


def _read_money(rest: str, where: str) -> int:
    found = _MONEY.fullmatch(rest)
    if not found:
        raise UsageError(f'"{rest}" is no money.', where=where, todo="Write whole MCR: 85.")
    return int(found[1])


def _read_earn(rest: str, where: str) -> Earn:
    return Earn(_read_money(rest, where))


def _read_pay(rest: str, where: str) -> Pay:
    return Pay(_read_money(rest, where))


def _read_home(rest: str, where: str) -> Ended:
    return Ended(True, _read_money(rest, where) if rest else None)


def _read_away(rest: str, where: str) -> Ended:
    return Ended(False, _read_money(rest, where) if rest else None)


def _read_sale(rest: str, where: str) -> Sold:
    """`3 2 at 4 pirate`: two units of resource 3, the nearest producer 4 steps away."""
    goods, at, place = (part.split() for part in rest.lower().partition(" at "))
    if not at or not 1 <= len(goods) <= 2 or not 1 <= len(place) <= 2:
        raise UsageError("A sale is a resource, how many, and how far.", where=where, todo=_SALE)
    units = read_number(goods[1], where) if goods[1:] else 1
    distance = read_number(place[0], where)
    if not 1 <= units <= box().hold:
        raise UsageError(f"A hold has no {units} units.", where=where, todo=f"Sell 1 to {box().hold}.")
    if not 1 <= distance <= greatest_distance():
        raise UsageError(f"{distance} steps cannot be.", where=where, todo=_SALE)
    if place[1:] and place[1] not in ("pirate", "colony"):
        raise UsageError(f'"{place[1]}" is no such place.', where=where, todo=_SALE)
    return Sold(read_resource(goods[0], where).number, units, distance, *place[1:])


_SALE = "Write sell 3 2 at 4, with pirate or colony behind it if it is one."

_READERS: Mapping[str, Callable[[str, str], Move]] = {
    "ship": _read_ship,
    "earn": _read_earn,
    "pay": _read_pay,
    "sell": _read_sale,
    "levy": alone(LEVY),
    "home": _read_home,
    "away": _read_away,
}
