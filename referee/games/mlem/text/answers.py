"""The answer of `odds` in words: before a roll the chances, after one the choices."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from components.prose import Blocks, Table, table
from components.wording import counted, listed
from referee.engine.answers import Answer, Why, percent
from referee.games.mlem.box import Board, Box
from referee.games.mlem.codes import show_roll
from referee.games.mlem.rules.travel import GroupUse, Rocket, arrival, valid_groups


@dataclass(frozen=True)
class Odds:
    """The chances before a roll.

    crash  the next roll has no valid group, and no engineer can help
    reach  best play takes the rocket to the target or beyond it
    best   what best play uses of every roll, by its valid dice ("1,1,4"): "1,4", or "engineer 1,4"
           with the die of an engineer; rolls that crash are left out
    """

    crash: Fraction
    reach: Fraction
    best: dict[str, str]


@dataclass(frozen=True)
class Choice:
    """A use of the dice after a roll.

    use    the groups: "1,4", or "engineer 1,4" with the die of an engineer
    to     the space the rocket stops on
    dice   the pool of the next roll
    crash  the chance that the next roll crashes; 0 at the end of the track
    reach  the chance to reach the target or a space beyond it by best play from there
    """

    use: str
    to: int
    dice: int
    crash: Fraction
    reach: Fraction


@dataclass(frozen=True)
class RollOdds:
    """The chances after a roll.

    crash    1 if the roll crashes, else 0
    reach    the chance of the best choice
    best     its `use`; null for a crash
    choices  the best first
    """

    crash: Fraction
    reach: Fraction
    best: str | None
    choices: tuple[Choice, ...]


class Case(NamedTuple):
    """The rolls with these valid groups, and what best play makes of them.

    ways   how many of the equally likely rolls these are
    reach  the chance to reach the target after that use
    """

    valid: Mapping[str, int]
    ways: int
    use: GroupUse
    reach: Fraction


def before_a_roll(
    box: Box,
    rocket: Rocket,
    target: int,
    crash: Fraction,
    reach: Fraction,
    cases: Sequence[Case],
    on_the_way: Mapping[int, Fraction],
) -> Answer[Odds | RollOdds]:
    """The chances of a rocket about to roll.

    cases       the rolls that do not crash
    on_the_way  the chance to reach each of these spaces of a planet or a space beyond it
    """
    at, pool = rocket.space.number, rocket.pool
    why = [_why_crash(box, rocket, crash)]
    for valid, ways, use, chance in cases:
        after = f"to {arrival(box, at, use.distance)}, {_dice(use.pool)}, {percent(chance)}"
        what = f"roll {_dice_of(valid)}" if valid else "no valid die"
        share = f"{ways} of {len(box.faces) ** pool}"
        why.append(Why(what, f"{share}, use {show_use(use)}: {after}", "ML 3.2, 3.3"))
    why.append(Why("reach", f"each roll's share × the chance after it = {percent(reach)}", "ML 3.2"))
    goal = f"Reach space {target}" + ("" if target == box.board.end else " or beyond")
    rows = [
        ("Crash on the next roll", percent(crash)),
        *_planets(box.board, on_the_way),
        (goal, percent(reach)),
    ]
    said = (_heading(rocket, _dice(pool)), table(rows, "<>", indent=2))
    best = {_dice_of(case.valid): show_use(case.use) for case in cases}
    return Answer(Odds(crash, reach, best), said, tuple(why))


def after_a_roll(
    box: Box,
    rocket: Rocket,
    target: int,
    fallen: tuple[str, ...],
    uses: Sequence[GroupUse],
    choices: Sequence[Choice],
) -> Answer[Odds | RollOdds]:
    """The choices that a roll leaves, and the uses of the dice that they are, the best first."""
    head, space = _heading(rocket, f"roll {show_roll(fallen)}"), rocket.space
    if not choices:
        value = RollOdds(Fraction(1), Fraction(space.number >= target), None, ())
        why = Why("crash", f"no {' or '.join(space.faces)} in {show_roll(fallen)}", "ML 4.1")
        return Answer(value, (head, "The rocket crashes: no valid group [ML 4.1]."), (why,))
    return Answer(
        RollOdds(Fraction(0), choices[0].reach, choices[0].use, tuple(choices)),
        (head, "", _table(choices, target)),
        tuple(_why_use(box, rocket, valid_groups(space, fallen), use) for use in uses),
    )


def uses_of_the_dice(
    at: int, choices: Mapping[Choice, Sequence[Fraction]], near: Sequence[int], target: int
) -> Blocks:
    """Tell a commander who is choosing at the table what each use does, the best use for `target` first.

    choices  each with its chances to reach the spaces of `near`
    """
    ranked = sorted(choices, key=lambda one: (-one.reach, one.crash))
    head = f"Space {at}. Each use of the dice, with best play for each of the spaces:"
    return (head, "", _table(ranked, target, near, choices))


def show_use(use: GroupUse) -> str:
    """The groups used: "1,4", or "engineer 1,4" with the die of an engineer."""
    return " ".join((*["engineer"] * use.engineers, show_roll(use.faces)))


def _heading(rocket: Rocket, dice: str) -> str:
    engineers = f", {counted(rocket.engineers, 'engineer')}" if rocket.engineers else ""
    return f"Space {rocket.space.number}, {dice}{engineers}. Valid faces: {' '.join(rocket.space.faces)}"


def _planets(board: Board, chances: Mapping[int, Fraction]) -> Iterator[tuple[str, str]]:
    """A row for each space of a planet, with the chance to reach it or a space beyond it."""
    for space, chance in chances.items():
        planets = listed(planet.code for planet in board.planets if space in planet.spaces)
        yield f"Reach {space} ({planets}) or beyond", percent(chance)


def _table(
    choices: Sequence[Choice],
    target: int,
    near: Sequence[int] = (),
    reached: Mapping[Choice, Sequence[Fraction]] | None = None,
) -> Table:
    """A table of the choices, in their order; `reached` has their chances to reach the spaces of `near`."""
    goals = [f"Reach {space}" for space in (*near, target)]
    rows = [
        [one.use, f"{one.to}", f"{one.dice}"]
        + [percent(chance) for chance in (one.crash, *(reached or {}).get(one, ()), one.reach)]
        for one in choices
    ]
    return table(rows, "<" + ">" * (3 + len(goals)), ["Use", "To", "Dice", "Next crash", *goals])


def _why_crash(box: Box, rocket: Rocket, chance: Fraction) -> Why:
    space = rocket.space
    if rocket.engineers and box.engineers_face in space.faces:
        formula = f"an engineer adds a {box.engineers_face}, which is valid on space {space.number}: 0 %"
        return Why("crash", formula, "ML 3.4")
    useless = sum(face not in space.faces for face in box.faces)
    formula = f"({useless} useless of {len(box.faces)} faces)^{rocket.pool} = {chance} = {percent(chance)}"
    return Why("crash", formula, "ML 4.1")


def _why_use(box: Box, rocket: Rocket, valid: Mapping[str, int], use: GroupUse) -> Why:
    """Show where the use ends and what it leaves: "5 + 2×1 + 1×4 = 11; 3 − 3 = 0 dice, 1 comes back"."""
    space, pool = rocket.space, rocket.pool
    counts = dict(valid)
    if use.engineers:
        counts[box.engineers_face] = counts.get(box.engineers_face, 0) + use.engineers
    steps = [f"{counts[face]}×{space.value(face)}" for face in use.faces]
    total = space.number + use.distance
    formula = f"{space.number} + {' + '.join(steps)} = {total}"
    if total > box.board.end:
        formula += f", stops at {box.board.end}"
    spent = sum(valid.get(face, 0) for face in use.faces if face.isdigit())
    formula += f"; {pool} − {spent} = {_dice(pool - spent)}"
    if spent == pool:
        formula += f", {use.pool} comes back"
    return Why(f"use {show_use(use)}", formula, "ML 3.2, 3.3" + (", 3.4" if use.engineers else ""))


def _dice_of(valid: Mapping[str, int]) -> str:
    return show_roll(face for face, count in valid.items() for _ in range(count))


def _dice(count: int) -> str:
    return counted(count, "die", "dice")
