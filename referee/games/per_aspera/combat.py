"""Where a ship ends its move: the card is turned, its demand rolled, and Combat follows (PA 5.6 to 5.9)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine import ALLOWED, Ruling, Seat, refused
from referee.games.per_aspera import unloading
from referee.games.per_aspera.box import Opponent, Planet, box
from referee.games.per_aspera.chances import Dice, FightDice
from referee.games.per_aspera.fights import Encounter, Fight, fight
from referee.games.per_aspera.moves import DONE, Attack, Done, Move, Remove, Take
from referee.games.per_aspera.sector import HOME
from referee.games.per_aspera.state import COLONISTS, State, loaded, unloaded, with_ship
from referee.games.per_aspera.turns import comes_home


def arrive(state: State) -> State:
    """The active player's ship has ended its move (PA 2.3, PA 5.4)."""
    card = state.card
    if card is None:
        return state._replace(step="turn-up")
    if isinstance(card, Planet):
        if not state.demand:
            return state._replace(step="demand")
    elif state.ship.space != HOME:
        return state._replace(step="attack") if targets(state) else after(state)
    met = encounter(state)
    return state._replace(step="fight") if met.checked or met.attacks() else after(state)


def encounter(state: State) -> Encounter:
    """Who meets the active player's ship: whom it attacks, or who is at the place."""
    ship, foe, card = state.ship, state.doings.foe, state.card
    if foe is not None:
        return Encounter("ship", ship.cannons, state.ships[foe].cannons, None)
    if isinstance(card, Planet):
        opponent: Opponent = "pirate" if state.pirates_here else "interceptor"
        return Encounter(opponent, ship.cannons, card.size.strength, ship.pirate)
    return Encounter("home", ship.cannons, box().combat.home_strength, ship.pirate)


def dice(state: State) -> FightDice:
    met = encounter(state)
    return FightDice(met.opponent, met.level)


def targets(state: State) -> tuple[Seat, ...]:
    """The seats whose ships the active player may attack; a ship that has drifted may not (PA 5.5)."""
    if state.doings.drifted:
        return ()
    here = state.ship.space
    return tuple(
        [seat for seat, ship in enumerate(state.ships) if ship.space == here and seat != state.active]
    )


def fought(state: State, rolled: Dice) -> Fight:
    """The fight with those dice."""
    return fight(encounter(state), rolled.faces, str(rolled))


def resolve(state: State, rolled: Dice) -> State:
    result = fought(state, rolled)
    doings = state.doings
    if "may-take" in result.consequences:
        taker = state.active if result.winner == "active" else doings.foe
        return _plunder(state._replace(doings=doings._replace(taker=taker)))
    if "lose-unit" in result.consequences:
        return _suffer(state)
    if "no-unload" in result.consequences:
        return after(state._replace(doings=doings._replace(beaten=True)))
    return after(state)


def after(state: State) -> State:
    """Combat is over: a winner comes home (PA 6.1), or Unload follows."""
    if comes_home(state):
        return state._replace(step="over", winner=state.active)
    return unloading.begin(state)


def moves(state: State) -> Sequence[Move]:
    if state.step == "attack":
        return (*[Attack(seat, state.names[seat]) for seat in targets(state)], DONE)
    if state.step == "take":
        return _spoils(state)
    return [Remove(unit) for unit in sorted(set(state.ship.cargo))]


def check(state: State, move: Move) -> Ruling:
    if state.step == "attack":
        return _check_attack(state, move)
    if state.step == "take":
        return _check_take(state, move)
    if not isinstance(move, Remove):
        return refused("You act for the pirates: remove a unit.", "PA 5.7")
    if move.unit not in state.ship.cargo:
        return refused(f"{state.names[state.active]} has no such unit.", "PA 5.7")
    return ALLOWED


def apply(state: State, move: Move) -> State:
    if isinstance(move, Attack):
        return state._replace(step="fight", doings=state.doings._replace(foe=move.seat))
    if isinstance(move, Take):
        return _plunder(_taken(state, move.resource))
    if isinstance(move, Remove):
        return _suffer(_removed(state, move.unit))
    return after(state)


def parties(state: State) -> tuple[Seat, Seat]:
    """After a fight between ships: the seat that may take, and the seat it takes from."""
    taker, foe = state.doings.taker, state.doings.foe
    assert taker is not None
    assert foe is not None
    return (taker, foe if taker == state.active else state.active)


def _plunder(state: State) -> State:
    """The winner may take a unit, or the next one, if there is any (PA 5.6)."""
    return state._replace(step="take") if len(_spoils(state)) > 1 else after(state)


def _suffer(state: State) -> State:
    """The opponent removes what pirates cost, and is asked where there is a choice (PA 5.7)."""
    cargo, left = state.ship.cargo, box().combat.loss - state.doings.lost
    if not cargo or left <= 0:
        return after(state)
    if left < len(cargo) and len(set(cargo)) > 1:
        return state._replace(step="remove")
    return _suffer(_removed(state, cargo[0]))


def _spoils(state: State) -> tuple[Move, ...]:
    taker, loser = parties(state)
    if not state.ships[taker].room or state.doings.taken >= box().combat.loot:
        return (DONE,)
    resources = dict.fromkeys(state.ships[loser].cargo)
    return (*[Take(unit) for unit in resources if unit != COLONISTS], DONE)


def _taken(state: State, resource: int) -> State:
    """The unit changes hands, and the taker goes up on the Pirate track."""
    taker, loser = parties(state)
    robbed, robber = state.ships[loser], state.ships[taker]
    level = min(robber.pirate + box().combat.pirate_levels, box().pirate_level[1])
    robber = robber._replace(cargo=loaded(robber.cargo, resource), pirate=level)
    robbed = robbed._replace(cargo=unloaded(robbed.cargo, resource))
    doings = state.doings._replace(taken=state.doings.taken + 1)
    return with_ship(with_ship(state._replace(doings=doings), taker, robber), loser, robbed)


def _removed(state: State, unit: int) -> State:
    ship = state.ship._replace(cargo=unloaded(state.ship.cargo, unit))
    doings = state.doings._replace(lost=state.doings.lost + 1)
    return with_ship(state._replace(doings=doings), state.active, ship)


def _check_attack(state: State, move: Move) -> Ruling:
    if isinstance(move, Done):
        return ALLOWED
    if not isinstance(move, Attack):
        return refused("You may attack a ship here, or be done.", "PA 5.6")
    if move.seat == state.active:
        return refused("This is your own ship.", "PA 5.6")
    if move.seat not in targets(state):
        return refused(f"{move.name} is not on this space.", "PA 5.6")
    return ALLOWED


def _check_take(state: State, move: Move) -> Ruling:
    if isinstance(move, Done):
        return ALLOWED
    if not isinstance(move, Take):
        return refused("You have won: take a resource, or be done.", "PA 5.6")
    if move.resource not in state.ships[parties(state)[1]].cargo:
        return refused(f"There is no resource {move.resource} in that hold.", "PA 5.6")
    return ALLOWED
