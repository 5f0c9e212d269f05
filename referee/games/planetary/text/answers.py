"""The answers of Planetary in words, and the reasons for them."""

from collections.abc import Sequence

from components.prose import Blocks, table
from components.wording import counted
from referee.engine.answers import Why
from referee.games.planetary.box import Box
from referee.games.planetary.codes import write_blueprints
from referee.games.planetary.rules.decks import Deck, Fault
from referee.games.planetary.rules.numbers import Blueprints, Core, Materials
from referee.games.planetary.rules.power import Power
from referee.games.planetary.rules.profiles import Profile


def power_lines(
    core: Core, power: Power, generators: int, repair: Materials, *, paid: bool
) -> tuple[str, ...]:
    """The watts, where they come from and what they cost.

    generators  generators that are on
    repair      what the repair that is due costs; nothing if none is due
    paid        whether it is paid
    """
    state = "" if power.state == "works" else f" {power.state}"
    sources = [f"{power.core} W from the {core.name} core{state}"]
    if generators:
        kind = "its generator" if generators == 1 else f"its {generators} generators"
        sources.append(f"{power.generators} W from {kind}")
    lines = [f"{power.total} W: {', '.join(sources)}." if generators else f"{sources[0]}."]
    if power.state == "works" and power.running < generators:
        short = f"There is fuel for {power.running} of {generators} generators."
        lines.append("The generator has no fuel." if generators == 1 else short)
    if core.fuel and power.fuel:
        turns = f" for {core.fuel.turns} turns" if core.fuel.turns > 1 else ""
        lines.append(f"Fuel: {power.fuel} {core.fuel.material}{turns}.")
    if repair:
        cost = " and ".join(f"{count} {material}" for material, count in repair.items())
        lines.append(f"Repair: {cost}, {'paid this turn' if paid else 'not paid'}.")
    return tuple(lines)


def power_why(box: Box, core: Core, power: Power, travelled: int, generators: int) -> tuple[Why, ...]:
    """generators: that are on"""
    steps = [Why("core", _core_formula(core, power, travelled), "PL 4.2")]
    if generators:
        if power.state in ("without fuel", "without repair"):
            formula = f"the core is {power.state}: 0 W"
        else:
            formula = f"{power.running} × {power.core} / {box.generator_divisor} = {power.generators} W"
        steps.append(Why("generators", formula, "PL 4.2"))
        steps.append(Why("total", f"{power.core} + {power.generators} = {power.total} W", "PL 4.2"))
    return tuple(steps)


def deck_list(decks: Sequence[Deck]) -> Blocks:
    return (table((deck.name, write_blueprints(deck.blueprints)) for deck in decks),)


def deck_blocks(box: Box, deck: Deck) -> Blocks:
    """A table of a deck whose core and blueprints are all known."""
    head = f"{deck.name}: {deck.core} core, {counted(deck.count, 'blueprint')}"
    rows = []
    for code, copies in deck.blueprints.items():
        one = box.blueprints[code]
        figures = (one.tier, one.iron, one.copper, one.watts, one.upkeep, one.hp)
        rows.append((str(copies), code, one.title, *map(str, figures)))
    header = ("", "", "", "tier", "iron", "copper", "W", "upkeep", "HP")
    return (head, "", table(rows, "><<>>>>>>", header)) if rows else (head,)


def fault_blocks(deck: Deck, faults: Sequence[Fault]) -> Blocks:
    if not faults:
        return (f"{deck.name} is a legal deck for the {deck.core} core.",)
    head = f"{deck.name} is not a legal deck: {counted(len(faults), 'fault')}."
    return (head, table(((fault.rule, fault.what) for fault in faults), indent=2))


def deck_why(box: Box, deck: Deck) -> tuple[Why, ...]:
    size = f"{deck.count} {'=' if deck.count == box.start.deck else '≠'} {box.start.deck}"
    return (
        Why("size", size, "PL 2.1"),
        Why("numbers", "iron, copper and W to build; upkeep in W for a turn in which it is on", "PL 6"),
    )


def check_why(box: Box, deck: Deck, collection: Blueprints, owner: str) -> tuple[Why, ...]:
    """owner: whose collection it is; empty for that of a new profile"""
    kept = f"of {owner}" if owner else "of a new profile"
    copies = write_blueprints(box.counts_in_order(collection))
    return (deck_why(box, deck)[0], Why("collection", f"{kept}: {copies}", "PL 7.4"))


def new_deck_lines(deck: Deck) -> tuple[str, ...]:
    return (
        f"{deck.where}: the ready {deck.core} deck, to be changed.",
        f"Then: referee deck check {deck.where}",
    )


def profile_list(profiles: Sequence[Profile]) -> Blocks:
    if not profiles:
        return ("There are no profiles yet. Begin one: referee profile NAME --new",)
    rows = ((one.name, f"{one.money} money", counted(one.count, "blueprint")) for one in profiles)
    return (table(rows, "<>"),)


def profile_blocks(box: Box, profile: Profile) -> Blocks:
    rows = []
    for tier in sorted({one.tier for one in box.blueprints.values()}):
        owned = {
            code: copies for code, copies in profile.blueprints.items() if box.blueprints[code].tier == tier
        }
        if owned:
            rows.append((f"tier {tier}", write_blueprints(owned)))
    head = f"{profile.name}: {profile.money} money, {counted(profile.count, 'blueprint')}"
    return (head, table(rows, indent=2))


def profile_why(box: Box) -> tuple[Why, ...]:
    rewards = box.rewards
    count = sum(box.collection.values())
    start = f"{counted(count, 'blueprint')} of the ready decks and {rewards.start_money} money"
    return (Why("a new profile", start, "PL 7.4"),)


def _core_formula(core: Core, power: Power, travelled: int) -> str:
    if power.state in ("without fuel", "without repair"):
        return f"{power.state}, the emergency cells: {power.core} W"
    if core.fuel:
        return f"{core.fuel.amount} {core.fuel.material}: {power.core} W"
    if core.dark_watts is not None:
        return f"{'in light' if power.state == 'works' else power.state}: {power.core} W"
    return f"{core.watts} + {travelled} × {core.watts_per_space} = {power.core} W"
