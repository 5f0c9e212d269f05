"""The dice of Combat: whether there is a fight, who wins it, and the exact odds (PA 5.6 to 5.9)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from components.errors import UsageError
from components.wording import counted
from referee.engine.chance.outcomes import Source, miscounted
from referee.games.per_aspera.box import Opponent, Side, box
from referee.games.per_aspera.moves import Dice, read_rolled_dice

# may-take   the winner may take one unit of a resource and gain Pirate for it (PA 5.6)
# lose-unit  the active player loses a unit of the opponent's choice (PA 5.7)
# no-unload  the active player skips Unload (PA 5.8, PA 5.9)
# not-home   the ship does not count as home this turn (PA 5.9)
Consequence: TypeAlias = Literal["may-take", "lose-unit", "no-unload", "not-home"]


class Encounter(NamedTuple):
    """Whom the active player's ship meets.

    cannons  of the active player
    against  what the opponent adds to its die
    level    Pirate level of the active player; None if the opponent attacks in any case
    """

    opponent: Opponent
    cannons: int
    against: int
    level: int | None

    @property
    def draw(self) -> Side:
        """The side that wins draws."""
        return box().combat.draw(self.opponent)

    @property
    def checked(self) -> bool:
        """Whether a die decides if the opponent attacks."""
        return is_checked(self.opponent, self.level)

    def attacks(self, check: int = 0) -> bool:
        """check: the die that decides, if there is one"""
        return attacks(self.opponent, self.level, check)


@dataclass(frozen=True)
class Fight:
    """A fight that was rolled.

    attacked      whether there was one
    check         the die for whether the opponent attacks; null if there was none
    dice, totals  of the active player and of the opponent; null if there was no fight
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

    attacked  that there is one
    win       that the active player wins it, if there is one
    beaten    that the active player is attacked and loses
    """

    opponent: Opponent
    attacked: Fraction
    win: Fraction
    beaten: Fraction


@lru_cache(maxsize=4096)
def fight(met: Encounter, dice: tuple[int, ...], where: str = "") -> Fight:
    """The fight with those dice: the one for whether the opponent attacks, if any, then one for each side.

    A die that could not have stopped pirates may be among them (PA 5.7), and so may those of a fight
    that did not take place. Raises `UsageError`, naming `where` or the dice, for too many or too few of them.
    """
    check, pair = _dealt(met, dice, where)
    if pair is None:
        return Fight(met.opponent, False, check, None, None, None, ())
    totals = (pair[0] + met.cannons, pair[1] + met.against)
    won_by = winner(*totals, met.draw)
    return Fight(met.opponent, True, check, pair, totals, won_by, consequences(met.opponent, won_by))


def fight_odds(met: Encounter) -> FightOdds:
    attacked = Fraction(1) if met.level is None else attack_odds(met.opponent, met.level)
    win = win_odds(met.cannons, met.against, met.draw)
    return FightOdds(met.opponent, attacked, win, attacked * (1 - win))


@cache
def may_attack(opponent: Opponent, level: int | None) -> bool:
    """Whether the opponent attacks, or a die decides if it does."""
    return is_checked(opponent, level) or attacks(opponent, level)


def is_checked(opponent: Opponent, level: int | None) -> bool:
    """Whether a die decides if the opponent attacks a ship of that Pirate level (PA 5.7, PA 5.8).

    level  None if it attacks in any case
    """
    if level is None:
        return False
    if opponent == "pirate":
        return level > 0
    return opponent == "interceptor" and level >= box().combat.pirate_danger


def attacks(opponent: Opponent, level: int | None, check: int = 0) -> bool:
    """Whether there is a fight (PA 5.6 to 5.9).

    level  Pirate level of the active player; None if the opponent attacks in any case
    check  the die of `is_checked`; any number where there is none
    """
    if level is None:
        return True
    if opponent == "pirate":
        return not (is_checked(opponent, level) and check <= level)
    if opponent == "interceptor":
        return is_checked(opponent, level) and check <= level
    return opponent == "ship" or level >= box().combat.pirate_danger


def attack_odds(opponent: Opponent, level: int) -> Fraction:
    """The chance that the opponent attacks a ship of that Pirate level (PA 5.6 to 5.9)."""
    return Fraction(sum(attacks(opponent, level, face) for face in _faces()), len(_faces()))


def winner(active: int, against: int, draw: Side) -> Side:
    """The side with the higher total of die and strength; `draw` wins if they are equal (PA 5.6 to 5.9)."""
    if active == against:
        return draw
    return "active" if active > against else "opponent"


def win_odds(strength: int, against: int, draw: Side) -> Fraction:
    """The chance that the side with that strength, called active, wins a fight (PA 5.6 to 5.9)."""
    rolls = list(itertools.product(_faces(), repeat=2))
    won = [winner(mine + strength, yours + against, draw) == "active" for mine, yours in rolls]
    return Fraction(sum(won), len(won))


def consequences(opponent: Opponent, won_by: Side) -> tuple[Consequence, ...]:
    """What a fight leads to (PA 5.6 to 5.9)."""
    if opponent == "ship":
        return ("may-take",)
    return () if won_by == "active" else _BEATEN[opponent]


@dataclass(frozen=True, slots=True)
class FightOutcomes:
    """The dice of a combat (PA 5.6 to 5.9).

    They are those of `fight`: one for whether the opponent attacks a ship of that Pirate level, where a die
    decides that, and then, if there is a fight, the active player's and the opponent's.

    level  None if the opponent attacks in any case
    dice   the active player's and the opponent's, for people
    """

    opponent: Opponent
    level: int | None
    dice: tuple[str, str] = ("the active player's die", "the opponent's die")

    @property
    def label(self) -> str:
        return "combat"

    @property
    def prompt(self) -> str:
        both = " and then ".join(self.dice)
        return f"roll and the {_CHECK}; after an attack also {both}" if self.checked else f"roll and {both}"

    def parts(self, words: Sequence[str]) -> tuple[str, ...]:
        if not self.checked:
            return self.dice
        attacked = bool(words) and words[0].isdecimal() and self._attacks(int(words[0]))
        return (f"the {_CHECK}", *(self.dice if attacked else ()))

    @property
    def checked(self) -> bool:
        return is_checked(self.opponent, self.level)

    def __iter__(self) -> Iterator[tuple[Dice, Fraction]]:
        for check in _faces() if self.checked else (0,):
            for pair in itertools.product(_faces(), repeat=2) if self._attacks(check) else ((),):
                dice = Dice((check, *pair) if self.checked else pair)
                yield dice, self._chance(dice)

    def probability(self, outcome: Dice) -> Fraction:
        return Fraction(0) if self.refusal(outcome) else self._chance(outcome)

    def refusal(self, outcome: Dice) -> str:
        parts = self.parts([str(face) for face in outcome.faces])
        return self.misfit(outcome) or miscounted(parts, len(outcome.faces), "to be rolled")

    def misfit(self, outcome: Dice) -> str:
        return "" if all(face in _faces() for face in outcome.faces) else f"A die shows 1 to {_faces()[-1]}."

    def pick(self, source: Source) -> Dice:
        faces, below = box().dice.faces, source.below
        check = below(faces) + 1 if self.checked else 0
        pair = (below(faces) + 1, below(faces) + 1) if self._attacks(check) else ()
        return _rolled((check, *pair) if check else pair)

    def read(self, text: str) -> Dice:
        return read_rolled_dice(text)

    def _attacks(self, check: int) -> bool:
        return attacks(self.opponent, self.level, check)

    def _chance(self, outcome: Dice) -> Fraction:
        return Fraction(1, box().dice.faces ** len(outcome.faces))


def _dealt(met: Encounter, dice: tuple[int, ...], where: str) -> tuple[int | None, tuple[int, int] | None]:
    """The dice by what they are for: the check, and those of the fight."""
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
    """The dice that show those faces: there are a few hundred in all."""
    return Dice(faces)


@cache
def _faces() -> range:
    return range(1, box().dice.faces + 1)


_CHECK = "die that decides whether there is an attack"

_BEATEN: dict[Opponent, tuple[Consequence, ...]] = {
    "pirate": ("lose-unit",),
    "interceptor": ("no-unload",),
    "home": ("no-unload", "not-home"),
}
