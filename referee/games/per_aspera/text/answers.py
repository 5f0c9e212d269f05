"""The answers of Per Aspera in words, with the steps that led to their figures."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from components.prose import Blocks, table
from components.wording import counted
from referee.engine.answers import Why, percent
from referee.games.per_aspera.box import Box, Opponent, Planet, Resource, Side
from referee.games.per_aspera.rules import scoring
from referee.games.per_aspera.rules.combat_dice import Consequence, Encounter, Fight, FightOdds, win_odds
from referee.games.per_aspera.rules.demand_dice import DemandRoll, Die, free_levies
from referee.games.per_aspera.rules.demand_odds import DemandOdds, FirstRoll
from referee.games.per_aspera.rules.scoring import Purse, has_won
from referee.games.per_aspera.setup import PlanetRoll


def demand_blocks(box: Box, rolls: Sequence[PlanetRoll], levies: int, seed: str, known: bool) -> Blocks:
    """Return the dice of planets on the map, or of those that were named.

    levies  number of levies set in the end
    known   whether the person who asks has given the seed
    """
    rows = [
        (
            rolled.space.text if rolled.space else "",
            rolled.planet.code,
            " ".join(map(_die_text, rolled.roll.dice)),
            "levy" if rolled.roll.levies else "",
            result_name(box, rolled.roll.result),
            _wants(box, rolled.planet, rolled.roll.result),
        )
        for rolled in rolls
    ]
    total = f"Levies set: {levies} of {box.levies.slots}."
    if levies:
        total += f" They raise the goal by {levies * box.levies.step} MCR."
    on_map = any(rolled.space for rolled in rolls)
    head = (f"Map of seed {seed}, row by row (q,r):",) if on_map else ()
    foot = () if on_map or known else (f"(seed {seed})",)
    return (*head, table(rows, indent=2), "", total, *foot)


def demand_why(box: Box, rolls: Sequence[PlanetRoll], levies: int) -> tuple[Why, ...]:
    """Return the steps of each roll; `levies` are set before."""
    steps = []
    for planet, _, roll in rolls:
        steps.append(Why(planet.code, _roll_formula(box, planet, roll, levies), "PA 3.1"))
        levies += roll.levies
    return tuple(steps)


def demand_odds_blocks(box: Box, planet: Planet, levies: int, odds: DemandOdds) -> Blocks:
    size, resource = planet.size.name.capitalize(), _named(box.resources[planet.resource])
    head = f"{size} planet of resource {resource}, {levies} of {box.levies.slots} levies set before"
    rows = [("levy", percent(odds.levy), str(odds.levy), "")]
    rows += [
        (result_name(box, result), percent(chance), str(chance), _wants(box, planet, result))
        for result, chance in odds.results.items()
    ]
    return (head, "", table(rows, "<>", indent=2))


def demand_odds_why(box: Box, planet: Planet, odds: DemandOdds, first: FirstRoll) -> tuple[Why, ...]:
    """Return the steps that lead to the odds.

    first  the chances of the planet's dice before any is rolled again (PA 3.1 g)
    """
    faces, dice = box.dice.faces, planet.size.dice
    levy = f"1 − ({faces - 1}/{faces})^{dice} = {first.levy}" if first.levy else "no slot is free"
    steps = [Why("levy", _going_on(levy, first.levy, odds.levy), "PA 3.1")]
    for result, chance in odds.results.items():
        without, after = first.without[result], first.after[result]
        once = (1 - first.levy) * without + first.levy * after
        formula = str(once)
        if first.levy:
            formula = f"{1 - first.levy} × {without} + {first.levy} × {after} = {once}"
        steps.append(Why(result_name(box, result), _going_on(formula, once, chance), "PA 3.1"))
    return tuple(steps)


def win_odds_lines(cannons: int, against: int, draw: Side, win: Fraction) -> tuple[str, ...]:
    return (f"Cannons {cannons} against {against}: {percent(win)} to win ({win}); {_DRAWS[draw]}.",)


def win_odds_why(box: Box, cannons: int, against: int, draw: Side) -> tuple[Why, ...]:
    return (Why("win", _win_formula(box, cannons, against, draw), "PA 5.6"),)


def fight_lines(
    box: Box, met: Encounter, fought: Fight, follows: str = "Unload follows.", loaded: bool = True
) -> tuple[str, ...]:
    """Return the course of a fight.

    follows  what comes of Unload on a planet, in words
    loaded   whether the ship of the active player has any cargo
    """
    mine, yours = _NAMES[met.opponent]
    unharmed = _UNHARMED.get(met.opponent, follows)
    if fought.dice is None or fought.totals is None:
        return (f"{_PEACE[met.opponent]}: {_check_text(met, fought.check)}. {unharmed}".rstrip(),)
    left, right = (
        f"{die} + {strength} = {total}"
        for die, strength, total in zip(fought.dice, (met.cannons, met.against), fought.totals, strict=True)
    )
    winner = mine if fought.winner == "active" else yours
    tied = " the draw" if fought.totals[0] == fought.totals[1] else ""
    results = " ".join(_consequence(box, one, follows, loaded) for one in fought.consequences)
    return (
        f"{mine.capitalize()} {left}, {yours} {right}.",
        f"The {winner} {_wins(winner)}{tied}. {results or unharmed}".rstrip(),
    )


def fight_why(met: Encounter, fought: Fight) -> tuple[Why, ...]:
    rule = _RULES[met.opponent]
    mine, yours = _NAMES[met.opponent]
    steps = []
    if met.level is not None:
        verdict = "attack" if fought.attacked else "no attack"
        steps.append(Why("attack", f"{_check_text(met, fought.check)}: {verdict}", rule))
    if fought.dice is not None and fought.totals is not None:
        left, right = fought.totals
        sign = "=" if left == right else ">" if left > right else "<"
        draw = f": {_DRAWS[met.draw]}" if left == right else ""
        steps += [
            Why(mine, f"die {fought.dice[0]} + Cannons {met.cannons} = {left}", rule),
            Why(yours, f"die {fought.dice[1]} + {_strength_text(met)} = {right}", rule),
            Why("winner", f"{left} {sign} {right}{draw}", rule),
        ]
    return tuple(steps)


def opponent_name(met: Encounter) -> str:
    """Return the opponent that the active player's ship meets, in words: "pirates"."""
    return _NAMES[met.opponent][1]


