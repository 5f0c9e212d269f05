"""From one turn to the next, and the end of the game (PA 5.1, PA 6)."""

from referee.engine.game import Seat, Seats
from referee.engine.phases import alone
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.games.per_aspera.rules import scoring
from referee.games.per_aspera.rules.map_spaces import HOME
from referee.games.per_aspera.rules.scoring import Purse
from referee.games.per_aspera.state import Doings, State, with_ship

_NOTHING = Doings()


def active(state: State) -> Seats:
    """Return the turn of the player whose ship or turn it is (PA 4.4)."""
    return alone(state.active)


def begin_turn(state: State, seat: Seat, number: int) -> State:
    """Begin a turn in that round; a player at home without fuel and with little money is helped (PA 5.1)."""
    begun, ship = state.copy(), state.ships[seat]
    begun.active, begun.step, begun.doings, begun.round = seat, "load", _NOTHING, number
    if ship.fuel or ship.space != HOME:
        return begun
    least = state.box.trade.homeworld.made_up_to
    return with_ship(begun, seat, ship._replace(money=max(ship.money, least)))


def end_turn(state: State) -> State:
    """Go on clockwise; the game is over when every player has had a turn in the last round (PA 6.2)."""
    following = (state.active + 1) % len(state.names)
    if following != state.starter:
        return begin_turn(state, following, state.round)
    if state.round == state.agreed.rounds:
        return state._replace(step="over")
    return begin_turn(state, following, state.round + 1)


def comes_home(state: State) -> bool:
    """Return whether the active player wins after Combat (PA 6.1)."""
    if state.ships[state.active].space != HOME:
        return False
    return _is_home(state, state.active) and scoring.has_won(_purse(state, state.active), state.goal)


def score(state: State) -> ScoreSheet[PlayerScore]:
    """Return everybody's money; once the game is over, with the winners (PA 6.1, PA 6.2)."""
    purses = {name: _purse(state, seat) for seat, name in enumerate(state.names)}
    won_by: tuple[str, ...] = ()
    if state.step == "won":
        won_by = (state.names[state.active],)
    elif state.step == "over":
        won_by = scoring.richest(purses)
    return scoring.score(purses, state.goal, won_by)


def _purse(state: State, seat: Seat) -> Purse:
    if seat >= len(state.ships):
        return Purse(state.box.yard.start.money, home=False, left=False)
    ship = state.ships[seat]
    return Purse(ship.money, _is_home(state, seat), ship.left)


def _is_home(state: State, seat: Seat) -> bool:
    """Return whether the ship counts as home (PA 6.1)."""
    ship = state.ships[seat]
    return ship.space == HOME and ship.left and not (seat == state.active and state.doings.beaten)
