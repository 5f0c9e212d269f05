"""The dice of Combat: whether there is a fight, who wins it, and the exact odds (PA 5.6 to 5.9)."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from components.errors import UsageError
from components.wording import counted
from referee.engine.chance.outcomes import Source, miscounted
from referee.engine.tuples import Record, record, remembered
from referee.games.per_aspera.box import Box, Opponent, Side
from referee.games.per_aspera.moves import Dice, read_rolled_dice

# The consequences of a fight:
#
# may-take   the winner may take one unit of a resource and gain Pirate for it (PA 5.6)
# lose-unit  the active player loses a unit of the opponent's choice (PA 5.7)
# no-unload  the active player skips Unload (PA 5.8, PA 5.9)
# not-home   the ship does not count as home this turn (PA 5.9)
Consequence: TypeAlias = Literal["may-take", "lose-unit", "no-unload", "not-home"]


# An opponent attacks always or never, or a die is rolled for it.
Attack: TypeAlias = Literal["always", "rolled", "never"]


class Encounter(NamedTuple):
    """The opponent that the active player's ship meets, and the strength of both: see `meet`.

    cannons  level of the active player's Cannons
    against  number that the opponent adds to its die
    level    Pirate level of the active player; None if the opponent attacks in any case
    draw     the side that wins draws
    """

    opponent: Opponent
    cannons: int
    against: int
    level: int | None
    attack: Attack
    draw: Side

    @property
    def checked(self) -> bool:
        """True if a die decides whether the opponent attacks (PA 5.7, PA 5.8)."""
        return self.attack == "rolled"

    def attacks(self, check: int = 0) -> bool:
        """Return whether there is a fight; `check` is the die that decides, if there is one."""
        if self.attack != "rolled":
            return self.attack == "always"
        assert self.level is not None
        return check > self.level if self.opponent == "pirate" else check <= self.level


@dataclass(frozen=True)
class Fight:
    """A fight that was rolled.

    attacked      whether there was one
    check         the die for whether the opponent attacks; null if there was none
    dice, totals  those of the active player and of the opponent; null if there was no fight
    winner        null if there was no fight
    """

    opponent: Opponent
    attacked: bool
    check: int | None
    dice: tuple[int, int] | None
    totals: tuple[int, int] | None
    winner: Side | None
    consequences: tuple[Consequence, ...]


@dataclass(frozen=True)
class FightOdds:
    """The chances of a fight.

    attacked  the chance that there is one
    win       the chance that the active player wins it, if there is one
    beaten    the chance that the active player is attacked and loses
    """

    opponent: Opponent
    attacked: Fraction
    win: Fraction
    beaten: Fraction


@remembered
def meet(box: Box, opponent: Opponent, cannons: int, against: int, level: int | None) -> Encounter:
    """Return the encounter with that opponent (PA 5.6 to 5.9), see `Encounter`."""
    draw = box.combat.draw(opponent)
    return Encounter(opponent, cannons, against, level, _attack(box, opponent, level), draw)


def _attack(box: Box, opponent: Opponent, level: int | None) -> Attack:
    if level is None or opponent == "ship":
        return "always"
    if opponent == "pirate":
        return "rolled" if level > 0 else "always"
    if level < box.combat.pirate_danger:
        return "never"
    return "rolled" if opponent == "interceptor" else "always"


@lru_cache(maxsize=4096)
def fight(met: Encounter, dice: tuple[int, ...], where: str = "") -> Fight:
    """Return the fight with those dice: one for whether the opponent attacks, if any, then one a side.

    A die that could not have stopped pirates may be among them (PA 5.7), and so may those of a fight
    that did not take place. Raises `UsageError`, naming `where` or the dice, for too many or too few of them.
    """
    check, pair = _dealt(met, dice, where)
    if pair is None:
        return Fight(met.opponent, False, check, None, None, None, ())
    totals = (pair[0] + met.cannons, pair[1] + met.against)
    won_by = winner(*totals, met.draw)
    return Fight(met.opponent, True, check, pair, totals, won_by, consequences(met.opponent, won_by))


def fight_odds(box: Box, met: Encounter) -> FightOdds:
    """Return the exact chances of a fight (PA 5.6 to 5.9)."""
    attacked = Fraction(sum(map(met.attacks, box.faces)), len(box.faces))
    win = win_odds(box, met.cannons, met.against, met.draw)
    return FightOdds(met.opponent, attacked, win, attacked * (1 - win))


def winner(active: int, against: int, draw: Side) -> Side:
    """Return the side with the higher total of die and strength; `draw` if they are equal (PA 5.6 to 5.9)."""
    if active == against:
        return draw
    return "active" if active > against else "opponent"


def win_odds(box: Box, strength: int, against: int, draw: Side) -> Fraction:
    """Return the chance that the side with that strength, called active, wins a fight (PA 5.6 to 5.9)."""
    rolls = list(itertools.product(box.faces, repeat=2))
    won = [winner(mine + strength, yours + against, draw) == "active" for mine, yours in rolls]
    return Fraction(sum(won), len(won))


def consequences(opponent: Opponent, won_by: Side) -> tuple[Consequence, ...]:
    """Return the consequences of a fight (PA 5.6 to 5.9)."""
    if opponent == "ship":
        return ("may-take",)
    return () if won_by == "active" else _BEATEN[opponent]


@record
class FightOutcomes(Record):
    """The dice of a combat (PA 5.6 to 5.9).

    They are those of `fight`: one for whether the opponent attacks, where a die decides that, and then, if
    there is a fight, the active player's and the opponent's.

    faces  the faces of a die
    dice   the active player's die and the opponent's, for people
    """

    met: Encounter
    faces: Sequence[int]
    dice: tuple[str, str] = ("the active player's die", "the opponent's die")

    @property
    def label(self) -> str:
        return "combat"

    @property
    def prompt(self) -> str:
        both = " and then ".join(self.dice)
        return (
            f"roll and the {_CHECK}; after an attack also {both}" if self.met.checked else f"roll and {both}"
        )

    def parts(self, words: Sequence[str]) -> tuple[str, ...]:
        if not self.met.checked:
            return self.dice
        attacked = bool(words) and words[0].isdecimal() and self.met.attacks(int(words[0]))
        return (f"the {_CHECK}", *(self.dice if attacked else ()))

    def __iter__(self) -> Iterator[tuple[Dice, Fraction]]:
        for check in self.faces if self.met.checked else (0,):
            for pair in itertools.product(self.faces, repeat=2) if self.met.attacks(check) else ((),):
                dice = Dice((check, *pair) if self.met.checked else pair)
                yield dice, self._chance(dice)

    def probability(self, outcome: Dice) -> Fraction:
        return Fraction(0) if self.refusal(outcome) else self._chance(outcome)

    def refusal(self, outcome: Dice) -> str:
        parts = self.parts([str(face) for face in outcome.faces])
        return self.misfit(outcome) or miscounted(parts, len(outcome.faces), "to be rolled")

    def misfit(self, outcome: Dice) -> str:
        faces = self.faces
        return "" if all(face in faces for face in outcome.faces) else f"A die shows 1 to {len(faces)}."

    def pick(self, source: Source) -> Dice:
        met, sides, below = self.met, len(self.faces), source.below
        check = below(sides) + 1 if met.checked else 0
        pair = (below(sides) + 1, below(sides) + 1) if met.attacks(check) else ()
        return _rolled((check, *pair) if check else pair)

    def read(self, text: str) -> Dice:
        return read_rolled_dice(text, self.faces)

    def _chance(self, outcome: Dice) -> Fraction:
        return Fraction(1, len(self.faces) ** len(outcome.faces))


def _dealt(met: Encounter, dice: tuple[int, ...], where: str) -> tuple[int | None, tuple[int, int] | None]:
    """Return the dice by their purpose: the check, and those of the fight."""
    if not met.checked and not met.attacks():
        return None, None
    if met.checked and len(dice) in (1, 3) and not met.attacks(dice[0]):
        return dice[0], None
    spare = met.opponent == "pirate" and met.level is not None
    if len(dice) == 3 and (met.checked or spare):
        return dice[0], (dice[1], dice[2])
    if len(dice) == 2 and not met.checked:
        return None, (dice[0], dice[1])
    given = f"{counted(len(dice), 'die is', 'dice are')} given."
    raise UsageError(given, where=where or str(Dice(dice)), todo=_wanted(met, len(dice)))


def _wanted(met: Encounter, count: int) -> str:
    if met.checked:
        return "Write three: whether there is an attack, the active player's, the opponent's."
    todo = "Write two: the active player's, then the opponent's."
    if count == 3 and met.opponent in ("pirate", "interceptor"):
        return f"{todo} If the first was for whether there is an attack, give --level."
    return todo


@cache
def _rolled(faces: tuple[int, ...]) -> Dice:
    """Return the dice that show those faces; there are a few hundred in all."""
    return Dice(faces)


_CHECK = "die that decides whether there is an attack"

_BEATEN: dict[Opponent, tuple[Consequence, ...]] = {
    "pirate": ("lose-unit",),
    "interceptor": ("no-unload",),
    "home": ("no-unload", "not-home"),
}