def fight_odds_blocks(met: Encounter, odds: FightOdds) -> Blocks:
    mine, yours = _NAMES[met.opponent]
    sides = f"{mine.capitalize()} with Cannons {met.cannons}, {yours} with {_strength_text(met)}"
    head = f"{sides}; {_DRAWS[met.draw]}."
    rows = [("win", odds.win), ("be beaten", odds.beaten)]
    if met.level is not None:
        rows = [("be attacked", odds.attacked), ("win if so", odds.win), ("be beaten", odds.beaten)]
    return (head, table(((name, percent(chance), str(chance)) for name, chance in rows), "<>", indent=2))


def fight_odds_why(box: Box, met: Encounter, odds: FightOdds) -> tuple[Why, ...]:
    rule = _RULES[met.opponent]
    steps = []
    if met.level is not None:
        faces = box.dice.faces
        formula = f"Pirate {met.level}"
        if met.checked:
            formula = f"{int(odds.attacked * faces)} of {faces} faces at Pirate {met.level}"
        steps.append(Why("attacked", f"{formula}: {odds.attacked}", rule))
    steps.append(Why("win", _win_formula(box, met.cannons, met.against, met.draw), rule))
    steps.append(Why("beaten", f"{odds.attacked} × (1 − {odds.win}) = {odds.beaten}", rule))
    return tuple(steps)


def sale_lines(box: Box, resource: Resource, units: int, price: int) -> tuple[str, ...]:
    each = f", {price} each" if units > 1 else ""
    return (f"{goods(box, resource.number, units)}: {units * price} MCR{each}.",)


def sale_why(
    box: Box, resource: Resource, distance: int, units: int, price: int, *, pirate: bool, colony: bool
) -> tuple[Why, ...]:
    formula = f"{resource.value} × {distance}"
    if pirate:
        formula += f" × {box.pirate_pay}"
    if colony:
        formula += f" + {box.trade.sale.colony_bonus}"
    steps = [Why("a unit", f"{formula} = {price}", "PA 5.10")]
    if units > 1:
        steps.append(Why("in all", f"{units} × {price} = {units * price}", "PA 5.10"))
    return tuple(steps)


def score_notes(box: Box, base: int, levies: int, winners: Sequence[str]) -> tuple[str, ...]:
    notes = [f"Goal: {_goal_formula(box, base, levies)} MCR [PA 6.1]."]
    if not winners:
        notes.append("Nobody is home with it. With --end the rounds are over and the richest wins [PA 6.2].")
    return tuple(notes)


def score_why(
    box: Box, purses: Mapping[str, Purse], base: int, levies: int, winners: Sequence[str]
) -> tuple[Why, ...]:
    target = scoring.goal(box, base, levies)
    steps = [Why("goal", _goal_formula(box, base, levies), "PA 6.1")]
    for name, purse in purses.items():
        sign = "≥" if purse.money >= target else "<"
        steps.append(Why(name, f"{purse.where}, {purse.money} {sign} {target}", "PA 6.1"))
    if winners and not any(has_won(purse, target) for purse in purses.values()):
        amounts = sorted({purse.money for purse in purses.values()}, reverse=True)
        steps.append(Why("richest", " > ".join(map(str, amounts)), "PA 6.2"))
    return tuple(steps)


def goods(box: Box, unit: int, units: int) -> str:
    """Return units of a resource, or of colonists, in words: "2 units of ore"."""
    return f"{counted(units, 'unit')} of {box.good(unit)}"


def goal_text(goal: int, levies: int) -> str:
    """Return the MCR to bring home, in words: "120 MCR with 2 levies"."""
    return f"{goal} MCR with {counted(levies, 'levy', 'levies')}"


