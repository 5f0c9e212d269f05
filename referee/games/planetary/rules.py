"""Power (PL 4.2) and what a place is worth (PL 7.2, PL 7.3): pure functions of the box's numbers."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from referee.games.planetary.box import Core, box

State: TypeAlias = Literal["works", "in the dark", "without fuel", "without repair"]


class Power(NamedTuple):
    """What a core and its generators give in a turn, in watts.

    state       of the core; without fuel or repair it has its emergency cells only
    one         what a generator that runs gives
    running     generators that run
    fuel        units burnt, of the core's fuel
    """

    state: State
    core: int
    one: int
    running: int
    fuel: int

    @property
    def generators(self) -> int:
        return self.running * self.one

    @property
    def total(self) -> int:
        return self.core + self.generators


class Standing(NamedTuple):
    """A player's place at the end of the game.

    place    from 1; those who share one have the better of their places
    sharing  how many share it; 1 if nobody does
    players  in the game
    """

    name: str
    place: int
    sharing: int
    players: int

    @property
    def last(self) -> bool:
        """Whether nobody is behind."""
        return self.place + self.sharing > self.players

    @property
    def last_alone(self) -> bool:
        return self.last and self.sharing == 1


def power(
    core: Core,
    *,
    light: bool = True,
    travelled: int = 0,
    generators: int = 0,
    fuel: int | None = None,
    repaired: bool = True,
) -> Power:
    """The power of a turn (PL 4.2); what a core has no use for does not change it.

    travelled   spaces in the owner's last turn
    generators  that are on
    fuel        units for core and generators, the core first; None is as many as needed
    """
    yield_ = core.watts + travelled * core.watts_per_space
    state: State = "works"
    if core.dark_watts is not None and not light:
        yield_, state = core.dark_watts, "in the dark"
    each = core.fuel.amount if core.fuel else 0
    if core.repair and not repaired:
        return Power("without repair", box().emergency_watts, 0, 0, 0)
    if fuel is not None and fuel < each:
        return Power("without fuel", box().emergency_watts, 0, 0, 0)
    running = generators if fuel is None or not each else min(generators, fuel // each - 1)
    return Power(state, yield_, yield_ // box().generator_divisor, running, each * (1 + running))


def repair_falls_due(core: Core, turn: int) -> bool:
    """Whether a repair falls due in that turn of the owner, counted from 1 (PL 4.2)."""
    return core.repair is not None and turn % core.repair.every == 0


def money(standing: Standing) -> int:
    """The money of a player's place (PL 7.2)."""
    return 0 if standing.last_alone else money_of_place(standing) // standing.sharing


def money_of_place(standing: Standing) -> int:
    """The money all who share the place split (PL 7.2)."""
    return box().rewards.money_per_player * standing.players // _divisor(standing.place)


def copies(standing: Standing, destroyed: int) -> int:
    """How many of the blueprints its side destroyed a player copies (PL 7.3)."""
    return 0 if standing.last_alone else destroyed // _divisor(standing.place)


def consolation(standing: Standing, destroyed: int) -> int:
    """Blueprints for a player whose side destroyed none and who is not last (PL 7.3).

    Those who share the last place are last, unless everybody shares the first.
    """
    if destroyed or (standing.last and standing.place > 1):
        return 0
    return box().rewards.consolation


def _divisor(place: int) -> int:
    divisor: int = box().rewards.divisor ** (place - 1)
    return divisor
