"""The reward at the end of a game: money and blueprints by place (PL 7.2, PL 7.3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from components.errors import UsageError
from referee.engine.answers import Why
from referee.engine.chance.seeded import Chance
from referee.engine.scoresheet import PlayerScore, ScoreLine, ScoreSheet
from referee.games.planetary.box import SLUG, Box
from referee.games.planetary.rules.numbers import Blueprints


@dataclass(frozen=True, kw_only=True)
class Reward(PlayerScore):
    """The reward of a player for a game.

    place       rank from 1; those who share one have the better of their places
    money       also the points and the total
    blueprints  codes for the collection, a code as often as it is copied
    """

    place: int
    money: int
    blueprints: tuple[str, ...]


class Standing(NamedTuple):
    """A player's place at the end of the game.

    place    rank from 1; those who share one have the better of their places
    sharing  how many share it; 1 if nobody does
    players  number of players in the game
    """

    name: str
    place: int
    sharing: int
    players: int

    @property
    def last(self) -> bool:
        """True if nobody comes after."""
        return self.place + self.sharing > self.players

    @property
    def last_alone(self) -> bool:
        return self.last and self.sharing == 1


def score(
    box: Box, places: Sequence[Sequence[str]], destroyed: Mapping[str, Blueprints], seed: str
) -> ScoreSheet[Reward]:
    """The rewards of a game that is over.

    places     names, the winner's first; those of a place have been out in the same turn
    destroyed  the blueprints each side destroyed
    seed       seed of the blueprints that are drawn: those of each player from the stream
               `reward/NAME`, so that no player's change another's

    Raises `UsageError` if more were destroyed than the ships can have had.
    """
    ranked = standings(places)
    _check_count(box, destroyed, len(ranked))
    source = Chance(seed).stream("reward")
    rewards = tuple(
        reward(box, one, *_blueprints(box, one, destroyed.get(one.name, {}), source.stream(one.name)))
        for one in ranked
    )
    return ScoreSheet(SLUG, rewards, tuple(reward.name for reward in rewards if reward.place == 1))


def standings(places: Sequence[Sequence[str]]) -> tuple[Standing, ...]:
    """Everybody's place, in the order they are named."""
    players = sum(map(len, places))
    ranked: list[Standing] = []
    for names in places:
        place = len(ranked) + 1
        ranked += [Standing(name, place, len(names), players) for name in names]
    return tuple(ranked)


def reward(box: Box, standing: Standing, blueprints: tuple[str, ...], how: str) -> Reward:
    """Reward a player with those blueprints; `how` says in words where they come from."""
    won = money(box, standing)
    shared = f", shared by {standing.sharing}" if standing.sharing > 1 else ""
    return Reward(
        name=standing.name,
        points=won,
        total=won,
        lines=(
            ScoreLine(f"place {standing.place} of {standing.players}{shared}", won, "PL 7.2"),
            ScoreLine(f"blueprints: {', '.join(blueprints) or 'none'} ({how})", 0, "PL 7.3"),
        ),
        place=standing.place,
        money=won,
        blueprints=blueprints,
    )


def money(box: Box, standing: Standing) -> int:
    """The money of a player's place (PL 7.2)."""
    return 0 if standing.last_alone else money_of_place(box, standing) // standing.sharing


def money_of_place(box: Box, standing: Standing) -> int:
    """The money that all players who share the place split (PL 7.2)."""
    return box.rewards.money_per_player * standing.players // _divisor(box, standing.place)


def copies(box: Box, standing: Standing, destroyed: int) -> int:
    """Return how many of the blueprints its side destroyed a player copies (PL 7.3)."""
    return 0 if standing.last_alone else destroyed // _divisor(box, standing.place)


def consolation(box: Box, standing: Standing, destroyed: int) -> int:
    """Blueprints for a player whose side destroyed none and who is not last (PL 7.3).

    Those who share the last place are last, unless everybody shares the first.
    """
    if destroyed or (standing.last and standing.place > 1):
        return 0
    return box.rewards.consolation.blueprints


def score_why(
    box: Box, places: Sequence[Sequence[str]], destroyed: Mapping[str, Blueprints]
) -> Iterator[Why]:
    """The formula of every place's money and of every player's blueprints."""
    for standing in standings(places):
        yield Why(f"{standing.name}, money", _money_formula(box, standing), "PL 7.2")
        count = sum(destroyed.get(standing.name, {}).values())
        yield Why(f"{standing.name}, blueprints", _copies_formula(box, standing, count), "PL 7.3")


def _blueprints(
    box: Box, standing: Standing, destroyed: Blueprints, chance: Chance
) -> tuple[tuple[str, ...], str]:
    """Return the blueprints that a player gets, in the order of PL 6, and how that came about."""
    order = list(box.blueprints)
    codes = [code for code in order for _ in range(destroyed.get(code, 0))]
    if gift := consolation(box, standing, len(codes)):
        kinds = [one.code for one in box.blueprints.values() if one.tier == box.rewards.consolation.tier]
        drawn = [chance.choice(kinds) for _ in range(gift)]
        how = f"drawn with seed {chance.seed}, as none was destroyed"
    elif 0 < (copied := copies(box, standing, len(codes))) < len(codes):
        drawn = chance.shuffled(codes)[:copied]
        how = f"{copied} of {len(codes)}, drawn with seed {chance.seed}"
    else:
        drawn = codes[:copied]
        how = "last alone" if standing.last_alone else f"{copied} of {len(codes)}"
    return tuple(sorted(drawn, key=order.index)), how


def _money_formula(box: Box, standing: Standing) -> str:
    if standing.last_alone:
        return "last alone: 0"
    numbers = box.rewards
    worth = money_of_place(box, standing)
    share = f"{numbers.money_per_player} × {standing.players} / {numbers.divisor}^{standing.place - 1}"
    formula = f"floor({share}) = {worth}"
    if standing.sharing > 1:
        formula += f", floor({worth} / {standing.sharing}) = {money(box, standing)}"
    return formula


def _copies_formula(box: Box, standing: Standing, count: int) -> str:
    numbers = box.rewards
    if gift := consolation(box, standing, count):
        return f"none destroyed, not last: {gift} of tier {numbers.consolation.tier}"
    if standing.last_alone:
        return "last alone: 0"
    return f"floor({count} / {numbers.divisor}^{standing.place - 1}) = {copies(box, standing, count)}"


def _check_count(box: Box, destroyed: Mapping[str, Blueprints], players: int) -> None:
    """Refuses more blueprints than the ships can have had: a deck and the first modules each (PL 2.1)."""
    count = sum(sum(blueprints.values()) for blueprints in destroyed.values())
    most = players * (box.start.deck + len(box.ship.first))
    if count > most:
        raise UsageError(
            f"{count} destroyed blueprints are more than the ships had.",
            where="--destroyed",
            todo=f"{players} ships have at most {most} (PL 2.1).",
        )


def _divisor(box: Box, place: int) -> int:
    divisor: int = box.rewards.divisor ** (place - 1)
    return divisor
