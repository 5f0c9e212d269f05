"""A fight at the end of a move: its dice as they fell, or its chances (PA 5.6 to 5.9)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from components.errors import UsageError
from referee.games.per_aspera import rules
from referee.games.per_aspera.box import Opponent, Side, box
from referee.games.per_aspera.odds import attack_odds, win_odds
from referee.games.per_aspera.rules import Consequence


class Encounter(NamedTuple):
    """Who meets whom.

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
        return box().combat.draws[self.opponent]

    @property
    def checked(self) -> bool:
        """Whether a die decides if the opponent attacks."""
        return rules.is_checked(self.opponent, self.level)

    def attacks(self, check: int = 0) -> bool:
        """check: the die that decides, if there is one"""
        return rules.attacks(self.opponent, self.level, check)


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


def fight_odds(met: Encounter) -> FightOdds:
    attacked = Fraction(1) if met.level is None else attack_odds(met.opponent, met.level)
    win = win_odds(met.cannons, met.against, met.draw)
    return FightOdds(met.opponent, attacked, win, attacked * (1 - win))


def fight(met: Encounter, dice: tuple[int, ...], where: str) -> Fight:
    """The fight with those dice: the one for whether the opponent attacks, if any, then one a side.

    A die that could not have stopped pirates may be among them (PA 5.7), and so may those of a fight
    that did not take place. Raises `UsageError`, naming `where`, for too many or too few dice.
    """
    check, pair = _dealt(met, dice, where)
    if pair is None:
        return Fight(met.opponent, False, check, None, None, None, ())
    totals = (pair[0] + met.cannons, pair[1] + met.against)
    won_by = rules.winner(*totals, met.draw)
    return Fight(met.opponent, True, check, pair, totals, won_by, rules.consequences(met.opponent, won_by))


def _dealt(met: Encounter, dice: tuple[int, ...], where: str) -> tuple[int | None, tuple[int, int] | None]:
    """The dice by what they are for: the check, and those of the fight."""
    if not met.checked and not met.attacks():
        return None, None
    if met.checked and not met.attacks(dice[0]) and len(dice) in (1, 3):
        return dice[0], None
    spare = met.opponent == "pirate" and met.level is not None
    if len(dice) == 3 and (met.checked or spare):
        return dice[0], (dice[1], dice[2])
    if len(dice) == 2 and not met.checked:
        return None, (dice[0], dice[1])
    raise UsageError(_count_text(dice), where=where, todo=_wanted(met, len(dice)))


def _count_text(dice: tuple[int, ...]) -> str:
    return "This is 1 die." if len(dice) == 1 else f"These are {len(dice)} dice."


def _wanted(met: Encounter, count: int) -> str:
    if met.checked:
        return "Write three: whether there is an attack, the active player's, the opponent's."
    todo = "Write two: the active player's, then the opponent's."
    if count == 3 and met.level is None and met.opponent in ("pirate", "interceptor"):
        return f"{todo} If the first was for whether there is an attack, say --level."
    return todo
