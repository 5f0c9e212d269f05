"""The demand dice of a planet, rolled step by step (PA 3.1)."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Literal, TypeAlias

from referee.engine.tuples import Record, record, replaced
from referee.games.per_aspera.box import Box, Planet

Roll: TypeAlias = Callable[[], int]  # It rolls one die and returns its face.


@record
class Die(Record):
    """One die.

    faces  every face it showed, in order
    use    whether its last face counts, it became a levy (PA 3.1 b), or it is gone (PA 3.1 g)
    """

    faces: tuple[int, ...]
    use: Literal["counts", "levy", "gone"] = "counts"


@record
class DemandRoll(Record):
    """The demand dice of a planet.

    dice    those of its size, in the order they were first rolled, then one that replaced a levy
    levies  number of levies the planet gave
    result  the number that counts (PA 3.2)
    """

    dice: tuple[Die, ...]
    levies: int
    result: int


def roll_demand(box: Box, planet: Planet, levies: int, roll: Roll) -> DemandRoll:
    """Roll for the demand of a planet (PA 3.1).

    levies  number of levies set before
    roll    is asked first for all the planet's dice, then for each die that is rolled again, from
            left to right, until that die may stay, then for a die that replaces a levy
    """
    levy = box.dice.levy
    dice = tuple([_fresh(roll()) for _ in range(planet.size.dice)])
    while True:
        shown = _shown(dice)
        if levy in shown:
            if _given(dice) < free_levies(box, levies):
                dice = _with_levy(dice, levy)
            dice = tuple([_settled(die, levy, roll) if die.use == "counts" else die for die in dice])
            shown = _shown(dice)
        if not shown:
            dice = (*dice, _settled(_fresh(roll()), levy, roll))
            shown = _shown(dice)
        result = result_of(box, shown)
        if box.demanded[result, planet.resource]:
            return DemandRoll(dice, _given(dice), result)
        dice = _one_rolled_again(dice, result, roll)


def result_of(box: Box, faces: Sequence[int]) -> int:
    """Return the result of the dice that are left: pirates if any are, else the highest (PA 3.1 e, f)."""
    pirate = box.dice.pirate
    return pirate if pirate in faces else max(faces)


def free_levies(box: Box, levies: int) -> int:
    """Return the number of levies one more planet may give, with that many set before (PA 3.1 b)."""
    numbers = box.levies
    return min(numbers.a_planet, numbers.slots - levies)


@cache
def _fresh(face: int) -> Die:
    """Return a die that shows that face first."""
    return Die((face,))


def _shown(dice: Iterable[Die]) -> list[int]:
    """Return the last faces of the dice that count."""
    return [die.faces[-1] for die in dice if die.use == "counts"]


def _given(dice: Iterable[Die]) -> int:
    return [die.use for die in dice].count("levy")


def _with_levy(dice: tuple[Die, ...], levy: int) -> tuple[Die, ...]:
    """Return the dice after the first that shows a levy has become one, if there is any."""
    for place, die in enumerate(dice):
        if die.use == "counts" and die.faces[-1] == levy:
            return replaced(dice, place, Die(die.faces, "levy"))
    return dice


def _settled(die: Die, levy: int, roll: Roll) -> Die:
    """Return the die, rolled again until it shows no levy (PA 3.1 c, d)."""
    while die.faces[-1] == levy:
        die = Die((*die.faces, roll()))
    return die


def _one_rolled_again(dice: tuple[Die, ...], result: int, roll: Roll) -> tuple[Die, ...]:
    """Return the dice with one of that result rolled again, and all others that counted gone (PA 3.1 g)."""
    counting = [place for place, die in enumerate(dice) if die.use == "counts"]
    kept = next(place for place in counting if dice[place].faces[-1] == result)
    return tuple(
        Die((*die.faces, roll())) if place == kept else Die(die.faces, "gone") if place in counting else die
        for place, die in enumerate(dice)
    )
