"""The purses of the score pad, and the reason why the goal has won or not (PA 6.1)."""

from typing import NamedTuple

from referee.engine.game import Seat
from referee.engine.pads import Entries
from referee.games.per_aspera.box import Box
from referee.games.per_aspera.rules import scoring
from referee.games.per_aspera.state import Agreed
from referee.games.per_aspera.state import State as FirstState


class Account(NamedTuple):
    """The account of a player.

    money  MCR; None before the ship is configured
    left   whether the ship has left the homeworld (PA 6.1)
    home   whether it counts as home since its last turn
    """

    money: int | None = None
    left: bool = False
    home: bool = False


class State(NamedTuple):
    """The entries of the players so far.

    box       the box the game is played with
    accounts  seat by seat
    starter   the seat that had the first turn; None before it
    active    the seat whose turn it is
    round     its number, from 1
    winner    the seat that came home with the goal
    """

    names: tuple[str, ...]
    box: Box
    agreed: Agreed
    accounts: tuple[Account, ...]
    starter: Seat | None
    active: Seat
    levies: int
    round: int
    winner: Seat | None
    entries: Entries = ()

    @property
    def ready(self) -> bool:
        """True if every ship is configured."""
        return all(account.money is not None for account in self.accounts)

    @property
    def goal(self) -> int:
        """MCR to bring home (PA 6.1)."""
        return scoring.goal(self.box, self.agreed.goal, self.levies)


def fresh_pad(state: FirstState | State) -> State:
    """Return the pad before anything is entered, for the players, the box and what was agreed of a state."""
    return State(
        names=state.names,
        box=state.box,
        agreed=state.agreed,
        accounts=(Account(),) * len(state.names),
        starter=None,
        active=0,
        levies=0,
        round=1,
        winner=None,
    )


def totals(state: State) -> list[int]:
    """Return everybody's money; before the ship is configured, what there is to spend."""
    start = state.box.yard.start.money
    return [start if account.money is None else account.money for account in state.accounts]


def after_turn(account: Account, came_home: bool) -> Account:
    """Return the account at the end of a turn; a ship that has never been away is not home (PA 6.1)."""
    left = account.left or not came_home
    return account._replace(left=left, home=came_home and left)


def wins(state: State, account: Account) -> bool:
    return account.home and has_goal(state, account)


def has_goal(state: State, account: Account) -> bool:
    return account.money is not None and account.money >= state.goal


def purse_text(state: State, account: Account) -> str:
    if account.money is None:
        return "no ship yet"
    where = "at home" if account.home or not account.left else "away"
    return f"{account.money} MCR {where}, {goal_note(state, account)}"


def goal_note(state: State, account: Account) -> str:
    """Return in words how far the goal is, or why it has not won yet; the player has a ship (PA 6.1)."""
    assert account.money is not None
    if account.money < state.goal:
        return f"{state.goal - account.money} short of the goal"
    if account.home:
        return "with the goal"
    return "the goal wins at home" if account.left else "the goal wins once the ship has been away"


def not_yet(name: str, account: Account) -> str:
    """Return in words why the goal has not won."""
    if account.left:
        return "it wins only on the homeworld: end a turn there with home"
    return f"{name}'s ship has not left the homeworld yet"
