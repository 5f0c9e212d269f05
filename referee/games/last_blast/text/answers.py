"""The answers of The Last Blast in words, and the reasons for them."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from components.prose import Blocks, table
from components.wording import counted, listed
from referee.engine.answers import Why
from referee.games.last_blast.box import Box, DamageNumbers, Field, Part, Tie, Tile
from referee.games.last_blast.odds.routes import Prospect, Step
from referee.games.last_blast.rules.damage import Damage, Loss
from referee.games.last_blast.rules.scoring import Finish, decisive, places


def damage_lines(damage: Damage, loss: Loss, cards: int) -> tuple[str, ...]:
    """cards: the number that the rocket has before the damage"""
    head = f"Damage {damage.total}: jump {damage.jump}, collision {damage.collision}."
    if loss.explodes:
        return (head, f"The rocket has {counted(cards, 'card')} left: it explodes.")
    if not damage.total:
        return (head, "No card is lost.")
    ends = [f"the {end} card" for end in loss.remove]
    if loss.choice:
        ends.append(f"{counted(loss.choice, 'card')} of your choice, each from the front or the rear")
    return (head, f"Remove {', then '.join(ends)}.")


def damage_why(
    box: Box, front: Part, tile: Tile, rows: int | None, damage: Damage, loss: Loss, cards: int
) -> tuple[Why, ...]:
    """
    rows   rows changed; None in round 1
    cards  the number that the rocket has before the damage
    """
    steps = [
        Why("jump", "none in round 1", "LB 4.2")
        if rows is None
        else Why("jump", _jump_formula(box, front, rows, damage), "LB 4.3"),
        Why("collision", _collision_formula(box, front, tile, damage), "LB 4.4"),
        Why("damage", f"{damage.jump} + {damage.collision} = {damage.total}", "LB 4.5"),
    ]
    if loss.explodes:
        steps.append(Why("explodes", f"damage {damage.total} ≥ {counted(cards, 'card')} left", "LB 4.7"))
    elif damage.total:
        ends = [f"point {place} {end}" for place, end in enumerate(loss.remove, 1)]
        if loss.choice:
            ends.append(f"{counted(loss.choice, 'point')} as the owner chooses")
        steps.append(Why("removal", ", ".join(ends), "LB 4.6"))
    return tuple(steps)


def score_notes(box: Box, finishes: Sequence[Finish]) -> tuple[str, ...]:
    """Add what a score sheet does not show: how a tie was broken, and everybody's place."""
    ranked = places(box, finishes)
    notes = []
    if not ranked[0][0].survived:
        notes.append("Every rocket exploded [LB 4.11].")
    tied = _tied(finishes)
    if len(tied) > 1:
        notes.append(f"{_tie_text(box, tied)} [LB 5.2].")
    if len(ranked) > 1:
        numbers = [1 + sum(map(len, ranked[:before])) for before in range(len(ranked))]
        standing = (f"{number} {_names(place)}" for number, place in zip(numbers, ranked, strict=True))
        notes.append(f"Places: {', '.join(standing)}.")
    exploded = [finish for finish in finishes if not finish.survived]
    if len(exploded) > 1 and not all(finish.exploded for finish in exploded):
        notes.append("To rank the exploded, give the round of each, such as Cy=x5 [LB 4.11].")
    return tuple(notes)


def score_why(box: Box, finishes: Sequence[Finish]) -> tuple[Why, ...]:
    survivors = [finish for finish in finishes if finish.survived]
    steps = [Why(finish.name, _sum_formula(finish), "LB 5.1") for finish in survivors]
    winners = [finish for finish in places(box, finishes)[0] if finish.survived]
    tied = _tied(finishes)
    if not winners:
        steps.append(Why("no winner", "every rocket exploded", "LB 4.11"))
    elif len(survivors) == box.flight.survivors_to_win:
        steps.append(Why("winner", f"only {_names(survivors)} is left", "LB 4.9"))
    elif len(tied) > 1:
        steps.append(Why("winner", _tie_text(box, tied), "LB 5.2"))
    else:
        totals = sorted((finish.total for finish in survivors), reverse=True)
        steps.append(Why("winner", " > ".join(str(total) for total, _ in groupby(totals)), "LB 5.1"))
    return tuple(steps)


