"""The answers of Planetary in words, and the reasons for them."""

from __future__ import annotations

from collections.abc import Sequence

from components.wording import counted
from referee.engine.answers import Why, wrapped
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
    return tuple(line for text in lines for line in wrapped(text))


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


def deck_list_lines(decks: Sequence[Deck]) -> tuple[str, ...]:
    room = max(len(deck.name) for deck in decks)
    return tuple(
        line
        for deck in decks
        for line in wrapped(f"{deck.name:{room}}  {write_blueprints(deck.blueprints)}", hanging=room + 2)
    )


def deck_lines(box: Box, deck: Deck) -> tuple[str, ...]:
    """A table of a deck whose core and blueprints are all known."""
    room = max((len(box.blueprints[code].title) for code in deck.blueprints), default=0)
    head = f"{'':10}{'':{room}}  tier  iron  copper    W  upkeep  HP"
    lines = [f"{deck.name}: {deck.core} core, {counted(deck.count, 'blueprint')}"]
    if deck.count:
        lines += ["", head]
    for code, copies in deck.blueprints.items():
        one = box.blueprints[code]
        lines.append(
            f"{copies:2d} {code:5}  {one.title:{room}}  {one.tier:4d}  {one.iron:4d}  {one.copper:6d}"
            f"  {one.watts:3d}  {one.upkeep:6d}  {one.hp:2d}"
        )
    return tuple(lines)


def fault_lines(deck: Deck, faults: Sequence[Fault]) -> tuple[str, ...]:
    if not faults:
        return (f"{deck.name} is a legal deck for the {deck.core} core.",)
    room = max(len(fault.rule) for fault in faults)
    listed = (wrapped(f"{fault.rule:{room}}  {fault.what}", indent=2, hanging=room + 2) for fault in faults)
    return (
        f"{deck.name} is not a legal deck: {counted(len(faults), 'fault')}.",
        *(line for lines in listed for line in lines),
    )


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
        *wrapped(f"{deck.where}: the ready {deck.core} deck, to be changed.", hanging=2),
        *wrapped(f"Then: referee deck check {deck.where}", hanging=2),
    )


def profile_list_lines(profiles: Sequence[Profile]) -> tuple[str, ...]:
    if not profiles:
        return ("There are no profiles yet. Begin one: referee profile NAME --new",)
    room = max(len(profile.name) for profile in profiles)
    return tuple(
        f"{profile.name:{room}}  {profile.money:6d} money  {counted(profile.count, 'blueprint')}"
        for profile in profiles
    )


def profile_lines(box: Box, profile: Profile) -> tuple[str, ...]:
    lines = [f"{profile.name}: {profile.money} money, {counted(profile.count, 'blueprint')}"]
    for tier in sorted({one.tier for one in box.blueprints.values()}):
        owned = {
            code: copies for code, copies in profile.blueprints.items() if box.blueprints[code].tier == tier
        }
        if owned:
            lines += wrapped(f"tier {tier}  {write_blueprints(owned)}", indent=2, hanging=8)
    return tuple(lines)


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