def result_name(box: Box, result: int) -> str:
    """Return the name of a result of the demand dice: "pirate", "3"."""
    return "pirate" if result == box.dice.pirate else str(result)


def _wants(box: Box, planet: Planet, result: int) -> str:
    resources = box.demanded[result, planet.resource]
    if not resources:
        return "wants nothing: rolled again"
    pay = box.demands[result].pay
    times = f", pays ×{pay}" if pay > 1 else ""
    return f"wants {', '.join(map(box.good, resources))}{times}"


def _die_text(die: Die) -> str:
    """Return a die as `referee roll` shows it: in brackets if it does not count."""
    faces = "→".join(map(str, die.faces))
    return faces if die.use == "counts" else f"({faces})"


def _roll_formula(box: Box, planet: Planet, roll: DemandRoll, levies: int) -> str:
    """Return the steps of a roll; `levies` are set before it."""
    steps = [" ".join(map(_die_text, roll.dice))]
    if roll.levies:
        steps.append(f"a {box.dice.levy} is levy {levies + roll.levies} of {box.levies.slots} (b)")
    elif not free_levies(box, levies) and any(box.dice.levy in die.faces for die in roll.dice):
        steps.append("no levy slot is free (b)")
    if any(face != box.dice.levy for die in roll.dice for face in die.faces[:-1]):
        steps.append("a result that asks only for what is produced is rolled again (g)")
    left = [str(die.faces[-1]) for die in roll.dice if die.use == "counts"]
    if roll.result == box.dice.pirate:
        steps.append(f"a {roll.result} is left: a pirate planet (e)")
    else:
        steps.append(f"{left[0]} is left (f)" if len(left) == 1 else f"highest of {' '.join(left)} (f)")
    return f"{'; '.join(steps)}; {_wants(box, planet, roll.result)}"


def _going_on(formula: str, once: Fraction, chance: Fraction) -> str:
    """Return the formula of dice rolled once, and the chance if results are rolled again (PA 3.1 g)."""
    if once == chance:
        return formula
    return f"{formula}; {chance} after results that ask for nothing are rolled again"


def _check_text(met: Encounter, check: int | None) -> str:
    if check is None:
        return f"Pirate {met.level}"
    return f"die {check} {'≤' if check <= (met.level or 0) else '>'} Pirate {met.level}"


def _strength_text(met: Encounter) -> str:
    """Return in words what the opponent adds to its die."""
    return f"{_STRENGTHS[met.opponent]} {met.against}".strip()


def _win_formula(box: Box, cannons: int, against: int, draw: Side) -> str:
    faces = box.dice.faces
    won = win_odds(box, cannons, against, draw)
    sign = "≥" if draw == "active" else ">"
    return f"{int(won * faces**2)} of {faces**2} rolls have die + {cannons} {sign} die + {against}: {won}"


def _consequence(box: Box, consequence: Consequence, follows: str, loaded: bool) -> str:
    """Return a consequence in words, see `fight_lines`."""
    combat = box.combat
    removed = f"The opponent removes {counted(combat.pirate.loss, 'unit')} of cargo. {follows}".rstrip()
    texts: Mapping[Consequence, str] = {
        "may-take": f"The winner may take {counted(combat.ship.loot, 'unit')} of a resource, if there is "
        f"room, and then gains {counted(combat.ship.pirate_levels, 'Pirate level')}.",
        "lose-unit": removed if loaded else "The hold is empty, so nothing is removed.",
        "no-unload": "The ship skips Unload.",
        "not-home": "It does not count as home this turn.",
    }
    return texts[consequence]


def _goal_formula(box: Box, base: int, levies: int) -> str:
    target = scoring.goal(box, base, levies)
    return f"{base} + {levies} × {box.levies.step} = {target}" if levies else str(target)


def _named(resource: Resource) -> str:
    return f"{resource.number} ({resource.name.lower()})"


def _wins(name: str) -> str:
    return "win" if name.endswith("s") else "wins"


_RULES: Mapping[Opponent, str] = {
    "ship": "PA 5.6",
    "pirate": "PA 5.7",
    "interceptor": "PA 5.8",
    "home": "PA 5.9",
}
_NAMES: Mapping[Opponent, tuple[str, str]] = {
    "ship": ("attacker", "defender"),
    "pirate": ("ship", "pirates"),
    "interceptor": ("ship", "interceptor"),
    "home": ("ship", "interceptor"),
}
_STRENGTHS: Mapping[Opponent, str] = {"ship": "Cannons", "pirate": "size", "interceptor": "size", "home": ""}
_PEACE: Mapping[Opponent, str] = {
    "ship": "No fight",
    "pirate": "The pirates let the ship pass",
    "interceptor": "No interceptor attacks",
    "home": "No interceptor attacks",
}
_UNHARMED: Mapping[Opponent, str] = {
    "ship": "",
    "home": "The ship counts as home.",
}
_DRAWS: Mapping[Side, str] = {"active": "a draw wins", "opponent": "a draw loses"}
