"""The answer of `odds`: before a roll the chances, after one the choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from referee.answers import Answer, Why, percent
from referee.games.mlem.board import Space
from referee.games.mlem.box import Box
from referee.games.mlem.notation import show_roll
from referee.games.mlem.odds import Outlook, rolls
from referee.games.mlem.rules import Move, arrival, crash_chance, groups


@dataclass(frozen=True)
class Odds:
    """The chances before a roll.

    crash  the next roll has no valid group, and no engineer can help
    reach  best play takes the rocket to the target or beyond it
    best   for every roll, by its valid dice ("1,1,4"), what best play uses: "1,4", or "engineer 1,4"
           with the die of an engineer; rolls that crash are left out
    """

    crash: Fraction
    reach: Fraction
    best: dict[str, str]


@dataclass(frozen=True)
class Choice:
    """What may be done with a roll.

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


def before_a_roll(ahead: Outlook, space: Space, pool: int, engineers: int) -> Answer[Odds | RollOdds]:
    """The chances of a rocket on that space, with that many dice and engineers to hand."""
    box, at = ahead.box, space.number
    best = {}
    why = [_why_crash(box, space, pool, engineers)]
    for valid, ways in rolls(box, space, pool):
        for move in ahead.ranked(at, valid, pool, engineers)[:1]:
            best[_dice_of(valid)] = _use(move)
            share = f"{ways} of {len(box.faces) ** pool}"
            after = f"to {arrival(box, at, move.distance)}, {_dice(move.pool)}"
            chance = percent(ahead.after(at, move, engineers))
            what = f"roll {_dice_of(valid)}" if valid else "no valid die"
            why.append(Why(what, f"{share}, use {_use(move)}: {after}, {chance}", "ML 3.2, 3.3"))
    crash, reach = crash_chance(box, space, pool, engineers), ahead.reach(at, pool, engineers)
    why.append(Why("reach", f"each roll's share × the chance after it = {percent(reach)}", "ML 3.2"))
    target = f"Reach space {ahead.target}" + ("" if ahead.target == box.board.end else " or beyond")
    lines = (
        f"Space {at}, {_dice(pool)}{_aboard(engineers)}. Valid faces: {' '.join(space.faces)}",
        f"  {'Crash on the next roll':24}  {percent(crash):>8}",
        f"  {target:24}  {percent(reach):>8}",
    )
    return Answer(Odds(crash, reach, best), lines, tuple(why))


def after_a_roll(
    ahead: Outlook, space: Space, fallen: tuple[str, ...], engineers: int
) -> Answer[Odds | RollOdds]:
    """The choices that a roll on that space leaves, with that many engineers to hand."""
    at, valid = space.number, groups(space, fallen)
    moves = ahead.ranked(at, valid, len(fallen), engineers)
    head = f"Space {at}, roll {show_roll(fallen)}{_aboard(engineers)}. Valid faces: {' '.join(space.faces)}"
    if not moves:
        value = RollOdds(Fraction(1), Fraction(at >= ahead.target), None, ())
        why = Why("crash", f"no {' or '.join(space.faces)} in {show_roll(fallen)}", "ML 4.1")
        return Answer(value, (head, "The rocket crashes: no valid group [ML 4.1]."), (why,))
    choices = tuple(_choice(ahead, at, move, engineers) for move in moves)
    return Answer(
        RollOdds(Fraction(0), choices[0].reach, choices[0].use, choices),
        (head, "", *choice_lines(choices, ahead.target)),
        tuple(_why_move(ahead.box, space, valid, len(fallen), move) for move in moves),
    )


def _choice(ahead: Outlook, at: int, move: Move, engineers: int) -> Choice:
    box, to = ahead.box, arrival(ahead.box, at, move.distance)
    crash = (
        Fraction(0)
        if to == box.board.end
        else crash_chance(box, box.board.spaces[to], move.pool, engineers - move.engineers)
    )
    return Choice(_use(move), to, move.pool, crash, ahead.after(at, move, engineers))


def choice_lines(choices: Iterable[Choice], target: int) -> Iterable[str]:
    """A table of the choices, in their order."""
    rows = [("Use", "To", "Dice", "Next crash", f"Reach {target}")]
    rows += [(one.use, f"{one.to}", f"{one.dice}", percent(one.crash), percent(one.reach)) for one in choices]
    widest = max(len(row[0]) for row in rows)
    return (
        f"{use:{widest}}  {to:>3}  {dice:>4}  {crash:>10}  {reach:>8}" for use, to, dice, crash, reach in rows
    )


def _why_crash(box: Box, space: Space, pool: int, engineers: int) -> Why:
    if engineers and box.engineers_face in space.faces:
        formula = f"an engineer adds a {box.engineers_face}, which is valid on space {space.number}: 0 %"
        return Why("crash", formula, "ML 3.4")
    useless = sum(face not in space.faces for face in box.faces)
    chance = crash_chance(box, space, pool)
    formula = f"({useless} useless of {len(box.faces)} faces)^{pool} = {chance} = {percent(chance)}"
    return Why("crash", formula, "ML 4.1")


def _why_move(box: Box, space: Space, valid: Mapping[str, int], pool: int, move: Move) -> Why:
    """Where the move ends and what it leaves: "5 + 2×1 + 1×4 = 11; 3 − 3 dice, 1 comes back"."""
    counts = dict(valid)
    if move.engineers:
        counts[box.engineers_face] = counts.get(box.engineers_face, 0) + move.engineers
    steps = [f"{counts[face]}×{space.value(face)}" for face in move.faces]
    total = space.number + move.distance
    formula = f"{space.number} + {' + '.join(steps)} = {total}"
    if total > box.board.end:
        formula += f", stops at {box.board.end}"
    spent = sum(valid.get(face, 0) for face in move.faces if face.isdigit())
    formula += f"; {pool} − {spent} = {_dice(pool - spent)}"
    if spent == pool:
        formula += f", {move.pool} comes back"
    return Why(f"use {_use(move)}", formula, "ML 3.2, 3.3" + (", 3.4" if move.engineers else ""))


def _use(move: Move) -> str:
    return " ".join((*["engineer"] * move.engineers, show_roll(move.faces)))


def _dice_of(valid: Mapping[str, int]) -> str:
    return show_roll(face for face, count in valid.items() for _ in range(count))


def _dice(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"


def _aboard(engineers: int) -> str:
    return f", {engineers} engineer{'' if engineers == 1 else 's'}" if engineers else ""
