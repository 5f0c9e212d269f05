"""The odds of a turn: the risk at each place the ship may go to, of an attack, and of dice to be rolled."""

from collections.abc import Iterator

from components.prose import table
from referee.engine.answers import percent
from referee.engine.game import Prospects, Seat
from referee.games.per_aspera.box import Box, Planet
from referee.games.per_aspera.rules import combat, moving
from referee.games.per_aspera.rules.combat_dice import Encounter, fight_odds
from referee.games.per_aspera.rules.demand_dice import free_levies
from referee.games.per_aspera.rules.demand_odds import demand_odds, first_roll
from referee.games.per_aspera.rules.map_spaces import Space
from referee.games.per_aspera.state import State, with_ship
from referee.games.per_aspera.text import answers


def prospects(state: State, seat: Seat | None) -> Prospects | None:
    """Return the odds; None where no dice can follow at once, and before all ships are built."""
    if len(state.ships) < len(state.names):
        return None
    if state.step == "load":
        rows = tuple(_places(state))
        return Prospects(("What waits at the end of a move:", "", table(rows, indent=2))) if rows else None
    if state.step == "attack":
        return _attacks(state)
    if state.step == "fight":
        return _fight(state.box, combat.encounter(state))
    if state.step == "demand" and state.site.planet:
        return _demand(state.box, state.site.planet, state.chart.levies)
    return None


def _places(state: State) -> Iterator[tuple[str, str, str]]:
    """Yield a row for each place with a risk: pirates, interceptors, the patrol at home, unknown demand."""
    ship = state.ship
    spaces = dict.fromkeys(way.space for way in moving.ways(state.box, ship.space, ship.warp, ship.fuel))
    for space in spaces:
        card = state.chart.sites[space].card
        there = with_ship(state, state.active, ship._replace(space=space))
        risk = _risk(there, space)
        if risk:
            name = card.code if card else "face down"
            yield space.text, name, risk


def _risk(there: State, space: Space) -> str:
    site = there.site
    if site.card is None:
        return "a card is turned up"
    if site.planet and not site.demand:
        found = demand_odds(there.box, site.planet, there.chart.levies)
        return f"demand unknown: pirates {percent(found.results[there.box.dice.pirate])}"
    if not site.guard:
        return ""
    met = combat.encounter(there)
    chances = fight_odds(there.box, met)
    if not chances.attacked:
        return ""
    who = answers.opponent_name(met)
    return f"{who}: attacked {percent(chances.attacked)}, beaten {percent(chances.beaten)}"


def _attacks(state: State) -> Prospects:
    lines: list[str] = []
    for target in combat.targets(state):
        met = combat.encounter(state._replace(doings=state.doings._replace(foe=target)))
        name = state.names[target]
        lines.append(f"attack {name}: {percent(fight_odds(state.box, met).win)} to win")
    return Prospects(tuple(lines))


def _fight(box: Box, met: Encounter) -> Prospects:
    chances = fight_odds(box, met)
    return Prospects(answers.fight_odds_blocks(met, chances), answers.fight_odds_why(box, met, chances))


def _demand(box: Box, planet: Planet, levies: int) -> Prospects:
    found = demand_odds(box, planet, levies)
    first = first_roll(box, planet.size.dice, free_levies(box, levies))
    return Prospects(
        answers.demand_odds_blocks(box, planet, levies, found),
        answers.demand_odds_why(box, planet, found, first),
    )