def tile_blocks(
    box: Box, cards: int, field: Field, row: int | None, prospects: Sequence[Prospect], best: Sequence[int]
) -> Blocks:
    """row: where the rocket is, from 1; None if it is about to enter"""
    where = "about to enter (any row, no jump damage)" if row is None else f"in row {row}"
    head = f"{counted(cards, 'card')}, {where}; {counted(len(field[0]), 'column')} ahead."
    by_row = {prospect.row: prospect for prospect in prospects}
    rows = [_prospect_row(place, by_row.get(place), place in best) for place in range(1, len(field) + 1)]
    # Without its row, a rocket that is already in the field would get a free jump.
    doubt = row is None and len(field[0]) < box.columns
    note = ("Rockets enter only in round 1 [LB 4.2]; for one in the field, give --row.",) if doubt else ()
    return (head, *note, "", table(rows, indent=2))


def route_blocks(route: Sequence[Step], alone: bool) -> Blocks:
    """alone: whether there is only one best tile to begin with"""
    head = "The best route:" if alone else "A best route:"
    if not route[-1].cards_left:
        head = "No play saves the rocket. The furthest it gets:"
    rows = (
        (
            f"column {column}",
            f"row {step.row}",
            step.tile.code,
            f"damage {step.damage.total}",
            _step_text(step),
        )
        for column, step in enumerate(route, 1)
    )
    return (head, table(rows, indent=2))


def route_why(box: Box, row: int | None, route: Sequence[Step]) -> tuple[Why, ...]:
    """row: where the rocket is, from 1; None if it is about to enter"""
    steps = []
    for column, step in enumerate(route, 1):
        rows = None if column == 1 and row is None else step.rows
        jump = "no jump" if rows is None else f"jump {_jump_formula(box, step.front, rows, step.damage)}"
        collision = _collision_formula(box, step.front, step.tile, step.damage)
        formula = f"{step.front.code} to {step.tile.code}: {jump}, collision {collision}"
        steps.append(Why(f"column {column}", formula, "LB 4.5"))
    return tuple(steps)


def _jump_formula(box: Box, front: Part, rows: int, damage: Damage) -> str:
    numbers = box.flight.damage
    return _formula(numbers, str(rows), numbers.per_row, front, numbers.jump_protection, damage.jump)


def _collision_formula(box: Box, front: Part, tile: Tile, damage: Damage) -> str:
    numbers = box.flight.damage
    steps = f"|{front.symbol} − {tile.symbol}|"
    return _formula(numbers, steps, numbers.per_step, front, numbers.collision_protection, damage.collision)


def _formula(numbers: DamageNumbers, steps: str, each: int, front: Part, protection: str, points: int) -> str:
    """One kind of damage as a formula, such as max(0, |1 − 6| − 2) = 3."""
    raw = steps if each == 1 else f"{steps} × {each}"
    if front.system == protection:
        return f"max({numbers.minimum}, {raw} − {front.number}) = {points}"
    return str(points) if raw == str(points) else f"{raw} = {points}"


def _sum_formula(finish: Finish) -> str:
    numbers = [str(card.number) for card in finish.rocket]
    return numbers[0] if len(numbers) == 1 else f"{' + '.join(numbers)} = {finish.total}"


def _tied(finishes: Sequence[Finish]) -> list[Finish]:
    """The survivors with the highest total."""
    survivors = [finish for finish in finishes if finish.survived]
    highest = max((finish.total for finish in survivors), default=0)
    return [finish for finish in survivors if finish.total == highest]


def _tie_text(box: Box, tied: Sequence[Finish]) -> str:
    head = f"{_names(tied)} tie at {tied[0].total}"
    decided = decisive(box, tied)
    if decided is None:
        return f"{head} in everything and share the win"
    winners = places(box, tied)[0]
    has = "has" if len(winners) == 1 else "have"
    return f"{head}; {_names(winners)} {has} {_TIE_WORDS[decided]}"


_TIE_WORDS: Mapping[Tie, str] = {
    "most-cards": "more cards left",
    "highest-number": "the higher single number",
}


def _names(finishes: Sequence[Finish]) -> str:
    return listed(finish.name for finish in finishes)


def _prospect_row(row: int, prospect: Prospect | None, best: bool) -> tuple[str, ...]:
    if prospect is None:
        return f"row {row}", "taken"
    if prospect.explodes_in is None:
        end = f"{counted(prospect.cards_left, 'card')} at the end"
    else:
        end = f"explodes in column {prospect.explodes_in}"
    return f"row {row}", prospect.tile, f"damage {prospect.damage}", end, "best" if best else ""


def _step_text(step: Step) -> str:
    if step.taken is None:
        return "explodes"
    ends = [f"{number} {end}" for end, number in step.taken._asdict().items() if number]
    lost = f"lose {', '.join(ends)}; " if ends else ""
    return f"{lost}{counted(step.cards_left, 'card')} left"
