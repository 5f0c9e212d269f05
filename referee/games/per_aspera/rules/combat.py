"""The step Combat: a ship ends its move, meets an opponent, and fights (PA 5.6 to 5.9)."""

from collections.abc import Mapping, Sequence

from referee.engine.game import ALLOWED, Ruling, Seat, Seats, refused
from referee.engine.phases import alone
from referee.games.per_aspera.box import COLONISTS, Opponent
from referee.games.per_aspera.moves import DONE, Attack, Dice, Done, Move, Remove, Take
from referee.games.per_aspera.rules import unload
from referee.games.per_aspera.rules.combat_dice import Encounter, Fight, FightOutcomes, fight, meet
from referee.games.per_aspera.rules.turns import comes_home
from referee.games.per_aspera.state import State, with_ship


def arrive(state: State) -> State:
    """Return the state after the active player's ship has ended its move (PA 2.3, PA 5.4)."""
    ship = state.ships[state.active]
    site = state.chart.sites[ship.space]
    if not site.card:
        return state._replace(step="turn-up")
    if site.planet and not site.demand:
        return state._replace(step="demand")
    if site.guard:
        return state._replace(step="fight") if ship.pirate >= site.danger else _after(state)
    return state._replace(step="attack") if targets(state) else _after(state)


def encounter(state: State) -> Encounter:
    """Return the opponent of the active player's ship: the ship it attacks, or the guard of the place."""
    ship, foe = state.ships[state.active], state.doings.foe
    site = state.chart.sites[ship.space]
    if foe is not None:
        return meet(state.box, "ship", ship.cannons, state.ships[foe].cannons, None)
    assert site.guard, "nobody attacks in empty space"
    return meet(state.box, site.guard, ship.cannons, site.strength, ship.pirate)


def targets(state: State) -> Sequence[Seat]:
    """Return the seats whose ships the active player may attack; a ship that has drifted may not (PA 5.5)."""
    if state.doings.drifted:
        return ()
    active, ships = state.active, state.ships
    here = ships[active].space
    return [seat for seat, ship in enumerate(ships) if ship.space == here and seat != active]


def attack_moves(state: State, seat: Seat) -> Sequence[Move]:
    return (*[Attack(state.names[target]) for target in targets(state)], DONE)


def check_attack(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Done):
        return ALLOWED
    if not isinstance(move, Attack):
        return refused("You may attack a ship here, or be done.", "PA 5.6")
    target = state.names.index(move.name)
    if target == seat:
        return refused("This is your own ship.", "PA 5.6")
    if target not in targets(state):
        return refused(f"{move.name} is not on this space.", "PA 5.6")
    return ALLOWED


def attack(state: State, seat: Seat, move: Move) -> State:
    if not isinstance(move, Attack):
        return _after(state)
    doings = state.doings._replace(foe=state.names.index(move.name))
    return state._replace(step="fight", doings=doings)


def dice(state: State) -> FightOutcomes:
    met, names, foe = encounter(state), state.names, state.doings.foe
    theirs = _THEIR_DIE[met.opponent] if foe is None else f"{names[foe]}'s die"
    return FightOutcomes(met, state.box.faces, (f"{names[state.active]}'s die", theirs))


def fought(state: State, rolled: Dice) -> Fight:
    """Return the fight with those dice."""
    return fight(encounter(state), rolled.faces)


def resolve(state: State, rolled: Dice) -> State:
    """Return the state after a fight with those dice."""
    result, doings = fought(state, rolled), state.doings
    if "may-take" in result.consequences:
        taker = state.active if result.winner == "active" else doings.foe
        return _take_more(state._replace(doings=doings._replace(taker=taker)))
    if "lose-unit" in result.consequences:
        return _remove_more(state)
    if "no-unload" in result.consequences:
        return _after(state._replace(doings=doings._replace(beaten=True)))
    return _after(state)


def taker(state: State) -> Seats:
    """Return the turn of the winner of a fight between ships, who may take (PA 5.6)."""
    return alone(parties(state)[0])


def parties(state: State) -> tuple[Seat, Seat]:
    """Return the seat that may take after a fight between ships, and the seat it takes from."""
    taker, foe = state.doings.taker, state.doings.foe
    assert taker is not None
    assert foe is not None
    return (taker, foe if taker == state.active else state.active)


def take_moves(state: State, seat: Seat) -> Sequence[Move]:
    candidates = map(Take, dict.fromkeys(state.ships[parties(state)[1]].cargo))
    return (*[move for move in candidates if check_take(state, seat, move).allowed], DONE)


def check_take(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Done):
        return ALLOWED
    if not isinstance(move, Take):
        return refused("You have won: take a resource, or be done.", "PA 5.6")
    taker, loser = parties(state)
    if move.resource == COLONISTS or move.resource not in state.ships[loser].cargo:
        return refused(f"There is no {state.box.good(move.resource)} in that hold.", "PA 5.6")
    if not state.ships[taker].room:
        return refused("Your hold is full.", "PA 4.3")
    if state.doings.taken >= state.box.combat.ship.loot:
        return refused(f"You have taken {state.doings.taken}, and may take no more.", "PA 5.6")
    return ALLOWED


def take(state: State, seat: Seat, move: Move) -> State:
    """Hand the unit over, and move the taker up on the Pirate track (PA 5.6)."""
    if not isinstance(move, Take):
        return _after(state)
    box, (taker, loser) = state.box, parties(state)
    robbed, robber = state.ships[loser].unloaded(move.resource), state.ships[taker].loaded(move.resource)
    level = min(robber.pirate + box.combat.ship.pirate_levels, box.yard.pirate.most)
    state = state._replace(doings=state.doings._replace(taken=state.doings.taken + 1))
    return _take_more(with_ship(with_ship(state, taker, robber._replace(pirate=level)), loser, robbed))


def helper(state: State) -> Seats:
    """Return the turn of the next player clockwise, who acts for the pirates (PA 5.7)."""
    return alone(state.helper)


def remove_moves(state: State, seat: Seat) -> Sequence[Move]:
    candidates = map(Remove, dict.fromkeys(state.ship.cargo))
    return [move for move in candidates if check_remove(state, seat, move).allowed]


def check_remove(state: State, seat: Seat, move: Move) -> Ruling:
    if not isinstance(move, Remove):
        return refused("You act for the pirates: remove a unit.", "PA 5.7")
    if move.unit not in state.ship.cargo:
        return refused(f"{state.names[state.active]} has no such unit.", "PA 5.7")
    return ALLOWED


def remove(state: State, seat: Seat, move: Remove) -> State:
    return _remove_more(_without(state, move.unit))


def _take_more(state: State) -> State:
    """Let the winner take a unit, or the next one, if there is any (PA 5.6)."""
    winner, _ = parties(state)
    able = take_moves(state, winner) != (DONE,)
    return state._replace(step="take") if able else _after(state)


def _remove_more(state: State) -> State:
    """Remove the cargo that pirates cost, and ask the opponent where there is a choice (PA 5.7)."""
    cargo, left = state.ship.cargo, state.box.combat.pirate.loss - state.doings.lost
    if not cargo or left <= 0:
        return _after(state)
    if left < len(cargo) and len(set(cargo)) > 1:
        return state._replace(step="remove")
    return _remove_more(_without(state, cargo[0]))


def _without(state: State, unit: int) -> State:
    """Remove a unit from the active player's hold."""
    doings = state.doings._replace(lost=state.doings.lost + 1)
    return with_ship(state._replace(doings=doings), state.active, state.ship.unloaded(unit))


def _after(state: State) -> State:
    """End Combat: a winner comes home (PA 6.1), or Unload follows."""
    return state._replace(step="won") if comes_home(state) else unload.begin(state)


# The die that is thrown against the active player's; that of a ship has its player's name.
_THEIR_DIE: Mapping[Opponent, str] = {
    "pirate": "the pirates' die",
    "interceptor": "the interceptor's die",
    "home": "the interceptors' die",
}
